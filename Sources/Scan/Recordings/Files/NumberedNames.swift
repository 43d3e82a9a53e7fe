/// What the digits in the names of a folder's images say: the number of each, and its time where it is named by one.
///
/// Only groups of digits that change from name to name count: a size, a camera or a date is the same in all.
enum NumberedNames {
  /// The number that pairs colour and depth, and the time in seconds.
  typealias Reading = (number: Int, time: Double?)

  /// Reads names without their extensions; nil for one without a number.
  static func readings(_ stems: [String]) -> [Reading?] {
    let names = stems.map { DigitGroup.all(in: $0) }
    guard let count = names.first?.count, count > 0, names.count > 1, names.allSatisfy({ $0.count == count }) else {
      return stems.map { alone($0[...]) }
    }
    let columns = (0..<count).map { k in DigitColumn(names.map { $0[k] }) }
    if let clocked = clock(columns) { return clocked }
    guard let last = columns.last(where: \.changes) else {
      return columns[count - 1].numbers.map { $0.map { ($0, nil) } }
    }
    let isBare = count == 2 && stems.allSatisfy { $0.first.map(\.isDigit) == true }
    return decimals(columns, isBare: isBare) ?? stamps(last) ?? counted(columns, isBare: isBare)
      ?? restarting(columns) ?? (columns.last { $0.isUnique } ?? last).numbers.map { $0.map { ($0, nil) } }
  }

  /// The number and time of a name by itself: `NUMBER-MICROSECONDS` (Redwood), `SECONDS.FRACTION`, else its last digits.
  static func alone(_ stem: Substring) -> Reading? {
    let parts = stem.split(omittingEmptySubsequences: false) { !$0.isDigit }.map { Int($0) }
    if parts.count == 2, let first = parts[0], let second = parts[1] {
      if stem.contains("-") { return (first, Double(second) / 1e6) }
      if stem.contains("."), let all = Int(stem.filter(\.isDigit)) { return (all, Double(stem)) }
    }
    return parts.last { $0 != nil }?.map { ($0, nil) }
  }

  /// Times of a clock and what is beyond their seconds, or what counts the images; nil where the clock is none, or does not
  /// tell the images apart.
  private static func clock(_ columns: [DigitColumn]) -> [Reading?]? {
    guard let clock = ClockNames(columns) else { return nil }
    let seconds = clock.seconds
    guard let beyond = clock.beyond else {
      return clock.hasDate && seconds.isUnique ? seconds.numbers.map { $0.map { ($0, Double($0)) } } : nil
    }
    if beyond.restarts(within: [seconds]) { return readings(seconds, beyond) }
    guard clock.hasDate else { return nil }
    // Numbers that go on from second to second count images; one image a second has what is beyond.
    return seconds.isUnique || beyond.decreases(within: [seconds])
      ? readings(seconds, beyond) : beyond.numbers.map { $0.map { ($0, nil) } }
  }

  /// A number that starts again whenever those before it change: what is beyond the seconds, or the image of a take.
  private static func restarting(_ columns: [DigitColumn]) -> [Reading?]? {
    guard let place = columns.lastIndex(where: \.changes) else { return nil }
    let own = columns[place]
    let before = columns[..<place].indices.filter { columns[$0].changes && !columns[$0].isUnique }
    let blocks = before.map { columns[$0] }
    guard own.restarts(within: blocks) else { return nil }
    if before == [place - 1], let timed = readings(blocks[0], own) { return timed }
    let counting = blocks + [own]
    let widths = counting.map(\.width)
    guard widths.reduce(0, +) < 19 else { return nil }
    return own.digits.indices.map { k in
      let parts = zip(counting, widths).map { column, width in
        String(repeating: "0", count: width - column.digits[k].count) + column.digits[k]
      }
      return Int(parts.joined()).map { ($0, nil) }
    }
  }

  /// Seconds and what is beyond them, where that makes a rate that a camera has; else the order alone.
  private static func readings(_ seconds: DigitColumn, _ beyond: DigitColumn) -> [Reading?]? {
    guard let times = DecimalTimes(seconds, beyond), Set(times.nanoseconds).count == times.nanoseconds.count else {
      return nil
    }
    let isTime = TimeUnit(of: times.seconds, among: [.seconds]) != nil || times.seconds.count < 3
    return times.nanoseconds.indices.map { (times.nanoseconds[$0], isTime ? times.seconds[$0] : nil) }
  }

