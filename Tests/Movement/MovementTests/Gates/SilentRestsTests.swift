import Geometry
import Testing

@testable import Movement

/// What silent rests are told by, in closed form.
@Suite struct SilentRestsTests {
  private func points(_ x: [Double], _ y: [Double]? = nil, z: Double = 0) -> [Vector3] {
    x.indices.map { [x[$0], y?[$0] ?? 0, z * Double($0 * $0)] }
  }

  /// Five frames, t from −2 to 2 with squares of 10, the parabola (2, −1, −2, −1, 2) with squares of 14 and (−1, 2, 0, −2, 1),
  /// square to both, with squares of 10: a line of 2 and of 1 a frame, of 24 left the 14 are a bend.
  @Test func aLineInSpaceIsFoundWithItsBend() {
    let t = [-2.0, -1, 0, 1, 2]
    let x = zip(t, [2.0, -1, -2, -1, 2]).map { 3 + 2 * $0 + $1 }
    let y = zip(t, [-1.0, 2, 0, -2, 1]).map { -1 + $0 + $1 }
    let line = SilentRests.Line((points([9], [9]) + points(x, y, z: 100))[1...], 2, 0.1)
    #expect(abs(line.speed - 5.0.squareRoot() / 0.1) < 1e-9)
    #expect(abs(line.deviation - 8.0.squareRoot()) < 1e-9, "24 with n − 2 = 3")
    #expect(abs(line.bend - 14.0 / 24) < 1e-9)
    let one = SilentRests.Line(points(x, y)[...], 1, 0.5)
    #expect(abs(one.speed - 4) < 1e-9)
    #expect(abs(one.deviation - (14.0 / 3).squareRoot()) < 1e-9)
    #expect(abs(one.bend - 1) < 1e-9)
    let small = SilentRests.Line(points(x.map { $0 / 100 }, y.map { $0 / 100 })[...], 2, 0.1)
    #expect(abs(small.bend - 14.0 / 24) < 1e-9)
    let straight = SilentRests.Line(points([4, 4, 4, 4])[...], 3, 1)
    #expect(straight.speed == 0 && straight.deviation == 0 && straight.bend == 0)
  }

  @Test func theLastDigitIsTheLeastChange() {
    let values: [Vector3] = [[0, 0, 0], [0.25, 0, 0.1], [0.125, 2, 0.2], .missing, [9, 9, 9], [9, 8.5, 9.01]]
    #expect(SilentRests.lastDigit(values, 2) == 0.125)
    #expect(abs(SilentRests.lastDigit(values, 3) - 0.01) < 1e-9)
    #expect(SilentRests.lastDigit([[1, 2, 3], [1, 2, 4]], 2) == .infinity)
  }

  /// To and fro three times along x, a pause of no length between, and never along y.
  @Test func turnsAreCountedAlongTheAxisWithMost() {
    let values = points([0, 1, 0, 1, 1, 0], [0, 1, 2, 3, 4, 5])
    #expect(SilentRests.turns(values[...], 2) == 3)
    #expect(SilentRests.turns(values[1...], 2) == 2)
    #expect(SilentRests.turns(points([5, 6, 7, 9])[...], 1) == 0)
    #expect(SilentRests.turns(values.map { [$0.y, $0.x, 0] }[...], 1) == 0)
  }

  @Test func runsStayNearTheirFirstValue() {
    #expect(SilentRests.runs(points([0, 0.5, 1, 1.2, 1.3, 5]), within: 1) == [0..<3, 3..<5, 5..<6])
    var values = points([1, 1, 1, 1])
    values[2] = .missing
    #expect(SilentRests.runs(values, within: 1) == [0..<2, 2..<3, 3..<4])
  }

  /// Frames about a silent rest belong to it as long as they are near it and no more than there are of it; not where it repeats
  /// its first value, and the first of equal ones was seen.
  @Test func whatIsMixedWithARestBelongsToIt() {
    let values = points([9, 9, 1.4, 1.2, 1, 1.01, 1, 0.8, 0.6, 0.4, 9])
    #expect(SilentRests.mixed(4..<7, values, reach: 0.5, atMost: 5) == 2..<9)
    #expect(SilentRests.mixed(4..<7, values, reach: 0.3, atMost: 5) == 3..<8)
    #expect(SilentRests.mixed(4..<7, values, reach: 0.5, atMost: 1) == 3..<8)
    #expect(SilentRests.mixed(4..<7, values, reach: 100, atMost: 100) == 0..<11)
    #expect(SilentRests.mixed(4..<7, points([9, 9, 1, 1, 1, 1, 1, 9]), reach: 100, atMost: 3) == 5..<7)
  }
}
