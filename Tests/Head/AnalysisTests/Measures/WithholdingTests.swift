import Diagnostics
import Geometry
import Landmarks
import PointClouds
import Testing

@testable import Analysis

@Suite struct WithholdingTests {
  let landmarks = HeadLandmarks(TestHeads.landmarks, standardDeviation: 0.001)

  func measure(without isCut: (Vector3) -> Bool) throws -> HeadMeasures {
    try HeadAnalysis.measure(TestHeads.cutting(TestHeads.plagiocephalic(), where: isCut), landmarks: landmarks)
  }

  /// A ball about a place of the section, which lies at about 24 mm.
  func ball(_ x: Double, _ y: Double, _ radius: Double) -> (Vector3) -> Bool {
    { ($0 - [x, y, 0.024]).length < radius }
  }

  @Test func aHoleOnADiagonalWithholdsTheAsymmetry() throws {
    let m = try measure(without: ball(0.033, -0.056, 0.012))
    for name in [MeasureName.diagonalLeftFront, .cva, .cvai, .cvaiShorter, .oddi, .circumference, .perimeter] {
      #expect(m[name].value == nil, "\(name)")
      #expect(m[name].reasons.map(\.code) == [.sectionGap] && m[name].reasons[0].place == "back-right", "\(name)")
    }
    for name in [MeasureName.diagonalRightFront, .length, .width, .cranialIndex, .earShift] {
      #expect(m[name].value != nil && m[name].ci95 != nil, "\(name)")
    }
    #expect(m.severity == nil)
    #expect(!m.isComplete)
    #expect(m.reasons.count == 1 && m.reasons[0].measures.contains("cvai"))
  }

  @Test func aHoleAtTheSideWithholdsTheWidthAlone() throws {
    let m = try measure(without: ball(-0.057, 0, 0.012))
    #expect(m[.width].value == nil)
    #expect(m[.cranialIndex].value == nil)
    #expect(m[.circumference].value == nil)
    #expect(m[.width].reasons.map(\.code) == [.sectionGap] && m[.width].reasons[0].place == "left")
    #expect(m[.cvai].value != nil)
    #expect(m[.length].value != nil)
  }

  @Test func aHoleAtTheBackWithholdsLengthAndCentre() throws {
    let m = try measure(without: ball(0, -0.071, 0.012))
    for name in [MeasureName.length, .cranialIndex, .diagonalLeftFront, .cvai] {
      #expect(m[name].value == nil, "\(name)")
    }
    #expect(m[.width].value != nil)
  }

