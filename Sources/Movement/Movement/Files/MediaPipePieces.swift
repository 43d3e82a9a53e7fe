internal import Diagnostics
internal import Files

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
      throw .contradiction("--image-size", found: .text("\(Int(exactly: width) ?? 0)x\(Int(exactly: height) ?? 0)"))
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
  /// - Parameter numbers: those that the frames state.
  func times(
    _ stated: [Double?], numbers: [Int?], _ options: ReadingOptions, path: String
  ) throws(MotionError) -> [Double] {
    let isComplete = !stated.contains { $0 == nil }
    if isComplete, options.rate != nil { throw .unusedOption("--rate", .mediaPipe) }
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
