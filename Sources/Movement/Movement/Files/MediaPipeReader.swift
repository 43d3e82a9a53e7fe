internal import Diagnostics
internal import Files
internal import Geometry
internal import Platform

/// MediaPipe's 33 pose landmarks as JSON: a list of frames, or an object with `frames`.
///
/// A frame holds landmarks as shares of the picture (`landmarks`, `pose_landmarks`), in metres about the hips
/// (`world_landmarks`, `worldLandmarks`, `pose_world_landmarks`), or both, of one person or as a list of people, and its
/// time or its number (``FrameStamp``). Landmarks of the picture may be its pixels, too.
struct MediaPipeReader {
  let path: String
  let options: ReadingOptions

  private struct Landmark: Decodable {
    let x, y, z, visibility: Double?

    private enum Key: CodingKey { case x, y, z, visibility, landmark, landmarks }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Key.self)
      x = try container.decodeIfPresent(Double.self, forKey: .x)
      // A person of several, whose landmarks have a key.
      guard x != nil || !container.contains(.landmark) && !container.contains(.landmarks) else {
        throw DecodingError.dataCorruptedError(forKey: .x, in: container, debugDescription: "a list of landmarks")
      }
      y = try container.decodeIfPresent(Double.self, forKey: .y)
      z = try container.decodeIfPresent(Double.self, forKey: .z)
      visibility = try container.decodeIfPresent(Double.self, forKey: .visibility)
    }
  }

  /// The landmarks of a person; of those that are not used nothing is read, which halves the time of a file.
  private struct Person: Decodable {
    let landmarks: [Landmark?]

    private struct Skipped: Decodable {
      init(from decoder: any Decoder) {}
    }

    private static let used = Set(Skeleton.mediaPipe.places.values)

    /// Protobuf's messages (`MessageToDict`) have the list under a key.
    private enum Key: CodingKey { case landmark, landmarks }

    init(from decoder: any Decoder) throws {
      var container =
        if let message = try? decoder.container(keyedBy: Key.self), let key = message.allKeys.first {
          try message.nestedUnkeyedContainer(forKey: key)
        } else {
          try decoder.unkeyedContainer()
        }
      var landmarks: [Landmark?] = []
      while !container.isAtEnd, landmarks.count <= Skeleton.mediaPipe.count {
        if Self.used.contains(container.currentIndex) {
          landmarks.append(try container.decode(Landmark.self))
        } else {
          _ = try container.decode(Skipped.self)
          landmarks.append(nil)
        }
      }
      self.landmarks = landmarks
    }
  }

  /// The landmarks of one person, or of several.
  private struct People: Decodable {
    let people: [Person]

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      do {
        let one = try container.decode(Person.self)
        people = one.landmarks.isEmpty ? [] : [one]
      } catch {
        // Several people where the first item is one; else the fault of the one is the cause.
        var list = try decoder.unkeyedContainer()
        guard !list.isAtEnd, (try? list.decode(Person.self)) != nil else { throw error }
        people = try container.decode([Person].self)
      }
    }
  }

  private struct Frame: Decodable {
    /// In the picture, and in metres.
    let ofPicture, ofWorld: People?
    let stamp: FrameStamp

    var hasPicture: Bool { !(ofPicture?.people.isEmpty ?? true) }
    var hasWorld: Bool { !(ofWorld?.people.isEmpty ?? true) }

    /// What exporters call them: MediaPipe's results in Python, in JavaScript, and the older solutions.
    private enum Key: String, CodingKey {
      case landmarks, poseLandmarks, worldLandmarks, poseWorldLandmarks
      case posePython = "pose_landmarks"
      case worldPlain = "world_landmarks"
      case worldPython = "pose_world_landmarks"
    }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: Key.self)
      let first = { (keys: [Key]) -> People? in
        for key in keys { if let people = try container.decodeIfPresent(People.self, forKey: key) { return people } }
        return nil
      }
      ofPicture = try first([.landmarks, .posePython, .poseLandmarks])
      ofWorld = try first([.worldPlain, .worldLandmarks, .worldPython, .poseWorldLandmarks])
      stamp = try FrameStamp(from: decoder)
    }
  }

  /// The sequence that a text holds.
  func sequence(_ text: FileText) throws(MotionError) -> LandmarkSequence {
    let pieces = try MediaPipePieces(text, path: path, key: "landmarks", expected: .phrase("motion_mediapipe"))
    let remarks = pieces.remarks
    var usesWorld = options.usesWorld
    var builder = SequenceBuilder(path: path, skeleton: .mediaPipe, frames: pieces.items.count)
    var follower = PersonFollower(path: path, chosen: options.person, options.people)
    let rate = options.rate ?? remarks.fps ?? Self.usualRate
    var (hasPicture, hasWorld) = (false, false)
    var (most, times, numbers): (Int, [Double?], [Int?]) = (0, [], [])
    var lost = LostTimes()
    for batch in PosesJSON.batches(of: pieces.items.count) {
      let texts = batch.map { text[pieces.items[$0]] }
      for (index, decoded) in zip(batch, PosesJSON.decode(Frame.self, from: texts, threads: options.threads)) {
        let frame: Frame
        do throws(JSONText.Fault) { frame = try decoded.get() } catch {
          throw malformed("frames[\(index)]\(error.path)", .phrase("motion_mediapipe"), error.found)
        }
        let (time, number) = frame.stamp.read(pieces.unit)
        guard lost.accepts(time) else { continue }
        times.append(time)
        numbers.append(number)
        // The first frame with anybody says which of the two there are.
        (hasPicture, hasWorld) = (hasPicture || frame.hasPicture, hasWorld || frame.hasWorld)
        if usesWorld == nil, frame.hasPicture || frame.hasWorld { usesWorld = !frame.hasPicture }
        var people: [PointList] = []
        let seen = (usesWorld == true ? frame.ofWorld : frame.ofPicture)?.people ?? []
        guard seen.count <= MotionLimits.people else {
          throw malformed(
            "frames[\(index)]", .phrase("list_at_most", ["limit": .count(MotionLimits.people)]), .count(seen.count))
        }
        for person in seen { people.append(try list(person, usesWorld == true)) }
        most = max(most, people.count)
        let seconds = time ?? Double(number ?? index) / rate
        try builder.add(try follower.pick(people, at: seconds), frame: "\(number ?? index)")
      }
    }
    try lost.check(path: path, place: .phrase("frame", ["frame": .count(pieces.items.count - 1)]))
    if usesWorld == true, !hasWorld, hasPicture { throw .noSuchPoints(path: path, points: "world") }
    if usesWorld == false, !hasPicture, hasWorld { throw .noSuchPoints(path: path, points: "picture") }
    guard let usesWorld, most > 0 else {
      if !hasPicture, !hasWorld, text.contains("and_landmarks\"") || text.contains("andLandmarks\"") {
        throw .hands(path: path)
      }
      throw malformed(
        usesWorld == true ? "world_landmarks" : "landmarks", .phrase("motion_a_person"), .phrase("none"))
    }
    try follower.check(most: most)
    let space = try self.space(&builder, remarks, usesWorld)
    let scale = try confidence(builder)
    var sequence = LandmarkSequence(
      space: space, times: try remarks.times(times, numbers: numbers, options, path: path),
      frames: zip(times.indices, numbers).map { "\($1 ?? $0)" },
      tracks: builder.takeTracks(scale), others: follower.others, confidence: scale)
    sequence.untimed = lost.atEnd
    return sequence
  }

  /// Frames a second where none are stated, for how far a person may go between two.
  private static let usualRate = 30.0

  private func list(_ person: Person, _ usesWorld: Bool) throws(MotionError) -> PointList {
    let landmarks = person.landmarks
    if landmarks.count == MediaPipePieces.handPoints { throw .hands(path: path) }
    guard landmarks.count == Skeleton.mediaPipe.count else {
      throw malformed(
        "landmarks", .phrase("motion_points_of", ["count": .count(Skeleton.mediaPipe.count)]), .count(landmarks.count))
    }
    return PointList(
      positions: landmarks.map { point in
        guard let x = point?.x, let y = point?.y, x.isFinite, y.isFinite, x != 0 || y != 0 else { return .missing }
        guard usesWorld else { return [x, y, 0] }
        return point?.z.map { $0.isFinite ? [x, y, $0] : .missing } ?? .missing
      },
      confidences: landmarks.map { $0?.visibility ?? .nan })
  }

  private func space(
    _ builder: inout SequenceBuilder, _ remarks: MediaPipeRemarks, _ usesWorld: Bool
  ) throws(MotionError) -> LandmarkSequence.Space {
    if usesWorld {
      if options.width != nil { throw .unusedOption("--image-size", .mediaPipe) }
      return .camera
    }
    if builder.isInPixels {
      let size = try options.width == nil && remarks.width == nil ? nil : remarks.size(options, path: path)
      return .picture(width: size?.width, height: size?.height)
    }
    let size = try remarks.size(options, path: path)
    builder.scale(width: size.width, height: size.height)
    return .picture(width: size.width, height: size.height)
  }

  /// What the visibilities mean; nil where the file has none. A number outside of 0 to 1 can only be a logit, but a file
  /// of logits may have none: it has to be said.
  private func confidence(_ builder: SequenceBuilder) throws(MotionError) -> ConfidenceScale? {
    if builder.confidences.first(where: { _ in true }) == nil {
      if options.confidence != nil { throw .unusedOption("--confidence", .mediaPipe) }
      return nil
    }
    let told = ConfidenceScale.ofScores(builder.confidences)
    guard let scale = options.confidence ?? told.scale else {
      throw .ambiguousConfidence(path: path, smallest: told.smallest, largest: told.largest)
    }
    return scale
  }

  private func malformed(_ key: String, _ expected: FindingValue, _ found: FindingValue) -> MotionError {
    .malformed(path: path, place: .text("`\(key)`"), expected: expected, found: found)
  }
}

