import Testing

@testable import Diagnostics

@Suite struct PrintableTests {
  private struct Fault: UserFacingError {
    let message: ErrorMessage

    init(subject: String, found: String, advice: String) {
      message = ErrorMessage(
        .meshUnitWrong, at: subject, nil,
        [
          "low": .text(found), "high": .count(3), "extent": .count(7), "unit": .text("m"), "advice": .text(advice),
        ])
    }
  }

  @Test(arguments: [
    ("a\u{1B}[2Jb", "a\\u{1B}[2Jb"), ("a\nb\r\u{85}", "a\\u{A}b\\u{D}\\u{85}"), ("\u{202E}gpj", "\\u{202E}gpj"),
    ("a\u{2028}b\u{2029}", "a\\u{2028}b\\u{2029}"), ("\u{200B}\u{FEFF}\u{AD}", "\\u{200B}\\u{FEFF}\\u{AD}"),
    ("\u{E000}\u{10FFFF}\u{378}", "\\u{E000}\\u{10FFFF}\\u{378}"), ("\u{9B}31m", "\\u{9B}31m"),
    ("\u{3164}\u{E0100}\u{E0041}", "\\u{3164}\\u{E0100}\\u{E0041}"),
    ("Schädel – 頭 × 2 … \"ok\"", "Schädel – 頭 × 2 … \"ok\""),
  ])
  func whatSteersATerminalIsShown(_ text: String, _ shown: String) {
    #expect(text.printable() == shown)
  }

  @Test func aLongPathKeepsItsStartAndItsEnd() {
    let path = "/scans/" + String(repeating: "x", count: 8 << 20) + "/rgb.txt"
    let shown = path.printable(limit: 40)
    #expect(shown.count == 41)
    #expect(shown.hasPrefix("/scans/xx"))
    #expect(shown.hasSuffix("x/rgb.txt"))
    #expect(shown.contains("…"))
    #expect("short".printable(limit: 5) == "short")
    #expect("longer".printable(limit: 5) == "lon…er")
    #expect(String(repeating: "e\u{301}", count: 1000).printable(limit: 40).unicodeScalars.count == 41)
  }

  @Test func noPartOfADiagnosisGetsThrough() {
    let long = String(repeating: "y", count: 1 << 20)
    let line = "\(Fault(subject: "a\nb" + long, found: "\u{1B}c" + long, advice: "try\u{202E}" + long))"
    #expect(line.utf8.count < 1300)
    #expect(line.hasPrefix("a\\u{A}by"))
    #expect(line.contains(": expected a mesh of \\u{1B}cy"))
    #expect(line.contains("; try\\u{202E}y"))
    #expect(!line.contains("\n"))
  }

  @Test(arguments: 20...80) func linesBreakAtBlanksOnly(columns: Int) {
    let text = """
      Width (BPD)               118.37  mm  [117.27, 119.46]
      Note: the cap, 1.0 mm thick, is taken off: the measures are those of the head under it.

      short
      """
    let lines = text.laidOut(columns: columns).split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.allSatisfy { $0.count <= columns }, "\(lines)")
    let words = { (text: String) in text.split { $0 == " " || $0 == "\n" } }
    #expect(words(lines.joined(separator: "\n")) == words(text))
    #expect(text.laidOut(columns: nil) == text)
    #expect(lines.contains(""))
    #expect(lines.contains("short"))
  }

  @Test func aWordWiderThanTheTerminalIsLeftWhole() {
    #expect("see /a/very/long/path now".laidOut(columns: 10) == "see\n  /a/very/long/path\n  now")
    #expect("a\u{1B}b\nc".laidOut(columns: nil) == "a\\u{1B}b\nc")
  }
}
