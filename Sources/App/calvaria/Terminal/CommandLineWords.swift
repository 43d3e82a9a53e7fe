import ArgumentParser
import Diagnostics

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

  /// Checks that the first word is a verb, where it is no option.
  ///
  /// - Parameters:
  ///   - verbs: those that messages name.
  ///   - hidden: those that are understood as well.
  static func checkVerb(
    _ words: [String], of verbs: [String], hidden: [String]
  ) throws(CommandLineError) {
    let isHelp = words.first == "help"
    guard let word = words.dropFirst(isHelp ? 1 : 0).first, !word.hasPrefix("-") else { return }
    guard !verbs.contains(word), !hidden.contains(word) else { return }
    throw .noVerb(word, nearest: nearest(to: word, of: verbs), known: verbs)
  }

  /// The word that was most likely meant; nil where none is similar.
  private static func nearest(to word: String, of known: [String]) -> String? {
    if word.count > 2, let begun = known.first(where: { $0.hasPrefix(word.lowercased()) }) { return begun }
    guard let best = known.min(by: { distance(word, $0) < distance(word, $1) }) else { return nil }
    // A typo changes less than half of a word.
    return 2 * distance(word, best) < best.count ? best : nil
  }

  /// How many letters differ: inserted, deleted, replaced, or swapped with their neighbour (the restricted distance of
  /// Damerau and Levenshtein).
  static func distance(_ a: String, _ b: String) -> Int {
    let (a, b) = (Array(a.lowercased().prefix(40)), Array(b.lowercased()))
    var rows = [Array(0...b.count)]
    for i in a.indices {
      var row = [i + 1]
      for j in b.indices {
        var least = min(rows[i][j + 1] + 1, row[j] + 1, rows[i][j] + (a[i] == b[j] ? 0 : 1))
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { least = min(least, rows[i - 1][j - 1] + 1) }
        row.append(least)
      }
      rows.append(row)
    }
    return rows[a.count][b.count]
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
    }
  }
}
