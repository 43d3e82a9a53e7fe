public import Foundation
internal import Inputs

/// A feedback file: thresholds and phrases.
///
/// The one of Datasets is built into the program. A file of one's own gives what differs from it: what it leaves out
/// stays as it is, and a language that the built-in file does not have must have every phrase.
public struct FeedbackFile: Sendable, Equatable {
  /// Its name and version, for results.
  public var name: String, version: String
  /// The thresholds.
  public var rules: FeedbackRules
  /// The phrases of each language, by its code (`en`, `de`).
  public var phrasebooks: [String: Phrasebook]

  /// No feedback file is larger, in bytes; a larger one is not read.
  static let largestBytes = 1 << 20

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

  /// The phrases of a language.
  public func phrasebook(_ language: String) throws(FeedbackFileError) -> Phrasebook {
    guard let book = phrasebooks[language] else {
      throw .noLanguage(language, known: phrasebooks.keys.sorted())
    }
    return book
  }
}
