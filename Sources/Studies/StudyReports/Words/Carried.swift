internal import Diagnostics
internal import Statistics

/// A statistic, or why the data can't carry it.
enum Carried<Value: Encodable & Sendable>: Sendable {
  case value(Value)
  case refused(Refusal)

  init(_ make: () throws(StatisticsError) -> Value) {
    do throws(StatisticsError) { self = .value(try make()) } catch { self = .refused(Refusal(error: error)) }
  }

  /// The statistic; nil where it is refused.
  var value: Value? { if case .value(let value) = self { value } else { nil } }

  /// A value that is made from this one; refused for the same reason where this one is refused.
  func then<Other>(_ make: (Value) throws(StatisticsError) -> Other) -> Carried<Other> {
    switch self {
    case .value(let value): Carried<Other> { () throws(StatisticsError) in try make(value) }
    case .refused(let reason): .refused(reason)
    }
  }
}

extension Carried: Encodable {
  private enum Key: String, CodingKey { case refused }

  /// The statistic itself, or `refused` with the reason.
  func encode(to encoder: any Encoder) throws {
    switch self {
    case .value(let value): try value.encode(to: encoder)
    case .refused(let reason):
      var container = encoder.container(keyedBy: Key.self)
      try container.encode(reason, forKey: .refused)
    }
  }
}

/// Why a study's scans can't carry a statistic, in words.
struct Refusal: Sendable, Equatable {
  let error: StatisticsError

  /// The kind of reason, for files.
  var code: String {
    switch error {
    case .tooFew: "too_few"
    case .tooMany: "too_many"
    case .noSpread: "no_spread"
    case .collinear: "collinear"
    case .notComputed: "not_computed"
    case .notFinite, .tooLarge, .differentLengths, .outOfRange: "bad_values"
    }
  }

  private var values: [String: FindingValue] {
    switch error {
    case .tooFew(let what, let found, let needed):
      // Two values for three coefficients are one too few, and none beyond them.
      ["what": .term(what.rawValue, of: "counted"), "found": .count(max(0, found)), "needed": .count(needed)]
    case .tooMany(let what, let found, let most):
      ["what": .term(what.rawValue, of: "counted"), "found": .count(found), "most": .count(most)]
    case .noSpread(let what): ["what": .term(what.rawValue, of: "varying")]
    case .collinear(let column): ["column": .text(column)]
    default: [:]
    }
  }

  /// The reason as a sentence.
  func text(_ language: Language) -> String {
    language("study.refused", ["reason": .term(code, of: "refusal", values)])
  }
}

extension Refusal: Encodable {
  private struct File: Encodable { let code, text: String }

  func encode(to encoder: any Encoder) throws { try File(code: code, text: text(.english)).encode(to: encoder) }
}

/// Scans that a statistic could not take, or heads or values of a reference, and why.
struct LeftOut: Encodable, Sendable, Equatable {
  /// Why.
  enum Reason: String, Encodable, Sendable, CaseIterable {
    /// The measure is withheld, or there is no result.
    case withheld
    /// No subject's code is stated.
    case noSubject = "no_subject"
    /// No age is stated.
    case noAge = "no_age"
    /// No group is stated.
    case noGroup = "no_group"
    /// The child is in several groups.
    case severalGroups = "several_groups"
    /// The group is not among the largest.
    case smallGroup = "small_group"
    /// It is the only scan of its session.
    case alone
    /// The scan was not measured by the other protocol, or the measure is withheld there.
    case noPair = "no_pair"
    /// Landmarks were picked on the same scan once more, by another observer.
    case pickedAgain = "picked_again"
    /// The reference has a value where no scan has one.
    case noScan = "no_scan"
    /// A value of the reference fits several sessions of its child.
    case severalSessions = "several_sessions"
    /// A value of the reference is of a method that is not among those with the most.
    case smallMethod = "small_method"
    /// Both levels are not of the scale that most pairs share.
    case otherScale = "other_scale"
    /// Not all observers, operators or devices measured the head.
    case notByAll = "not_by_all"
    /// The child has another head in the same table.
    case furtherHead = "further_head"
  }

  let reason: Reason
  /// How many there are.
  let scans: Int

  /// The reasons with how many scans each took, those that took none left out.
  static func list(_ counts: [(Reason, Int)]) -> [LeftOut] {
    counts.filter { $0.1 > 0 }.map { LeftOut(reason: $0.0, scans: $0.1) }
  }
}
