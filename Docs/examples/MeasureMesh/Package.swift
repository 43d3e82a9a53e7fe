// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "MeasureMesh",
  dependencies: [.package(name: "Calvaria", path: "../../..")],
  targets: [
    .executableTarget(name: "MeasureMesh", dependencies: [.product(name: "CalvariaAnalysis", package: "Calvaria")])
  ]
)
