import Foundation
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
    let three = SilentRests.Line(points([1, 0, 1])[...], 1, 1)
    #expect(abs(three.deviation * three.deviation - 2.0 / 3) < 1e-9 && abs(three.bend - 1) < 1e-9)
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

  /// A first value that is missing, values that go to and fro with a deviation of 0.2 up to a frame, another missing
  /// one, and a rest: which of the rest's frames are silent, at 25 frames/s, of something of a size.
  private func silent(_ rest: [Double], to end: Int = 34, digit: Double? = nil, size: Double = 10) -> [Int] {
    let noise = (1..<end).map { 0.28 * sin(0.7 * Double($0 * $0)) }
    var values: [Double] = [.nan] + noise + [.nan] + rest
    if let digit { values = values.map { ($0 / digit).rounded() * digit } }
    let frames = SilentRests(points(values), dimensions: 1, size: size, least: 0.001, step: 0.04).frames
    #expect(!frames.prefix(end + 1).contains(true))
    return frames.indices.filter { frames[$0] }.map { $0 - end - 1 }
  }

  /// Eight frames are 0.3 s, and what lies within 0.035 sizes of them is mixed with them. Three windows of 13 frames,
  /// three frames apart, with half as many before and behind them tell the noise: of 32 frames there are only two.
  @Test func aRestWithoutTheNoiseOfOthersIsSilent() {
    let rest = { (count: Int, step: Double) in (0..<count).map { 5 + step * Double($0) } }
    #expect(silent(rest(8, 0.000_5) + [5.2, 5.3, 5.4]) == Array(0..<10))
    #expect(silent(rest(8, 0.000_5), to: 33) == [], "two windows")
    #expect(silent(rest(7, 0.000_5) + [6]) == [], "too short")
    #expect(silent(rest(8, 0.02)) == [], "it goes on")
    #expect(silent(rest(8, 0), digit: 0.1) == [], "the noise is that of the last digit")
    #expect(silent(rest(8, 0.000_5), size: 3) == [], "louder than 0.05 sizes")
  }

  /// At ten frames a second 0.3 s are three frames, and five are the least.
  @Test func aSilentRestHasFiveFramesAtLeast() {
    for (count, expected) in [(5, Array(41..<46)), (4, [])] {
      let noise = (0..<40).map { 0.28 * sin(0.7 * Double($0 * $0)) }
      let values: [Double] = noise + [.nan] + (0..<count).map { 5 + 0.000_5 * Double($0) }
      let frames = SilentRests(points(values), dimensions: 1, size: 10, least: 0.001, step: 0.1).frames
      #expect(frames.indices.filter { frames[$0] } == expected)
    }
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
