internal import Studies

/// Two ways in which the same scans were measured, with what both say.
struct AgreementPair: Sendable {
  /// In what they differ.
  enum Kind: String, Encodable, Sendable {
    case protocols, observers
  }

  /// A scan measured twice.
  struct Point: Sendable, Equatable {
    let scan: String, child: String, subject: String?
    let first, second: Double
    var mean: Double { (first + second) / 2 }
    var difference: Double { first - second }
  }

  /// The levels of severity of one scan.
  struct Grades: Sendable {
    let child: String
    let first, second: StudyRecord.Grade
  }

  let kind: Kind
  let first, second: String
  let firstOrigin, secondOrigin: String?
  let points: [Point]
  let grades: [Grades]
  let leftOut: [LeftOut]

  static func all(_ data: StudyData) -> [AgreementPair] {
    Set(data.records.flatMap(\.others.keys)).sorted().map { AgreementPair(data, $0) } + observers(data)
  }

  /// The protocol of the study against another.
  private init(_ data: StudyData, _ other: StudyRecord.Method) {
    let own = data.distinct.compactMap(\.method)
    let points = data.measured.compactMap { scan in
      scan.record.others[other]?.value.map { Self.point(scan.record, scan.value, $0) }
    }
    kind = .protocols
    (first, second) = (Set(own.map(\.protocolName)).sorted().joined(separator: ", "), other.protocolName)
    (firstOrigin, secondOrigin) = (Set(own.map(\.origin)).sorted().joined(separator: ", "), other.origin)
    self.points = points
    grades = data.distinct.compactMap { record in
      guard let own = record.grade, let second = record.otherGrades[other] else { return nil }
      return Grades(child: record.child, first: own, second: second)
    }
    leftOut = LeftOut.list([
      (.withheld, data.withheld), (.pickedAgain, data.pickedAgain), (.noPair, data.measured.count - points.count),
    ])
  }

  /// Every two observers who picked on the same scans.
  private static func observers(_ data: StudyData) -> [AgreementPair] {
    struct Both: Hashable { let first, second: String }
    var shared: [Both: [(StudyRecord, StudyRecord)]] = [:]
    let picked = data.records.filter { $0.observer != nil && $0.source != nil }
    for (_, records) in Dictionary(grouping: picked, by: { $0.source ?? "" }) where records.count > 1 {
      let byObserver = Dictionary(records.map { ($0.observer ?? "", $0) }) { first, _ in first }.sorted {
        $0.key < $1.key
      }
      for (index, first) in byObserver.enumerated() {
        for second in byObserver[(index + 1)...] {
          shared[Both(first: first.key, second: second.key), default: []].append((first.value, second.value))
        }
      }
    }
    return shared.sorted { ($0.key.first, $0.key.second) < ($1.key.first, $1.key.second) }.map { both, records in
      AgreementPair(
        data, both.first, both.second, records.sorted { $0.0.scan < $1.0.scan })
    }
  }

  private init(_ data: StudyData, _ first: String, _ second: String, _ records: [(StudyRecord, StudyRecord)]) {
    let key = data.measure.rawValue
    kind = .observers
    (self.first, self.second, firstOrigin, secondOrigin) = (first, second, nil, nil)
    points = records.compactMap { one, other in
      guard let a = one.measures[key]?.value, let b = other.measures[key]?.value else { return nil }
      return Self.point(one, a, b)
    }
    grades = records.compactMap { one, other in
      guard let a = one.grade, let b = other.grade else { return nil }
      return Grades(child: one.child, first: a, second: b)
    }
    leftOut = LeftOut.list([(.noPair, records.count - points.count)])
  }

  private static func point(_ record: StudyRecord, _ first: Double, _ second: Double) -> Point {
    Point(
      scan: record.scan, child: record.child, subject: record.subject, first: first, second: second)
  }
}
