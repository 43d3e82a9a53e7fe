internal import Statistics
internal import Studies

/// People or devices that measured the same heads: observers who picked on the same scans, operators who scanned and devices
/// that were used in the same sessions.
struct Raters: Sendable {
  /// The value and the grade that one rater gives a head.
  struct Statement: Sendable {
    /// The scan, or the first of several, and how many they are.
    let scan: String, scans: Int
    /// Nil where it is withheld; the mean of several scans.
    let value: Double?
    /// The grade of the first scan that has one.
    let grade: StudyRecord.Grade?
  }

  /// A head with what each of them says of it.
  struct Head: Sendable {
    let child: String, subject: String?
    let statements: [String: Statement]
  }

  let kind: AgreementPair.Kind
  let heads: [Head]
  /// The scans of each of them that are in no head: those without a value, and those without a subject's code. Of scans that
  /// several observers picked on, a head without a value tells it.
  let withheld, withoutSubject: [String: Int]

  /// So many sessions have two operators or devices in common before they are compared: of fewer nothing can be said, and a
  /// column of serial numbers would make a page for every two of them.
  private static let fewestSessions = 3

  /// The observers, the operators and the devices of a study.
  static func all(_ data: StudyData) -> [Raters] {
    [
      Raters(kind: .observers, heads: observed(data), withheld: [:], withoutSubject: [:]),
      scanning(.operators, data, \.operator), scanning(.devices, data, \.device),
    ]
  }

  /// Who or what scanned.
  private static func scanning(
    _ kind: AgreementPair.Kind, _ data: StudyData, _ rater: (StudyRecord) -> String?
  ) -> Raters {
    Raters(
      kind: kind, heads: sessions(data, rater), withheld: counts(data.withoutValue, rater),
      withoutSubject: counts(data.measured.map(\.record).filter { $0.subject == nil }, rater))
  }

  private static func counts(_ records: [StudyRecord], _ rater: (StudyRecord) -> String?) -> [String: Int] {
    Dictionary(grouping: records.compactMap(rater)) { $0 }.mapValues(\.count)
  }

  /// Scans on which several observers picked, by the path of the recording.
  private static func observed(_ data: StudyData) -> [Head] {
    let picked = data.records.filter { $0.observer != nil && $0.source != nil }
    return Dictionary(grouping: picked) { $0.source ?? "" }.values.compactMap { records -> (String, Head)? in
      let byObserver = Dictionary(records.map { ($0.observer ?? "", $0) }) { first, _ in first }
      guard byObserver.count > 1 else { return nil }
      let statements = byObserver.mapValues {
        Statement(scan: $0.scan, scans: 1, value: $0.measures[data.measure.rawValue]?.value, grade: $0.grade)
      }
      return (records[0].scan, Head(child: records[0].child, subject: records[0].subject, statements: statements))
    }.sorted { $0.0 < $1.0 }.map(\.1)
  }

  /// Sessions of a child, with the mean of the scans of each operator or device.
  private static func sessions(_ data: StudyData, _ rater: (StudyRecord) -> String?) -> [Head] {
    data.sessions.compactMap { scans in
      let known = scans.filter { rater($0.record) != nil }
      let statements = Dictionary(grouping: known) { rater($0.record) ?? "" }.mapValues { own in
        Statement(
          scan: own[0].record.scan, scans: own.count, value: own.reduce(0) { $0 + $1.value } / Double(own.count),
          grade: own.lazy.compactMap(\.record.grade).first)
      }
      guard !statements.isEmpty else { return nil }
      return Head(child: scans[0].record.child, subject: scans[0].record.subject, statements: statements)
    }
  }

  /// Every two of them that share heads.
  var pairs: [AgreementPair] { compared.map { pair($0.first, $0.second) } }

  /// The names of raters that share heads with each other or by way of others, by name; nobody is in two of these sets.
  var sets: [[String]] {
    var sets: [Set<String>] = []
    for both in compared.map({ Set([$0.first, $0.second]) }) {
      let joined = sets.filter { !$0.isDisjoint(with: both) }
      sets.removeAll { !$0.isDisjoint(with: both) }
      sets.append(joined.reduce(both) { $0.union($1) })
    }
    return sets.map { $0.sorted() }.sorted { $0[0] < $1[0] }
  }

  /// The scans of some of them that are in no head.
  func missing(of names: [String]) -> [(LeftOut.Reason, Int)] {
    let sum = { (counts: [String: Int]) in names.reduce(0) { $0 + (counts[$1] ?? 0) } }
    return [(.withheld, sum(withheld)), (.noSubject, sum(withoutSubject))]
  }

