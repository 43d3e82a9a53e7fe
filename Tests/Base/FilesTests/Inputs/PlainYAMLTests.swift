import Testing

@testable import Files

/// Short texts that stand for more than a decoder can take.
@Suite struct PlainYAMLTests {
  /// Nine lists of nine, each naming the one before: 10⁹ values, which a key must be compared by.
  private static let aliases: String = {
    let names = Array("abcdefghi")
    let lists = zip(names.dropFirst(), names).map {
      "\($0): &\($0) [\(Array(repeating: "*\($1)", count: 9).joined(separator: ", "))]"
    }
    return (["a: &a [x, x]"] + lists + ["? *i", ": 1"]).joined(separator: "\n")
  }()

  @Test func anAliasIsRefusedBeforeItIsFollowed() {
    #expect(Self.aliases.utf8.count < 1024)
    #expect(throws: PlainYAML.Fault.self) { try PlainYAML.compose(Self.aliases) }
    #expect(PlainYAML.lineOfReference(in: Self.aliases) == 1)
  }

  @Test(arguments: [
    "a: &b c", "&a b: c", "- &a x", "[x, *y]", "{k: *y}", "? *k\n: 1", "a: !t &b c", "- - &x y", "'k':  *a",
    "\"k\":\t*a", "a:\n  *b", "{\"k\":*a}", "\u{FEFF}&a b", "a\u{2028}*b",
  ]) func anAnchorOrAliasIsSeen(_ text: String) { #expect(PlainYAML.lineOfReference(in: text) != nil) }

  /// A quote within a plain text or a block opens nothing, so it may not hide what follows.
  @Test(arguments: ["z: foo\n  \"bar\n", "z: foo\n  'bar\n", "z: |\n  \"bar\n", "# it's\n", "z: a # \" b\n"])
  func aQuoteHidesNoAlias(_ prefix: String) {
    #expect(throws: PlainYAML.Fault.self) { try PlainYAML.compose(prefix + Self.aliases) }
  }

  @Test(arguments: ["title: Mortenson & Steinbok", "a: 3 * 4", "a: b&c", "a: 3*4", "a: R&D *", "a: 'x'\n&", ""])
  func aPlainTextIsNone(_ text: String) { #expect(PlainYAML.lineOfReference(in: text) == nil) }

  @Test func theLineIsNamed() { #expect(PlainYAML.lineOfReference(in: "a: 1\nb: 'x\ny'\nc: *d") == 4) }
}