  /// `SECONDS.FRACTION`, and `SECONDS_NANOSECONDS` where the seconds are those since 1970, behind any words; a number
  /// before it is the image's, else the time is.
  private static func decimals(_ columns: [DigitColumn], isBare: Bool) -> [Reading?]? {
    let place = columns.indices.dropFirst().last { k in
      let (seconds, own) = (columns[k - 1], columns[k])
      switch own.joint {
      case ".", ",":
        return (own.changes || seconds.changes)
          && (isBare || seconds.isEpoch(.seconds) || own.changes && seconds.changes)
      case "_", "-": return own.changes && seconds.isEpoch(.seconds)
      default: return false
      }
    }
    guard let place, let times = DecimalTimes(columns[place - 1], columns[place]) else { return nil }
    let counter = columns[..<(place - 1)].last { $0.isUnique }
    return times.nanoseconds.indices.map { k in
      counter.map { counter in counter.numbers[k].map { ($0, times.seconds[k]) } }
        ?? (times.nanoseconds[k], times.seconds[k])
    }
  }

  /// Whole numbers of milli-, micro- or nanoseconds since 1970.
  private static func stamps(_ column: DigitColumn) -> [Reading?]? {
    guard let unit = TimeUnit.allCases.dropFirst().first(where: column.isEpoch) else { return nil }
    return column.numbers.map { $0.map { ($0, Double($0) / unit.rawValue) } }
  }

  /// `NUMBER-MICROSECONDS`, or of another unit that makes a rate that a camera has.
  private static func counted(_ columns: [DigitColumn], isBare: Bool) -> [Reading?]? {
    let place = columns.indices.dropFirst().last { k in
      columns[k].joint == "-" || columns[k].joint == "_"
    }
    guard let place, columns[place - 1].isUnique, columns[place].changes else { return nil }
    let (numbers, times) = (columns[place - 1].numbers, columns[place].numbers.map { Double($0 ?? 0) })
    let order = numbers.indices.sorted { numbers[$0]! < numbers[$1]! }
    guard zip(order, order.dropFirst()).allSatisfy({ times[$0] < times[$1] }) || isBare else { return nil }
    let likely = TimeUnit(of: times, among: [.microseconds, .milliseconds, .nanoseconds])
    guard let unit = likely ?? (isBare && columns[place].joint == "-" ? .microseconds : nil) else { return nil }
    return numbers.indices.map { (numbers[$0]!, times[$0] / unit.rawValue) }
  }
}

extension Character {
  fileprivate var isDigit: Bool { ("0"..."9").contains(self) }
}

/// Digits in a name, and the one character between them and the digits before; nil where there is not one.
struct DigitGroup {
  let digits: Substring
  let joint: Character?

  static func all(in stem: String) -> [DigitGroup] {
    var groups: [DigitGroup] = []
    var end = stem.startIndex
    while let first = stem[end...].firstIndex(where: \.isDigit) {
      let between = stem[end..<first]
      end = stem[first...].firstIndex { !$0.isDigit } ?? stem.endIndex
      groups.append(
        DigitGroup(digits: stem[first..<end], joint: !groups.isEmpty && between.count == 1 ? between.first : nil))
    }
    return groups
  }
}

/// The groups of digits at one place of all names.
struct DigitColumn {
  let digits: [Substring]
  /// Nil for more digits than a number has.
  let numbers: [Int?]
  /// What joins them to the group before, where it is the same in all names.
  let joint: Character?
  /// Whether they are numbers and not the same in all names; whether no two are the same.
  let changes, isUnique: Bool

  init(_ groups: [DigitGroup]) {
    self.init(
      digits: groups.map(\.digits), joint: groups.allSatisfy { $0.joint == groups[0].joint } ? groups[0].joint : nil)
  }

  init(digits: [Substring], joint: Character? = nil) {
    (self.digits, self.joint) = (digits, joint)
    numbers = digits.map { Int($0) }
    let distinct = Set(numbers)
    let areNumbers = !distinct.contains(nil)
    (changes, isUnique) = (areNumbers && distinct.count > 1, areNumbers && distinct.count == numbers.count)
  }

  /// The most digits of a name.
  var width: Int { digits.map(\.count).max() ?? 0 }

