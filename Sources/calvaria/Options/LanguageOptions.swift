import ArgumentParser
import Diagnostics
import Foundation

/// The language of what people read: tables on standard output, reports and remarks. Machine files do not depend on it.
struct LanguageOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "The language of tables and reports: en or de; by default that of the environment (LC_ALL, LC_MESSAGES, LANG).",
      valueName: "en|de"))
  var language: Language?

  /// The language that was asked for, otherwise that of the environment.
  var chosen: Language { language ?? .environment }
}

extension Language: ExpressibleByArgument {
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
