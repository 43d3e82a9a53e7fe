import Diagnostics
import Testing

@testable import Phantom

/// What is said of an option outside its range.
@Suite struct PhantomErrorTests {
  @Test func theRangeIsTold() {
    let range: FindingValue = .phrase("range", ["low": .exact(-3), "high": .exact(4.5, unit: "mm")])
    #expect(
      throws: PhantomError.badOption(
        .term("sway", of: "phantom"), found: .exact(5, unit: "mm"), expected: range)
    ) {
      try PhantomError.require("sway", 5, in: -3.0...4.5, unit: "mm")
    }
    let counts: FindingValue = .phrase("range", ["low": .count(2), "high": .count(7)])
    #expect(throws: PhantomError.badOption(.term("frames", of: "phantom"), found: .count(8), expected: counts)) {
      try PhantomError.require("frames", 8, in: 2...7)
    }
  }
}
