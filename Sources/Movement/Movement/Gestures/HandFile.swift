public import Diagnostics
internal import Files
internal import Geometry

/// A file of MediaPipe's hand landmarks as JSON: a list of frames, or an object with `frames`.
///
/// What a frame holds is in ``HandFrame``. Its coordinates are shares of the picture, pixels or metres.
public enum HandFile {
  /// Reads a file.
  ///
  /// - Parameters:
  ///   - path: the file.
  ///   - options: what the file does not say of itself: rate, picture size, and which of its points.
  ///   - witness: is told the name and the bytes of the file.
  public static func read(
    _ path: String, _ options: ReadingOptions = .init(), witness: (String, [UInt8]) -> Void = { _, _ in }
  ) throws(GestureError) -> HandSequence {
    let bytes: [UInt8]
    do throws(InputFile.Fault) { bytes = try InputFile.bytes(path, atMost: MotionLimits.fileBytes) } catch {
      throw .unreadable(path: path, found: error.found)
    }
    witness(path.split(separator: "/").last.map { String($0) } ?? path, bytes)
    return try HandReader(path: path, options: options).sequence(FileText(bytes))
  }
}

/// One pass over a file of hands.
struct HandReader {
  let path: String
  let options: ReadingOptions

  /// The most hands in a frame.
  private static let mostHands = 100
  /// No coordinate that is a share of the picture is beyond this: hands at its border reach a little out of it. In pixels
  /// such a hand would be a dot.
  private static let largestShare = 2.0

  /// The sequence that a text holds.
  func sequence(_ text: FileText) throws(GestureError) -> HandSequence {
    let pieces = try pieces(of: text)
    var (hands, times, numbers): ([[SeenHand]], [Double?], [Int?]) = ([], [], [])
    var lost = LostTimes()
    var usesWorld = options.usesWorld
    var (hasPicture, hasWorld, namesHands) = (false, false, false)
    for (index, item) in pieces.items.enumerated() {
      let frame: HandFrame
      do throws(JSONText.Fault) { frame = try PosesJSON.decode(HandFrame.self, from: text[item]) } catch {
        throw malformed("frames[\(index)]\(error.path)", .phrase("motion_hands"), error.found)
      }
      (hasPicture, hasWorld) = (hasPicture || !frame.picture.isEmpty, hasWorld || !frame.world.isEmpty)
      namesHands = namesHands || frame.namesHands
      if usesWorld == nil, !frame.isEmpty { usesWorld = frame.picture.isEmpty }
      let (time, number) = frame.stamp.read(pieces.unit)
      guard lost.accepts(time) else { continue }
      times.append(time)
      numbers.append(number)
      hands.append(try list(usesWorld == true ? frame.world : frame.picture, frame.labels, index))
    }
    guard namesHands else {
      if text.contains("\"keypoints\"") || text.contains("pose") { throw .body(path: path) }
      throw malformed("frames", .phrase("motion_hands"), .phrase("none"))
    }
    if usesWorld == true, !hasWorld, hasPicture { throw .file(.noSuchPoints(path: path, points: "world")) }
    if usesWorld == false, !hasPicture, hasWorld { throw .file(.noSuchPoints(path: path, points: "picture")) }
    let coordinates = try scale(&hands, pieces.remarks, usesWorld ?? false)
    let seconds = try shared { () throws(MotionError) in
      try lost.check(path: path, place: .phrase("frame", ["frame": .count(pieces.items.count - 1)]))
      return try pieces.remarks.times(times, numbers: numbers, options, path: path)
    }
    return HandSequence(coordinates: coordinates, times: seconds, hands: hands)
  }

  private func pieces(of text: FileText) throws(GestureError) -> MediaPipePieces {
    let pieces = try shared { () throws(MotionError) in
      try MediaPipePieces(text, path: path, key: "frames", expected: .phrase("motion_hands"))
    }
    guard !pieces.items.isEmpty else { throw malformed("frames", .phrase("motion_hands"), .phrase("none")) }
    return pieces
  }

  /// A part that is read as in files of poses, with their errors.
  private func shared<Value>(_ body: () throws(MotionError) -> Value) throws(GestureError) -> Value {
    do throws(MotionError) { return try body() } catch { throw .file(error) }
  }

