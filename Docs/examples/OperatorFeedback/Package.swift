// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "OperatorFeedback",
  dependencies: [.package(name: "Calvaria", path: "../../..")],
  targets: [
    .executableTarget(
      name: "OperatorFeedback",
      dependencies: [
        .product(name: "CalvariaFeedback", package: "Calvaria"),
        // Only because a recording stands in for the camera: an app leaves it out, and links no image codec.
        .product(name: "CalvariaRecordings", package: "Calvaria"),
      ])
  ]
)
