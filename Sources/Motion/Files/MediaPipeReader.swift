internal import Diagnostics
internal import Geometry
internal import Inputs
internal import Platform

/// MediaPipe's 33 pose landmarks as JSON: a list of frames, or an object with `frames`.
///
/// A frame holds landmarks as shares of the picture (`landmarks`, `pose_landmarks`), in metres about the hips
/// (`world_landmarks`, `worldLandmarks`, `pose_world_landmarks`), or both, of one person or as a list of people, and its
/// time in milliseconds (`timestamp_ms`, `timestampMs`).
struct MediaPipeReader {
  let path: String
  let options: ReadingOptions

  private struct Landmark: Decodable {
    let x, y, z, visibility: Double?
  }

  /// The landmarks of one person, or of several.
  private struct People: Decodable {
    let people: [[Landmark]]

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      if let one = try? container.decode([Landmark].self) {
        people = one.isEmpty ? [] : [one]
      } else {
        people = try container.decode([[Landmark]].self)
      }
    }
  }

  private struct Frame: Decodable {
    /// In the picture, in metres, and the time in seconds.
    let ofPicture, ofWorld: People?
    let time: Double?

    /// What exporters call them: MediaPipe's results in Python, in JavaScript, and the older solutions.
    private enum Key: String, CodingKey {
      case landmarks, poseLandmarks, worldLandmarks, poseWorldLandmarks, timestampMs
      case posePython = "pose_landmarks"
      case worldPlain = "world_landmarks"
      case worldPython = "pose_world_landmarks"
      case timePython = "timestamp_ms"
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Key.self)
      let first = { (keys: [Key]) -> People? in
        for key in keys { if let people = try container.decodeIfPresent(People.self, forKey: key) { return people } }
        return nil
      }
      ofPicture = try first([.landmarks, .posePython, .poseLandmarks])
      ofWorld = try first([.worldPlain, .worldLandmarks, .worldPython, .poseWorldLandmarks])
      let milliseconds =
        try container.decodeIfPresent(Double.self, forKey: .timePython)
        ?? container.decodeIfPresent(Double.self, forKey: .timestampMs)
      time = milliseconds.map { $0 / 1000 }
    }
  }

  private struct File: Decodable {
    let frames: [Frame]
    let width, height, fps: Double?
  }

  /// The sequence that a text holds.
  func sequence(_ text: Data) throws(MotionError) -> LandmarkSequence {
    let file: File
    do throws(JSONText.Fault) {
      if text.first(where: { $0 > 32 }) == UInt8(ascii: "[") {
        file = File(
          frames: try PosesJSON.decode([Frame].self, from: text), width: nil, height: nil, fps: nil)
      } else {
        file = try PosesJSON.decode(File.self, from: text)
      }
    } catch { throw malformed("landmarks", .phrase("motion_mediapipe"), error.found) }
    guard file.frames.count <= MotionLimits.frames else {
      throw malformed(
        "frames", .phrase("number_at_most", ["limit": .count(MotionLimits.frames)]), .count(file.frames.count))
    }
    let hasPicture = file.frames.contains { !($0.ofPicture?.people.isEmpty ?? true) }
    let hasWorld = file.frames.contains { !($0.ofWorld?.people.isEmpty ?? true) }
    guard hasPicture || hasWorld else { throw malformed("landmarks", .phrase("motion_a_person"), .phrase("none")) }
    let usesWorld = options.usesWorld ?? !hasPicture
    guard usesWorld ? hasWorld : hasPicture else {
      throw malformed(usesWorld ? "world_landmarks" : "landmarks", .phrase("motion_a_person"), .phrase("none"))
    }
    var builder = SequenceBuilder(path: path, skeleton: .mediaPipe, frames: file.frames.count)
    var follower = PersonFollower(path: path, chosen: options.person)
    var most = 0
    for (index, frame) in file.frames.enumerated() {
      let people = try (usesWorld ? frame.ofWorld : frame.ofPicture)?.people.map { person throws(MotionError) in
        try list(person, usesWorld)
      }
      most = max(most, people?.count ?? 0)
      try builder.add(try follower.pick(people ?? []), frame: "\(index)")
    }
    try follower.check(most: most)
    let space = try self.space(&builder, file, usesWorld)
    return LandmarkSequence(
      space: space, times: try times(file), frames: file.frames.indices.map { "\($0)" },
      tracks: builder.tracks(try confidence(builder)))
  }

  private func list(_ person: [Landmark], _ usesWorld: Bool) throws(MotionError) -> PointList {
    guard person.count == Skeleton.mediaPipe.count else {
      throw malformed(
        "landmarks", .phrase("motion_points_of", ["count": .count(Skeleton.mediaPipe.count)]), .count(person.count))
    }
    return PointList(
      positions: person.map { point in
        guard let x = point.x, let y = point.y, x.isFinite, y.isFinite else { return .missing }
        guard usesWorld else { return [x, y, 0] }
        return point.z.map { $0.isFinite ? [x, y, $0] : .missing } ?? .missing
      },
      confidences: person.map { $0.visibility ?? .nan })
  }

  private func space(
    _ builder: inout SequenceBuilder, _ file: File, _ usesWorld: Bool
  ) throws(MotionError) -> LandmarkSequence.Space {
    if usesWorld { return .camera }
    guard let width = options.width ?? file.width, let height = options.height ?? file.height else {
      throw .noPictureSize(path: path)
    }
    builder.scale(width: width, height: height)
    return .picture(width: width, height: height)
  }

  /// What the visibilities mean; nil where the file has none. A number outside of 0 to 1 can only be a logit, but a file
  /// of logits may have none: it has to be said.
  private func confidence(_ builder: SequenceBuilder) throws(MotionError) -> ConfidenceScale? {
    let values = builder.confidences
    if values.isEmpty { return nil }
    let told = ConfidenceScale.ofScores(values)
    guard let scale = options.confidence ?? told.scale else {
      throw .ambiguousConfidence(path: path, largest: told.largest)
    }
    return scale
  }

  private func times(_ file: File) throws(MotionError) -> [Double] {
    if let rate = options.rate ?? file.fps, rate > 0, rate.isFinite, file.frames.contains(where: { $0.time == nil }) {
      return file.frames.indices.map { Double($0) / rate }
    }
    var times: [Double] = []
    for (index, frame) in file.frames.enumerated() {
      guard let time = frame.time else { throw .noRate(path: path) }
      try TimeCheck.check(time, after: times.last, path: path, place: .phrase("frame", ["frame": .count(index)]))
      times.append(time)
    }
    return times
  }

  private func malformed(_ key: String, _ expected: FindingValue, _ found: FindingValue) -> MotionError {
    .malformed(path: path, place: .text("`\(key)`"), expected: expected, found: found)
  }
}
