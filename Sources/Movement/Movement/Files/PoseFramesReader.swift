internal import Diagnostics
internal import Geometry
internal import Files

/// Frames with people, as other programs than COCO's write its points: MMPose's inferencer (`instance_info`), openpifpaf (a frame
/// a line, `predictions`), PoseNet, MoveNet and BlazePose of TensorFlow.js (a list of poses, or of lists of poses).
struct PoseFramesReader {
  let path: String
  let options: ReadingOptions

  /// A person: triples, or points with their scores beside or in them.
  private struct Person: Decodable {
    let list: PointList
    /// Whether its points are objects, as TensorFlow.js has them.
    let hasObjects: Bool

    private enum Key: String, CodingKey {
      case keypoints
      case scores = "keypoint_scores"
    }

    private struct Point: Decodable {
      let x, y, score: Double?

      private struct Place: Decodable { let x, y: Double? }
      private enum Key: CodingKey { case x, y, score, confidence, position }

      init(from decoder: any Decoder) throws {
        if let list = try decoder.coordinates(2...3) {
          (x, y, score) = (list[0], list[1], list.count > 2 ? list[2] : nil)
          return
        }
        let container = try decoder.container(keyedBy: Key.self)
        let place = try container.decodeIfPresent(Place.self, forKey: .position)
        x = try place.map(\.x) ?? container.decodeIfPresent(Double.self, forKey: .x)
        y = try place.map(\.y) ?? container.decodeIfPresent(Double.self, forKey: .y)
        score =
          try container.decodeIfPresent(Double.self, forKey: .score)
          ?? container.decodeIfPresent(Double.self, forKey: .confidence)
      }
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Key.self)
      var triples: [Double]
      if let flat = try? container.decode([Double?].self, forKey: .keypoints) {
        triples = flat.map { $0 ?? .nan }
        hasObjects = false
      } else {
        let points = try container.decode([Point].self, forKey: .keypoints)
        hasObjects = !container.contains(.scores)
        let scores = try container.decodeIfPresent([Double?].self, forKey: .scores)
        triples = points.enumerated().flatMap { i, point in
          let beside = scores.flatMap { i < $0.count ? $0[i] : nil }
          return [point.x ?? .nan, point.y ?? .nan, point.score ?? beside ?? .nan]
        }
      }
      guard triples.count % 3 == 0 else {
        throw DecodingError.dataCorruptedError(
          forKey: .keypoints, in: container, debugDescription: "\(triples.count) numbers")
      }
      var list = PointList(triples: triples)
      // openpifpaf writes `id_`.
      let named = try decoder.container(keyedBy: NamedKey.self)
      list.id = try named.person() ?? named.id()
      self.list = list
    }
  }

  private struct Frame: Decodable {
    let people: [Person]
    let number: Int?

    /// The people of a frame without a number, which the lists of TensorFlow.js have; others may lack what tells the frames apart.
    private static func unnumbered(_ people: [Person], _ decoder: any Decoder) throws -> [Person] {
      guard people.allSatisfy(\.hasObjects) else {
        throw DecodingError.dataCorrupted(
          .init(codingPath: decoder.codingPath, debugDescription: "a person without a frame"))
      }
      return people
    }

    private static let lists = ["instances", "predictions", "poses"].map(NamedKey.init)

    init(from decoder: any Decoder) throws {
      guard let container = try? decoder.container(keyedBy: NamedKey.self) else {
        people = try Self.unnumbered([Person](from: decoder), decoder)
        number = nil
        return
      }
      number = container.frameNumber(FrameStamp.numbers)
      if let key = Self.lists.first(where: container.contains) {
        people = try container.decodeIfPresent([Person].self, forKey: key) ?? []
      } else {
        people = try Self.unnumbered([Person(from: decoder)], decoder)
      }
    }
  }

  /// The sequence that a text holds.
  func sequence(_ text: FileText) throws(MotionError) -> LandmarkSequence {
    let pieces: JSONPieces?
    do throws(JSONPieces.Fault) {
      pieces = try JSONPieces(text, key: "instance_info", atMost: MotionLimits.frames)
    } catch { throw malformed("keypoints", error.count.map { .count($0) } ?? .phrase("no_json")) }
    guard let pieces else { throw malformed("keypoints", .phrase("something_else")) }
    guard let rate = options.rate else { throw .noRate(path: path) }
    var follower = PersonFollower(path: path, chosen: options.person, options.people)
    var builder: (sequence: SequenceBuilder, count: Int)?
    var (most, waiting, numbers): (Int, [String], [Int]) = (0, [], [])
    for (index, item) in pieces.items.enumerated() {
      let frame: Frame
      do throws(JSONText.Fault) { frame = try PosesJSON.decode(Frame.self, from: text[item]) } catch {
        throw malformed("[\(index)]\(error.path)", error.found)
      }
      guard frame.people.count <= MotionLimits.people else {
        throw malformed("[\(index)]", .count(frame.people.count))
      }
      let number = frame.number ?? index
      guard number > numbers.last ?? .min else {
        throw .malformed(
          path: path, place: .phrase("frame", ["frame": .count(index)]), expected: .phrase("motion_running_numbers"),
          found: .count(number))
      }
      numbers.append(number)
      most = max(most, frame.people.count)
      let person = try follower.pick(frame.people.map(\.list), at: Double(number) / rate)
      if builder == nil {
        guard let count = person?.positions.count else {
          waiting.append("\(number)")
          continue
        }
        builder = (try begin(with: count, waiting: waiting, frames: pieces.items.count), count)
      }
      if let person, person.positions.count != builder!.count {
        throw .malformed(
          path: path, place: .phrase("frame", ["frame": .count(number)]),
          expected: .phrase("motion_points_of", ["count": .count(builder!.count)]),
          found: .count(person.positions.count))
      }
      try builder!.sequence.add(person, frame: "\(number)")
    }
    try follower.check(most: most)
    guard var built = builder?.sequence else { throw malformed("keypoints", .phrase("none")) }
    let told = ConfidenceScale.ofScores(built.confidences)
    guard let scale = options.confidence ?? told.scale else {
      throw .ambiguousConfidence(path: path, smallest: told.smallest, largest: told.largest)
    }
    let size = try built.pictureSize(options)
    return LandmarkSequence(
      space: .picture(width: size.width, height: size.height),
      times: try FrameNumbers.times(numbers, rate, path: path), frames: numbers.map { "\($0)" },
      tracks: built.takeTracks(scale), others: follower.others, confidence: scale)
  }

  private func begin(with count: Int, waiting: [String], frames: Int) throws(MotionError) -> SequenceBuilder {
    guard let skeleton = Skeleton.ofPoseFrames.first(where: { $0.count == count }) else {
      throw .malformed(
        path: path, place: .text("`keypoints`"),
        expected: .phrase(
          "motion_numbers_of_models", ["counts": .list(Skeleton.ofPoseFrames.map { .count($0.count) })]),
        found: .count(count))
    }
    var builder = SequenceBuilder(path: path, skeleton: skeleton, frames: frames)
    for name in waiting { try builder.add(nil, frame: name) }
    return builder
  }

  private func malformed(_ key: String, _ found: FindingValue) -> MotionError {
    .malformed(path: path, place: .text("`\(key)`"), expected: .phrase("motion_pose_frames"), found: found)
  }
}
