import ArgumentParser
import Diagnostics
import Foundation

/// The language of what people read: tables on standard output, reports, remarks and errors. Machine files do not depend
/// on it.
struct LanguageOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The language of tables, reports and messages: en or de; by default that of the environment (LC_ALL, LC_MESSAGES, LANG).",
      valueName: "en|de"))
  var language: Language?

  /// The language that was asked for, otherwise that of the environment.
  var chosen: Language { language ?? .environment }
}

extension Language: ExpressibleByArgument {
  /// The language that this call asks for, known before its words are parsed: a wrong call is told of in it too.
  static var ofCall: Language { asked(by: Array(CommandLine.arguments.dropFirst())) ?? .environment }

  /// Reads its texts, for which the work may leave no memory; a refusal ends the program here, and no key stands for a text.
  func read() { if catalogue.words.isEmpty { MemoryRefusal.end() } }

  /// The last language that the words of a call name; nil where they name none that there is.
  static func asked(by words: [String]) -> Language? {
    let option = "--language"
    for (index, word) in words.enumerated().reversed() {
      if word.hasPrefix(option + "=") { return Language(rawValue: String(word.dropFirst(option.count + 1))) }
      if word == option { return words.dropFirst(index + 1).first.flatMap(Language.init(rawValue:)) }
    }
    return nil
  }

  /// The language of the environment, as the C library chooses it: the first of three variables that is not empty.
  static var environment: Language {
    let values = ProcessInfo.processInfo.environment
    let names = ["LC_ALL", "LC_MESSAGES", "LANG"]
    return Language(locale: names.lazy.compactMap { values[$0] }.first { !$0.isEmpty } ?? "")
  }
}

extension Finding {
  /// The finding as a line of narration; the subject is what it is about.
  func line(_ language: Language, subject: String? = nil) -> String {
    var values = ["text": FindingValue.text(text(language))]
    values["subject"] = subject.map { .text($0) }
    return language("narration.note", values)
  }
}
