import Diagnostics

/// Why a print can't be checked.
public enum CapCheckError: UserFacingError, Equatable {
  /// A photo is missing or can't be read.
  case unreadable(file: String, found: FindingValue)
  /// What is named is no photo.
  case noPhoto(file: String, found: FindingValue, limitMiB: Int)
  /// A photo is named twice, or a copy of it.
  case twice(file: String)
  /// A photo shows too few marks of a sheet.
  case noMarks(file: String, found: Int)
  /// A photo shows another paper than the first one.
  case otherPaper(file: String, Paper, first: Paper)
  /// No photo shows a marker of the cap.
  case noMarkers(dictionary: String)
  /// The measured length is not that of the printed ruler.
  case wrongLength(foundMm: Double, expectedMm: Double)
  /// The marks fit no camera.
  case noFit

  public var message: ErrorMessage {
    switch self {
    case .unreadable(let file, let found): ErrorMessage(.capCheckUnreadable, at: file, nil, ["found": found])
    case .noPhoto(let file, let found, let limit):
      ErrorMessage(.capCheckNoPhoto, at: file, nil, ["found": found, "limit": .count(limit)])
    case .twice(let file): ErrorMessage(.capCheckTwice, at: file)
    case .noMarks(let file, let found): ErrorMessage(.capCheckNoMarks, at: file, nil, ["count": .count(found)])
    case .otherPaper(let file, let other, let first):
      ErrorMessage(
        .capCheckOtherPaper, at: file, nil, ["paper": .text(first.name), "other": .text(other.name)])
    case .noMarkers(let dictionary):
      ErrorMessage(.capCheckNoMarkers, at: nil, ["dictionary": .text(dictionary)])
    case .wrongLength(let found, let expected):
      ErrorMessage(
        .capCheckWrongLength, at: "--known-mm", nil,
        ["found": .exact(found, unit: "mm"), "length": .exact(expected, unit: "mm")])
    case .noFit: ErrorMessage(.capCheckNoFit, at: nil)
    }
  }
}
