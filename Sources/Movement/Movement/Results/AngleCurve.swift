public import Files
internal import Platform

/// Angles over time with why frames do not count: what pages draw, and the content of `angles.csv`.
public struct AngleCurve: Sendable, Equatable {
  /// When each frame was taken, in seconds; ascending.
  public let times: [Double]
  /// What each frame is called.
  public let names: [String]
  /// Why each frame does not count, or `valid` or `outlier`.
  public let states: [String]
  /// The angles: one of a limb.
  public let channels: [Channel]

  /// An angle over time.
  public struct Channel: Sendable, Equatable {
    /// What it is called; empty where there is one only.
    public let name: String
    /// Before and after the filters, in degrees; NaN where there is none.
    public let raw, filtered: [Double]

    init(name: String, raw: [Double], filtered: [Double]) {
      (self.name, self.raw, self.filtered) = (name, raw.map(Self.known), filtered.map(Self.known))
    }

    private static func known(_ value: Double) -> Double { value.isFinite ? value : .nan }
  }

  /// No file is longer, in bytes and in frames, and no row has more fields; a longer one is not read.
  package static let largestBytes = 256 << 20
  private static let (mostFrames, mostFields) = (1_000_000, 32)
  /// No angle is larger, in degrees.
  private static let largestAngle = 360.0

  /// The curve that a file holds; nil for a file of another form.
  ///
  /// Columns are known by their names: `angle_deg` with `filtered_deg`, or `NAME_deg` with `filtered_NAME_deg`.
  public init?(csv: [UInt8]) {
    guard csv.count <= Self.largestBytes else { return nil }
    let lines = csv.split(separator: UInt8(ascii: "\n"), maxSplits: Self.mostFrames + 1)
    guard let first = lines.first, lines.count <= Self.mostFrames + 1, let head = Self.fields(first),
      let frame = head.firstIndex(of: "frame"), let time = head.firstIndex(of: "time_s"),
      let state = head.firstIndex(of: "state"), head.count <= Self.mostFields
    else { return nil }
    let columns = Self.columns(head)
    var (times, names, states): ([Double], [String], [String]) = ([], [], [])
    var (raw, filtered) = (
      [[Double]](repeating: [], count: columns.count), [[Double]](repeating: [], count: columns.count)
    )
    for line in lines.dropFirst() {
      guard let fields = Self.fields(line), fields.count == head.count, let seconds = Double(fields[time]) else {
        return nil
      }
      times.append(seconds)
      names.append(fields[frame])
      states.append(fields[state])
      for (index, column) in columns.enumerated() {
        guard let before = Self.angle(fields[column.raw]), let after = Self.angle(fields[column.filtered]) else {
          return nil
        }
        raw[index].append(before)
        filtered[index].append(after)
      }
    }
    self.init(
      times: times, names: names, states: states,
      channels: columns.enumerated().map { Channel(name: $1.name, raw: raw[$0], filtered: filtered[$0]) })
    guard isSound else { return nil }
  }

  /// A curve from its parts.
  ///
  /// - Parameters:
  ///   - reasons: why each frame does not count; nil for those that do.
  ///   - outliers: the frames whose values a filter replaced.
  init(
    times: [Double], names: [String], reasons: [RejectionReason?], outliers: Set<Int>, channels: [Channel]
  ) {
    self.init(
      times: times, names: names,
      states: reasons.indices.map { reasons[$0]?.rawValue ?? (outliers.contains($0) ? "outlier" : "valid") },
      channels: channels)
  }

  private init(times: [Double], names: [String], states: [String], channels: [Channel]) {
    (self.times, self.names, self.states, self.channels) = (times, names, states, channels)
  }

  /// Whether there are angles, none of them larger than any joint's, in frames of ascending times and no more than are read.
  package var isSound: Bool {
    !channels.isEmpty && times.count <= Self.mostFrames && times.allSatisfy { abs($0) <= MotionLimits.latest }
      && zip(times, times.dropFirst()).allSatisfy { $0 < $1 }
      && (times.last ?? 0) - (times.first ?? 0) <= MotionLimits.longest
      && channels.allSatisfy { ($0.raw + $0.filtered).allSatisfy { !(abs($0) > Self.largestAngle) } }
  }

