public import Diagnostics
internal import Files
internal import GRDB

/// Why a study can't be worked on.
public enum StudyError: UserFacingError, Equatable {
  /// There is no study at the path.
  case noStudy(path: String)
  /// The folder holds something else.
  case notOurs(path: String, found: FindingValue)
  /// The study was made by another version.
  case otherVersion(path: String, expected: String, found: String)
  /// Nobody has said where its dataset lies, or it lies there no more.
  case noDataset(path: String, found: FindingValue)
  /// A scan of the study is not in its dataset as it was; what is found in its place.
  case noSource(scan: String, found: FindingValue)
  /// Another run is working on a scan.
  case busy(scan: String)
  /// A file is no job of a batch, or no batch has started this program for it.
  case noJob(path: String, found: FindingValue)
  /// A part of the study is a link that leads out of it.
  case leadsOut(path: String)
  /// The study's folder can't be written.
  case cannotWrite(path: String, reason: FindingValue)
  /// The study's store can't be used; the reason of SQLite.
  case badStore(path: String, reason: String)
  /// The study's store is no database, is damaged, or has other tables; the reason of SQLite.
  case damagedStore(path: String, reason: String)
  /// Another program has its store.
  case busyStore(path: String)
  /// The study's store can't be opened or written: rights, space, a disk that fails; the reason of SQLite.
  case closedStore(path: String, reason: String)
  /// The study's store was written by a later version.
  case laterStore(path: String)
  /// Nothing is stored yet.
  case noStore(path: String)
  /// The store is of an earlier version, and this process can't bring it up to date.
  case earlierStore(path: String)
  /// The study has no scan of that name.
  case noSuchScan(name: String)
  /// No scan was measured by that protocol.
  case noSuchProtocol(name: String, known: [String])
  /// A filter can't be understood at a character, from 1.
  case badFilter(at: Int, expected: FindingValue, found: FindingValue)

  public var message: ErrorMessage {
    switch self {
    case .noStudy(let path): ErrorMessage(.studyMissing, at: path)
    case .notOurs(let path, let found): ErrorMessage(.studyNotOurs, at: path, nil, ["found": found])
    case .otherVersion(let path, let expected, let found):
      ErrorMessage(.studyOtherVersion, at: path, nil, ["expected": .text(expected), "found": .quoted(found)])
    case .noDataset(let path, let found): ErrorMessage(.studyNoDataset, at: path, nil, ["found": found])
    case .noSource(let scan, let found): ErrorMessage(.studyNoSource, at: scan, nil, ["found": found])
    case .busy(let scan): ErrorMessage(.studyBusy, at: scan)
    case .noJob(let path, let found): ErrorMessage(.studyNoJob, at: path, nil, ["found": found])
    case .leadsOut(let path): ErrorMessage(.studyLeadsOut, at: path)
    case .cannotWrite(let path, let reason): ErrorMessage(.studyCannotWrite, at: path, nil, ["reason": reason])
    case .badStore(let path, let reason), .damagedStore(let path, let reason):
      ErrorMessage(.studyBadStore, at: path, nil, ["reason": .text(reason)])
    case .busyStore(let path): ErrorMessage(.studyBusyStore, at: path)
    case .closedStore(let path, let reason):
      ErrorMessage(.studyClosedStore, at: path, nil, ["reason": .text(reason)])
    case .laterStore(let path): ErrorMessage(.studyLaterStore, at: path)
    case .noStore(let path): ErrorMessage(.studyNoStore, at: path)
    case .earlierStore(let path): ErrorMessage(.studyEarlierStore, at: path)
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

extension StudyError {
  /// Why a file of a study could not be written.
  init(writing error: any Error, _ path: String) {
    switch error as? OutputError {
    case .cannotWrite(_, let reason): self = .cannotWrite(path: path, reason: reason)
    case .some(let error): self = .cannotWrite(path: path, reason: error.message.problem)
    case .none: self = .cannotWrite(path: path, reason: .phrase("writing_failed"))
    }
  }
}

extension StudyError {
  /// What an error of the database means: damage is told from a store that somebody else has, or that can't be written.
  init(storing error: any Error, _ path: String) {
    guard let error = error as? DatabaseError else {
      self = .badStore(path: path, reason: "\(type(of: error))")
      return
    }
    let reason = error.message ?? "\(error.resultCode)"
    switch error.resultCode {
    case .SQLITE_BUSY, .SQLITE_LOCKED: self = .busyStore(path: path)
    case .SQLITE_READONLY, .SQLITE_CANTOPEN, .SQLITE_PERM, .SQLITE_AUTH, .SQLITE_FULL, .SQLITE_IOERR:
      self = .closedStore(path: path, reason: reason)
    // Its tables are not ours, or a text in it is longer than any that we write.
    case .SQLITE_NOTADB, .SQLITE_CORRUPT, .SQLITE_ERROR, .SQLITE_TOOBIG:
      self = .damagedStore(path: path, reason: reason)
    default: self = .badStore(path: path, reason: reason)
    }
  }

  /// Whether a store that can't be written may still be read.
  var isRefusalToWrite: Bool {
    switch self {
    case .busyStore, .closedStore, .cannotWrite: true
    default: false
    }
  }
}
