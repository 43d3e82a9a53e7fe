public import Diagnostics
public import Feedback
public import Files
public import Movement
public import Platform
internal import Reports

extension OutputKind {
  /// A comparison of ranges of motion.
  public static let motionComparison = OutputKind(
    .phrase("earlier_comparison"), mark: "compare.json", holding: "\"calvaria/motion-compare/",
    files: ["compare.json", "report.html"])
}

/// Ranges of motion compared: the content of `compare.json` for folders of `motion`.
public struct MotionComparison: Sendable, Equatable, Codable {
  /// The name and version of this form.
  public static let schema = "calvaria/motion-compare/1"

  public let schema: String
  /// `complete` where the change of the range from the first to the last is known with a verdict, else `incomplete`.
  public let status: MotionResult.Status
  /// `date` where every result has one, else `given`.
  public let order: String
  /// The names of the values that are compared first of all, in the order of tables; the range or the arc is among them.
  public let quantities: [String]
  /// The results, in order.
  public let visits: [Visit]
  /// The changes from the first result to each later one, then those from one to the next that are not among them.
  public let changes: [Pair]
  /// What is noted, warned of or withheld.
  public let findings: [Finding]
  /// The program's version; absent until a program states it.
  public var version: String?

  /// One of the results.
  public struct Visit: Sendable, Equatable, Codable {
    /// A, B, …; the name of its folder; who and when, where it is stated.
    public let label, name: String
    public let subject, session, date: String?
    public let joint: MotionJoint
    /// Absent for both sides of a neck.
    public let side: BodySide?
    public let movement: JointMovement
    public let view: MotionView?
    public let reference: MotionReference?
    /// The values by their names; those that are withheld are absent.
    public let values: [String: MotionValue]
    public let neutralZero: NeutralZero?
    public let supportsChange: Bool
    /// The SHA-256 of each input.
    public let inputs: [String: String]
  }

  /// The changes between two results.
  public struct Pair: Sendable, Equatable, Codable {
    /// The labels of both.
    public let from, to: String
    /// In what they were made otherwise; with anything here nothing is compared.
    public let differences: [String]
    /// The changes by the names of values; those that are withheld are absent.
    public let changes: [String: MotionChange]
  }

  /// Compares results.
  ///
  /// - Parameter results: two or more, in the order in which they were named.
  public init(_ results: [EarlierMotion]) {
    let (sorted, areDated) = results.inOrder
    let labels = Reports.Visit.labels(sorted.count)
    var pairs = sorted.indices.dropFirst().map { (0, $0) }
    pairs += sorted.indices.dropFirst(2).map { ($0 - 1, $0) }
    var findings = ComparisonFindings()
    changes = pairs.map { a, b in
      Self.pair(sorted[a], sorted[b], labels[a], labels[b], &findings)
    }
    schema = Self.schema
    order = areDated ? "date" : "given"
    visits = zip(labels, sorted).map(Self.visit)
    let whole = changes.first { $0.from == labels.first && $0.to == labels.last }
    let main = sorted.last?.result.mainKey ?? ""
    status = whole?.changes[main]?.verdict == nil ? .incomplete : .complete
    quantities = sorted.last?.result.followed.map(\.key) ?? []
    self.findings = findings.all
  }

  private static func visit(_ label: String, _ one: EarlierMotion) -> Visit {
    let result = one.result
    let values = result.quantities.compactMap { quantity in quantity.value.map { (quantity.key, $0) } }
    return Visit(
      label: label, name: one.name, subject: one.scan.subject, session: one.scan.session, date: one.scan.date,
      joint: result.joint, side: result.side, movement: result.movement, view: result.view, reference: result.reference,
      values: Dictionary(uniqueKeysWithValues: values), neutralZero: result.neutralZero,
      supportsChange: result.supportsChange, inputs: result.provenance?.inputs ?? [:])
  }

  private static func pair(
    _ a: EarlierMotion, _ b: EarlierMotion, _ from: String, _ to: String, _ findings: inout ComparisonFindings
  ) -> Pair {
    let names: [String: FindingValue] = ["a": .text(from), "b": .text(to)]
    var differences = b.result.differences(from: a.result)
    if b.scan.isOfAnotherSubject(than: a.scan) { differences.append("subject") }
    guard differences.isEmpty else {
      findings.add(
        .motionNotComparable,
        names.merging(["what": .list(differences.map { .term($0, of: "motion_condition") })]) { $1 })
      return Pair(from: from, to: to, differences: differences, changes: [:])
    }
    let inputs = { (one: EarlierMotion) in Set((one.result.provenance?.inputs ?? [:]).values) }
    guard inputs(a).isDisjoint(with: inputs(b)) else {
      findings.add(.motionSameRecording, names)
      return Pair(from: from, to: to, differences: ["recording"], changes: [:])
    }
    if a.result.source.format != b.result.source.format { findings.add(.motionOtherSource, names) }
    let hasVerdict = a.result.supportsChange && b.result.supportsChange
    if !hasVerdict {
      let few = [(from, a), (to, b)].filter { !$0.1.result.supportsChange }.map { FindingValue.text($0.0) }
      findings.add(
        .motionNoVerdict,
        names.merging([
          "visits": .list(few), "least": .count(b.result.rules.verdict.repeatsForChange),
        ]) { $1 })
    }
    var changes: [String: MotionChange] = [:]
    for quantity in b.result.quantities {
      if let before = a.result.value(quantity.key), let after = quantity.value {
        changes[quantity.key] = MotionChange(from: before, to: after, hasVerdict: hasVerdict)
      }
    }
    let missing = b.result.followed.map(\.key).filter { changes[$0] == nil }
    if !missing.isEmpty {
      findings.add(
        .motionValueMissing,
        names.merging(["values": .list(missing.map { .term($0, of: "motion_value") })]) { $1 })
    }
    if b.result.joint != .neck, !changes.values.allSatisfy({ $0.covers.contains("pose_error") }) {
      findings.add(.motionChangePoseError, [:])
    }
    return Pair(from: from, to: to, differences: [], changes: changes)
  }

