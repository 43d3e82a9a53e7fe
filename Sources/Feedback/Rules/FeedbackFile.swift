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

  /// The phrases of a language.
  public func phrasebook(_ language: String) throws(FeedbackFileError) -> Phrasebook {
    guard let book = phrasebooks[language] else {
      throw .noLanguage(language, known: phrasebooks.keys.sorted())
    }
    return book
  }
}
