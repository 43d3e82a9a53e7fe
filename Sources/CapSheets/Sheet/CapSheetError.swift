import Diagnostics

/// Why a cap can't be printed as it was asked for.
public enum CapSheetError: UserFacingError, Equatable {
  /// A marker can't be seen as large as the rule asks for.
  case tooSmall(sideMm: Double, pixels: Double, CapViewRule)
  /// No layout shows enough markers in every view.
  case noPlan(sideMm: Double, circumferenceCm: Double, fewest: Int, CapViewRule)
  /// The layout takes more markers than there are ids.
  case tooFewIDs(needed: Int, given: Int, circumferenceCm: Double)
  /// A marker does not fit on the paper.
  case tooLarge(sideMm: Double, Paper)
  /// There are more sheets than the marks in their corners can tell apart.
  case tooManySheets(Int, most: Int)
  /// The ids are no ids of the dictionary, or one stands twice.
  case badIDs(expected: FindingValue, found: FindingValue)
  /// The output has no suffix of a kind that is written.
  case badSuffix(path: String)
  /// The library refuses.
  case cannotDraw(reason: String)

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
          "fewest": .count(fewest), "least": .count(rule.leastMarkers),
        ])
    case .tooFewIDs(let needed, let given, let circumference):
      ErrorMessage(
        .capSheetTooFewIDs, at: "--ids", nil,
        [
          "needed": .count(needed), "given": .count(given), "circumference": .exact(circumference, unit: "cm"),
        ])
    case .tooLarge(let side, let paper):
      ErrorMessage(
        .capSheetTooLarge, at: "--size-mm", nil,
        ["side": .exact(side, unit: "mm"), "paper": .text(paper.name)])
    case .tooManySheets(let count, let most):
      ErrorMessage(.capSheetTooMany, at: "--ids", nil, ["count": .count(count), "most": .count(most)])
    case .badIDs(let expected, let found):
      ErrorMessage(.capSheetBadIDs, at: "--ids", nil, ["expected": expected, "found": found])
    case .badSuffix(let path): ErrorMessage(.capSheetBadSuffix, at: path)
    case .cannotDraw(let reason): ErrorMessage(.capSheetCannotDraw, at: nil, ["reason": .text(reason)])
    }
  }
}
