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
  /// A file did not come whole, or its scan was given up.
  case brokenOff
  /// Somebody has picked landmarks of a scan and not saved them.
  case isPicked(scan: String)
  /// A scan is rated already.
  case isRated(scan: String)
  /// Another desk works on the folder.
  case isOpen(path: String)
  /// The scans of this study are listed in a table elsewhere.
  case isListed(path: String)

  public var message: ErrorMessage {
    switch self {
    case .nothingToPickOn(let scan): ErrorMessage(.deskNothingToPickOn, at: scan)
    case .wrong(let field, let expected, let found):
      ErrorMessage(
        .deskWrongField, at: .term(field, of: "field"),
        ["expected": expected, "found": found.isEmpty ? .phrase("nothing") : .quoted(found)])
    case .noScan(let name): ErrorMessage(.deskNoScan, at: name)
    case .noCap: ErrorMessage(.deskNoCap, at: nil)
    case .brokenOff: ErrorMessage(.deskBrokenOff, at: nil)
    case .isPicked(let scan): ErrorMessage(.deskPicked, at: scan)
    case .isRated(let scan): ErrorMessage(.deskRated, at: scan)
    case .isOpen(let path): ErrorMessage(.deskOpen, at: path)
    case .isListed(let path): ErrorMessage(.deskListed, at: path)
    }
  }
}
