internal import Diagnostics
internal import Files
internal import Geometry

/// Frames by the numbers in their names: where numbers are missing, frames are.
package enum FrameNumbers {
  /// The last number in a name, such as 12 of `video_000000000012_keypoints.json`.
  package static func number(in name: String) -> Int? { NameNumber.last(in: name) }

  /// How many numbers there may be for each frame: ids of a data set are no frame numbers.
  private static let sparsest = 50

  /// The numbers of names by which each is another frame: the last ones in them, or else the last ones but one and so on, because
  /// a camera's number or a picture's size may stand behind (`frame_000012_cam2.png`, `…_1280x720.png`); or the first ones, because
  /// some programs put a hash behind. Nil where none of these tells the frames apart, or where they run too far apart.
  static func numbers(of names: [String]) -> [String: Int]? {
    let all = names.map(NameNumber.all)
    guard let fewest = all.map(\.count).min(), fewest > 0 else { return nil }
    for place in (0..<fewest).map({ -1 - $0 }) + Array(0..<fewest) {
      let numbers = all.map { place < 0 ? $0[$0.count + place] : $0[place] }.compactMap(\.self)
      guard numbers.count == names.count, Set(numbers).count == names.count, let low = numbers.min(),
        let high = numbers.max(), isRunning(low, high, numbers.count)
      else { continue }
      return Dictionary(zip(names, numbers)) { first, _ in first }
    }
    return nil
  }

  /// What frames are called in what is written, since the names of files may be a child's: numbers and time stamps as they
  /// are, others by the numbers that tell them apart, or by their places where none do.
  static func labels(of names: [String]) -> [String] {
    for plain in [names, names.map(stem)] where plain.allSatisfy(isStamp) && Set(plain).count == names.count {
      return plain
    }
    if let numbers = numbers(of: names) { return names.map { "\(numbers[$0]!)" } }
    let last = names.compactMap(number)
    return Set(last).count == names.count ? last.map { "\($0)" } : names.indices.map { "\($0)" }
  }

  /// A file's name without its folder and its ending.
  private static func stem(_ name: String) -> String {
    let file = name.split(separator: "/").last ?? ""
    return String(file.lastIndex(of: ".").map { file[..<$0] } ?? file)
  }

  /// Whether a name is a number or a time stamp, and nothing else.
  private static func isStamp(_ name: String) -> Bool {
    let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
    return !name.isEmpty && name.utf8.allSatisfy { digits.contains($0) || $0 == UInt8(ascii: ".") }
  }

  /// Whether numbers are close enough together to be those of frames.
  private static func isRunning(_ low: Int, _ high: Int, _ count: Int) -> Bool {
    // Subtracted without overflow: numbers come from names of any length.
    let span = high.subtractingReportingOverflow(low)
    return !span.overflow && span.partialValue < sparsest * count
  }

  /// The times of ascending frame numbers, each of them once, in seconds from the first.
  static func times(_ numbers: [Int], _ rate: Double?, path: String) throws(MotionError) -> [Double] {
    guard let rate else { throw .noRate(path: path) }
    guard let first = numbers.first, let last = numbers.last else { return [] }
    guard isRunning(first, last, numbers.count) else {
      throw .malformed(
        path: path, place: .phrase("motion_frame_numbers"), expected: .phrase("motion_running_numbers"),
        found: .phrase("range", ["low": .count(first), "high": .count(last)]))
    }
    return numbers.map { Double($0 - first) / rate }
  }
}

/// When a frame was taken and what its number is, as people's scripts write it beside landmarks.
struct FrameStamp: Decodable {
  /// The time as it stands there.
  private var time: Double?
  /// How many seconds its unit has; nil where its key does not name it.
  private var seconds: Double?
  /// The number as it stands there, be it in the name of a picture.
  private let number: Int?

