public import Diagnostics

/// Why there is no dataset to work on.
public enum DatasetError: UserFacingError, Equatable {
  /// There is no folder and no table.
  case missing(path: String)
  /// There is no scan in it.
  case noScans(folder: String)
  /// There are more scans than any study has.
  case tooMany(folder: String, scans: Int, limit: Int)
  /// A table can't be read, or not understood; the line counts from 1.
  case badTable(file: String, line: Int?, expected: FindingValue, found: FindingValue)
  /// It has no scan of that name.
  case noSuchScan(name: String)

  public var message: ErrorMessage {
    switch self {
    case .missing(let path): ErrorMessage(.datasetMissing, at: path)
    case .noScans(let folder): ErrorMessage(.datasetNoScans, at: folder)
    case .tooMany(let folder, let scans, let limit):
      ErrorMessage(
        .datasetTooMany, at: folder, nil, ["found": .count(scans), "limit": .count(limit)])
    case .badTable(let file, let line, let expected, let found):
      ErrorMessage(
        .datasetBadTable, at: file, line.map { .line($0) }, ["expected": expected, "found": found])
    case .noSuchScan(let name): ErrorMessage(.datasetNoSuchScan, at: "--scan", nil, ["name": .quoted(name)])
    }
  }
}