/// What MediaPipe's files of bodies and of hands are alike in: a list of frames, or an object with `frames` and with remarks
/// on all of them.
struct MediaPipePieces {
  /// Where each frame stands.
  let items: [Range<Int>]
  /// What the file says beside its frames.
  let remarks: MediaPipeRemarks
  /// What times are counted in whose key does not say so.
  let unit: FrameStamp.Unit

  /// How many points a hand has.
  static let handPoints = 21

  /// - Parameters:
  ///   - key: what is named where the text is something else.
  ///   - expected: what it should be.
  init(_ text: FileText, path: String, key: String, expected: FindingValue) throws(MotionError) {
    let fault = { (found: FindingValue) in
      MotionError.malformed(path: path, place: .text("`\(key)`"), expected: expected, found: found)
    }
    let pieces: JSONPieces?
    do throws(JSONPieces.Fault) { pieces = try JSONPieces(text, key: "frames", atMost: MotionLimits.frames) } catch {
      throw fault(error.count.map { .count($0) } ?? .phrase("no_json"))
    }
    guard let pieces else { throw fault(.phrase("something_else")) }
    items = pieces.items
    unit = FrameStamp.Unit(text, items)
    do throws(JSONText.Fault) { remarks = try Self.remarks(pieces.frame) } catch { throw fault(error.found) }
  }

