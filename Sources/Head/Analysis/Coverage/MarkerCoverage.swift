/// How the cap's markers come into view over the course of a scan.
public struct MarkerCoverage: Sendable, Equatable {
  /// A moment at which markers were seen for the first time.
  public struct Step: Sendable, Equatable {
    /// Seconds since the start of the scan.
    public var time: Double
    /// How many of the cap's markers had been seen by then.
    public var count: Int
  }

  /// The cap's ids, ascending; nil where the cap is not known.
  public let expected: [Int]?
  /// The ids seen so far.
  public private(set) var seen: Set<Int> = []
  /// The moments at which the count rose, in order of time.
  public private(set) var progress: [Step] = []
  /// In how many frames each id was seen.
  public private(set) var frames: [Int: Int] = [:]

  /// Nothing seen yet of a cap with these ids, or of an unknown cap.
  public init(expected: [Int]?) {
    self.expected = expected.map { Set($0).sorted() }
  }

  /// Takes in a frame: its time in seconds since the start, and the ids accepted in it. Ids that are not the cap's
  /// don't count. Frames come in order of time.
  public mutating func add(time: Double, ids: some Sequence<Int>) {
    let before = seen.count
    for id in Set(ids) where expected?.contains(id) ?? true {
      seen.insert(id)
      frames[id, default: 0] += 1
    }
    if seen.count > before { progress.append(Step(time: time, count: seen.count)) }
  }

  /// The ids of the cap that were never seen, ascending.
  public var missing: [Int] { (expected ?? []).filter { !seen.contains($0) } }

  /// The share of the cap's ids seen, 0 to 1; nil where the cap is not known or has none.
  public var fraction: Double? {
    guard let expected, !expected.isEmpty else { return nil }
    return Double(seen.count) / Double(expected.count)
  }

  /// The time in seconds at which a share of the cap had been seen, or nil.
  public func time(reaching share: Double) -> Double? {
    guard let expected, !expected.isEmpty else { return nil }
    return progress.first { Double($0.count) >= share * Double(expected.count) }?.time
  }
}
