import Testing

@testable import Movement

/// Rules of a neck beside those of every joint.
@Suite struct NeckRulesTests {
  /// Stretches of a neck may be shorter than others, but not longer.
  @Test func theShorterStretchCounts() throws {
    let standard = MotionRules.standard.filters
    let own = NeckRules.standard.filters(standard)
    #expect(own.leastChunk == NeckRules.standard.frames.leastChunk)
    #expect(own.leastChunk < standard.leastChunk)
    #expect(own.cutoff == standard.cutoff)
    #expect(NeckRules.standard.filters(.made(leastChunk: 3)).leastChunk == 3)
  }

  @Test func eachMovementHasItsLimits() {
    let limits = NeckRules.Limits(rotation: 130, lateral: 80, flexion: 95)
    #expect(limits.limits(of: .rotation) == [-130, 130])
    #expect(limits.limits(of: .lateral) == [-80, 80])
    #expect(limits.limits(of: .flexion) == [-95, 95])
  }
}
