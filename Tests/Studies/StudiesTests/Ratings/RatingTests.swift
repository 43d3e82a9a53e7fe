import Diagnostics
import Foundation
import Testing

@testable import Studies

/// Answers, and what is written of them.
@Suite struct RatingTests {
  let form: RatingForm
  init() throws { form = try RatingForm.parse(RatingFormTests.good, file: "f") }

  @Test func answersAreCheckedByTheirField() throws {
    #expect(try form.fields[0].answer(" 5\t") == .number(5))
    #expect(try form.fields[1].answer("no") == .text("no"))
    #expect(try form.fields[2].answer("  a = b, ä  ") == .text("a = b, ä"))
    #expect(try form.fields[2].answer(" ") == nil)
  }

  @Test(arguments: [
    (0, "0"), (0, "6"), (0, "4.0"), (0, "four"), (0, ""), (0, "99999999999999999999"), (1, "Yes"), (1, "ye"), (1, ""),
    (2, "one character too many"), (2, "a\u{1B}[2Jb"), (2, "a\nb"),
  ])
  func aWrongAnswerIsExplained(_ field: Int, _ text: String) throws {
    let field = form.fields[field]
    let error = #expect(throws: RatingError.self) { try field.answer(text) }
    #expect("\(try #require(error))".hasPrefix("\(field.key): expected \(field.expected.text()), found "))
  }

  @Test func settingsFillInTheForm() throws {
    let rating = try Rating(form, settings: ["infant=yes", "overall=4", "remarks=a=b"])
    #expect(rating.answers == ["infant": .text("yes"), "overall": .number(4), "remarks": .text("a=b")])
    #expect(rating.table == "overall  4\ninfant   yes\nremarks  a=b\n")
    let short = try Rating(form, settings: ["infant=no", "overall=1"])
    #expect(short.answers["remarks"] == nil && short.table.hasSuffix("remarks  –\n"))
  }

  @Test func wrongSettingsAreExplained() {
    let thrown = { (settings: [String]) in #expect(throws: RatingError.self) { try Rating(form, settings: settings) } }
    #expect(thrown(["overall"]) == .noSetting("overall"))
    #expect(thrown(["overal=4"]) == .unknown(field: "overal", known: ["overall", "infant", "remarks"]))
    #expect(thrown(["overall=4", "overall=4"]) == .twice(field: "overall"))
    #expect(thrown(["remarks=x"]) == .missing(fields: ["overall", "infant"]))
    #expect(
      thrown(["overall=9", "infant=yes"])
        == .wrong(field: "overall", expected: .wholeNumber(1...5), found: "9"))
    #expect(thrown(["overall=", "infant=yes"])?.problem.hasSuffix("found nothing") == true)
  }

  @Test func everyFieldIsAskedInOrder() throws {
    var asked: [String] = []
    let rating = Rating(form) { field in
      asked.append(field.key)
      return .number(asked.count)
    }
    #expect(asked == ["overall", "infant", "remarks"] && rating.answers["infant"] == .number(2))
  }

  @Test func theFileHoldsEveryFieldAndTheResultsDigest() throws {
    let rating = try Rating(form, settings: ["infant=yes", "overall=4"])
    let text = """
      {
        "answers" : {
          "infant" : "yes",
          "overall" : 4,
          "remarks" : null
        },
        "form" : {
          "name" : "mine",
          "version" : "1"
        },
        "result" : {
          "sha256" : "abc"
        },
        "schema" : "calvaria/rating/1"
      }

      """
    #expect(String(decoding: try rating.json(resultDigest: "abc"), as: UTF8.self) == text)
  }
}
