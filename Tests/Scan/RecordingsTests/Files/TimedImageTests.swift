import Foundation
import Geometry
import TestSupport
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

/// Bytes of a file as libzip asks for them.
@Suite struct FilePlaceTests {
  /// Small reads, which are kept, and larger ones in any order, against the file itself.
  @Test(arguments: 1...5 as ClosedRange<UInt64>) func anyPartIsThatOfTheFile(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let content = (0..<20_000).map { _ in UInt8.random(in: 0...255, using: &random) }
    let folder = try TemporaryFolder()
    let url = folder.url.appendingPathComponent("bytes")
    try Data(content).write(to: url)
    let descriptor = open(url.path, O_RDONLY)
    defer { close(descriptor) }
    var place = FilePlace(descriptor: descriptor, size: content.count)
    for step in 0..<300 {
      if Int.random(in: 0..<3, using: &random) > 0 { place.offset = Int.random(in: 0...content.count, using: &random) }
      let start = place.offset
      let most = [1, 30, 500, 4095, 4096, 4097, 9000].randomElement(using: &random)!
      let count = Int.random(in: 1...most, using: &random)
      var bytes = [UInt8](repeating: 0, count: count)
      let got = bytes.withUnsafeMutableBytes { place.read($0) }
      let expected = content[start..<min(start + count, content.count)]
      #expect(got == Int64(expected.count), "seed \(seed), step \(step)")
      #expect(bytes.prefix(expected.count).elementsEqual(expected), "seed \(seed), step \(step)")
      #expect(place.offset == start + expected.count, "seed \(seed), step \(step)")
    }
  }
}

extension FilePlaceTests {
  private func read(_ place: inout FilePlace, _ count: Int) -> (got: Int64, bytes: [UInt8]) {
    var bytes = [UInt8](repeating: 0, count: count)
    let got = bytes.withUnsafeMutableBytes { place.read($0) }
    return (got, Array(bytes.prefix(max(0, Int(got)))))
  }

  /// What follows a header is kept: when the file is emptied, it is still there, and what lies behind is not.
  @Test func whatIsKeptIsNotAskedForAgain() throws {
    let folder = try TemporaryFolder()
    let url = folder.url.appendingPathComponent("bytes")
    let content = (0..<6000).map { UInt8($0 % 251) }
    try Data(content).write(to: url)
    let (descriptor, closed) = (open(url.path, O_RDWR), open(url.path, O_WRONLY))
    defer { for end in [descriptor, closed] { close(end) } }
    var place = FilePlace(descriptor: descriptor, size: content.count)
    let first = read(&place, 4)
    #expect(first.bytes == Array(content[..<4]))
    try #require(ftruncate(descriptor, 0) == 0)
    let (kept, behind) = (read(&place, 4092), read(&place, 1))
    #expect(kept.bytes == Array(content[4..<4096]))
    #expect(behind.got == 0)
    // A file that may only be written.
    var other = FilePlace(descriptor: closed, size: content.count)
    for count in [4, 5000] {
      let none = read(&other, count).got
      #expect(none == -1)
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