  /// The hands of a frame with what they are said to be.
  private func list(
    _ hands: [HandFrame.Hand], _ labels: [HandFrame.Label], _ frame: Int
  ) throws(GestureError) -> [SeenHand] {
    let place = "frames[\(frame)]"
    guard hands.count <= Self.mostHands else {
      throw malformed(place, .phrase("list_at_most", ["limit": .count(Self.mostHands)]), .count(hands.count))
    }
    if hands.count > 1, labels.isEmpty { throw .noHandedness(path: path, frame: frame) }
    guard labels.isEmpty || labels.count == hands.count || hands.isEmpty else {
      throw malformed(place, .phrase("motion_label_each", ["count": .count(hands.count)]), .count(labels.count))
    }
    var seen: [SeenHand] = []
    for (i, hand) in hands.enumerated() {
      if hand.count == Skeleton.mediaPipe.count { throw .body(path: path) }
      guard hand.count == HandPoint.count, hand.points.count == hand.count else {
        throw malformed(place, .phrase("motion_points_of", ["count": .count(HandPoint.count)]), .count(hand.count))
      }
      if let large = hand.points.first(where: { $0.isFinite && !$0.isWithin(MotionLimits.largest) }) {
        throw malformed(
          place, .number(in: -MotionLimits.largest...MotionLimits.largest), .text("\(large.x), \(large.y)"))
      }
      let label = labels.isEmpty ? nil : labels[i]
      if let score = label?.score, !(0...1).contains(score) {
        throw .ambiguousScore(path: path, frame: frame, found: score)
      }
      seen.append(SeenHand(points: hand.points, label: label?.side, labelScore: label?.score))
    }
    return seen
  }

  /// What the coordinates are; shares of the picture become its pixels, without z, which is a guess there.
  private func scale(
    _ hands: inout [[SeenHand]], _ remarks: MediaPipeRemarks, _ usesWorld: Bool
  ) throws(GestureError) -> HandSequence.Coordinates {
    if usesWorld {
      if options.width != nil { throw .file(.unusedOption("--image-size", .mediaPipe)) }
      return .world
    }
    let isNormalised = hands.joined().allSatisfy { hand in
      hand.points.allSatisfy { !$0.isFinite || (abs($0.x) <= Self.largestShare && abs($0.y) <= Self.largestShare) }
    }
    if !isNormalised, options.width != nil { throw .file(.unusedOption("--image-size", .mediaPipe)) }
    // Without any hand the size does not matter.
    let isEmpty = hands.allSatisfy(\.isEmpty)
    var size = (width: 1.0, height: 1.0)
    if isNormalised, !isEmpty {
      size = try shared { () throws(MotionError) in try remarks.size(options, path: path) }
    }
    for frame in hands.indices {
      for hand in hands[frame].indices {
        hands[frame][hand].points = hands[frame][hand].points.map { [$0.x * size.width, $0.y * size.height, 0] }
      }
    }
    return isNormalised ? .normalised : .pixels
  }

  private func malformed(_ key: String, _ expected: FindingValue, _ found: FindingValue) -> GestureError {
    .file(.malformed(path: path, place: .text("`\(key)`"), expected: expected, found: found))
  }
}

/// Why a file of hands can't be used.
public enum GestureError: UserFacingError, Equatable {
  /// The file is missing or can't be read.
  case unreadable(path: String, found: FindingValue)
  /// A fault that files of poses may have, too.
  case file(MotionError)
  /// A score of handedness is no share, and what it means can't be told.
  case ambiguousScore(path: String, frame: Int, found: Double)
  /// Two hands are seen, and the file does not say which is which.
  case noHandedness(path: String, frame: Int)
  /// Its landmarks are those of a body.
  case body(path: String)

  public var message: ErrorMessage {
    switch self {
    case .unreadable(let path, let found): ErrorMessage(.gestureFileUnreadable, at: path, nil, ["found": found])
    case .file(let error): error.message
    case .ambiguousScore(let path, let frame, let found):
      ErrorMessage(
        .gestureFileAmbiguousScore, at: path, .phrase("frame", ["frame": .count(frame)]), ["found": .exact(found)])
    case .noHandedness(let path, let frame):
      ErrorMessage(.gestureFileNoHandedness, at: path, .phrase("frame", ["frame": .count(frame)]))
    case .body(let path): ErrorMessage(.gestureFileBody, at: path)
    }
  }
}
