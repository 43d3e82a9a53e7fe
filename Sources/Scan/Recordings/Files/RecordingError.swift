public import Diagnostics

/// Why a recording, or a frame of it, can't be used.
public enum RecordingError: UserFacingError, Equatable {
  /// A folder or file is missing or can't be read.
  case missing(path: String, expected: FindingValue, found: FindingValue)
  /// The folder shows none of the layouts.
  case unrecognised(folder: String, lookedFor: [FindingValue])
  /// The folder holds several recordings of one file each.
  case several(folder: String, files: [String])
  /// Neither the recording nor the user gives intrinsics.
  case noIntrinsics(folder: String, lookedFor: [String])
  /// Intrinsics that can't be those of these images.
  case badIntrinsics(file: String, expected: FindingValue, found: FindingValue)
  /// A list or metadata file that can't be understood; `line` counts from 1.
  case badIndex(file: String, line: Int?, expected: FindingValue, found: FindingValue)
  /// A timestamp that repeats or goes backwards.
  case disordered(file: String, name: String, previous: String)
  /// A path that is absolute or leads out of the recording.
  case escapingPath(file: String, line: Int, path: String)
  /// A file that is larger than any of its kind should be.
  case tooLarge(file: String, bytes: Int, limit: Int)
  /// No colour image has a depth image at its time; `closest` is the smallest distance in seconds.
  case noPairs(folder: String, closest: Double?)
  /// An archive, or an entry of it, that can't be read.
  case badContainer(file: String, fault: FindingValue)
  /// The program that decodes videos is not installed.
  case noVideoProgram(file: String)
  /// A video without a track of depth that can be decoded.
  case noDepthTrack(file: String, found: FindingValue)
  /// The lens of a camera, by the size of its images, is none that a polynomial follows within so many pixels.
  case wideLens(file: String, size: String, misfit: Double)
  /// There is next to no valid depth in the recording: a smaller share of its pixels than the least.
  case blankDepth(folder: String, least: Double)
  /// An image of a frame is damaged or has the wrong size or kind.
  case badFrame(name: String, file: String, expected: FindingValue, found: FindingValue)
  /// An image of a frame is of a kind that is not read; a command converts it.
  case foreignImage(name: String, file: String, kind: String, command: String)
  /// Colour images are stored as the sensor has them, depth as it is shown.
  case turned(file: String, color: String, depth: String, orientation: Int)

  public var message: ErrorMessage {
    switch self {
    case .missing(let path, let expected, let found):
      ErrorMessage(.recordingMissing, at: path, nil, ["expected": expected, "found": found])
    case .unrecognised(let folder, let lookedFor):
      ErrorMessage(.recordingUnrecognised, at: folder, nil, ["known": Self.either(lookedFor)])
    case .several(let folder, let files):
      ErrorMessage(
        .recordingSeveral, at: folder, nil, ["count": .count(files.count), "names": .names(Array(files.prefix(8)))])
    case .noIntrinsics(let folder, let lookedFor):
      ErrorMessage(.recordingNoIntrinsics, at: folder, nil, ["known": .names(lookedFor)])
    case .badIntrinsics(let file, let expected, let found):
      ErrorMessage(.recordingBadIntrinsics, at: file, nil, ["expected": expected, "found": found])
    case .badIndex(let file, let line, let expected, let found):
      ErrorMessage(.recordingBadIndex, at: file, line.map { .line($0) }, ["expected": expected, "found": found])
    case .disordered(let file, let name, let previous):
      ErrorMessage(.recordingDisordered, at: file, nil, ["name": .text(name), "previous": .text(previous)])
    case .escapingPath(let file, let line, let path):
      ErrorMessage(.recordingEscapingPath, at: file, .line(line), ["path": .text(path)])
    case .tooLarge(let file, let bytes, let limit):
      ErrorMessage(.recordingTooLarge, at: file, nil, ["limit": .count(limit), "bytes": .count(bytes)])
    case .badContainer(let file, let fault):
      ErrorMessage(.recordingBadContainer, at: file, nil, ["fault": fault])
    case .noVideoProgram(let file): ErrorMessage(.recordingNoVideoProgram, at: file)
    case .noDepthTrack(let file, let found): ErrorMessage(.recordingNoDepthTrack, at: file, nil, ["found": found])
    case .wideLens(let file, let size, let misfit):
      ErrorMessage(.recordingWideLens, at: file, nil, ["size": .text(size), "pixels": .exact(misfit)])
    case .blankDepth(let folder, let least):
      ErrorMessage(.recordingBlankDepth, at: folder, nil, ["share": .percent(least)])
    case .noPairs(let folder, let closest):
      ErrorMessage(
        .recordingNoPairs, at: folder, nil,
        [
          "window": Text.milliseconds(Association.window),
          "found": closest.map { .phrase("none_closer", ["distance": Text.milliseconds($0)]) } ?? .phrase("no_two"),
        ])
    case .foreignImage(let name, let file, let kind, let command):
      ErrorMessage(
        .recordingForeignImage, at: .list([.phrase("frame", ["frame": .text(name)]), .text(file)]),
        ["expected": .phrase("image_of_kind"), "found": .text(kind), "command": .text(command)])
    case .turned(let file, let color, let depth, let orientation):
      ErrorMessage(
        .recordingTurned, at: file, nil,
        [
          "color": .text(color), "depth": .text(depth), "orientation": .count(orientation),
          "degrees": .number(orientation < 7 ? 90 : 270, decimals: 0, unit: "°"),
          "command": .text("exiftran -ai FILES"),
        ])
    case .badFrame(let name, let file, let expected, let found):
      ErrorMessage(
        .recordingBadFrame, at: .list([.phrase("frame", ["frame": .text(name)]), .text(file)]),
        ["expected": expected, "found": found])
    }
  }
}

extension RecordingError {
  /// Layouts one after the other.
  private static func either(_ layouts: [FindingValue]) -> FindingValue {
    layouts.dropFirst().reduce(layouts.first ?? .list([])) { .phrase("either", ["one": $0, "other": $1]) }
  }

  /// The error of an image as that of a frame.
  init(_ error: ImageError, frame: String, file: String) {
    switch error {
    case .unreadable(_, let reason):
      self = .badFrame(
        name: frame, file: file, expected: .phrase("whole_image"),
        found: .phrase("damaged_image", ["reason": .text(reason)]))
    case .foreign(_, let kind, let command):
      self = .foreignImage(name: frame, file: file, kind: kind, command: command)
    case .unsuitable(_, let expected, let found):
      self = .badFrame(name: frame, file: file, expected: expected, found: found.words)
    case .cannotEncode(let reason):
      self = .badFrame(name: frame, file: file, expected: .phrase("an_image"), found: .text(reason))
    }
  }
}

/// Numbers of messages.
enum Text {
  /// A number with a fixed count of decimals.
  static func fixed(_ value: Double, _ decimals: Int) -> String {
    value.fixed(decimals: decimals) ?? "\(value)"
  }

  /// A time in seconds, in milliseconds with one decimal.
  static func milliseconds(_ seconds: Double) -> FindingValue { .number(seconds * 1000, decimals: 1, unit: "ms") }
}
