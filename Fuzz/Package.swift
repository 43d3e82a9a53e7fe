// swift-tools-version: 6.2
import PackageDescription

// A package of its own, so that building and testing Calvaria does not build its fuzz targets. `make fuzz` builds it with
// the sanitizers and with -enable-testing: targets call what the program calls, public or not.

let package = Package(
  name: "Fuzz",
  dependencies: [.package(name: "Calvaria", path: "..")],
  targets: [
    .target(name: "FuzzDriver"),
    .executableTarget(
      name: "Fuzz",
      dependencies: [
        "FuzzDriver", .product(name: "CalvariaKit", package: "Calvaria"),
        .product(name: "CalvariaPages", package: "Calvaria"),
      ]),
  ],
  swiftLanguageModes: [.v6]
)