  /// Over 40 mm the head may bulge by 4 mm, and the section lie 1.2 mm higher: that changes lengths by more than 0.4 mm.
  @Test func aHoleAtTheCrownWithholdsWhatItCanChange() throws {
    let (whole, m) = (try measure { _ in false }, try measure { ($0 - [0, 0, 0.08]).length < 0.02 })
    for name in [MeasureName.length, .width, .circumference] {
      #expect(m[name].value == nil, "\(name)")
      #expect(m[name].reasons.map(\.code) == [.surfaceVertexHidden] && m[name].reasons[0].place == "crown")
    }
    for name in [MeasureName.cvai, .cva, .cranialIndex] {
      let (a, b) = (try #require(whole[name].ci95), try #require(m[name].ci95))
      #expect(abs(whole[name].value! - m[name].value!) < 0.3, "\(name)")
      // But for the scatter of the simulated landmarks, no interval is narrower.
      #expect(b.upperBound - b.lowerBound > 0.99 * (a.upperBound - a.lowerBound), "\(name)")
      #expect(m[name].budget.contains { $0.source == .hidden && $0.unit == name.unit }, "\(name)")
    }
    #expect(m.notes.contains { $0.code == .surfaceVertexHidden && $0.severity == .warning })
    #expect(m[.earShift].value != nil)
  }

  /// Over 60 mm there may be anything.
  @Test func aWideHoleAtTheCrownWithholdsTheSection() throws {
    let m = try measure { ($0 - [0, 0, 0.08]).length < 0.03 }
    #expect(m[.cvai].reasons.map(\.code) == [.surfaceVertexHidden])
    #expect(m[.length].value == nil)
    #expect(m.section == nil)
    #expect(!m.notes.contains { $0.code == .surfaceVertexHidden })
  }

  /// A level that is searched for is searched for in shares of what is seen, so it is found a little elsewhere.
  @Test func noHoleAtTheCrownMattersWhereTheVertexIsNotUsed() throws {
    var fixed = MeasurementProtocol.standard
    fixed.level = .height(0.024)
    for choices in [fixed] + MeasurementProtocol.builtIn.filter(\.level.isSearched) {
      let heads = try [false, true].map { isHoled in
        try HeadAnalysis.measure(
          TestHeads.cutting(TestHeads.plagiocephalic()) { isHoled && ($0 - [0, 0, 0.08]).length < 0.02 },
          landmarks: landmarks, choices: choices, uncertainty: nil)
      }
      for name in MeasureName.allCases where name.basis == .section {
        let (whole, holed) = (try #require(heads[0][name].value), try #require(heads[1][name].value, "\(name)"))
        if choices == fixed { #expect(whole == holed, "\(name)") }
      }
      for name in [MeasureName.length, .width, .circumference, .cvai] {
        #expect(abs(heads[0][name].value! - heads[1][name].value!) < 0.3, "\(choices.name): \(name)")
      }
    }
  }

  @Test func aCrackNarrowerThanTheBridgeIsBridged() throws {
    let whole = try measure(without: { _ in false })
    let m = try measure(without: { $0.x > 0.04 && abs($0.y + 0.03) < 0.0008 && $0.z > 0 && $0.z < 0.05 })
    #expect(m.section?.isClosed == true)
    #expect(abs(m[.circumference].value! - whole[.circumference].value!) < 0.05)
    #expect(abs(m[.cvai].value! - whole[.cvai].value!) < 1e-6)
  }

  @Test func halfAHeadGivesNoNumbersOfTheSection() throws {
    let m = try measure(without: { $0.y < 0.01 })
    for name in MeasureName.allCases where name != .earShift && name != .axisDifference {
      #expect(m[name].value == nil && !m[name].reasons.isEmpty, "\(name)")
    }
  }

  @Test func aFilledHoleCountsAsAHole() throws {
    var mesh = TestHeads.plagiocephalic()
    mesh.weights = mesh.positions.map { ball(0.033, -0.056, 0.012)($0) ? 0 : 3 }
    let m = try HeadAnalysis.measure(mesh, landmarks: landmarks)
    #expect(m[.cvai].value == nil)
  }

  @Test func missingLandmarksWithholdEverything() throws {
    var some = TestHeads.landmarks
    some[.sellion] = nil
    let m = try HeadAnalysis.measure(
      TestHeads.plagiocephalic(), landmarks: HeadLandmarks(some, standardDeviation: 0.001))
    #expect(m.reasons.map(\.code) == [.landmarksNotPicked])
    #expect(m.reasons[0].text() == "sellion was not picked")
    #expect(m.reasons[0].measures.count == MeasureName.allCases.count)
    #expect(MeasureName.allCases.allSatisfy { m[$0].value == nil })
  }

  @Test func badMeshesAreRefused() {
    let head = TestHeads.ellipsoid(0.06, 0.075, 0.08, rings: 10, spokes: 20)
    #expect(throws: SurfaceError.empty) { try HeadSurface(Mesh()) }
    #expect(throws: SurfaceError.noFaces) { try HeadSurface(Mesh(positions: head.positions)) }
    var broken = head
    broken.positions[3].y = .nan
    #expect(throws: SurfaceError.notFinite(vertex: 3)) { try HeadSurface(broken) }
    broken = head
    broken.triangles[5].z = Int32(head.positions.count)
    #expect(throws: SurfaceError.indexOutOfRange(triangle: 5)) { try HeadSurface(broken) }
    broken.triangles[5].z = -1
    #expect(throws: SurfaceError.indexOutOfRange(triangle: 5)) { try HeadSurface(broken) }
    let off = HeadLandmarks([.noseTip: [0, 0.095, 0]], standardDeviation: 0.001)
    #expect(throws: LandmarkPlacementError.self) { try HeadSurface(head).check(off) }
    #expect(throws: Never.self) {
      try HeadSurface(head).check(HeadLandmarks([.noseTip: [0, 0.08, 0]], standardDeviation: 0.001))
    }
  }
}