  /// The names of times, with the units that they state.
  private static let times = ["timestamp", "time", "t"].flatMap { name in
    units.map { (name: name + $0.name, seconds: $0.seconds) }
  }
  private static let units: [(name: String, seconds: Double?)] = [
    ("ms", 1e-3), ("us", 1e-6), ("ns", 1e-9), ("s", 1), ("", nil),
  ]
  /// The names of numbers.
  static let numbers = ["frame", "framenumber", "frameindex", "frameidx", "frameid", "framenum", "frameno"]
  /// What may number frames, too, where it belongs to no person.
  private static let others = ["index", "imageid", "id"]

  init(from decoder: any Decoder) throws { try self.init(decoder.container(keyedBy: NamedKey.self)) }

  init(_ container: KeyedDecodingContainer<NamedKey>) throws {
    number = container.frameNumber(Self.numbers + Self.others)
    for (name, seconds) in Self.times {
      guard let time = try container.first([name], container.number) else { continue }
      (self.time, self.seconds) = (time, seconds)
      return
    }
  }

  /// A stamp from values by their names, in small letters without underscores.
  init(_ value: (String) -> Double?) {
    number = (Self.numbers + Self.others).lazy.compactMap(value).first.flatMap { Int(exactly: $0.rounded()) }
    for (name, seconds) in Self.times {
      guard let time = value(name) else { continue }
      (self.time, self.seconds) = (time, seconds)
      return
    }
  }

  /// The time in seconds, and the number of the frame.
  func read(_ unit: Unit) -> (time: Double?, number: Int?) {
    guard let time else { return (nil, number) }
    if let seconds { return (time * seconds, number) }
    switch unit {
    case .seconds(let seconds): return (time * seconds, number)
    case .frames: return (nil, number ?? Int(exactly: time))
    }
  }

  /// What times are counted in whose key does not say so.
  enum Unit {
    case seconds(Double)
    /// They are the numbers of frames.
    case frames

    /// How many frames tell the unit.
    private static let tellers = 50
    /// Whole numbers that are no farther apart are numbers of frames: in milliseconds they would be 200 a second or more.
    private static let nearest = 5.0

    /// The unit by the usual step: a camera takes no thousand frames a second, and one a second at least.
    init(_ text: FileText, _ items: [Range<Int>]) {
      self.init(items.prefix(Self.tellers).lazy.map { try? PosesJSON.decode(FrameStamp.self, from: text[$0]) })
    }

    init(_ stamps: some Sequence<FrameStamp?>) {
      var times: [Double] = []
      for stamp in stamps.prefix(Self.tellers) {
        guard let time = stamp?.time, stamp?.seconds == nil else { break }
        times.append(time)
      }
      let steps = zip(times.dropFirst(), times).map { $0 - $1 }.filter { $0 > 0 }
      let step = steps.isEmpty ? 0 : RobustStatistics.median(steps)
      if step > 0, step < Self.nearest, times.allSatisfy({ $0 == $0.rounded() }) {
        self = .frames
      } else {
        self = .seconds(step < 1 ? 1 : step < 1e3 ? 1e-3 : step < 1e6 ? 1e-6 : 1e-9)
      }
    }
  }
}

extension KeyedDecodingContainer<NamedKey> {
  /// The number of a frame, or the last one in the name of its picture; nil where it has none.
  ///
  /// - Parameter names: what the number may be called.
  func frameNumber(_ names: [String]) -> Int? {
    first(names) { key in
      if let number = try? decode(Double.self, forKey: key) { return Int(exactly: number) }
      return (try? decode(String.self, forKey: key)).flatMap(FrameNumbers.number)
    }
  }

  /// A number, or the one that a text is; nil where there is none.
  fileprivate func number(_ key: NamedKey) throws -> Double? {
    if let number = try? decode(Double.self, forKey: key) { return number }
    guard let text = try? decode(String.self, forKey: key) else { return nil }
    guard let number = Double(text) else {
      throw DecodingError.dataCorruptedError(forKey: key, in: self, debugDescription: "a text that is no number")
    }
    return number
  }
}