  /// Two of them.
  private struct Both: Hashable {
    let first, second: String
  }

  /// Every two of them that share so many heads that they are compared, by name.
  private var compared: [Both] {
    var shared: [Both: Int] = [:]
    for head in heads {
      let names = head.statements.keys.sorted()
      for (index, first) in names.enumerated() {
        for second in names[(index + 1)...] { shared[Both(first: first, second: second), default: 0] += 1 }
      }
    }
    let fewest = kind == .observers ? 1 : Self.fewestSessions
    return shared.filter { $0.value >= fewest }.keys.sorted { ($0.first, $0.second) < ($1.first, $1.second) }
  }

  private func pair(_ first: String, _ second: String) -> AgreementPair {
    var (points, grades, alone): ([AgreementPair.Point], [AgreementPair.Grades], Int) = ([], [], 0)
    for head in heads {
      guard let one = head.statements[first], let other = head.statements[second] else {
        // Of sessions, what only one of the two scanned is left out; a scan that only one picked on was never meant for both.
        if kind != .observers { alone += (head.statements[first] ?? head.statements[second])?.scans ?? 0 }
        continue
      }
      if let a = one.value, let b = other.value {
        points.append(.init(scan: one.scan, child: head.child, subject: head.subject, first: a, second: b))
      } else {
        alone += 1
      }
      if let a = one.grade, let b = other.grade { grades.append(.init(child: head.child, first: a, second: b)) }
    }
    return AgreementPair(
      kind: kind, first: first, second: second, firstOrigin: nil, secondOrigin: nil, points: points, grades: grades,
      leftOut: LeftOut.list(missing(of: [first, second]) + [(.noPair, alone)]))
  }
}

/// How well several observers, operators or devices agree that measured the same heads: the columns of the intraclass
/// correlation are theirs (Docs/methods/statistics.md, intraclass correlation).
struct CrossedPart: Encodable, Sendable {
  /// The agreement of all raters together.
  struct Agreement: Encodable, Sendable {
    /// How many heads, one a child, were measured by all of them.
    let heads: Int
    /// Theirs as a sample of all such, whose bias counts; and theirs alone, without it.
    let icc21, icc31: SummaryEstimate
    /// The technical error between them, which is the within-subject standard deviation of a reading of any of them; in per
    /// cent of the mean.
    let tem: SummaryEstimate, relativeTemPercent: SummaryEstimate?
  }

  let raters: AgreementPair.Kind
  let names: [String]
  /// The raters who share heads with these, and measured less than half as many as the one with most: they would take most of the
  /// others' heads out of the table.
  let few: [String]
  /// Scans that are in no head, heads of further visits, and such that not all of them measured.
  let leftOut: [LeftOut]
  let agreement: Carried<Agreement>

  /// The agreement of each set of raters who share heads with each other or by way of others.
  static func all(_ data: StudyData) -> [CrossedPart] {
    Raters.all(data).flatMap { raters in raters.sets.compactMap { CrossedPart(raters, $0) } }
  }

  /// Nil where nobody but one measured enough of the heads.
  private init?(_ raters: Raters, _ set: [String]) {
    let counts = set.map { name in (name: name, heads: raters.heads.count { $0.statements[name]?.value != nil }) }
    let most = counts.map(\.heads).max() ?? 0
    let names = counts.filter { 2 * $0.heads >= most }.map(\.name)
    guard names.count > 1 else { return nil }
    (self.raters, self.names, few) = (raters.kind, names, set.filter { !names.contains($0) })
    var (rows, children): ([[Double]], Set<String>) = ([], [])
    var (incomplete, again) = (0, 0)
    // The heads of another set are none that these have missed.
    for head in raters.heads where names.contains(where: { head.statements[$0] != nil }) {
      let values = names.compactMap { head.statements[$0]?.value }
      if values.count < names.count {
        incomplete += 1
      } else if children.insert(head.child).inserted {
        rows.append(values)
      } else {
        again += 1
      }
    }
    leftOut = LeftOut.list(raters.missing(of: names) + [(.notByAll, incomplete), (.furtherHead, again)])
    agreement = Carried { [rows] () throws(StatisticsError) in
      let icc = try IntraclassCorrelation(rows)
      let error = try Repeatability(rows)
      return Agreement(
        heads: icc.subjects, icc21: SummaryEstimate(icc.twoWayRandom), icc31: SummaryEstimate(icc.twoWayMixed),
        tem: SummaryEstimate(error.technicalError),
        relativeTemPercent: error.relativeError.map { SummaryEstimate($0) })
    }
  }
}
