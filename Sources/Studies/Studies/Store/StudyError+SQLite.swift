internal import GRDB

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
