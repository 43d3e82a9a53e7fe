import ArgumentParser

/// The stages that can be timed, in the order of the data.
enum StageName: String, CaseIterable, ExpressibleByArgument {
  case decodeDepth = "decode-depth"
  case decodeGray = "decode-gray"
  case decodeColor = "decode-color"
  case corners, markers, tracking, views, integration, fusion, meshing, measuring

  /// The stage ready to run; one for each size of voxels (metres) where that matters.
  func timed(_ subject: Subject, voxelSizes: [Double]) throws -> [TimedStage] {
    switch self {
    case .decodeDepth: [.decoding(.depth, subject)]
    case .decodeGray: [.decoding(.gray, subject)]
    case .decodeColor: [.decoding(.color, subject)]
    case .corners: [try .corners(subject)]
    case .markers: [try .markers(subject)]
    case .tracking: [try .tracking(subject)]
    case .views: try voxelSizes.map { try .views(subject, voxelSize: $0) }
    case .integration: try voxelSizes.map { try .integration(subject, voxelSize: $0) }
    case .fusion: try voxelSizes.map { try .fusion(subject, voxelSize: $0) }
    case .meshing: try voxelSizes.map { try .meshing(subject, voxelSize: $0) }
    case .measuring: [try .measuring(subject)]
    }
  }
}
