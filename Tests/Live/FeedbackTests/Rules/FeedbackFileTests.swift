import Diagnostics
import Files
import Foundation
import TestSupport
import Testing

@testable import Feedback

@Suite struct FeedbackFileTests {
  private func parse(_ text: String) throws -> FeedbackFile {
    try FeedbackFile.parse("schema: calvaria/feedback-rules/1\n" + text, path: "own.yaml")
  }

  private func problem(_ text: String) -> String {
    do {
      _ = try parse(text)
      return ""
    } catch { return "\(error)" }
  }

  @Test func theBuiltInFileIsTheOneOfDatasets() throws {
    let url = SharedMaterial.packageRoot.appendingPathComponent("Datasets/feedback/standard.yaml")
    #expect(try FeedbackFile.read(url) == FeedbackFile.builtIn)
    #expect(FeedbackFile.builtIn.rules.position.framesInARow == 4)
    #expect(FeedbackFile.builtIn.rules.hints.invalidShare == 0.3)
    #expect(FeedbackFile.builtIn.rules.settling == .init(leniency: 0.2, seconds: 2))
    #expect(FeedbackFile.builtIn.phrasebooks.keys.sorted() == ["de", "en"])
  }

  @Test func aFileGivesWhatDiffers() throws {
    let own = try parse("name: slow\nposition: {frames_in_a_row: 6}\nphrases: {en: {hint_lost: Gone}}\n")
    var expected = FeedbackFile.builtIn
    expected.name = "slow"
    expected.rules.position.framesInARow = 6
    #expect(own.rules == expected.rules)
    #expect(own.name == "slow")
    #expect(own.phrasebooks["en"]?.phrases["hint_lost"] == "Gone")
    #expect(own.phrasebooks["en"]?.phrases["hint_too_far"] == "Too far, move closer")
    #expect(own.phrasebooks["de"] == FeedbackFile.builtIn.phrasebooks["de"])
  }

  @Test func aNewLanguageNeedsEveryPhrase() throws {
    let all = Phrasebook.keys.map { "\($0): texte" }.joined(separator: ", ")
    #expect(try parse("phrases: {fr: {\(all)}}").phrasebook("fr").text(for: .said(.hint(.tooFar))) == "texte")
    #expect(problem("phrases: {fr: {intro: Bonjour}}").contains("the key `scanning`"))
    #expect(throws: FeedbackFileError.noLanguage("fr", known: ["de", "en"])) {
      try FeedbackFile.builtIn.phrasebook("fr")
    }
  }

  @Test func printedWordsOfANewLanguageAreEnglishUntilGiven() throws {
    let all = Phrasebook.keys.map { "\($0): texte" }.joined(separator: ", ")
    let book = try parse("phrases: {fr: {\(all), word_overlap: Recouvrement}}").phrasebook("fr")
    #expect(book[.overlap] == "Recouvrement")
    #expect(book[.distance] == "Distance")
    #expect(book[.title].hasPrefix("What the"))
    for (language, book) in FeedbackFile.builtIn.phrasebooks {
      #expect(PrintedWord.allCases.allSatisfy { !book[$0].isEmpty }, "\(language)")
    }
    #expect(problem("phrases: {en: {word_overlop: x}}").contains("`phrases.en.word_overlop`"))
  }

  @Test(arguments: [
    ("positions: {lost_below: 0.4}", "`positions`"), ("position: {lost: 1}", "`position.lost`"),
    ("position: {frames_in_a_row: 0}", "whole number from 1 to 120, found `0`"),
    ("position: {frames_in_a_row: 2.5}", "whole number"), ("hints: {far_m: \"0.4\"}", "`hints.far_m`"),
    ("hints: {far_m: .nan}", "`hints.far_m`"), ("hints: 7", "found `7`"),
    ("progress: {announce_every_percent: 30}", "one of 25, 50, 100, found `30`"),
    ("coverage: {needed: [front, tail]}", "found `tail`"), ("coverage: {needed: [front, front]}", "found front twice"),
    ("coverage: {first_view: crown}", "front, back, left, right, none"), ("alerts: {heat: hot}", "found `hot`"),
    ("readings: {weight: {good: [0, 1], fair: [0, 1]}}", "`readings.weight`"),
    ("readings: {overlap: {good: [1, 0], fair: [0, 1]}}", "[least, most]"),
    ("position: {lost_below: 0.6}", "at most `position.regained_from`"),
    ("phrases: {en: {hint_lots: x}}", "`phrases.en.hint_lots`"), ("phrases: {English: {intro: x}}", "`English`"),
    ("phrases: {en: {hint_move: \"go {where}\"}}", "{where}"), ("phrases: {en: {intro: \"\"}}", "text of one line"),
    ("phrases: {en: {intro: [a]}}", "found a list of 1"), ("name: x\nname: y", "YAML"), ("name: [", "YAML"),
  ])
  func aWrongFileIsRefusedWithItsLine(_ text: String, _ words: String) {
    let problem = problem(text)
    #expect(problem.contains(words), Comment(rawValue: problem))
    #expect(problem.hasPrefix("own.yaml"), Comment(rawValue: problem))
    #expect(problem.contains("Docs/formats/feedback.md"), Comment(rawValue: problem))
  }

  @Test func otherFilesAreRefused() throws {
    #expect(throws: FileError(.feedbackFileUnreadable, file: "/no/such", found: .phrase("none"))) {
      try FeedbackFile.read(URL(fileURLWithPath: "/no/such"))
    }
    #expect(throws: FileError.self) { try FeedbackFile.read(URL(fileURLWithPath: "/dev/zero")) }
    #expect(throws: FileError.self) { try FeedbackFile.parse("", path: "x") }
    #expect(throws: FileError.self) { try FeedbackFile.parse("name: x", path: "x") }
  }

  @Test func everySpokenEventHasWordsInEveryLanguage() {
    let kinds: [FeedbackEvent.Kind] =
      [.guidance(.intro), .guidance(.scanning), .guidance(.completed), .progress(percent: 25), .next(.nose, nil)]
      + Guidance.Trouble.allCases.map { .guidance(.error($0)) } + Alert.allCases.map { .alert($0) }
      + [Hint.covered, .tooFast, .tooClose, .tooFar, .lost].map { .hint($0) }
      + MoveDirection.allCases.flatMap { [.hint(.move($0)), .next(.back, $0)] }
      + HeadPart.allCases.map { .reminder($0) }
    for book in FeedbackFile.builtIn.phrasebooks.values {
      let texts = kinds.map { book.text(for: .said($0)) ?? "" }
      #expect(texts.allSatisfy { !$0.isEmpty && !$0.contains("{") }, "\(book.language)")
      #expect(Set(texts).count == texts.count, "\(book.language): each is said in its own words")
      #expect(book.text(for: .said(.vibration(true))) == nil)
    }
    let german = FeedbackFile.builtIn.phrasebooks["de"]!
    #expect(german.text(for: .said(.next(.back, .left))) == "Als Nächstes: Hinterkopf, nach links bewegen")
    #expect(german.text(for: .said(.progress(percent: 75))) == "75 Prozent")
  }
}

extension FeedbackEvent {
  /// An event of no particular frame.
  static func said(_ kind: Kind, at time: Double = 0) -> FeedbackEvent {
    FeedbackEvent(time: time, frame: 0, kind: kind, figures: [:])
  }
}
