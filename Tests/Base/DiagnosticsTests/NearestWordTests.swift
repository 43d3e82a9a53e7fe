import Testing

@testable import Diagnostics

@Suite struct NearestWordTests {
  @Test(arguments: [
    ("output", "outptu", 1), ("output", "output", 0), ("", "abc", 3), ("abc", "", 3), ("list", "lst", 1),
    ("cvai", "cvaii", 1), ("kitten", "sitting", 3), ("CVAI", "cvai", 0), ("ab", "ba", 1), ("abcd", "badc", 2),
  ])
  func aDistanceCountsWhatWasMistyped(_ a: String, _ b: String, _ count: Int) {
    #expect(a.typingDistance(to: b) == count)
    #expect(b.typingDistance(to: a) == count)
  }

  @Test func theNearestIsTheOneThatWasMeant() {
    let words = ["info", "reconstruct", "measure", "view"]
    #expect(words.nearest(to: "recon") == "reconstruct")
    #expect(words.nearest(to: "mesaure") == "measure")
    #expect(words.nearest(to: "VIEW") == "view")
    // Half of its letters differ: nobody knows what was meant.
    #expect(words.nearest(to: "vixx") == nil)
    #expect(words.nearest(to: "flurble") == nil)
    #expect([String]().nearest(to: "info") == nil)
    // Two of five letters are less than half, two of four and three of six are not.
    #expect(["width"].nearest(to: "wodht") == "width")
    #expect(["scan"].nearest(to: "xcax") == nil)
    #expect(["length"].nearest(to: "xenxtx") == nil)
  }

  /// Whatever is typed is read to its fortieth letter, so that a long argument takes no time.
  @Test func theRestOfALongWordDoesNotCount() {
    let long = String(repeating: "a", count: 40)
    #expect((long + String(repeating: "b", count: 60)).typingDistance(to: long) == 0)
    #expect((long + long + long).typingDistance(to: "") == 40)
    #expect(long.typingDistance(to: long + "b") == 1)
  }
}
