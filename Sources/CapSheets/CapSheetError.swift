public import Diagnostics

/// Why a cap can't be printed as it was asked for.
public enum CapSheetError: UserFacingError, Equatable {
  /// No layout shows enough markers in every view.
  case noPlan(markerSizeMm: Double, circumferenceCm: Double, Int)
  /// The layout takes more markers than there are ids.
  case tooFewIDs(needed: Int, given: Int, circumferenceCm: Double)
  /// A marker does not fit on the paper.
  case tooLarge(markerSizeMm: Double, paper: String)
  /// The library refuses.
  case cannotDraw(reason: String)

  public var kind: UserFacingErrorKind {
    if case .cannotDraw = self { .failure } else { .usage }
  }

  public var subject: String {
    switch self {
    case .noPlan, .tooLarge: "--size-mm"
    case .tooFewIDs: "--ids"
    case .cannotDraw: "cap sheet"
    }
  }

  public var problem: String {
    switch self {
    case .noPlan(let size, let circumference, let least):
      "with markers of \(NumberText.number(size, digits: 1)) mm no layout on a head of "
        + "\(NumberText.number(circumference, digits: 1)) cm shows \(least) in every view"
    case .tooFewIDs(let needed, let given, let circumference):
      "a head of \(NumberText.number(circumference, digits: 1)) cm needs \(needed) markers, found \(given) ids"
    case .tooLarge(let size, let paper):
      "a marker of \(NumberText.number(size, digits: 1)) mm does not fit on \(paper)"
    case .cannotDraw(let reason): "expected Cairo to draw, found: \(reason)"
    }
  }

  public var remedy: String? {
    switch self {
    case .noPlan: "try 16 to 18 mm"
    case .tooFewIDs: "name more ids, or a larger dictionary"
    case .tooLarge: "choose a larger paper"
    case .cannotDraw: nil
    }
  }
}
