internal import Files
import Diagnostics

/// Phrases by language, as a mapping of a file has them.
enum PhraseTable {
  /// The phrases of a language that there are.
  static func book<Book>(of language: String, in books: [String: Book]) throws(FeedbackFileError) -> Book {
    guard let book = books[language] else { throw .noLanguage(language, known: books.keys.sorted()) }
    return book
  }

  /// The phrases of each language; every one has every key.
  static func parse(_ node: FileNode, keys: [String]) throws(FileError) -> [String: [String: String]] {
    var books: [String: [String: String]] = [:]
    for (language, book) in try languages(node) {
      try book.check(keys: keys)
      for key in keys { books[language, default: [:]][key] = try book[key].text }
    }
    return books
  }

  /// The members of a mapping by language, at least one.
  static func languages(_ node: FileNode) throws(FileError) -> [(language: String, book: FileNode)] {
    var books: [(String, FileNode)] = []
    for language in try node.keys {
      let book = try node[language]
      guard language.wholeMatch(of: /[a-z]{2,3}(-[a-z0-9]{2,8})*/) != nil else {
        throw book.fault(.phrase("language_code"), found: .text("`\(language)`"))
      }
      books.append((language, book))
    }
    guard !books.isEmpty else { throw node.fault(.phrase("languages")) }
    return books
  }
}
