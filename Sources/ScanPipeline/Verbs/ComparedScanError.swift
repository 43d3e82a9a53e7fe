import Diagnostics

/// Why two scans can't be compared.
public enum ComparedScanError: UserFacingError, Equatable {
  /// A folder holds no result of `reconstruct`.
  case noResult(folder: String)
  /// A result file is no such.
  case strangeResult(file: String, found: String)
  /// A mesh comes without landmarks.
  case noLandmarkFile(mesh: String)
  /// Landmarks or a unit are given for a folder, which has its own.
  case needless(path: String)
  /// The scan has no head frame.
  case noHeadFrame(path: String, reason: String)
  /// The scans were measured by different protocols; what differs first.
  case differentProtocols(a: String, b: String, difference: String)

  public var kind: UserFacingErrorKind {
    switch self {
    case .noResult: .inputMissing
    case .noLandmarkFile, .needless: .usage
    case .strangeResult, .noHeadFrame, .differentProtocols: .badData
    }
  }

  public var subject: String {
    switch self {
    case .noResult(let path), .strangeResult(let path, _), .noLandmarkFile(let path), .needless(let path),
      .noHeadFrame(let path, _):
      path
    case .differentProtocols(let a, let b, _): "\(a) and \(b)"
    }
  }

  public var problem: String {
    switch self {
    case .noResult: "expected a folder of reconstruct or a mesh file, found a folder without result.json"
    case .strangeResult(_, let found): "expected a result of schema calvaria/result/1, found \(found)"
    case .noLandmarkFile: "expected landmarks for a mesh, found none"
    case .needless: "expected no landmarks and no unit for a folder of reconstruct, which has its own"
    case .noHeadFrame(_, let reason): "expected landmarks that make a head frame: \(reason)"
    case .differentProtocols(_, _, let difference):
      "expected two scans measured by one protocol, found different ones: \(difference)"
    }
  }

  public var remedy: String? {
    switch self {
    case .noResult: "name the folder that reconstruct wrote, or a PLY, STL or OBJ mesh"
    case .strangeResult: "reconstruct the scan again"
    case .noLandmarkFile: "name them with --landmarks-a and --landmarks-b"
    case .needless: "leave the option out"
    case .noHeadFrame: "reconstruct the scan with --landmarks"
    case .differentProtocols: "measure both with the same protocol"
    }
  }
}
