import Diagnostics

/// Why scans can't be compared.
public enum ComparedScanError: UserFacingError, Equatable {
  /// A folder holds no result of `reconstruct`.
  case noResult(folder: String)
  /// A result file is no such.
  case strangeResult(file: String, found: FindingValue)
  /// A mesh comes without landmarks.
  case noLandmarkFile(mesh: String)
  /// Landmarks or a unit are given for a folder, which has its own.
  case needless(path: String)
  /// The scan has no head frame.
  case noHeadFrame(path: String, reason: FindingValue)
  /// There is nothing to compare with; how many scans were named.
  case tooFew(Int)
  /// A scan is named twice.
  case twice(path: String)
  /// The scans were measured by different protocols; what differs first.
  case differentProtocols(a: String, b: String, difference: FindingValue)

  public var message: ErrorMessage {
    switch self {
    case .noResult(let folder): ErrorMessage(.compareNoResult, at: folder)
    case .strangeResult(let file, let found): ErrorMessage(.compareStrangeResult, at: .text(file), ["found": found])
    case .noLandmarkFile(let mesh): ErrorMessage(.compareNoLandmarks, at: mesh)
    case .needless(let path): ErrorMessage(.compareNeedless, at: path)
    case .noHeadFrame(let path, let reason): ErrorMessage(.compareNoHeadFrame, at: .text(path), ["reason": reason])
    case .tooFew(let count): ErrorMessage(.compareTooFew, at: nil, ["count": .count(count)])
    case .twice(let path): ErrorMessage(.compareTwice, at: path)
    case .differentProtocols(let a, let b, let difference):
      ErrorMessage(
        .compareDifferentProtocols, at: .phrase("both", ["a": .text(a), "b": .text(b)]), ["difference": difference])
    }
  }
}
