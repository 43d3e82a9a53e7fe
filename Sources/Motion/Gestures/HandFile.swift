internal import Diagnostics
internal import Geometry
internal import Inputs

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
    var bytes: [UInt8]
    do throws(InputFile.Fault) { bytes = try InputFile.bytes(path, atMost: MotionLimits.fileBytes) } catch {
      throw .unreadable(path: path, found: error.found)
    }
    witness(path.split(separator: "/").last.map { String($0) } ?? path, bytes)
    if bytes.starts(with: FileText.byteOrderMark) { bytes.removeFirst(FileText.byteOrderMark.count) }
    return try HandReader(path: path, options: options).sequence(bytes)
  }
}

/// One pass over a file of hands.
struct HandReader {
  let path: String
  let options: ReadingOptions

  /// What a file says beside its frames.
  private struct Remarks: Decodable {
    var width, height, fps: Double?
  }

  /// The most hands in a frame.
  private static let mostHands = 100
  /// No coordinate that is a share of the picture is beyond this: hands at its border reach a little out of it. In pixels
  /// such a hand would be a dot.
  private static let largestShare = 2.0

  /// The sequence that a text holds.
  func sequence(_ text: [UInt8]) throws(GestureError) -> HandSequence {
    let (pieces, remarks) = try parts(of: text)
    var (hands, times): ([[SeenHand]], [Double?]) = ([], [])
    var usesWorld = options.usesWorld
    var (hasPicture, hasWorld) = (false, false)
    for (index, item) in pieces.items.enumerated() {
      let frame: HandFrame
      do throws(JSONText.Fault) { frame = try PosesJSON.decode(HandFrame.self, from: Array(text[item])) } catch {
        throw malformed("frames[\(index)]\(error.path)", .phrase("motion_hands"), error.found)
      }
      (hasPicture, hasWorld) = (hasPicture || !frame.picture.isEmpty, hasWorld || !frame.world.isEmpty)
      if usesWorld == nil, !frame.isEmpty { usesWorld = frame.picture.isEmpty }
      times.append(frame.time)
      hands.append(try list((usesWorld ?? false) ? frame.world : frame.picture, frame.labels, index))
    }
    if usesWorld == true, !hasWorld, hasPicture { throw .file(.noSuchPoints(path: path, points: "world")) }
    if usesWorld == false, !hasPicture, hasWorld { throw .file(.noSuchPoints(path: path, points: "picture")) }
    let coordinates = try scale(&hands, remarks, usesWorld ?? false)
    return HandSequence(coordinates: coordinates, times: try seconds(times, remarks), hands: hands)
  }

  private func parts(of text: [UInt8]) throws(GestureError) -> (pieces: JSONPieces, remarks: Remarks) {
    let pieces: JSONPieces?
    do throws(JSONPieces.Fault) { pieces = try JSONPieces(text, key: "frames", atMost: MotionLimits.frames) } catch {
      throw malformed("frames", .phrase("motion_hands"), error.count.map { .count($0) } ?? .phrase("no_json"))
    }
    guard let pieces, !pieces.items.isEmpty else {
      throw malformed("frames", .phrase("motion_hands"), pieces == nil ? .phrase("something_else") : .phrase("none"))
    }
    do throws(JSONText.Fault) {
      if pieces.frame.first(where: { $0 > 32 }) == UInt8(ascii: "{") {
        return (pieces, try PosesJSON.decode(Remarks.self, from: pieces.frame))
      }
      _ = try PosesJSON.decode([HandFrame].self, from: pieces.frame)
      return (pieces, Remarks())
    } catch { throw malformed("frames", .phrase("motion_hands"), error.found) }
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
      guard hand.points.count == HandPoint.count else {
        throw malformed(
          place, .phrase("motion_points_of", ["count": .count(HandPoint.count)]), .count(hand.points.count))
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
    _ hands: inout [[SeenHand]], _ remarks: Remarks, _ usesWorld: Bool
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
    let size = isNormalised && !isEmpty ? try pictureSize(remarks) : (width: 1, height: 1)
    for frame in hands.indices {
      for hand in hands[frame].indices {
        hands[frame][hand].points = hands[frame][hand].points.map { [$0.x * size.width, $0.y * size.height, 0] }
      }
    }
    return isNormalised ? .normalised : .pixels
  }

  private func pictureSize(_ remarks: Remarks) throws(GestureError) -> (width: Double, height: Double) {
    if let width = remarks.width, let height = remarks.height, let given = options.width, let other = options.height,
      given != width || other != height
    {
      let found = "\(Int(exactly: width) ?? 0)x\(Int(exactly: height) ?? 0)"
      throw .file(.contradiction("--image-size", found: .text(found)))
    }
    guard let width = options.width ?? remarks.width, let height = options.height ?? remarks.height else {
      throw .file(.noPictureSize(path: path))
    }
    let limits = 1...MotionLimits.largest
    guard limits.contains(width), limits.contains(height) else {
      throw malformed("width", .number(in: limits), .text("\(width), \(height)"))
    }
    return (width, height)
  }

  /// The times of the frames, by a rate where the file has none.
  private func seconds(_ stated: [Double?], _ remarks: Remarks) throws(GestureError) -> [Double] {
    let isComplete = !stated.contains { $0 == nil }
    if isComplete, options.rate != nil { throw .file(.unusedOption("--rate", .mediaPipe)) }
    if let stated = remarks.fps, let given = options.rate, stated != given {
      throw .file(.contradiction("--rate", found: .exact(stated)))
    }
    if !isComplete, let rate = options.rate ?? remarks.fps, rate > 0, rate.isFinite {
      return stated.indices.map { Double($0) / rate }
    }
    var times: [Double] = []
    for (index, time) in stated.enumerated() {
      guard let time else { throw .file(.noRate(path: path)) }
      do throws(MotionError) {
        try TimeCheck.check(time, after: times, path: path, place: .phrase("frame", ["frame": .count(index)]))
      } catch { throw .file(error) }
      times.append(time)
    }
    return times
  }

  private func malformed(_ key: String, _ expected: FindingValue, _ found: FindingValue) -> GestureError {
    .file(.malformed(path: path, place: .text("`\(key)`"), expected: expected, found: found))
  }
}
