import Diagnostics

/// Why a head could not be followed by its surface.
enum DenseTrackingError: UserFacingError {
  /// No frame shows anything at a head's distance.
  case noHead(frames: Int)

  var kind: UserFacingErrorKind { .badData }
  var subject: String { "tracking" }
  var problem: String {
    switch self {
    case .noHead(let frames):
      "expected a head between 15 and 60 cm before the camera, found none in \(frames) frames"
    }
  }
  var remedy: String? { "check the depth (see `calvaria info`)" }
}
