internal import Statistics
internal import Studies

/// The ranges of motion of a study: how many there are, and each value over all that were measured alike.
struct MotionsPart: Encodable, Sendable {
  /// How many ended in one way, for one reason.
  struct Outcome: Encodable, Sendable {
    /// `complete` or `withheld`, and the kind of finding; nil for complete ones.
    let status: String, code: String?
    let ranges: Int
  }

  /// A value over all ranges that were measured in one way.
  struct Quantity: Encodable, Sendable {
    /// Its name in tables, its key in texts, and its unit.
    let quantity, key, unit: String
    let method: MotionRecord.Method
    /// How many ranges have a value, and of how many children.
    let ranges, subjects: Int
    let missing: [Missing]
    let sample: Carried<MeasureSummary.Sample>
    /// How much several ranges of one session differ.
    let repeats: Carried<Repeats>

    /// The order of a result's own table; what this version does not know comes last, by name.
    fileprivate var order: (Int, String) { (Self.keys.firstIndex(of: key) ?? Self.keys.count, quantity) }

    private static let keys = [
      "start", "minimum", "maximum", "return", "range", "extension", "flexion", "left", "right", "arc", "difference",
      "mean_speed", "peak_speed", "time_left", "time_middle", "time_right", "time_unseen",
    ]

    private enum CodingKeys: String, CodingKey {
      case quantity, unit, side, reference, view, dimensions, effort, neutral, `protocol`, ranges, subjects, missing,
        sample, repeats
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(quantity, forKey: .quantity)
      try container.encode(unit, forKey: .unit)
      try container.encodeIfPresent(method.side, forKey: .side)
      try container.encodeIfPresent(method.reference, forKey: .reference)
      try container.encodeIfPresent(method.view, forKey: .view)
      try container.encodeIfPresent(method.dimensions, forKey: .dimensions)
      try container.encodeIfPresent(method.effort, forKey: .effort)
      try container.encodeIfPresent(method.neutral, forKey: .neutral)
      try container.encode(method.protocolName, forKey: .protocol)
      try container.encode(ranges, forKey: .ranges)
      try container.encode(subjects, forKey: .subjects)
      try container.encode(missing, forKey: .missing)
      try container.encode(sample, forKey: .sample)
      try container.encode(repeats, forKey: .repeats)
    }
  }

  /// How many ranges have no value for one reason.
  struct Missing: Encodable, Sendable, Equatable {
    let code: String?
    let ranges: Int
  }

  /// The error of a single range of motion, as the ranges of one session tell it.
  struct Repeats: Encodable, Sendable {
    let sessions, ranges: Int
    let withinSd, smallestDetectableChange: SummaryEstimate
  }

  let ranges, subjects: Int
  let outcomes: [Outcome]
  let quantities: [Quantity]

  /// Nil where there are none.
  init?(_ records: [MotionRecord]) {
    guard !records.isEmpty else { return nil }
    ranges = records.count
    subjects = Self.children(records)
    outcomes = Self.counts(records.map { Reason(status: $0.status, code: $0.code) }).map {
      Outcome(status: $0.status, code: $0.code, ranges: $1)
    }
    quantities = Dictionary(grouping: records, by: \.method).sorted { Self.order($0.key) < Self.order($1.key) }
      .flatMap { method, records in
        Set(records.flatMap(\.values.keys)).map { Quantity($0, method, records) }.sorted { $0.order < $1.order }
      }
  }

  fileprivate struct Reason: Hashable {
    let status: String, code: String?
  }

  /// Complete ones first, then the most frequent reason.
  fileprivate static func counts(_ reasons: [Reason]) -> [(Reason, Int)] {
    Dictionary(grouping: reasons) { $0 }.map { ($0, $1.count) }
      .sorted { ($0.0.status, -$0.1, $0.0.code ?? "") < ($1.0.status, -$1.1, $1.0.code ?? "") }
  }

  /// How many children; a range without a subject's code is taken for one of its own.
  fileprivate static func children(_ records: [MotionRecord]) -> Int {
    Set(records.map { $0.subject ?? "\u{0}" + $0.motion }).count
  }

  private static func order(_ method: MotionRecord.Method) -> String {
    [
      method.joint, method.movement, method.side, method.reference, method.view, method.dimensions.map(String.init),
      method.effort, method.neutral, method.protocolName,
    ].map { $0 ?? "" }.joined(separator: "\u{0}")
  }
}

extension MotionsPart.Quantity {
  fileprivate init(_ name: String, _ method: MotionRecord.Method, _ records: [MotionRecord]) {
    let measured = records.compactMap { record in record.values[name]?.value.map { (record: record, value: $0) } }
    quantity = name
    key = records[0].key(of: name)
    unit = records.compactMap { $0.units[name] }.first ?? ""
    self.method = method
    ranges = measured.count
    subjects = MotionsPart.children(measured.map(\.record))
    missing = MotionsPart.counts(
      records.filter { $0.values[name]?.value == nil }.map { .init(status: "", code: $0.values[name]?.code ?? $0.code) }
    ).map { MotionsPart.Missing(code: $0.code, ranges: $1) }
    sample = Carried { () throws(StatisticsError) in try MeasureSummary.Sample(measured.map(\.value)) }
    let sessions = Dictionary(grouping: measured) { ChildSession($0.record) }.filter { $0.key != nil }
      .values.map { $0.map(\.value) }.filter { $0.count > 1 }
    repeats = Carried { () throws(StatisticsError) in
      let found = try Repeatability(sessions.sorted { $0.lexicographicallyPrecedes($1) })
      return MotionsPart.Repeats(
        sessions: sessions.count, ranges: sessions.reduce(0) { $0 + $1.count },
        withinSd: SummaryEstimate(found.withinSubject),
        smallestDetectableChange: SummaryEstimate(found.smallestDetectableChange))
    }
  }
}
