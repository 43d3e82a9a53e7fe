internal import Diagnostics
internal import Files
internal import Geometry

/// Apple's Vision body pose (`VNHumanBodyPoseObservation`) as apps write it into JSON: a list of frames, or an object with `frames`,
/// whose joints stand under Vision's own names (`left_upLeg_joint`), in the frame or under a key of it.
///
/// Vision counts from the lower left corner of the picture, in shares of it: y is turned round here.
struct VisionReader {
  let path: String
  let options: ReadingOptions

  /// Vision's names of joints (`VNRecognizedPointKey`).
  private static let joints: [String: BodyPoint] = {
    var joints = ["head_joint": BodyPoint.nose]
    for side in BodySide.allCases {
      for (word, point) in [
        ("eye", BodyPoint.eye(side)), ("ear", .ear(side)), ("shoulder_1", .shoulder(side)), ("forearm", .elbow(side)),
        ("hand", .wrist(side)), ("upLeg", .hip(side)), ("leg", .knee(side)), ("foot", .ankle(side)),
      ] { joints["\(side.rawValue)_\(word)_joint"] = point }
    }
    return joints
  }()

  private static let skeleton = Skeleton(
    "Vision", joints.count,
    Dictionary(
      uniqueKeysWithValues: BodyPoint.allCases.filter(Set(joints.values).contains).enumerated().map { ($1, $0) }))

  /// Whether a text has joints by Vision's names.
  static func isOne(_ text: FileText) -> Bool {
    text.contains("_upLeg_joint\"") || text.contains("_shoulder_1_joint\"")
  }

  /// The people of a frame, each by its joints.
  private struct Frame: Decodable {
    let people: [[BodyPoint: Joint]]
    let stamp: FrameStamp

    /// What joints may stand under.
    private static let lists = ["joints", "points", "recognizedpoints", "landmarks", "keypoints", "pose", "body"]
    private static let observations = ["observations", "people", "poses", "bodies"]

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: NamedKey.self)
      stamp = try FrameStamp(container)
      let several = try container.first(Self.observations) { try container.decodeIfPresent([Body].self, forKey: $0) }
      people = try (several ?? [Body(from: decoder)]).map(\.joints).filter { !$0.isEmpty }
    }

    /// The joints of one body.
    private struct Body: Decodable {
      let joints: [BodyPoint: Joint]

      init(from decoder: any Decoder) throws {
        var container = try decoder.container(keyedBy: NamedKey.self)
        let outer = container
        if let inner = outer.first(Frame.lists, { try? outer.nestedContainer(keyedBy: NamedKey.self, forKey: $0) }) {
          container = inner
        }
        var joints: [BodyPoint: Joint] = [:]
        for key in container.allKeys {
          guard let point = VisionReader.joints[key.stringValue] else { continue }
          joints[point] = try container.decodeIfPresent(Joint.self, forKey: key)
        }
        self.joints = joints
      }
    }
  }

  /// A joint: `x`, `y` and `confidence`, the place perhaps under `location`; or a list of the three.
  private struct Joint: Decodable {
    let x, y, confidence: Double?

    private struct Place: Decodable { let x, y: Double? }
    private enum Key: CodingKey { case x, y, confidence, location }

    init(from decoder: any Decoder) throws {
      if let list = try decoder.coordinates(2...3) {
        (x, y, confidence) = (list[0], list[1], list.count > 2 ? list[2] : nil)
        return
      }
      let container = try decoder.container(keyedBy: Key.self)
      let place = try container.decodeIfPresent(Place.self, forKey: .location)
      x = try place.map(\.x) ?? container.decodeIfPresent(Double.self, forKey: .x)
      y = try place.map(\.y) ?? container.decodeIfPresent(Double.self, forKey: .y)
      confidence = try container.decodeIfPresent(Double.self, forKey: .confidence)
    }
  }

  /// The sequence that a text holds.
  func sequence(_ text: FileText) throws(MotionError) -> LandmarkSequence {
    let pieces = try MediaPipePieces(text, path: path, key: "frames", expected: .phrase("motion_vision"))
    let rate = options.rate ?? pieces.remarks.fps
    var follower = PersonFollower(path: path, chosen: options.person, options.people)
    var builder = SequenceBuilder(path: path, skeleton: Self.skeleton, frames: pieces.items.count)
    var (most, times, numbers): (Int, [Double?], [Int?]) = (0, [], [])
    for (index, item) in pieces.items.enumerated() {
      let frame: Frame
      do throws(JSONText.Fault) { frame = try PosesJSON.decode(Frame.self, from: text[item]) } catch {
        throw .malformed(
          path: path, place: .text("`frames[\(index)]\(error.path)`"), expected: .phrase("motion_vision"),
          found: error.found)
      }
      let (time, number) = frame.stamp.read(pieces.unit)
      times.append(time)
      numbers.append(number)
      most = max(most, frame.people.count)
      let seconds = time ?? rate.map { Double(number ?? index) / $0 } ?? Double(index)
      try builder.add(try follower.pick(frame.people.map(Self.list), at: seconds), frame: "\(number ?? index)")
    }
    guard most > 0 else { throw .unrecognised(path: path) }
    try follower.check(most: most)
    let size = try pieces.remarks.size(options, path: path)
    builder.scale(width: size.width, height: size.height)
    let told = ConfidenceScale.ofScores(builder.confidences)
    guard let scale = options.confidence ?? told.scale else {
      throw .ambiguousConfidence(path: path, smallest: told.smallest, largest: told.largest)
    }
    let saysHowSure = builder.confidences.contains { _ in true }
    return LandmarkSequence(
      space: .picture(width: size.width, height: size.height),
      times: try pieces.remarks.times(times, numbers: numbers, options, path: path, .vision),
      frames: zip(times.indices, numbers).map { "\($1 ?? $0)" },
      tracks: builder.takeTracks(saysHowSure ? scale : nil), others: follower.others,
      confidence: saysHowSure ? scale : nil)
  }

  /// A joint at 0, 0 is one that Vision has not recognised.
  private static func list(_ joints: [BodyPoint: Joint]) -> PointList {
    var (positions, confidences) = (
      [Vector3](repeating: .missing, count: skeleton.count), [Double](repeating: .nan, count: skeleton.count)
    )
    for (point, joint) in joints {
      guard let place = skeleton.places[point], let x = joint.x, let y = joint.y, x != 0 || y != 0, x.isFinite,
        y.isFinite
      else { continue }
      (positions[place], confidences[place]) = ([x, 1 - y, 0], joint.confidence ?? .nan)
    }
    return PointList(positions: positions, confidences: confidences)
  }
}
