internal import Geometry

/// A frame of MediaPipe's hands, under the names that its interfaces and people's scripts give them.
///
/// Landmarks: `multi_hand_landmarks` (the older solution in Python), `multiHandLandmarks` (in JavaScript),
/// `hand_landmarks`, `handLandmarks`, `landmarks` (tasks), and their `…world_landmarks`, `…WorldLandmarks`; each a list of
/// hands, or one hand. Handedness: `multi_handedness`, `multiHandedness`, `handedness`, `handednesses`. Time or
/// number: ``FrameStamp``. `null` is the same as none. Holistic models name each hand: `left_hand_landmarks`,
/// `rightHandLandmarks` and so on, the subject's own.
struct HandFrame: Decodable {
  /// The hands in the picture, and in metres.
  let picture, world: [Hand]
  /// Which hand each of them is said to be.
  let labels: [Label]
  let stamp: FrameStamp
  /// Whether hands are named at all, be there some or none.
  let namesHands: Bool

  var isEmpty: Bool { picture.isEmpty && world.isEmpty }

  private typealias Key = NamedKey

  private static let pictureKeys = [
    "multi_hand_landmarks", "multiHandLandmarks", "hand_landmarks", "handLandmarks", "landmarks",
  ]
  private static let worldKeys = [
    "multi_hand_world_landmarks", "multiHandWorldLandmarks", "hand_world_landmarks", "handWorldLandmarks",
    "world_landmarks", "worldLandmarks",
  ]
  private static let holisticKeys = BodySide.allCases.map { side in
    (
      side, picture: ["\(side)_hand_landmarks", "\(side)HandLandmarks"],
      world: ["\(side)_hand_world_landmarks", "\(side)HandWorldLandmarks"]
    )
  }
  private static let labelKeys = ["multi_handedness", "multiHandedness", "handedness", "handednesses"]

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    let names = Self.pictureKeys + Self.worldKeys + Self.holisticKeys.flatMap { $0.picture + $0.world }
    namesHands = names.contains { container.contains(Key($0)) }
    let hands = { (keys: [String]) -> [Hand] in
      for key in keys {
        if let found = try container.decodeIfPresent(Hands.self, forKey: Key(key)) { return found.hands }
      }
      return []
    }
    var (picture, world) = (try hands(Self.pictureKeys).map(\.flat), try hands(Self.worldKeys))
    var labels: [Label] = []
    for (side, pictureKeys, worldKeys) in picture.isEmpty && world.isEmpty ? Self.holisticKeys : [] {
      let (seen, inSpace) = (try hands(pictureKeys).map(\.flat), try hands(worldKeys))
      (picture, world) = (picture + seen, world + inSpace)
      labels += (seen.isEmpty ? inSpace : seen).map { _ in Label(side: side, score: nil) }
    }
    (self.picture, self.world) = (picture, world)
    for key in Self.labelKeys where labels.isEmpty {
      labels = try container.decodeIfPresent(Labels.self, forKey: Key(key))?.labels ?? []
    }
    self.labels = labels
    stamp = try FrameStamp(container)
  }

  /// A hand: a list of points, or an object with `landmark` or `landmarks`.
  struct Hand: Decodable {
    let points: [Vector3]
    /// How many points it has; there may be more than were read.
    let count: Int

    /// The hand in the picture: z there is a guess, and may be missing.
    var flat: Hand { Hand(points: points.map { [$0.x, $0.y, 0] }, count: count) }

    init(points: [Vector3], count: Int) { (self.points, self.count) = (points, count) }

    private enum Key: CodingKey { case landmark, landmarks }

    init(from decoder: any Decoder) throws {
      var list =
        if let container = try? decoder.container(keyedBy: Key.self) {
          try container.nestedUnkeyedContainer(forKey: container.contains(.landmark) ? .landmark : .landmarks)
        } else {
          try decoder.unkeyedContainer()
        }
      var points: [Vector3] = []
      // One more than there may be says that there are too many.
      while !list.isAtEnd, points.count <= HandPoint.count { points.append(try list.decode(Point.self).position) }
      self.points = points
      count = list.count ?? points.count
    }
  }

  /// A point: an object with x, y and z, or a list of them. One without x or y is missing.
  private struct Point: Decodable {
    let position: Vector3

    private struct Named: Decodable { let x, y, z: Double? }

    init(from decoder: any Decoder) throws {
      if let list = try decoder.coordinates(2...4) {
        let at = { (i: Int) -> Double in i < list.count ? list[i] ?? .nan : .nan }
        position = [at(0), at(1), at(2)]
      } else {
        let point = try Named(from: decoder)
        position = [point.x ?? .nan, point.y ?? .nan, point.z ?? .nan]
      }
    }
  }

  /// A list of hands, or one hand.
  private struct Hands: Decodable {
    let hands: [Hand]

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      do { hands = try container.decode([Hand].self) } catch {
        // One hand where the first item is a point; else the fault of the list is the cause.
        guard let one = try? container.decode(Hand.self) else { throw error }
        hands = one.points.isEmpty ? [] : [one]
      }
    }
  }

  /// Which hand one is said to be: `label`, `category_name` or `categoryName` and `score`, in an object, a list of one, or
  /// under `classification`; or the name alone.
  struct Label: Decodable {
    /// Nil for a name that is neither Left nor Right.
    let side: BodySide?
    let score: Double?

    private enum Key: String, CodingKey {
      case classification, label, categoryName, score
      case categoryPython = "category_name"
    }

    init(from decoder: any Decoder) throws {
      if let name = try? decoder.singleValueContainer().decode(String.self) {
        (side, score) = (BodySide(rawValue: name.lowercased()), nil)
        return
      }
      if var list = try? decoder.unkeyedContainer() {
        self = try list.decode(Label.self)
        return
      }
      let container = try decoder.container(keyedBy: Key.self)
      if var list = try? container.nestedUnkeyedContainer(forKey: .classification) {
        self = try list.decode(Label.self)
        return
      }
      var name: String?
      for key in [Key.label, .categoryName, .categoryPython] where name == nil {
        name = try container.decodeIfPresent(String.self, forKey: key)
      }
      side = name.flatMap { BodySide(rawValue: $0.lowercased()) }
      score = try container.decodeIfPresent(Double.self, forKey: .score)
    }
  }

  /// The labels of all hands, or that of one.
  private struct Labels: Decodable {
    let labels: [Label]

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let one = try? container.decode(String.self) {
        labels = [Label(side: BodySide(rawValue: one.lowercased()), score: nil)]
      } else if var list = try? decoder.unkeyedContainer() {
        var labels: [Label] = []
        while !list.isAtEnd { labels.append(try list.decode(Label.self)) }
        self.labels = labels
      } else {
        labels = [try container.decode(Label.self)]
      }
    }
  }
}

extension HandFrame.Label {
  fileprivate init(side: BodySide?, score: Double?) { (self.side, self.score) = (side, score) }
}

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
