// swift-tools-version: 6.2
import PackageDescription

// A package of its own, so that building and testing Calvaria does not build its benchmarks.

let package = Package(
  name: "Benchmarks",
  dependencies: [
    .package(name: "Calvaria", path: ".."),
    .package(url: "https://github.com/apple/swift-argument-parser", from: "1.8.2"),
  ],
  targets: [
    .executableTarget(
      name: "StageBenchmarks",
      dependencies: [
        .product(name: "CalvariaKit", package: "Calvaria"),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
      ])
  ],
  swiftLanguageModes: [.v6]
)
