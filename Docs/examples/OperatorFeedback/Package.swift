// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "OperatorFeedback",
  dependencies: [.package(name: "Calvaria", path: "../../..")],
  targets: [
    .executableTarget(name: "OperatorFeedback", dependencies: [.product(name: "CalvariaFeedback", package: "Calvaria")])
  ]
)
