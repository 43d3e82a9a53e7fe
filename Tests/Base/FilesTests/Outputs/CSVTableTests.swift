import Files
import Testing

@Suite struct CSVTableTests {
  @Test func fieldsAreQuotedWhereRFC4180WantsIt() {
    var table = CSVTable(header: ["a", "b"])
    table.add([.text("plain"), .text("with, comma")])
    table.add([.text("say \"hi\""), .text("two\r\nlines")])
    #expect(table.text == "a,b\r\nplain,\"with, comma\"\r\n\"say \"\"hi\"\"\",\"two\r\nlines\"\r\n")
  }

  @Test(arguments: [
    ("=1+1", "'=1+1"), ("'=1", "''=1"), ("'a", "'a"), ("+cmd|' /C calc'!A0", "'+cmd|' /C calc'!A0"), ("-2+3", "'-2+3"),
    ("@SUM(A1)", "'@SUM(A1)"),
    ("\t=1", "'\t'=1"), ("\r=1", "\"'\r'=1\""), ("=a,b", "\"'=a,b\""), ("-1.5", "-1.5"), ("+17", "+17"), ("a=b", "a=b"),
    ("--1", "'--1"), ("-1e3", "'-1e3"), ("a;=1", "a;'=1"), ("a;'=1", "a;''=1"), ("a\t@b", "a\t'@b"), ("a;b-c", "a;b-c"),
    ("a\r\n=1", "\"a\r\n'=1\""), (";\t=1", ";\t'=1"),
  ])
  func aTextNeverBecomesAFormula(_ text: String, _ field: String) {
    #expect(CSVTable.line([.text(text)]) == field + "\r\n")
  }

  /// Docs/formats/study.md: what a reader does who wants every text as it was.
  @Test func everyTextComesBack() {
    let seed: UInt64 = 11
    var state = seed
    let letters = Array("'=+-@;\t\na1")
    let draw = { (count: Int) in
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % count
    }
    for _ in 0..<2000 {
      let text = String((0..<draw(10)).map { _ in letters[draw(letters.count)] })
      let line = CSVTable.line([.text(text)]).dropLast()
      let field = line.hasPrefix("\"") ? String(line.dropFirst().dropLast()) : String(line)
      #expect(Self.undone(field) == text, "\(text.debugDescription) of seed \(seed)")
    }
  }

  private static func undone(_ field: String) -> String {
    let bytes = Array(field.utf8)
    let kept = bytes.indices.filter { index in
      guard bytes[index] == UInt8(ascii: "'"), index == 0 || ";\t\r\n".utf8.contains(bytes[index - 1]),
        let next = bytes[(index + 1)...].first(where: { $0 != UInt8(ascii: "'") })
      else { return true }
      return !(index == 0 ? "=+-@\t\r\n" : "=+-@").utf8.contains(next)
    }
    return String(decoding: kept.map { bytes[$0] }, as: UTF8.self)
  }

  /// As BIDS has tables.
  @Test func tabsHaveNoQuotes() {
    var table = CSVTable(header: ["a", "b", "c"], form: .tabs)
    table.add([.text("say \"hi\", you"), .text("two\tcells\r\nlines"), .number(nil, decimals: 2)])
    table.add([.integer(3), .flag(true), .text("")])
    #expect(table.text == "a\tb\tc\nsay \"hi\", you\ttwo cells lines\tn/a\n3\t1\tn/a\n")
    var lines = CSVTable(header: ["a", "b"], form: .commas(.lineFeed))
    lines.add([.integer(1), .text("x,y")])
    #expect(lines.text == "a,b\n1,\"x,y\"\n")
    #expect(String(decoding: lines.data, as: UTF8.self) == lines.text)
  }

  @Test func countsHaveNoDecimalsAndFiguresAsManyAsTheirColumn() {
    #expect(CSVTable.line([.integer(12), .integer(-3), .flag(true), .flag(false)]) == "12,-3,1,0\r\n")
    #expect(CSVTable.line([.number(12, decimals: 0), .number(-0.25, decimals: 3)]) == "12,-0.250\r\n")
    #expect(
      CSVTable.line([.number(nil, decimals: 1), .number(.nan, decimals: 1), .number(.infinity, decimals: 1)])
        == ",,\r\n")
    #expect(CSVTable.line([.number(1e18, decimals: 2)]) == "1e+18\r\n")
    #expect(CSVTable.line([.exact(0.1 + 0.2), .exact(.nan), .exact(nil)], end: .lineFeed) == "0.30000000000000004,,\n")
  }
}
