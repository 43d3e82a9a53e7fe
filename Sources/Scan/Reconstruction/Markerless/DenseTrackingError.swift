import Diagnostics

/// Why a head could not be followed by its surface.
enum DenseTrackingError: UserFacingError {
  /// No frame shows anything at a head's distance; metres.
  case noHead(frames: Int, distances: ClosedRange<Double>)

  var message: ErrorMessage {
    switch self {
    case .noHead(let frames, let distances):
      ErrorMessage(
        .trackingNoHead, at: .phrase("tracking"),
        [
          "nearest": .centimetres(distances.lowerBound), "farthest": .centimetres(distances.upperBound),
          "frames": .count(frames),
        ])
    }
  }
}

extension FindingValue {
  /// Metres as whole centimetres.
  static func centimetres(_ metres: Double) -> FindingValue { .number(metres * 100, decimals: 0, unit: "cm") }
}
