import Foundation
import Geometry
import Testing

@testable import Analysis

/// The length of an outline must be that of the head, not that of the mesh's noise.
@Suite struct ContourTests {
  func length(_ outline: [Vector2]) -> Double { Polygon.perimeter(Contour.smoothed(outline)) }

  /// A closed line about the origin: radius in metres by the angle.
  func line(_ count: Int, _ radius: (Double) -> Double) -> [Vector2] {
    (0..<count).map { i in
      let t = 2 * Double.pi * Double(i) / Double(count)
      return Vector2(cos(t), sin(t)) * radius(t)
    }
  }

  @Test(arguments: [0.03, 0.06, 0.09]) func aCircleKeepsItsLength(radius: Double) {
    #expect(abs(1000 * (length(line(3000) { _ in radius }) - 2 * .pi * radius)) < 0.001)
  }

  /// Waves as long as dents and bosses are belong to the head.
  @Test func dentsStay() {
    let dented = line(4000) { 0.06 + 0.001 * cos(9 * $0) }  // 42 mm long
    #expect(abs(1000 * (length(dented) - Polygon.perimeter(dented))) < 0.02)
  }

  /// Waves of 4 mm, 0.2 mm high, lengthen the line by 2 %: (2π · 0.2 / 4)² / 4.
  @Test func ripplesGo() {
    let rippled = line(8000) { 0.06 + 0.0002 * cos(94 * $0) }
    let circle = 2 * Double.pi * 60
    #expect(1000 * Polygon.perimeter(rippled) - circle > 0.02 * circle)
    #expect(abs(1000 * length(rippled) - circle) < 0.05)
  }

  /// The same noise on ever finer meshes: the polygon grows without end, the contour does not.
  @Test(arguments: 1...5 as ClosedRange<UInt64>) func noiseOfAnyStepIsLeftOut(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    for count in [400, 1200, 4000] {
      let noisy = line(count) { _ in 0.06 + 0.00005 * random.normal3().x }
      let excess = 1000 * (length(noisy) - 2 * .pi * 0.06)
      #expect(abs(excess) < 0.12, "seed \(seed), \(count) points: \(excess) mm")
      if count == 4000 { #expect(1000 * (Polygon.perimeter(noisy) - 2 * .pi * 0.06) > 50) }
    }
  }

  /// A line that folds back on itself, as a surface does whose vertices have passed each other.
  @Test func foldsAreLeftOut() {
    var folded = line(3000) { _ in 0.06 }
    for i in stride(from: 10, to: folded.count, by: 20) { folded.swapAt(i, i + 1) }
    #expect(1000 * (Polygon.perimeter(folded) - 2 * .pi * 0.06) > 30)
    #expect(abs(1000 * (length(folded) - 2 * .pi * 0.06)) < 0.1)
  }

  /// A contour is never shorter than the tape around it, and the tape does not rest on the noise's peaks.
  @Test(arguments: 1...3 as ClosedRange<UInt64>) func theTapeLiesOnTheHead(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let contour = Contour.smoothed(line(1500) { _ in 0.06 + 0.0001 * random.normal3().x })
    let tape = Polygon.perimeter(Polygon.hull(contour))
    #expect(tape <= Polygon.perimeter(contour) + 1e-12, "seed \(seed)")
    #expect(abs(1000 * tape - 2 * .pi * 60) < 0.5, "seed \(seed): \(1000 * tape)")
  }

  @Test func whatHasNoLengthStays() {
    #expect(Contour.smoothed([]).isEmpty)
    #expect(Contour.smoothed([[1, 1], [1, 1]]) == [[1, 1], [1, 1]])
  }

  /// A square beside the midline has no front to begin at: its last side leads to its first corner, whichever that is.
  @Test func whatDoesNotCrossTheMidlineIsClosedToo() {
    let square: [Vector2] = [[0.1, 0], [0.2, 0], [0.2, 0.1], [0.1, 0.1]]
    let found = length(square)
    #expect(found > 0.39 && found < 0.4, "\(found)")
    #expect(abs(length([square[3]] + square[..<3]) - found) < 1e-9)
  }

  /// Neither the point at which a file begins an outline nor the way round may count, nor a mirror, nor the size.
  @Test(arguments: 1...3 as ClosedRange<UInt64>) func onlyTheShapeCounts(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let outline = line(700) { 0.06 + 0.004 * sin(2 * $0 + 1) + 0.0001 * random.normal3().x }
    let expected = length(outline)
    #expect(abs(length(Array(outline[311...] + outline[..<311])) - expected) < 1e-12, "seed \(seed)")
    #expect(abs(length(outline.reversed()) - expected) < 1e-12, "seed \(seed)")
    #expect(abs(length(outline.map { [-$0.x, $0.y] }) - expected) < 1e-12, "seed \(seed)")
    #expect(abs(length(outline.map { $0 * 1.3 }) - 1.3 * expected) < 1e-12, "seed \(seed)")
  }
}
