import Foundation
import Testing

@testable import Statistics

/// Functions whose minimum is known, from starts that need each of the ways to get there.
@Suite struct NewtonMinimiserTests {
  private func expect(
    _ function: @escaping NewtonMinimiser.Function, from start: [Double], _ minimum: [Double],
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let found = try #require(
      NewtonMinimiser(function: function).minimum(from: start), "from \(start)", sourceLocation: sourceLocation)
    for (a, b) in zip(found, minimum) {
      #expect(abs(a - b) < 1e-7, "\(found) from \(start)", sourceLocation: sourceLocation)
    }
  }

  /// (x − 3)² + 2 (y + 1)² + (x − 3)(y + 1), also from the very place and from 0.
  @Test func aQuadraticIsFoundFromAnywhere() throws {
    for start in [[0.0, 0], [3, -1], [-40, 200], [3, 0], [0, -1]] {
      try expect(
        { place in
          let (x, y) = (place[0] - 3, place[1] + 1)
          return (x * x + 2 * y * y + x * y, [2 * x + y, 4 * y + x])
        }, from: start, [3, -1])
    }
  }

  /// x⁴ / 4 − x² / 2 is curved the other way about 0: a step without damping would lead uphill.
  @Test func aHillIsLeft() throws {
    for start in [0.1, 0.4, 1, 3] {
      try expect({ x in (pow(x[0], 4) / 4 - x[0] * x[0] / 2, [pow(x[0], 3) - x[0]]) }, from: [start], [1])
    }
    try expect({ x in (pow(x[0], 4) / 4 - x[0] * x[0] / 2, [pow(x[0], 3) - x[0]]) }, from: [-0.1], [-1])
  }

  /// The whole step on √(1 + x²) leads from x to −x³: beyond 1 it is too long, and shortened.
  @Test func aStepThatIsTooLongIsShortened() throws {
    for start in [0.5, 2, -3, 6] {
      try expect(
        { x in
          let root = (1 + x[0] * x[0]).squareRoot()
          return (root, [x[0] / root])
        }, from: [start], [0])
    }
  }

  /// x − log x has no value below 0, where the whole step from 5 leads.
  @Test func whereNothingIsDefinedNoStepGoes() throws {
    let function: NewtonMinimiser.Function = { x in x[0] > 0 ? (x[0] - log(x[0]), [1 - 1 / x[0]]) : nil }
    try expect(function, from: [5], [1])
    try expect(function, from: [0.2], [1])
    #expect(NewtonMinimiser(function: function).minimum(from: [-1]) == nil)
  }

  /// Rosenbrock's valley is narrow and curved.
  @Test func aCurvedValleyIsFollowed() throws {
    try expect(
      { place in
        let (x, y) = (place[0], place[1])
        let off = y - x * x
        return (100 * off * off + (1 - x) * (1 - x), [-400 * x * off - 2 * (1 - x), 200 * off])
      }, from: [-1.2, 1], [1, 1])
  }

  /// What falls without end has no minimum.
  @Test func aSlopeHasNone() {
    #expect(NewtonMinimiser(function: { x in (-exp(x[0]), [-exp(x[0])]) }).minimum(from: [0]) == nil)
  }
}
