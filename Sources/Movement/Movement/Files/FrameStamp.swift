internal import Geometry
internal import Files

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
      var times: [Double] = []
      for item in items.prefix(Self.tellers) {
        guard let stamp = try? PosesJSON.decode(FrameStamp.self, from: text[item]), let time = stamp.time,
          stamp.seconds == nil
        else { break }
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
