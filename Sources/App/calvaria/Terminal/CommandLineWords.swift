import ArgumentParser
import Diagnostics
import Foundation

/// The words that the program was called with, checked before the parser sees them.
enum CommandLineWords {
  /// The words after the program's name.
  ///
  /// - Throws: ``CommandLineError`` for one that is not UTF-8, of which Swift's strings would make another name, and for an
  ///   empty one, which as a path would stand for the current folder.
  static func read() throws(CommandLineError) -> [String] {
    var words: [String] = []
    for index in 1..<max(1, Int(CommandLine.argc)) {
      guard let pointer = CommandLine.unsafeArgv[index] else { break }
      guard let word = String(validatingCString: pointer) else {
        var bytes: [UInt8] = []
        var next = pointer
        while next.pointee != 0 {
          bytes.append(UInt8(bitPattern: next.pointee))
          next += 1
        }
        throw .notUTF8(bytes: bytes)
      }
      guard !word.isEmpty else { throw .empty(after: words.last) }
      words.append(word)
    }
    return words
  }

  /// Checks that the first word is a verb, where it is no option, and the next one that of a verb that has verbs of its own.
  ///
  /// - Throws: ``CommandLineError`` with the verb that was most likely meant.
  static func checkVerb(_ words: [String], of root: any ParsableCommand.Type) throws(CommandLineError) {
    var (command, rest) = (root, words.dropFirst(words.first == "help" ? 1 : 0))
    while command.configuration.defaultSubcommand == nil, let word = rest.popFirst(), !word.hasPrefix("-"),
      word != "help"
    {
      guard let next = verb(word, of: command) else {
        let shown = command.configuration.subcommands.map { $0.configuration }.filter { $0.shouldDisplay }
          .compactMap { $0.commandName }
        guard !shown.isEmpty else { return }
        throw .noVerb(word, nearest: shown.nearest(to: word), known: shown)
      }
      command = next
    }
  }

  private static func verb(_ word: String, of command: any ParsableCommand.Type) -> (any ParsableCommand.Type)? {
    command.configuration.subcommands.first { $0.configuration.commandName == word }
  }

  /// The first option that looks like a mistyped one of the verb that is called; nil where none does.
  static func mistypedOption(_ words: [String], of root: any ParsableCommand.Type) -> CommandLineError? {
    var (command, words) = (root, words[...])
    while let word = words.first, let verb = verb(word, of: command) { (command, words) = (verb, words.dropFirst()) }
    let known = options(of: command.configuration.defaultSubcommand ?? command)
    for word in words.prefix(while: { $0 != "--" }) where word.hasPrefix("--") {
      let option = String(word.prefix { $0 != "=" })
      if !known.contains(option), let nearest = known.nearest(to: option) { return .noOption(option, nearest: nearest) }
    }
    return nil
  }

  /// The long options of a verb, as its own description of itself has them.
  private static func options(of command: any ParsableCommand.Type) -> [String] {
    struct Tool: Decodable {
      struct Command: Decodable { let arguments: [Argument]? }
      struct Argument: Decodable { let names: [Name]? }
      struct Name: Decodable { let kind, name: String }
      let command: Command
    }
    let tool = try? JSONDecoder().decode(Tool.self, from: Data(command._dumpHelp().utf8))
    return (tool?.command.arguments ?? []).flatMap { $0.names ?? [] }.filter { $0.kind == "long" }.map {
      "--" + $0.name
    }
  }
}

/// Why the words of a call can't be understood.
enum CommandLineError: UserFacingError, Equatable {
  /// A word is not UTF-8.
  case notUTF8(bytes: [UInt8])
  /// A word is empty; the one before it.
  case empty(after: String?)
  /// There is no such verb.
  case noVerb(String, nearest: String?, known: [String])
  /// The verb has no such option.
  case noOption(String, nearest: String)

  var message: ErrorMessage {
    switch self {
    case .notUTF8(let bytes):
      ErrorMessage(
        .callNotUTF8,
        at: "\""
          + bytes.map { $0 < 0x80 ? String(UnicodeScalar($0)) : "\\x" + String($0, radix: 16, uppercase: true) }
          .joined()
          + "\"")
    case .empty(let before): ErrorMessage(.callEmpty, at: before ?? "calvaria")
    case .noVerb(let word, let nearest, let known):
      ErrorMessage(
        .callNoVerb, at: nil,
        ["verb": .quoted(word)].merging(nearest.map { ["nearest": .text($0)] } ?? ["known": .names(known)]) { $1 })
    case .noOption(let option, let nearest):
      ErrorMessage(.callNoOption, at: nil, ["option": .quoted(option), "nearest": .quoted(nearest)])
    }
  }
}
