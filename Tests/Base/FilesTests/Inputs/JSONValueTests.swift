import Diagnostics
import Foundation
import Testing

@testable import Files

/// Values of JSON, as numbers and in words.
@Suite struct JSONValueTests {
  @Test func wholeNumbersAreKeptApart() throws {
    let text = #"{"a": [1, 2.5, -3, true, null, "x"], "b": {}}"#
    let value = try JSONText.decode(JSONValue.self, from: Data(text.utf8))
    #expect(
      value
        == .group([
          "a": .list([.count(1), .number(2.5), .count(-3), .flag(true), .none, .text("x")]), "b": .group([:]),
        ]))
    #expect(try JSONText.decode(JSONValue.self, from: JSONText.encode(value)) == value)
    #expect(
      JSONValue.count(3).asNumber == 3 && JSONValue.number(2.5).asNumber == 2.5 && JSONValue.text("3").asNumber == nil)
    #expect(JSONValue.count(3).asCount == 3 && JSONValue.number(4).asCount == 4 && JSONValue.number(2.5).asCount == nil)
  }

  @Test(
    arguments: [
      (.none, "null"), (.flag(false), "false"), (.count(-7), "-7"), (.number(12), "12"), (.number(-0.5), "-0.5"),
      (.number(1e14), "100000000000000"), (.number(1e15), "1000000000000000.0"),
      (.number(-1e15), "-1000000000000000.0"), (.text("a"), "\"a\""),
      (.list([.count(1), .text("b")]), "[1, \"b\"]"), (.list([]), "[]"),
      (.list([JSONValue](repeating: .count(2), count: 8)), "[2, 2, 2, 2, 2, 2, 2, 2]"),
      (.list([JSONValue](repeating: .count(2), count: 9)), "a list of 9"),
      (.group(["d": .count(4), "a": .none, "c": .count(3), "b": .count(2)]), "{a: null, b: 2, c: 3, d: 4}"),
      (.group(["a": .none, "b": .none, "c": .none, "d": .none, "e": .none]), "an object with 5 keys"),
    ] as [(JSONValue, String)])
  func aValueIsToldInAFewWords(_ value: JSONValue, _ words: String) {
    #expect(value.summary == words)
  }

  /// In phrases that the catalogues have only where there is too much to tell.
  @Test func longListsAreOnlyCounted() {
    let list = { (count: Int) in JSONValue.list([JSONValue](repeating: .count(2), count: count)) }
    #expect(list(8).described == .text("[2, 2, 2, 2, 2, 2, 2, 2]"))
    #expect(list(9).described == .phrase("list_of", ["count": .count(9)]))
    let group = { (count: Int) in
      JSONValue.group(Dictionary(uniqueKeysWithValues: (0..<count).map { ("k\($0)", JSONValue.count($0)) }))
    }
    #expect(group(4).described == .text("{k0: 0, k1: 1, k2: 2, k3: 3}"))
    #expect(group(5).described == .phrase("object_of_keys", ["count": .count(5)]))
    #expect(JSONValue.text("a").described == .quoted("a"))
  }
}
