import Diagnostics
import Geometry
import PointClouds
import Testing

@testable import Analysis

/// What holes, faces turned over and second walls do to volumes.
@Suite struct VolumeDefectTests: TestHeadSuite {
  @Test func aHoleIsFilledAndItsDoubtStated() throws {
    let head = TestHeads.ellipsoid(0.06, 0.075, 0.08)
    let whole = try measure(head, uncertainty: UncertaintyOptions())
    let middle = Vector3(0.03, -0.045, 0.05)
    let torn = try measure(
      TestHeads.cutting(head) { ($0 - middle).length < 0.012 }, uncertainty: UncertaintyOptions())
    #expect(abs(value(torn, .volume) - value(whole, .volume)) < 0.5)
    let interval = try #require(torn[.volume].ci95)
    #expect(interval.contains(value(whole, .volume)))
    #expect(
      torn[.volumeRightBack].ci95!.upperBound - torn[.volumeRightBack].ci95!.lowerBound
        > whole[.volumeRightBack].ci95!.upperBound - whole[.volumeRightBack].ci95!.lowerBound)
  }

  @Test func aHoleThatMayHideTooMuchWithholdsWhatItTouches() throws {
    let head = TestHeads.ellipsoid(0.06, 0.075, 0.08)
    let torn = try measure(TestHeads.cutting(head) { ($0 - [0.03, -0.045, 0.05]).length < 0.03 })
    for name in [MeasureName.volumeRightBack, .psr, .pcai] {
      #expect(torn[name].value == nil)
      #expect(torn[name].reasons.map(\.code) == [.volumeHidden], "\(torn[name].reasons)")
    }
    for name in [MeasureName.volumeLeftFront, .asr, .acai, .earShift] { #expect(torn[name].value != nil, "\(name)") }
    let half = try measure(TestHeads.cutting(head) { $0.y < 0 })
    for name in MeasureName.allCases where name.basis == .volume { #expect(half[name].value == nil, "\(name)") }
  }

  @Test func anOpenUndersideBelowTheBasePlaneDoesNotMatter() throws {
    let head = TestHeads.plagiocephalic()
    let open = TestHeads.cutting(head) { $0.z < -0.03 }
    let (a, b) = (try measure(head), try measure(open))
    for name in MeasureName.allCases where name.basis == .volume {
      #expect(abs(value(a, name) - value(b, name)) < 1e-9, "\(name)")
    }
  }

  /// A scan whose lower end rises above the base plane over 12 mm at the back: a notch, not a hole as wide as the head.
  @Test func aNotchInTheLowerEndIsAHoleOfItsOwnSize() throws {
    let head = TestHeads.ellipsoid(0.06, 0.075, 0.08)
    let whole = try measure(head)
    let notched = try measure(
      TestHeads.cutting(head) { $0.z < -0.03 || ($0.z < 0.006 && $0.y < 0 && abs($0.x) < 0.006) })
    #expect(abs(value(notched, .volume) - value(whole, .volume)) < 0.2)
    #expect(notched[.volume].value != whole[.volume].value)
    // A low notch may be wide: 60 mm, but 6 mm high.
    let wide = try measure(TestHeads.cutting(head) { $0.z < -0.03 || ($0.z < 0.006 && $0.y < 0 && abs($0.x) < 0.03) })
    #expect(abs(value(wide, .volume) - value(whole, .volume)) < 0.2)
    let deep = try measure(TestHeads.cutting(head) { $0.z < -0.03 || ($0.z < 0.04 && $0.y < 0 && abs($0.x) < 0.03) })
    #expect(deep[.volume].reasons.map(\.code) == [.volumeHidden])
  }

  @Test func windingInwardsMeasuresTheSameAndBothWaysNothing() throws {
    var head = TestHeads.plagiocephalic()
    let outwards = try measure(head)
    head.triangles = head.triangles.map { [$0.x, $0.z, $0.y] }
    let inwards = try measure(head)
    for name in MeasureName.allCases { #expect(abs(value(outwards, name) - value(inwards, name)) < 1e-9, "\(name)") }
    for i in head.triangles.indices where i % 3 == 0 {
      head.triangles[i] = [head.triangles[i].x, head.triangles[i].z, head.triangles[i].y]
    }
    let mixed = try measure(head)
    #expect(mixed[.volume].reasons.map(\.code) == [.volumeInnerWalls])
    #expect(mixed[.cvai].value != nil)
  }

  @Test func aSecondWallWithholdsTheVolume() throws {
    let outer = TestHeads.ellipsoid(0.06, 0.075, 0.08)
    let inner = TestHeads.ellipsoid(0.058, 0.073, 0.078)
    let n = Int32(outer.positions.count)
    let both = Mesh(
      positions: outer.positions + inner.positions,
      triangles: outer.triangles + inner.triangles.map { [$0.x &+ n, $0.z &+ n, $0.y &+ n] })
    #expect(try measure(both)[.volume].reasons.map(\.code) == [.volumeInnerWalls])
  }
}
