public import Diagnostics
internal import Outputs

/// Why a study can't be worked on.
public enum StudyError: UserFacingError, Equatable {
  /// There is no study at the path.
  case noStudy(path: String)
  /// The folder holds something else.
  case notOurs(path: String, found: FindingValue)
  /// Its folder can't be written.
  case cannotWrite(path: String, reason: FindingValue)
  /// Its store can't be read or written; the reason of SQLite.
  case badStore(path: String, reason: String)
  /// Its store was written by a later version.
  case laterStore(path: String)
  /// Nothing is stored yet.
  case noStore(path: String)
  /// It has no scan of that name.
  case noSuchScan(name: String)
  /// No scan was measured by that protocol.
  case noSuchProtocol(name: String, known: [String])
  /// A filter can't be understood at a character, from 1.
  case badFilter(at: Int, expected: FindingValue, found: FindingValue)

  /// The same of a file that can't be written: its reason, not the whole sentence, which says so once more.
  init(writing path: String, _ error: OutputError) {
    let reason: FindingValue = if case .cannotWrite(_, let reason) = error { reason } else { error.message.problem }
    self = .cannotWrite(path: path, reason: reason)
  }

  public var message: ErrorMessage {
    switch self {
    case .noStudy(let path): ErrorMessage(.studyMissing, at: path)
    case .notOurs(let path, let found): ErrorMessage(.studyNotOurs, at: path, nil, ["found": found])
    case .cannotWrite(let path, let reason): ErrorMessage(.studyCannotWrite, at: path, nil, ["reason": reason])
    case .badStore(let path, let reason): ErrorMessage(.studyBadStore, at: path, nil, ["reason": .text(reason)])
    case .laterStore(let path): ErrorMessage(.studyLaterStore, at: path)
    case .noStore(let path): ErrorMessage(.studyNoStore, at: path)
    case .noSuchScan(let name): ErrorMessage(.studyNoSuchScan, at: nil, ["name": .quoted(name)])
    case .noSuchProtocol(let name, let known):
      ErrorMessage(
        .studyNoSuchProtocol, at: "--protocol", nil,
        ["name": .quoted(name), "known": known.isEmpty ? .phrase("none") : .names(known)])
    case .badFilter(let place, let expected, let found):
      ErrorMessage(
        .studyBadFilter, at: "--where", .phrase("character", ["place": .count(place)]),
        ["expected": expected, "found": found])
    }
  }
}
