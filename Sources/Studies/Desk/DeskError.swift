public import Diagnostics

/// Why something can't be done at the desk.
public enum DeskError: UserFacingError, Equatable {
  /// A scan has no surface that landmarks could be picked on.
  case nothingToPickOn(scan: String)
  /// A field of the form can't be what it is.
  case wrong(field: String, expected: FindingValue, found: String)
  /// What was added is no scan.
  case noScan(name: String)
  /// The scan needs a cap, and none was named.
  case noCap
  /// Another desk works on the folder.
  case isOpen(path: String)
  /// The scans of this study are listed in a table elsewhere.
  case isListed(path: String)

  public var message: ErrorMessage {
    switch self {
    case .nothingToPickOn(let scan): ErrorMessage(.deskNothingToPickOn, at: scan)
    case .wrong(let field, let expected, let found):
      ErrorMessage(.deskWrongField, at: field, nil, ["expected": expected, "found": .quoted(found)])
    case .noScan(let name): ErrorMessage(.deskNoScan, at: name)
    case .noCap: ErrorMessage(.deskNoCap, at: nil)
    case .isOpen(let path): ErrorMessage(.deskOpen, at: path)
    case .isListed(let path): ErrorMessage(.deskListed, at: path)
    }
  }
}
