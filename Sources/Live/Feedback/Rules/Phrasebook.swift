import Diagnostics
internal import Files

/// What is said, in one language.
public struct Phrasebook: Sendable, Equatable {
  /// The language's code, as espeak-ng knows it.
  public let language: String
  let phrases: [String: String]

  /// The names of all that is said.
  static let keys: [String] =
    Guidance.names + Hint.names.map { "hint_" + $0 } + Alert.allCases.map { "alert_" + $0.rawValue }
    + ["progress", "reminder", "next", "next_here"] + HeadPart.allCases.map { "part_" + $0.rawValue }
    + MoveDirection.allCases.map { "direction_" + $0.rawValue }

  /// What may stand in braces in a phrase.
  static func placeholders(of key: String) -> [String] {
    switch key {
    case "hint_move": ["direction"]
    case "progress": ["percent"]
    case "reminder", "next_here": ["part"]
    case "next": ["part", "direction"]
    default: []
    }
  }

  /// What is said about an event; nil for one that is not spoken of.
  public func text(for event: FeedbackEvent) -> String? {
    switch event.kind {
    case .guidance(let guidance): phrase(guidance.name)
    case .hint(let hint): text(for: hint)
    case .progress(let percent): phrase("progress", ["percent": "\(percent)"])
    case .reminder(let part): phrase("reminder", ["part": word(part)])
    case .next(let part, let direction?): phrase("next", ["part": word(part), "direction": word(direction)])
    case .next(let part, nil): phrase("next_here", ["part": word(part)])
    case .alert(let alert): text(for: alert)
    case .vibration, .hintOver, .partDone, .alertOver, .reading: nil
    }
  }

  /// What is said of a hint.
  public func text(for hint: Hint) -> String {
    if case .move(let direction) = hint { return phrase("hint_move", ["direction": word(direction)]) }
    return phrase("hint_" + hint.name)
  }

  /// The words for a hint of a name, whatever its direction.
  func text(forHint name: String) -> String { name == "move" ? self[.move] : phrase("hint_" + name) }

  /// What is said of an alert.
  public func text(for alert: Alert) -> String { phrase("alert_" + alert.rawValue) }

  /// A word of a page about a scan.
  public subscript(_ word: PrintedWord) -> String { phrase(word.key) }

  /// The printed words alone.
  var words: [String: String] { phrases.filter { $0.key.hasPrefix("word_") } }

  /// The prompt of a state.
  public func prompt(_ guidance: Guidance) -> String { phrase(guidance.name) }

  /// The word for a part of the head.
  public func word(_ part: HeadPart) -> String { phrase("part_" + part.rawValue) }

  /// The words for a direction.
  public func word(_ direction: MoveDirection) -> String { phrase("direction_" + direction.rawValue) }

  /// A figure, printed with a point, with the language's decimal sign.
  public func decimal(_ figure: String) -> String { figure.replacing(".", with: self[.decimalSign]) }

  /// A time with its unit, in the language's way.
  ///
  /// - Parameter value: seconds.
  public func seconds(_ value: Double, digits: Int = 1) -> String {
    value.fixed(decimals: digits).map { decimal($0) + " s" } ?? "–"
  }

  private func phrase(_ key: String, _ values: [String: String] = [:]) -> String {
    values.reduce(phrases[key] ?? "") { $0.replacing("{\($1.key)}", with: $1.value) }
  }
}

/// The words of a page about a scan: printed, not spoken. A user's language has the English one where it leaves one
/// out.
public enum PrintedWord: String, Sendable, CaseIterable {
  case title, notice, frames, thresholds, summary, good, of, from, none, neverBegan = "never_began", longest
  case markers, ended, steps, told, neverScanned = "never_scanned", allSeen = "all_seen"
  case markersNeverSeen = "markers_never_seen", scanned, notScanned = "not_scanned"
  case unknownParts = "unknown_parts", assumedView = "assumed_view"
  case timeline, how, previousFrame = "previous_frame", nextFrame = "next_frame"
  case zoomOut = "zoom_out", zoomIn = "zoom_in", overlap, lostBelow = "lost_below"
  case regainedFrom = "regained_from", distance, tooFarFrom = "too_far_from", goodRange = "good_range"
  case withoutDepth = "without_depth", tooCloseFrom = "too_close_from", blur, tooFastFrom = "too_fast_from"
  case vibration, on, off, hints, move, state, alerts, nextPart = "next_part", speech, time, frame, image
  case earlier, later, shared, other, noDepth = "no_depth", saidLast = "said_last", events, event, words, figures
  case vibrationBegins = "vibration_begins", vibrationEnds = "vibration_ends", hint, hintOver = "hint_over"
  case progress, partDone = "part_done", reminder, alert, alertOver = "alert_over", reading, red, amber, green
  case within, began, at, ofMarkers = "of_markers", partsNamed = "parts_named", byLayout = "by_layout"
  case byCap = "by_cap", byFirstView = "by_first_view", layoutTells = "layout_tells", decimalSign = "decimal_sign"

  /// The name in files.
  var key: String { "word_" + rawValue }
}

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
