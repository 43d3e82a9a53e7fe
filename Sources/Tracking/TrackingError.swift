import Diagnostics

/// Why a recording could not be tracked.
public enum TrackingError: UserFacingError {
  /// No frame shows enough usable markers.
  case tooFewMarkers(required: Int, best: Int)
  /// The frames' markers can't be tied into one map.
  case noMap(framesPosed: Int, frames: Int)
  /// Images and depth contradict each other in every frame.
  case nothingAgrees
  /// The solver refused the problem.
  case solverFailed(detail: String)

  public var kind: UserFacingErrorKind {
    switch self {
    case .tooFewMarkers, .noMap, .nothingAgrees: .badData
    case .solverFailed: .failure
    }
  }

  public var subject: String { "tracking" }

  public var problem: String {
    switch self {
    case .tooFewMarkers(let required, let best):
      "expected a frame with at least \(required) of the cap's markers, found \(best) in the best one"
    case .noMap(let posed, let frames): "expected frames that share markers, could place \(posed) of \(frames)"
    case .nothingAgrees: "expected markers that agree between image and depth, found none"
    case .solverFailed(let detail): "the adjustment failed: \(detail)"
    }
  }

  public var remedy: String? {
    switch self {
    case .tooFewMarkers: "check the cap file's ids and marker size, and the depth (see `calvaria info`)"
    case .noMap: "scan in one sweep so that neighbouring frames share markers"
    case .nothingAgrees: "check the intrinsics (see `calvaria info`)"
    case .solverFailed: nil
    }
  }
}
