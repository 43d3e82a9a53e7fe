import Testing

@testable import ScanPipeline

@Suite struct TrajectoryNameTests {
  @Test(arguments: [
    ("1700000003.578595", "1700000003.578595"), ("frame 01", "frame%2001"), ("a\nb\r\tc", "a%0Ab%0D%09c"),
    ("#1", "%231"),
    ("100%", "100%25"), ("\u{A0}\u{2028}\u{85}", "%C2%A0%E2%80%A8%C2%85"), ("Kopf-ä", "Kopf-ä"), ("a\0b", "a%00b"),
    ("a\r\nb", "a%0D%0Ab"),
  ])
  func aNameIsOneWordOfItsLine(_ name: String, _ word: String) {
    #expect(name.asWord == word)
    #expect(word.split(whereSeparator: \.isWhitespace).count == 1)
  }
}
