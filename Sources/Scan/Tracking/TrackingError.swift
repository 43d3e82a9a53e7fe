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

  public var message: ErrorMessage {
    let subject = FindingValue.phrase("tracking")
    return switch self {
    case .tooFewMarkers(let required, let best):
      ErrorMessage(.trackingTooFewMarkers, at: subject, ["required": .count(required), "best": .count(best)])
    case .noMap(let posed, let frames):
      ErrorMessage(.trackingNoMap, at: subject, ["posed": .count(posed), "frames": .count(frames)])
    case .nothingAgrees: ErrorMessage(.trackingNothingAgrees, at: subject)
    case .solverFailed(let detail): ErrorMessage(.trackingSolverFailed, at: subject, ["detail": .text(detail)])
    }
  }
}
