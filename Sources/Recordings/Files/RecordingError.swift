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

extension RecordingError {
  /// What was expected and what was found.
  public var problem: String {
    switch self {
    case .missing(_, let expected, let found), .badIntrinsics(_, let expected, let found),
      .badIndex(_, _, let expected, let found), .badFrame(_, _, let expected, let found):
      "expected \(expected), found \(found)"
    case .unrecognised(_, let lookedFor):
      "expected a recording, found none of: \(lookedFor.joined(separator: "; "))"
    case .noIntrinsics(_, let lookedFor):
      "expected the camera's intrinsics, found none of: \(lookedFor.joined(separator: ", "))"
    case .disordered(_, let name, let previous):
      "expected timestamps that increase, found \(name) after \(previous)"
    case .escapingPath(_, _, let path): "expected a path within the recording, found \(path)"
    case .tooLarge(_, let bytes, let limit): "expected at most \(limit) bytes, found \(bytes)"
    case .blankDepth:
      "expected valid depth, found less than 1 % of the pixels valid in the first, the middle and the last frame"
    case .noPairs(_, let closest):
      "expected colour and depth within \(Text.milliseconds(Association.window)) of each other, found "
        + (closest.map { "none closer than \(Text.milliseconds($0))" } ?? "no two that belong together")
    }
  }

  /// What helps.
  public var remedy: String? {
    switch self {
    case .missing: "check the path and the rights to read it"
    case .unrecognised: "give the recording's own folder, or force a layout with --format"
    case .noIntrinsics: "give them with --intrinsics FILE (JSON with width, height, intrinsic_matrix)"
    case .badIntrinsics: "correct the file, or give the right one with --intrinsics FILE"
    case .badIndex, .tooLarge: "correct the file, or export the recording again"
    case .disordered: "export the recording again; frames must be listed once, in order of time"
    case .escapingPath: "copy the images into the recording and list them by relative paths"
    case .blankDepth: "export the depth again; check its format and unit with `calvaria info`"
    case .noPairs: "check that both streams use the same clock, in seconds"
    case .badFrame: "copy the file again from the recorder, or leave the frame out of the recording"
    }
  }
}

extension RecordingError {
  /// The error of an image as that of a frame.
  init(_ error: ImageError, frame: String, file: String) {
    switch error {
    case .unreadable(_, let reason):
      self = .badFrame(
        name: frame, file: file, expected: "a whole image", found: "a damaged or foreign one (\(reason))")
    case .unsuitable(_, let expected, let found):
      self = .badFrame(name: frame, file: file, expected: expected, found: "\(found)")
    case .cannotEncode(let reason):
      self = .badFrame(name: frame, file: file, expected: "an image", found: reason)
    }
  }
}
