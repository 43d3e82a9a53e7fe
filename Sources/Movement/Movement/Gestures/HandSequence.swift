internal import Geometry

/// Hands over time, as MediaPipe has found them.
public struct HandSequence: Sendable, Equatable {
  /// What the coordinates are.
  public enum Coordinates: String, Sendable, Codable {
    /// Shares of the picture in the file, pixels in memory: x to the right, y down.
    case normalised
    /// Pixels.
    case pixels
    /// Metres about the hand's middle, axes of the camera: x to the right, y down, z ahead.
    case world
  }

  /// What the coordinates are.
  public let coordinates: Coordinates
  /// When each frame was taken, in seconds, ascending.
  public let times: [Double]
  /// The hands in each frame.
  let hands: [[SeenHand]]

  /// A sequence from its parts.
  init(coordinates: Coordinates, times: [Double], hands: [[SeenHand]]) {
    (self.coordinates, self.times, self.hands) = (coordinates, times, hands)
  }

  /// Whether a frame shows more than one hand.
  var showsTwo: Bool { hands.contains { $0.count > 1 } }
}

/// A hand in a frame; y is down, and about the hand's own middle in metres.
struct SeenHand: Sendable, Equatable {
  /// The 21 points in MediaPipe's order; NaN where one is missing.
  var points: [Vector3]
  /// Which hand it is said to be, as the file says it, and how surely, 0 to 1; nil where it does not say.
  var label: BodySide?, labelScore: Double?

  /// From the wrist to the knuckle of the middle finger.
  private var palm: Vector3 { points[HandPoint.middleKnuckle] - points[HandPoint.wrist] }

  /// Whether the fingers point down, as those of an arm that hangs.
  var hangs: Bool { palm.y > Self.steep * palm.length }

  /// The cosine from straight down up to which a hand hangs: 45°.
  private static let steep = 0.7

  /// Whether the wrist lies above another one by a palm or more.
  func isAbove(_ other: SeenHand) -> Bool {
    other.points[HandPoint.wrist].y - points[HandPoint.wrist].y >= max(palm.length, other.palm.length)
  }
}

/// The places of the points that are used in MediaPipe's list of 21, from 0.
enum HandPoint {
  static let (wrist, thumbKnuckle, thumbTip) = (0, 2, 4)
  static let (indexKnuckle, middleKnuckle, littleKnuckle) = (5, 9, 17)
  /// Knuckle, middle joint and tip of index, middle, ring and little finger.
  static let fingers = [(5, 6, 8), (9, 10, 12), (13, 14, 16), (17, 18, 20)]
  /// How many there are.
  static let count = MediaPipePieces.handPoints
}
