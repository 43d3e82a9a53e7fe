import Testing

@testable import Feedback

@Suite struct AnswerGuidanceTests {
  @Test func everyStateHasAPromptInBothLanguages() throws {
    let states: [MeasuringState] =
      [.intro, .measuring(nil), .completed(1)] + MeasuringState.Trouble.allCases.map { .error($0) }
    #expect(states.map(\.name) == MeasuringState.names)
    for language in ["en", "de"] {
      let book = try AnswerGuidance.standard.phrasebook(language)
      let prompts = states.map(book.prompt)
      #expect(prompts.allSatisfy { !$0.isEmpty } && Set(prompts).count == prompts.count, "\(language): \(prompts)")
    }
    let german = try AnswerGuidance.standard.phrasebook("de")
    #expect(german.prompt(.error(.unclear)) == "Die Hand ist nicht gut genug zu sehen")
    #expect(throws: FeedbackFileError.noLanguage("fr", known: ["de", "en"])) {
      try AnswerGuidance.standard.phrasebook("fr")
    }
  }

  @Test func aFileWithoutAPhraseIsRefused() {
    let text = """
      schema: calvaria/answer-guidance/1
      name: own
      version: "1"
      phrases:
        en: {intro: a, measuring: b, completed: c, error_unclear: d}
      """
    #expect(throws: (any Error).self) { try AnswerGuidance.parse(text, file: "own.yaml") }
  }
}
