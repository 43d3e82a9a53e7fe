public import Files
import Diagnostics

/// What is said to somebody who answers by the thumb. The file in Datasets/feedback is built in.
public struct AnswerGuidance: Sendable, Equatable {
  /// Name and version, for results.
  public let name, version: String
  /// What is said, by language.
  public let phrasebooks: [String: MeasuringPhrases]

  /// The phrases of a language.
  public func phrasebook(_ language: String) throws(FeedbackFileError) -> MeasuringPhrases {
    try PhraseTable.book(of: language, in: phrasebooks)
  }
}

/// What is said to guide somebody through a measurement, in one language.
public struct MeasuringPhrases: Sendable, Equatable {
  /// The language's code, as espeak-ng knows it.
  public let language: String
  let phrases: [String: String]

  /// What is said when a measurement comes to a state, and while it lasts.
  public func prompt(_ state: MeasuringState) -> String { prompt(named: state.name) }

  /// The same by the state's name in files; empty for one that there is not.
  public func prompt(named state: String) -> String { phrases[state] ?? "" }
}

extension AnswerGuidance: Definition {
  public static let kind = "answer guidance"

  public static let builtIn = embedded([PackageResources.gesture_yaml])

  /// The built-in guidance.
  public static var standard: AnswerGuidance { builtIn[0] }

  /// The guidance that a YAML text defines; every key is needed.
  ///
  /// - Throws: ``DefinitionError/invalid(file:place:expected:found:)``.
  public static func parse(_ text: String, file: String) throws(DefinitionError) -> AnswerGuidance {
    let root = try DefinitionNode.root(text, file: file)
    try root.check(keys: ["schema", "name", "version", "phrases"])
    _ = try root["schema"].choice(["calvaria/answer-guidance/1"])
    let books = try PhraseTable.parse(root["phrases"], keys: MeasuringState.names)
    return AnswerGuidance(
      name: try root["name"].text, version: try root["version"].text,
      phrasebooks: Dictionary(
        uniqueKeysWithValues: books.map { ($0.key, MeasuringPhrases(language: $0.key, phrases: $0.value)) }))
  }
}