  /// What stands around the list, which is an object or nothing.
  private static func remarks(_ frame: [UInt8]) throws(JSONText.Fault) -> MediaPipeRemarks {
    if frame.first(where: { $0 > 32 }) == UInt8(ascii: "{") {
      return try PosesJSON.decode(MediaPipeRemarks.self, from: frame)
    }
    _ = try PosesJSON.decode([MediaPipeRemarks].self, from: frame)
    return MediaPipeRemarks()
  }
}

/// What a MediaPipe file says beside its frames: the picture's size in pixels, and frames a second.
struct MediaPipeRemarks: Decodable {
  var width, height, fps: Double?

  /// The picture's size, as the file or an option states it.
  func size(_ options: ReadingOptions, path: String) throws(MotionError) -> (width: Double, height: Double) {
    if let width, let height, let given = options.width, let other = options.height, given != width || other != height {
      throw .contradiction("--image-size", found: SizeCheck.shown(width, height))
    }
    guard let width = options.width ?? width, let height = options.height ?? height else {
      throw .noPictureSize(path: path)
    }
    try SizeCheck.check(width, height, path: path, place: .text(options.width == nil ? "`width`" : "`--image-size`"))
    return (width, height)
  }

  /// The times of the frames in seconds, by a rate where the file lacks one of them: then frames without anybody, which many leave
  /// out, are told by the numbers of the others.
  ///
  /// - Parameters:
  ///   - numbers: those that the frames state.
  ///   - kind: what the file is called in errors.
  func times(
    _ stated: [Double?], numbers: [Int?], _ options: ReadingOptions, path: String, _ kind: MotionFormat = .mediaPipe
  ) throws(MotionError) -> [Double] {
    let isComplete = !stated.contains { $0 == nil }
    if isComplete, options.rate != nil { throw .unusedOption("--rate", kind) }
    if let fps, let given = options.rate, fps != given { throw .contradiction("--rate", found: .exact(fps)) }
    if !isComplete, let rate = options.rate ?? fps {
      guard MotionLimits.rates.contains(rate) else {
        throw .malformed(
          path: path, place: .text(options.rate == nil ? "`fps`" : "`--rate`"),
          expected: .number(in: MotionLimits.rates), found: .exact(rate))
      }
      guard numbers.contains(where: { $0 != nil }) else { return stated.indices.map { Double($0) / rate } }
      var (running, last): ([Int], Int?) = ([], nil)
      for (index, number) in numbers.enumerated() {
        guard let number, number > last ?? .min else {
          throw .malformed(
            path: path, place: .phrase("frame", ["frame": .count(index)]), expected: .phrase("motion_running_numbers"),
            found: number.map { .count($0) } ?? .phrase("none"))
        }
        running.append(number)
        last = number
      }
      return try FrameNumbers.times(running, rate, path: path)
    }
    var times: [Double] = []
    for (index, time) in stated.enumerated() {
      guard let time else { throw .noRate(path: path) }
      try TimeCheck.check(time, after: times, path: path, place: .phrase("frame", ["frame": .count(index)]))
      times.append(time)
    }
    return times
  }
}
