import Diagnostics
import Files
import Foundation
import Testing
import TestSupport

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
    #expect(short.answers["remarks"] == nil)
    #expect(short.table.hasSuffix("remarks  –\n"))
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
    #expect(asked == ["overall", "infant", "remarks"])
    #expect(rating.answers["infant"] == .number(2))
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

/// The form of a rating: the built-in one, and files that are wrong.
@Suite struct RatingFormTests {
  static let good = """
    schema: calvaria/rating-form/1
    name: mine
    version: "1"
    title: "Mine"
    fields:
      - {key: overall, question: "How good?", type: number, from: 1, to: 5}
      - {key: infant, question: "Calm?", type: choice, choices: [yes, no]}
      - {key: remarks, question: "Else?", type: text, longest: 20, required: false}

    """

  @Test func theBuiltInFormIsThatOfTheDatasets() throws {
    let file = SharedMaterial.packageRoot.appendingPathComponent("Datasets/ratings/standard.yaml")
    let form = try RatingForm.find("standard")
    #expect(try RatingForm.parse(String(contentsOf: file, encoding: .utf8), file: "f") == form)
    #expect(form.fields.map(\.key) == ["overall", "cap_fit", "infant", "markers_fallen_off", "remarks"])
    #expect(form.fields[0].kind == .number(1...5))
    #expect(form.fields.map(\.isRequired) == [true, true, true, true, false])
  }

  @Test func aFileOfTheUsersIsRead() throws {
    let folder = try TemporaryFolder()
    let file = folder.url.appendingPathComponent("mine.yaml")
    try Data(Self.good.utf8).write(to: file)
    let form = try RatingForm.find(file.path)
    #expect(form.fields.map(\.kind) == [.number(1...5), .choice(["yes", "no"]), .text(longest: 20)])
    #expect(throws: FileError.self) { try RatingForm.find("/no/such.yaml") }
  }

  @Test(arguments: [
    ("from: 1, to: 5", "from: 5, to: 1", "`fields[0].to`", "above 5"),
    ("from: 1, to: 5", "from: 1.5, to: 5", "`fields[0].from`", "a whole number"),
    ("from: 1, to: 5", "from: 1", "`fields[0]`", "the key `to`"),
    ("from: 1, to: 5", "from: 1, to: 5, longest: 3", "`fields[0].longest`", "one of the keys"),
    ("from: 1, to: 5", "from: 1, to: 5, unit: mm", "`fields[0].unit`", "an unknown key"),
    ("type: number", "type: figure", "`fields[0].type`", "choice, number, text"),
    ("type: number, ", "", "`fields[0]`", "the key `type`"),
    ("key: infant", "key: overall", "`fields[1].key`", "a key of its own"),
    ("key: infant", "key: \"in fant\"", "`fields[1].key`", "small letters"),
    ("[yes, no]", "[yes]", "`fields[1].choices`", "at least two"),
    ("[yes, no]", "[yes, yes]", "`fields[1].choices[1]`", "of its own"),
    ("[yes, no]", "[yes, \" no\"]", "`fields[1].choices[1]`", "without spaces"),
    ("longest: 20", "longest: 0", "`fields[2].longest`", "1 to 10000"),
    ("required: false", "required: maybe", "`fields[2].required`", "true, false"),
    ("rating-form/1", "rating-form/2", "`schema`", "calvaria/rating-form/1"),
    ("title: \"Mine\"\n", "", "line 1, top", "the key `title`"),
    ("title: \"Mine\"", "heading: \"Mine\"", "`heading`", "an unknown key"),
  ])
  func aWrongFormIsExplained(_ part: String, _ wrong: String, _ place: String, _ says: String) throws {
    let text = Self.good.replacingOccurrences(of: part, with: wrong)
    #expect(text != Self.good)
    let error = #expect(throws: FileError.self) { try RatingForm.parse(text, file: "mine.yaml") }
    let message = "\(try #require(error))"
    #expect(message.hasPrefix("mine.yaml, "), "\(message)")
    #expect(message.contains(place), "\(message)")
    #expect(message.contains(says), "\(message)")
    #expect(error?.kind == .badConfiguration)
  }

  @Test(arguments: ["", "- a list\n", "[", "3\n", "fields: []\n"]) func whatIsNoFormIsRefused(text: String) {
    #expect(throws: FileError.self) { try RatingForm.parse(text, file: "f") }
  }
}
