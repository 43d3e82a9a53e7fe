import Diagnostics
import Reports

/// Scans in the order of their visits: by their dates where all have one, otherwise as they were given.
struct VisitOrder {
  /// The scans in order.
  let scans: [ComparedScan]
  /// What is known of each.
  let visits: [Visit]
  /// How they were put in order.
  let kind: HeadChange.Order
  /// Remarks on the order.
  let remarks: [Finding]

  init(_ given: [ComparedScan]) {
    let visits = given.map(\.visit)
    let days = visits.compactMap { $0.when?.days }
    guard days.count == given.count else {
      (scans, self.visits, kind) = (given, visits, .given)
      // Two scans without dates are an earlier and a later one, as they are named.
      let isPlain = days.isEmpty && given.count == 2
      remarks =
        isPlain
        ? []
        : [
          Finding(
            .comparisonUndated, ["count": .count(given.count - days.count), "scans": .count(given.count)])
        ]
      return
    }
    // Of one day: as given.
    let order = given.indices.sorted { (days[$0], $0) < (days[$1], $1) }
    (scans, self.visits, kind) = (order.map { given[$0] }, order.map { visits[$0] }, .date)
    remarks = order == Array(given.indices) ? [] : [Finding(.comparisonReordered)]
  }
}