  /// Whether the numbers start again: they count or time what lies within each of those before them, of which at least two
  /// have several names.
  func restarts(within blocks: [DigitColumn]) -> Bool {
    let counts = keys(of: blocks)?.reduce(into: [:]) { $0[$1, default: 0] += 1 } ?? [:]
    return counts.values.count { $0 > 1 } > 1 && decreases(within: blocks)
  }

  /// Whether the numbers do not always grow in the order of those before them and then of their own.
  func decreases(within blocks: [DigitColumn]) -> Bool {
    guard changes, let keys = keys(of: blocks) else { return false }
    let order = numbers.indices.sorted { a, b in
      keys[a] == keys[b] ? numbers[a]! < numbers[b]! : keys[a].lexicographicallyPrecedes(keys[b])
    }
    return zip(order, order.dropFirst()).contains { numbers[$0]! >= numbers[$1]! }
  }

  /// The numbers of other groups, name by name; nil where some are too long.
  private func keys(of blocks: [DigitColumn]) -> [[Int]]? {
    guard blocks.allSatisfy({ !$0.numbers.contains(nil) }) else { return nil }
    return numbers.indices.map { k in blocks.map { $0.numbers[k]! } }
  }

  /// Whether they are times since 1970 in a unit: from 2001 to 2128.
  func isEpoch(_ unit: TimeUnit) -> Bool {
    numbers.allSatisfy { $0.map { unit.isEpoch(Double($0)) } ?? false }
  }
}

/// Times written as two numbers: seconds, and what is beyond them.
private struct DecimalTimes {
  private(set) var nanoseconds: [Int]
  private(set) var seconds: [Double]

  /// What is beyond the seconds is a fraction, whose zeros at the end may be left out; or a whole number of milli-, micro-
  /// or nanoseconds, whose zeros in front may be (ROS exporters write `sec.nanosec`). Where the lengths tell that some are,
  /// those are that no name has; where neither or both are there, it is what makes the times more even.
  ///
  /// Nil where nanoseconds are beyond 64 bits.
  init?(_ whole: DigitColumn, _ rest: DigitColumn) {
    let lengths = rest.digits.map(\.count)
    guard let most = lengths.max(), let fraction = Self(whole, rest.digits.map { String($0) }) else { return nil }
    self = fraction
    guard lengths.contains(where: { $0 < most }), most <= 9 else { return }
    let width = (most + 2) / 3 * 3
    let padded = rest.digits.map { String(repeating: "0", count: width - $0.count) + $0 }
    guard let number = Self(whole, padded) else { return }
    let keeps = { (zero: (Substring) -> Character?) in rest.digits.contains { $0.count > 1 && zero($0) == "0" } }
    let (keepsFirst, keepsLast) = (keeps(\.first), keeps(\.last))
    if keepsFirst == keepsLast ? number.unevenness < fraction.unevenness : keepsLast { self = number }
  }

  private init?(_ whole: DigitColumn, _ fractions: [String]) {
    var (nanoseconds, seconds) = ([Int](), [Double]())
    for (digits, fraction) in zip(whole.digits, fractions) {
      let nine = fraction.prefix(9) + String(repeating: "0", count: max(0, 9 - fraction.count))
      guard let count = Int(digits + nine), let time = Double(digits + "." + fraction) else { return nil }
      nanoseconds.append(count)
      seconds.append(time)
    }
    (self.nanoseconds, self.seconds) = (nanoseconds, seconds)
  }

  /// The sum of squares of the intervals over the square of their sum: the least for even times.
  private var unevenness: Double {
    let sorted = nanoseconds.sorted()
    let intervals = zip(sorted.dropFirst(), sorted).map { Double($0 - $1) }
    let span = intervals.reduce(0, +)
    return span > 0 ? intervals.reduce(0) { $0 + $1 * $1 } / (span * span) : .infinity
  }
}

/// One file that holds the images of many frames: an archive or a video.
protocol ImageContainer: Sendable {
  /// A reader of its items for one thread.
  func reader() throws(RecordingError) -> any ImageContainerReader
}

/// Reads the items of a container; only one thread at a time may use it.
protocol ImageContainerReader {
  /// Reads an item of at most `limit` bytes; `name` is what an error calls it.
  mutating func read(_ item: Int, limit: Int, name: String, into bytes: inout FileBytes) throws(RecordingError)
}
