public import Diagnostics

/// Why a recording, or a frame of it, can't be used.
public enum RecordingError: UserFacingError, Equatable {
  /// A folder or file is missing or can't be read.
  case missing(path: String, expected: String, found: String)
  /// The folder shows none of the layouts.
  case unrecognised(folder: String, lookedFor: [String])
  /// Neither the recording nor the user gives intrinsics.
  case noIntrinsics(folder: String, lookedFor: [String])
  /// Intrinsics that can't be those of these images.
  case badIntrinsics(file: String, expected: String, found: String)
  /// A list or metadata file that can't be understood; `line` counts from 1.
  case badIndex(file: String, line: Int?, expected: String, found: String)
  /// A timestamp that repeats or goes backwards.
  case disordered(file: String, name: String, previous: String)
  /// A path that is absolute or leads out of the recording.
  case escapingPath(file: String, line: Int, path: String)
  /// A file that is larger than any of its kind should be.
  case tooLarge(file: String, bytes: Int, limit: Int)
  /// No colour image has a depth image at its time; `closest` is the smallest distance in seconds.
  case noPairs(folder: String, closest: Double?)
  /// There is next to no valid depth in the recording.
  case blankDepth(folder: String)
  /// An image of a frame is damaged or has the wrong size or kind.
  case badFrame(name: String, file: String, expected: String, found: String)

  /// Input missing for absent or unreadable files, bad data for all else.
  public var kind: UserFacingErrorKind {
    if case .missing = self { return .inputMissing }
    return .badData
  }

  /// The folder, file, line or frame at fault.
  public var subject: String {
    switch self {
    case .missing(let path, _, _): path
    case .unrecognised(let folder, _), .noIntrinsics(let folder, _), .noPairs(let folder, _), .blankDepth(let folder):
      folder
    case .badIntrinsics(let file, _, _), .disordered(let file, _, _), .tooLarge(let file, _, _): file
    case .badIndex(let file, let line, _, _): file + (line.map { ", line \($0)" } ?? "")
    case .escapingPath(let file, let line, _): "\(file), line \(line)"
    case .badFrame(let name, let file, _, _): "frame \(name), \(file)"
    }
  }
}
