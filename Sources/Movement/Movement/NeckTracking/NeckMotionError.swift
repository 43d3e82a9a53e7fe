public import Diagnostics

/// Why a neck can't be measured as it was asked for.
public enum NeckMotionError: UserFacingError, Equatable {
  /// The patch is to be the reference, and the cap file names none.
  case noPatch
  /// The recording has no frame of that name.
  case noSuchFrame(name: String)
  /// A reconstruction is of another cap: how many markers both have, and how many are needed.
  case otherCap(path: String, shared: Int, needed: Int)

  public var message: ErrorMessage {
    switch self {
    case .noPatch: ErrorMessage(.neckNoPatch, at: "--reference")
    case .noSuchFrame(let name): ErrorMessage(.neckNoSuchFrame, at: "--neutral", .text(name))
    case .otherCap(let path, let shared, let needed):
      ErrorMessage(.neckOtherCap, at: path, nil, ["shared": .count(shared), "needed": .count(needed)])
    }
  }
}
