import Foundation
import Testing

@testable import Analysis

/// What the noise of a surface's radius does to each measure: independent errors of the places that it is made of.
@Suite struct MeasureNameTests {
  private static let (l, w, left, right, mm) = (150.0, 120.0, 140.0, 150.0, 0.3)

  private static func deviation(_ name: MeasureName, _ more: [MeasureName: Double] = [:]) -> Double {
    var values: [MeasureName: Double] = [
      .length: l, .width: w, .diagonalLeftFront: left, .diagonalRightFront: right,
    ]
    values.merge(more) { $1 }
    return name.traits.deviation(MeasureName.Noise(mm: mm, values: values))
  }

  /// The root of the sum of squares of what an error of each place changes.
  private static func carried(_ places: Int, _ measure: ([Double]) -> Double) -> Double {
    (0..<places).reduce(0) { sum, k in
      let ends = [1e-4, -1e-4].map { step in
        var errors = [Double](repeating: 0, count: places)
        errors[k] = step
        return measure(errors)
      }
      let slope = (ends[0] - ends[1]) / 2e-4
      return sum + slope * slope
    }.squareRoot() * mm
  }

  @Test func extentsAndDiagonalsHaveTwoEnds() {
    for name in [MeasureName.length, .width, .diagonalLeftFront, .diagonalRightFront] {
      #expect(abs(Self.deviation(name) - Self.carried(2) { Self.l + $0[0] + $0[1] }) < 1e-8, "\(name)")
    }
    let index = Self.carried(4) { 100 * (Self.w + $0[0] + $0[1]) / (Self.l + $0[2] + $0[3]) }
    #expect(abs(Self.deviation(.cranialIndex) - index) < 1e-7)
  }

  /// The difference of the diagonals has four ends; in ratios what the denominator errs by hardly counts.
  @Test func asymmetriesHaveFourEnds() {
    let four = Self.carried(4) { $0[0] + $0[1] - $0[2] - $0[3] }
    #expect(abs(Self.deviation(.cva) - four) < 1e-9)
    #expect(abs(Self.deviation(.cvai) - 100 * four / 150) < 1e-9)
    for name in [MeasureName.cvaiShorter, .oddi, .oclr] {
      #expect(abs(Self.deviation(name) - 100 * four / 140) < 1e-9, "\(name)")
    }
    let without = MeasureName.oclr.traits.deviation(MeasureName.Noise(mm: Self.mm, values: [.width: Self.w]))
    #expect(abs(without - 100 * four / 120) < 1e-9)
    // Twenty-two radii in pairs at eleven places, which the noise errs at alike on neither side.
    #expect(abs(Self.deviation(.rsi) - 2 * 11.0.squareRoot() * Self.mm) < 1e-9)
    // Two radii of half the length each.
    let radii = Self.carried(2) { 100 * ($0[0] - $0[1]) / 75 }
    for name in [MeasureName.frontRadiusDifference, .backRadiusDifference] {
      #expect(abs(Self.deviation(name) - radii) < 1e-9, "\(name)")
    }
  }

  /// The mean of twelve radii, times 2 π.
  @Test func contoursAverageTwelvePlaces() {
    let contour = Self.carried(12) { 2 * .pi * $0.reduce(0, +) / 12 }
    for name in [MeasureName.circumference, .perimeter] {
      #expect(abs(Self.deviation(name) - contour) < 1e-9, "\(name)")
    }
  }

  /// On an ellipse, by its closed form: two ends on its slope, the length's two ends that say where, and the width's two.
  @Test(arguments: [(MeasureName.frontWidth5, 0.05), (.frontWidth10, 0.1), (.frontWidth20, 0.2)])
  func frontWidthsSlideAlongTheirSlope(name: MeasureName, share: Double) {
    let (l, w) = (Self.l, Self.w)
    let wide = { (place: Double) in w * (1 - (2 * place / l) * (2 * place / l)).squareRoot() }
    let place = l / 2 - share * l
    // Half of what the width changes by for each millimetre forward: how the outline slants.
    let slant = (wide(place - 1e-4) - wide(place + 1e-4)) / 4e-4
    let along = (1 + slant * slant).squareRoot()
    let expected = Self.carried(6) { e in
      let there = l / 2 + e[2] - share * (l + e[2] + e[3])
      return 100 * (wide(there) + along * (e[0] + e[1])) / (w + e[4] + e[5])
    }
    let found = Self.deviation(name, [name: 100 * wide(place) / w])
    #expect(abs(found / expected - 1) < 1e-5, "\(found), \(expected)")
  }
}