  /// `angles.csv`: a line a frame, with the angles before and after the filters and its state.
  public var csv: CSVTable {
    let names = channels.map { $0.name.isEmpty ? "angle_deg" : $0.name + "_deg" }
    let filtered = channels.map { $0.name.isEmpty ? "filtered_deg" : "filtered_" + $0.name + "_deg" }
    var table = CSVTable(header: ["frame", "time_s"] + names + filtered + ["state"], form: .commas(.lineFeed))
    for i in times.indices {
      let angles = channels.map { CSVTable.Field.exact($0.raw[i]) } + channels.map { .exact($0.filtered[i]) }
      // Readers take a line for a frame.
      table.add([.text(self.names[i].filter { !$0.isNewline }), .exact(times[i])] + angles + [.text(states[i])])
    }
    return table
  }

  /// The columns of each angle.
  private static func columns(_ head: [String]) -> [(name: String, raw: Int, filtered: Int)] {
    head.enumerated().compactMap { index, title in
      guard title.hasSuffix("_deg"), !title.hasPrefix("filtered_") else { return nil }
      let name = String(title.dropLast("_deg".count))
      let isOnly = name == "angle"
      guard let filtered = head.firstIndex(of: isOnly ? "filtered_deg" : "filtered_" + title) else { return nil }
      return (isOnly ? "" : name, index, filtered)
    }
  }

  /// An angle; NaN for an empty field, nil for what is none.
  private static func angle(_ field: String) -> Double? {
    if field.isEmpty { return .nan }
    return Double(field).flatMap { $0.isFinite ? $0 : nil }
  }

  /// The fields of a line (RFC 4180); nil where quotes don't match.
  private static func fields(_ line: some Sequence<UInt8>) -> [String]? {
    var (fields, field): ([String], [UInt8]) = ([], [])
    var (isQuoted, wasQuote) = (false, false)
    for byte in line {
      if isQuoted, byte == UInt8(ascii: "\""), !wasQuote {
        wasQuote = true
        continue
      }
      if wasQuote {
        wasQuote = false
        if byte != UInt8(ascii: "\"") { isQuoted = false }
      }
      switch byte {
      case UInt8(ascii: ",") where !isQuoted:
        fields.append(String(decoding: field, as: UTF8.self))
        field = []
      case UInt8(ascii: "\"") where !isQuoted && field.isEmpty: isQuoted = true
      case UInt8(ascii: "\r"): break
      default: field.append(byte)
      }
    }
    guard !isQuoted || wasQuote else { return nil }
    return fields + [String(decoding: field, as: UTF8.self)]
  }

  /// The angle of a movement: the one that bears its name, else the only one.
  package func channel(of movement: String) -> Channel? { channels.first { $0.name == movement } ?? channels.first }

  /// The place of a frame by its name; nil where there is none.
  package func index(of name: String) -> Int? { names.firstIndex(of: name) }

  /// The frames of a line through values: parts, broken where there is no value and where frames lack for longer than a gap.
  ///
  /// - Parameters:
  ///   - indices: the frames that are drawn, ascending.
  ///   - gap: in seconds; nil for three and a half usual times between two frames.
  package func parts(of values: [Double], at indices: some Sequence<Int>, gap: Double? = nil) -> [[Int]] {
    let gap = gap ?? 3.5 * step
    var (parts, last): ([[Int]], Int?) = ([], nil)
    for index in indices {
      guard values[index].isFinite else {
        last = nil
        continue
      }
      if let last, times[index] - times[last] <= gap {
        parts[parts.count - 1].append(index)
      } else {
        parts.append([index])
      }
      last = index
    }
    return parts
  }

  /// The usual time between two frames, in seconds; 0 with fewer than two.
  package var step: Double {
    let steps = zip(times, times.dropFirst()).map { $1 - $0 }.sorted()
    return steps.isEmpty ? 0 : steps[steps.count / 2]
  }
}