  /// The bytes of `compare.json`.
  public func json() throws -> Data { try machineJSON() }
}

/// What is found of a comparison, each once.
struct ComparisonFindings {
  private(set) var all: [Finding] = []

  mutating func add(_ code: FindingCode, _ values: [String: FindingValue]) {
    let finding = Finding(code, values)
    if !all.contains(finding) { all.append(finding) }
  }
}

/// How one value differs between two results.
public struct MotionChange: Sendable, Equatable, Codable {
  /// The later value less the earlier one, in degrees.
  public let degrees: Double
  /// The interval of 95 %, in degrees.
  public let ci95: [Double]
  /// What both intervals cover.
  public let covers: [String]
  /// Whether the change is more than error; absent where that can't be said.
  public let verdict: Verdict?

  /// Whether a change is more than error.
  public enum Verdict: String, Sendable, Codable {
    /// The interval of the change does not hold 0.
    case changed
    /// It does.
    case withinError = "within_error"
  }

  /// The change from one value to another.
  ///
  /// The interval comes from the two values' own: by the method of variance estimates recovery (Zou & Donner 2008, *Stat. Med.*
  /// 27:1693), the lower limit of b − a lies √((b − b_low)² + (a_high − a)²) below it, the upper one
  /// √((b_high − b)² + (a − a_low)²) above. The errors of both must be independent of each other.
  ///
  /// - Parameter hasVerdict: whether both results have repeats enough.
  init(from a: MotionValue, to b: MotionValue, hasVerdict: Bool) {
    let change = b.degrees - a.degrees
    let root = { (x: Double, y: Double) in (x * x + y * y).squareRoot() }
    let low = change - root(b.degrees - b.ci95[0], a.ci95[1] - a.degrees)
    let high = change + root(b.ci95[1] - b.degrees, a.degrees - a.ci95[0])
    let cut = { (value: Double) in (value * 1000).rounded() / 1000 }
    degrees = cut(change)
    ci95 = [cut(low), cut(high)]
    covers = a.covers.filter(b.covers.contains)
    verdict = hasVerdict && covers.contains("repeats") ? (low > 0 || high < 0 ? .changed : .withinError) : nil
  }
}

extension MotionComparison {
  /// The comparison in a few lines: each value of every result, then the changes.
  public func table(_ language: Language) -> String {
    var lines: [String] = []
    for visit in visits {
      let when = [visit.date, visit.name].compactMap { $0?.printable(limit: 60) }.joined(separator: ", ")
      lines.append("\(visit.label)  \(when)")
      lines += rows(
        quantities.map { key in
          let value = visit.values[key]
          return (
            MotionQuantity.title(key, language),
            value.map { interval($0.degrees, $0.ci95, language) } ?? language("motion.withheld")
          )
        })
    }
    for pair in changes {
      lines.append("\(pair.from) → \(pair.to)")
      lines += rows(
        quantities.map { key in
          (MotionQuantity.title(key, language), pair.text(key, language))
        })
    }
    for finding in findings where finding.severity == .withheld { lines.append("  " + finding.text(language)) }
    return lines.joined(separator: "\n") + "\n"
  }

  private func rows(_ rows: [(String, String)]) -> [String] {
    let width = rows.map(\.0.count).max() ?? 0
    return rows.map { "  " + $0 + String(repeating: " ", count: width - $0.count + 2) + $1 }
  }

  private func interval(_ degrees: Double, _ ends: [Double], _ language: Language) -> String {
    let value = { (number: Double) in FindingValue.number(number, decimals: 1, unit: "°") }
    return language(
      "motion.interval", ["degrees": value(degrees), "low": value(ends[0]), "high": value(ends[1])])
  }
}

extension MotionComparison.Pair {
  /// A change with its interval and what can be said of it.
  func text(_ key: String, _ language: Language) -> String {
    guard let change = changes[key] else { return language("motion.withheld") }
    return value(change, language) + ", " + verdict(change, language)
  }

  /// A change with its sign and its interval.
  func value(_ change: MotionChange, _ language: Language) -> String {
    let text = { (number: Double) in
      FindingValue.text((number > 0 ? "+" : "") + language.number(number, digits: 1) + "°")
    }
    return language(
      "motion.interval",
      ["degrees": text(change.degrees), "low": text(change.ci95[0]), "high": text(change.ci95[1])])
  }

  /// What can be said of a change.
  func verdict(_ change: MotionChange, _ language: Language) -> String {
    switch change.verdict {
    case .changed?: language("compare.changed")
    case .withinError?: language("compare.within_error")
    case nil: language("motion.no_verdict_word")
    }
  }
}
