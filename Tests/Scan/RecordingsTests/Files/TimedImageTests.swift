import Geometry
import Testing

@testable import Recordings

@Suite struct AssociationTests {
  /// Takes the closest free pair again and again, from all pairs.
  func bruteForce(_ a: [Double], _ b: [Double], within window: Double) -> [Int: Int] {
    var pairs: [Int: Int] = [:]
    while true {
      var best: (distance: Double, i: Int, j: Int)?
      for i in a.indices where pairs[i] == nil {
        for j in b.indices where !pairs.values.contains(j) {
          let distance = abs(a[i] - b[j])
          if distance <= window, distance < best?.distance ?? .infinity { best = (distance, i, j) }
        }
      }
      guard let best else { return pairs }
      pairs[best.i] = best.j
    }
  }

  @Test(arguments: 1...200 as ClosedRange<UInt64>)
  func agreesWithBruteForce(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    // Multiples of 1/1024 s make equal distances frequent; 0.02 s is then 20 steps.
    func times(_ count: Int) -> [Double] {
      var steps: Set<Int> = []
      for _ in 0..<count { steps.insert(Int.random(in: 0..<(count * 12), using: &random)) }
      return steps.sorted().map { 1000 + Double($0) / 1024 }
    }
    let (a, b) = (times(Int(seed % 18)), times(Int(seed % 13)))
    let pairs = Association.pairs(a, b)
    #expect(Dictionary(uniqueKeysWithValues: pairs) == bruteForce(a, b, within: 0.020), "seed \(seed)")
    #expect(pairs.map(\.0) == pairs.map(\.0).sorted(), "seed \(seed)")
    let closest = a.flatMap { x in b.map { abs(x - $0) } }.min()
    #expect(Association.closest(a, b) == closest, "seed \(seed)")
  }

  @Test func theCloserOfTwoWins() {
    let pairs = Association.pairs([0, 0.010], [0.008])
    #expect(pairs.map(\.0) == [1])
    #expect(pairs.map(\.1) == [0])
  }
}

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

/// Lists of times that no camera makes.
@Suite struct TimeDensityTests {
  private static func images(_ count: Int, every step: Double) -> [TimedImage] {
    (0..<count).map { TimedImage(name: "\($0)", time: 5 + step * Double($0), path: "") }
  }

  /// Of 64 images more than 40 ms have to pass: every 0.625 ms.
  @Test func sixtyFourImagesTakeTheirTime() throws {
    try ImageStreams.requireOrder(Self.images(200, every: 0.00064), file: "f")
    #expect(throws: RecordingError.self) { try ImageStreams.requireOrder(Self.images(65, every: 0.0006), file: "f") }
    try ImageStreams.requireOrder(Self.images(64, every: 0.0006), file: "f")
    #expect(throws: RecordingError.self) { try ImageStreams.requireOrder(Self.images(3, every: 0), file: "f") }
    #expect(throws: RecordingError.self) { try ImageStreams.requireOrder(Self.images(3, every: -0.1), file: "f") }
  }
}
