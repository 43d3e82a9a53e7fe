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
