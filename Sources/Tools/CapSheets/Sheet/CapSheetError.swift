import Diagnostics

/// Why a cap can't be printed as it was asked for.
public enum CapSheetError: UserFacingError, Equatable {
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
