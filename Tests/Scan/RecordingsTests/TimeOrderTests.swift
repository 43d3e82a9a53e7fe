import Geometry
import Testing

@testable import Recordings

/// Searches by halves, against searches from the first to the last.
@Suite struct TimeOrderTests {
  @Test(arguments: 1...30 as ClosedRange<UInt64>) func halvesFindWhatALookAtAllFinds(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    // Whole numbers, so that times are equal and equally close too.
    let times = (0..<Int.random(in: 0...12, using: &random)).map { _ in Double(Int.random(in: 0...9, using: &random)) }
      .sorted()
    for time in stride(from: -1.0, through: 11, by: 0.5) {
      #expect(times.index(notBefore: time) { $0 } == times.firstIndex { $0 >= time } ?? times.count, "seed \(seed)")
      let nearest = times.index(nearestTo: time) { $0 }
      #expect(nearest.map { abs(times[$0] - time) } == times.map { abs($0 - time) }.min(), "seed \(seed)")
      let isEarlierAsClose = nearest.map { near in
        times.contains { $0 < times[near] && abs($0 - time) == abs(times[near] - time) }
      }
      #expect(isEarlierAsClose != true, "seed \(seed)")
    }
  }
}
