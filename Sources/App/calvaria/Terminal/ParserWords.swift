import Diagnostics

/// What the parser of the command line says of a wrong call, in the language of the call: it speaks English alone.
struct ParserWords {
  let language: Language

  /// A message; one that is not known stays as it is.
  func cause(_ message: String) -> String {
    if let found = message.wholeMatch(of: /Missing expected argument '(.+)'/) {
      return said("missing_argument", ["name": found.1])
    }
    if let found = message.wholeMatch(of: /Missing value for '(.+)'/) {
      return said("missing_value", ["name": found.1])
    }
    if let found = message.wholeMatch(of: /Unknown option '(.+)'/) { return said("unknown_option", ["name": found.1]) }
    if let found = message.wholeMatch(of: /Unexpected argument '(.+)'/) {
      return said("unexpected_argument", ["name": found.1])
    }
    if let found = message.wholeMatch(of: /[0-9]+ unexpected arguments: (.+)/) {
      return said("unexpected_arguments", ["names": found.1])
    }
    if let found = message.wholeMatch(of: /The value '(.*)' is invalid for '(.+?)'(?:\. Please provide one of (.+)\.)?/)
    {
      // The last of several stands behind a word of English.
      let choices = found.3.map { String($0).replacing("' or '", with: "', '") }
      return said("invalid_value", ["value": found.1, "name": found.2], choices.map { ["choices": $0] } ?? [:])
    }
    return message
  }

  /// A line below the cause: how to call, and where more is said.
  func line(_ line: String) -> String {
    if let found = line.wholeMatch(of: /Usage: (.+)/) { return said("usage", ["call": found.1]) }
    if let found = line.wholeMatch(of: /Help:(.+)/) { return said("help", ["text": found.1]) }
    if let found = line.wholeMatch(of: /[ ]*See '(.+)' for more information\./) {
      return "  " + said("see", ["call": found.1])
    }
    return line
  }

  private func said(_ key: String, _ values: [String: Substring], _ more: [String: String] = [:]) -> String {
    let values = values.mapValues { FindingValue.text(String($0)) }.merging(more.mapValues { .text($0) }) { $1 }
    return language("parser." + key, values)
  }
}
