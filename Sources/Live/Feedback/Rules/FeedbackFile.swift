import Diagnostics
public import Foundation
internal import Files

/// A feedback file: thresholds and phrases.
///
/// The one in Datasets is built into the program. A user's file gives what differs from it: what it leaves out
/// stays as it is, and a language that the built-in file does not have must have every phrase.
public struct FeedbackFile: Sendable, Equatable {
  /// Its name and version, for results.
  public var name: String, version: String
  /// The thresholds.
  public var rules: FeedbackRules
  /// The phrases of each language, by its code (`en`, `de`).
  public var phrasebooks: [String: Phrasebook]

  /// The phrases of a language.
  public func phrasebook(_ language: String) throws(FeedbackFileError) -> Phrasebook {
    try PhraseTable.book(of: language, in: phrasebooks)
  }
}

extension FeedbackFile {
  /// No feedback file is larger, in bytes; a larger one is not read.
  private static let largestBytes = 1 << 20

  /// The built-in file. It is tested, so a wrong one is a programmer's fault.
  public static let builtIn: FeedbackFile = {
    do {
      let text = String(decoding: PackageResources.standard_yaml, as: UTF8.self)
      return try FeedbackFile(text, path: "built-in feedback", over: nil)
    } catch { fatalError("\(error)") }
  }()

  /// The built-in file with what a user's file changes.
  public static func read(_ url: URL) throws(FeedbackFileError) -> FeedbackFile {
    let bytes: [UInt8]
    do throws(InputFile.Fault) { bytes = try InputFile.bytes(url.path, atMost: largestBytes) } catch {
      if case .tooLarge = error {
        throw .invalid(
          path: url.path, place: nil, .expected(.atMostMiB(largestBytes >> 20), found: error.found))
      }
      throw .unreadable(path: url.path, found: error.found)
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw .invalid(
        path: url.path, place: nil, .expected(.phrase("utf8_text"), found: .phrase("something_else")))
    }
    return try parse(text, path: url.path)
  }

  /// The built-in file with what a text changes; `path` is named in errors.
  public static func parse(_ text: String, path: String) throws(FeedbackFileError) -> FeedbackFile {
    try FeedbackFile(text, path: path, over: builtIn)
  }

  /// A text's content; what it leaves out is taken from `base`, and without one nothing may be left out.
  private init(_ text: String, path: String, over base: FeedbackFile?) throws(FeedbackFileError) {
    let parser = try FeedbackFileParser(text, path: path)
    try parser.checkTop()
    name = try parser.text("name") ?? base?.name ?? ""
    version = try parser.text("version") ?? base?.version ?? ""
    (rules, phrasebooks) = (base?.rules ?? FeedbackRules(), base?.phrasebooks ?? [:])
    try parser.readRules(&rules, whole: base == nil)
    try parser.readPhrases(&phrasebooks)
    try parser.check(rules)
  }
}
