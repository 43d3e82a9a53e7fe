internal import Diagnostics

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
