import Testing

@testable import Diagnostics

@Suite struct TemplateTests {
  func filled(_ text: String, _ values: [String: (String, Int)] = [:]) -> String {
    Template(text).filled { name in values[name].map { Template.Filling(text: $0.0, count: $0.1) } }.text
  }

  @Test func valuesStandInTheirPlaces() {
    #expect(filled("a {x} b{y}", ["x": ("1", 1), "y": ("2", 2)]) == "a 1 b2")
    #expect(filled("nothing") == "nothing")
    #expect(filled("") == "")
    #expect(filled("no {x}") == "no {x}", "a missing value shows its name")
  }

  @Test func textsDependOnCounts() {
    let text = "{n} {n|frame|frames}"
    #expect(filled(text, ["n": ("1", 1)]) == "1 frame")
    #expect(filled(text, ["n": ("0", 0)]) == "0 frames")
    #expect(filled(text, ["n": ("7", 7)]) == "7 frames")
    #expect(filled("{n|one|{n#} of {m}}", ["n": ("a, b", 2), "m": ("9", 9)]) == "2 of 9")
    #expect(filled("{n|one|{n#} of {m}}", ["n": ("a", 1)]) == "one")
  }

  @Test func segmentsVanishWithTheirValues() {
    #expect(filled("slipped[ by {x}][ at {t}].", ["t": ("2 s", 2)]) == "slipped at 2 s.")
    #expect(filled("slipped[ by {x}][ at {t}].", ["t": ("2 s", 2), "x": ("4°", 4)]) == "slipped by 4° at 2 s.")
    #expect(filled("[{a}[, {b}]]", ["a": ("1", 1)]) == "1")
    #expect(filled("[{a}[, {b}]]", ["b": ("1", 1)]) == "")
  }

  /// Whether all values are there: those of a choice and those before it.
  @Test func aTextIsWholeWithAllItsValues() {
    let isWhole = { (text: String, known: [String]) -> Bool in
      Template(text).filled { known.contains($0) ? Template.Filling(text: "v", count: 1) : nil }.isWhole
    }
    #expect(isWhole("{a} {b}", ["a", "b"]))
    #expect(!isWhole("{a} {b}", ["b"]))
    #expect(!isWhole("{a} {b|one|more}", ["b"]), "the first is missing")
    #expect(!isWhole("{b|one {c}|more}", ["b"]), "that within is missing")
    #expect(isWhole("{b|one {c}|more}", ["b", "c"]))
    #expect(isWhole("{a?none}[ {b}]", []), "neither is needed")
    #expect(!isWhole("{a#}", []))
    #expect(filled("a[ {n|one {m}|more {m}}]", ["n": ("1", 1)]) == "a")
    #expect(filled("a[ {n|one {m}|more {m}}]", ["n": ("2", 2), "m": ("b", 1)]) == "a more b")
  }

  @Test func aTextStandsInForAMissingValue() {
    #expect(filled("{x?all of it}.") == "all of it.")
    #expect(filled("{x?all of it}.", ["x": ("half", 1)]) == "half.")
  }

  @Test func aTextSaysWhatItsValuesAre() {
    let template = Template("{a:mm} {b:place|one|{c:%}}[ {d:° }] {e:s?{a}} {f}")
    #expect(template.isSound)
    #expect(template.kinds == ["a": "mm", "b": "place", "c": "%", "d": "° ", "e": "s"])
    #expect(filled("{a:mm} {a}{b:s?else}", ["a": ("3 mm", 2)]) == "3 mm 3 mmelse", "values bring their units along")
    for wrong in ["{a:}", "{:mm}", "{a:mm} {a:mm}"] { #expect(!Template(wrong).isSound, "\(wrong)") }
  }

  @Test func namesAreKnown() {
    let template = Template("{a} {b|{c}|{d#}} [{e}] {f?{g}}")
    #expect(template.isSound)
    #expect(template.names == ["a", "b", "c", "d", "e", "f", "g"])
    #expect(template.required == ["a", "b", "c", "d"])
    for wrong in ["{a", "a}", "[a", "a]", "{}", "{a|b}", "{a b}"] { #expect(!Template(wrong).isSound, "\(wrong)") }
  }
}
