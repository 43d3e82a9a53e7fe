import Files
import Foundation
import Studies
import TestSupport
import Testing

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
    #expect(form.fields[0].kind == .number(1...5) && form.fields.map(\.isRequired) == [true, true, true, true, false])
  }

  @Test func aFileOfTheUsersIsRead() throws {
    let folder = try TemporaryFolder()
    let file = folder.url.appendingPathComponent("mine.yaml")
    try Data(Self.good.utf8).write(to: file)
    let form = try RatingForm.find(file.path)
    #expect(form.fields.map(\.kind) == [.number(1...5), .choice(["yes", "no"]), .text(longest: 20)])
    #expect(throws: DefinitionError.self) { try RatingForm.find("/no/such.yaml") }
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
    ("title: \"Mine\"\n", "", "`top`", "the key `title`"),
    ("title: \"Mine\"", "heading: \"Mine\"", "`heading`", "an unknown key"),
  ])
  func aWrongFormIsExplained(_ part: String, _ wrong: String, _ place: String, _ says: String) throws {
    let text = Self.good.replacingOccurrences(of: part, with: wrong)
    #expect(text != Self.good)
    let error = #expect(throws: DefinitionError.self) { try RatingForm.parse(text, file: "mine.yaml") }
    let message = "\(try #require(error))"
    #expect(message.hasPrefix("mine.yaml, ") && message.contains(place) && message.contains(says), "\(message)")
    #expect(error?.kind == .badConfiguration)
  }

  @Test(arguments: ["", "- a list\n", "[", "3\n", "fields: []\n"]) func whatIsNoFormIsRefused(text: String) {
    #expect(throws: DefinitionError.self) { try RatingForm.parse(text, file: "f") }
  }
}
