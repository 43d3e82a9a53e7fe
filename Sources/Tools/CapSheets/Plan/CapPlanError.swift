import Diagnostics

/// Why no cap can be planned for a head.
public enum CapPlanError: UserFacingError, Equatable {
  /// A marker can't be seen as large as the rule asks for.
  case tooSmall(sideMm: Double, pixels: Double, CapViewRule)
  /// No layout shows enough markers in every view.
  case noPlan(sideMm: Double, circumferenceCm: Double, fewest: Int, CapViewRule)
  /// The layout takes more markers than there are ids.
  case tooFewIDs(needed: Int, given: Int, circumferenceCm: Double)

  public var message: ErrorMessage {
    switch self {
    case .tooSmall(let side, let pixels, let rule):
      ErrorMessage(
        .capSheetTooSmall, at: "--size-mm", nil,
        [
          "side": .exact(side, unit: "mm"), "pixels": .number(pixels, decimals: 1, unit: "px"),
          "least": .number(rule.leastSidePixels, decimals: 0, unit: "px"),
          "distance": .number(100 * rule.distance, decimals: 0, unit: "cm"),
        ])
    case .noPlan(let side, let circumference, let fewest, let rule):
      ErrorMessage(
        .capSheetNoPlan, at: "--size-mm", nil,
        [
          "side": .exact(side, unit: "mm"), "circumference": .exact(circumference, unit: "cm"),
          "fewest": .count(fewest), "least": .count(rule.leastMarkers + rule.reserve),
          "needed": .count(rule.leastMarkers),
        ])
    case .tooFewIDs(let needed, let given, let circumference):
      ErrorMessage(
        .capSheetTooFewIDs, at: "--ids", nil,
        [
          "needed": .count(needed), "given": .count(given), "circumference": .exact(circumference, unit: "cm"),
        ])
    }
  }
}
