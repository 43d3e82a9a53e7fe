public import Foundation
internal import Inputs

extension FeedbackFile {
  /// No feedback file is larger, in bytes; a larger one is not read.
  private static let largestBytes = 1 << 20

  /// The built-in file. It is tested, so a wrong one is a programmer's fault.
  public static let builtIn: FeedbackFile = {
    do {
      let text = String(decoding: PackageResources.standard_yaml, as: UTF8.self)
      return try FeedbackFileParser(text, path: "built-in feedback").parse(over: nil)
    } catch { fatalError("\(error)") }
  }()

  /// The built-in file with what a file of one's own changes.
  public static func read(_ url: URL) throws(FeedbackFileError) -> FeedbackFile {
    let bytes: [UInt8]
    do throws(InputFile.Fault) { bytes = try InputFile.bytes(url.path, atMost: largestBytes) } catch {
      if case .tooLarge = error {
        throw .invalid(path: url.path, place: nil, "expected at most 1 MiB, found \(error.found)")
      }
      throw .unreadable(path: url.path, found: error.found)
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw .invalid(path: url.path, place: nil, "expected UTF-8 text, found something else")
    }
    return try parse(text, path: url.path)
  }

  /// The built-in file with what a text changes; `path` is named in errors.
  public static func parse(_ text: String, path: String) throws(FeedbackFileError) -> FeedbackFile {
    try FeedbackFileParser(text, path: path).parse(over: builtIn)
  }
}
