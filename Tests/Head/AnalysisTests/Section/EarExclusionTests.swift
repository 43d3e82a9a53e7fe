import Foundation
import Geometry
import Landmarks
import Testing

@testable import Analysis

@Suite struct EarExclusionTests {
  private static let radius = 0.07
  private static let tragions: [Landmark: Vector3] = [
    .tragionLeft: [-radius, 0, 0], .tragionRight: [radius, 0, 0],
  ]

  /// A circle with a smooth ear of a height behind the right tragion.
  private static func section(ear: Double, level: Double = 0) -> Section {
    let points = (0..<2880).map { k -> Vector2 in
      let angle = 2 * .pi * Double(k) / 2880
      let degrees = angle * 180 / .pi
      let behind = min(abs(degrees - 350), 360 - abs(degrees - 350))
      let rise = behind < 8 ? ear * (1 + cos(.pi * behind / 8)) / 2 : 0
      return Vector2(cos(angle), sin(angle)) * (radius + rise)
    }
    return Section(lines: [CutLine(points: points, isClosed: true)], level: level, bridgedGap: 0.003)
  }

  /// On a circle the line of the head is the circle, whatever the ear's height.
  @Test(arguments: [0.003, 0.008, 0.02]) func theCircleIsPutInTheEarsPlace(ear: Double) {
    let (points, ears) = EarExclusion.apply(to: Self.section(ear: ear), tragions: Self.tragions)
    #expect(ears == [.tragionRight])
    #expect(points.allSatisfy { abs($0.length - Self.radius) < 2e-5 }, "\(points.map(\.length).max()!)")
  }

  /// Where the radius is a parabola over the angle, that is put in the ear's place. The flanks of 20° alone tell it: no
  /// bump behind them, and no dent in the place of the ear, which ends 8.4° before the tragion here and 35.4° behind.
  @Test(arguments: [(1.0, Landmark.tragionRight), (-1.0, .tragionLeft)])
  func theParabolaOfTheFlanksIsPutInTheEarsPlace(side: Double, tragion: Landmark) {
    let head = { (t: Double) -> Double in
      let bump = (t > 31 && t < 32) || (t > -57.5 && t < -56.5) ? 0.005 : 0
      let dent = t > 7.9 && t < 8.6 ? 0.005 : 0
      return (abs(t) < 100 ? 0.07 + 1e-4 * t + 2e-6 * t * t : 0.075) + bump - dent
    }
    // One point in each direction.
    let points = (0..<1440).map { k -> Vector2 in
      let t = (Double(k) - 719.5) / 4
      let ear = abs(t + 10) < 8 ? 0.004 * (1 + cos(.pi * (t + 10) / 8)) : 0
      return Vector2(side * cos(t * .pi / 180), sin(t * .pi / 180)) * (head(t) + ear)
    }
    let section = Section(lines: [CutLine(points: points, isClosed: true)], level: 0.05, bridgedGap: 0.003)
    let (found, ears) = EarExclusion.apply(to: section, tragions: [tragion: [side * 0.07, 0, 0.02]])
    #expect(ears == [tragion])
    #expect(found.count == 1440)
    for point in found {
      let t = atan2(point.y, side * point.x) * 180 / .pi
      #expect(abs(point.length - head(t)) < 1e-9, "\(t)°")
    }
  }

  /// Half of each flank, 10° from 8.2° before the tragion and from 34.9° behind it on, must have been seen.
  @Test(arguments: [(15, 40, false), (20, 40, true), (-60, -42, false), (-60, -47, true)])
  func aFlankThatWasHardlySeenTellsNothing(from: Int, to: Int, isTold: Bool) {
    let whole = Self.section(ear: 0.008).points
    let points = (8 * to...8 * (from + 360)).map { whole[($0 + 2880) % 2880] }
    let section = Section(lines: [CutLine(points: points, isClosed: false)], level: 0, bridgedGap: 0.003)
    #expect(EarExclusion.apply(to: section, tragions: Self.tragions).ears == (isTold ? [.tragionRight] : []))
  }

  @Test func whatStandsOutLessIsTheHead() {
    let section = Self.section(ear: 0.002)
    let (points, ears) = EarExclusion.apply(to: section, tragions: Self.tragions)
    #expect(ears.isEmpty)
    #expect(points == section.points)
  }

  @Test func farFromTheTragionsThereIsNoEar() {
    let (_, ears) = EarExclusion.apply(to: Self.section(ear: 0.008, level: 0.05), tragions: Self.tragions)
    #expect(ears.isEmpty)
    #expect(EarExclusion.apply(to: Self.section(ear: 0.008), tragions: [:]).ears.isEmpty)
  }
}
