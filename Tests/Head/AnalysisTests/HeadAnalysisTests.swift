import Diagnostics
import Foundation
import Geometry
import Landmarks
import PointClouds
import TestSupport
import Testing

@testable import Analysis

@Suite(.slow) struct HeadAnalysisTests: TestHeadSuite {
  /// The chords between 3600 spokes lie less than 0.03 µm within the ellipse.
  @Test func ellipseHasItsClosedForms() throws {
    let measures = try TestHeads.measure(
      TestHeads.cylinder(0.060, 0.075, spokes: 3600), landmarks: landmarks, uncertainty: nil)
    #expect(abs(value(measures, .length) - 150) < 1e-3)
    #expect(abs(value(measures, .width) - 120) < 1e-3)
    #expect(abs(value(measures, .cranialIndex) - 80) < 1e-3)
    #expect(abs(value(measures, .diagonalLeftFront) - 140.4494) < 1e-4)
    #expect(abs(value(measures, .diagonalRightFront) - 140.4494) < 1e-4)
    #expect(abs(value(measures, .perimeter) - 425.425) < 1e-3)
    #expect(abs(value(measures, .circumference) - 425.425) < 1e-3)
    #expect(value(measures, .cvai) < 1e-6)
    #expect(abs(value(measures, .oclr) - 100) < 1e-6)
    #expect(value(measures, .rsi) < 1e-6)
    #expect(measures.severity?.level == 1)
  }

  @Test(arguments: [(1.0, 0.74), (2.0, 1.48), (3.0, 2.21)]) func yawMakesAFalseAsymmetry(yaw: Double, cvai: Double)
    throws
  {
    let head = TestHeads.cylinder(0.060, 0.075, yaw: yaw * .pi / 180)
    let measures = try TestHeads.measure(head, landmarks: landmarks, uncertainty: nil)
    #expect(abs(value(measures, .cvai) - cvai) < 0.005)
    // The yawed ellipse in polar form about its centre, which the section's middle is.
    let radius = { (degrees: Double) in
      let t = (degrees + yaw) * .pi / 180
      return 1000 / (pow(sin(t) / 0.060, 2) + pow(cos(t) / 0.075, 2)).squareRoot()
    }
    let diagonals = { (degrees: Double) in [2 * radius(-degrees), 2 * radius(degrees)].sorted() }
    let (at30, at40) = (diagonals(30), diagonals(40))
    #expect(abs(value(measures, .cvai) - 100 * (at30[1] - at30[0]) / at30[1]) < 0.01)
    #expect(abs(value(measures, .cvaiShorter) - 100 * (at30[1] - at30[0]) / at30[0]) < 0.01)
    #expect(abs(value(measures, .cva) - (at30[1] - at30[0])) < 0.01)
    #expect(abs(value(measures, .oddi) - 100 * at30[1] / at30[0]) < 0.01)
    #expect(abs(value(measures, .oclr) - 100 * at40[1] / at40[0]) < 0.01)
    let differences = stride(from: 15.0, to: 180, by: 15).map { abs(radius(-$0) - radius($0)) }
    #expect(abs(value(measures, .rsi) - differences.reduce(0, +)) < 0.01)
    // A yawed ellipse's extents: √(a² sin² + b² cos²) and the other way round.
    let (s, c) = (sin(yaw * .pi / 180), cos(yaw * .pi / 180))
    #expect(abs(value(measures, .length) - 2 * (3600 * s * s + 5625 * c * c).squareRoot()) < 0.01)
    #expect(abs(value(measures, .width) - 2 * (3600 * c * c + 5625 * s * s).squareRoot()) < 0.01)
  }

  @Test func aHeightAboveTheVertexIsRefused() throws {
    var choices = MeasurementProtocol.standard
    choices.level = .height(0.085)
    #expect(throws: MeasurementProtocolError.self) {
      try TestHeads.measure(TestHeads.plagiocephalic(), landmarks: landmarks, choices: choices)
    }
    choices.level = .height(0.024)
    let fixed = try TestHeads.measure(TestHeads.plagiocephalic(), landmarks: landmarks, choices: choices)
    #expect(abs(fixed.section!.level - 0.024) < 1e-12)
  }

  @Test(.enabled(if: SharedMaterial.isPresent, Comment(rawValue: SharedMaterial.absence)), arguments: TruthScan.all)
  func truthSurfacesGiveTheReferenceValues(scan: TruthScan) throws {
    let (mesh, landmarks) = try scan.load()
    let measures = try HeadAnalysis(uncertainty: UncertaintyOptions(draws: 40)).faceless
      .measure(HeadSurface(mesh), landmarks: landmarks)
    for (name, expected) in scan.expected {
      #expect(abs(value(measures, name) - expected) < (name.unit == "mm" ? 0.02 : 0.01), "\(name)")
    }
    #expect(measures.severity?.flattened == scan.flattened)
  }
}

@Suite struct WithholdingTests {
  let landmarks = HeadLandmarks(TestHeads.landmarks, standardDeviation: 0.001)

  static let head = TestHeads.plagiocephalic()
  /// What is measured on the head without a hole.
  static let whole = Result {
    try TestHeads.measure(head, landmarks: HeadLandmarks(TestHeads.landmarks, standardDeviation: 0.001))
  }

  func measure(_ head: Mesh = head, without isCut: (Vector3) -> Bool) throws -> HeadMeasures {
    try TestHeads.measure(TestHeads.cutting(head, where: isCut), landmarks: landmarks)
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
    let (whole, m) = (try Self.whole.get(), try measure { ($0 - [0, 0, 0.08]).length < 0.02 })
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

  /// A wall whose length grows by 0.4 mm for each millimetre upwards, and its width by 0.32, under a lid with a hole of
  /// 25 mm: the vertex may lie 25² / 400 mm higher, and the section three tenths of that. Anything in between is as
  /// likely.
  @Test func theSectionMayLieHigherByAShareOfTheBulge() throws {
    let (spokes, radius) = (120, 0.0125)
    var head = TestHeads.cylinder(0.06, 0.075, spokes: spokes)
    head.positions = head.positions.map { $0 * Vector3(1 + $0.z * 8 / 3, 1 + $0.z * 8 / 3, 1) }
    let (lid, n) = (Int32(head.positions.count - 1), Int32(spokes))
    let first = lid + 1
    head.positions += (0..<spokes).map { j in
      let t = 2 * Double.pi * Double(j) / Double(spokes)
      return [radius * cos(t), radius * sin(t), 0.06]
    }
    head.triangles = head.triangles.flatMap { t -> [SIMD3<Int32>] in
      guard t.x == lid else { return [t] }
      let (a, b) = (first + t.y - n, first + t.z - n)
      return [[a, t.y, t.z], [a, t.z, b]]
    }
    let m = try TestHeads.measure(
      head, landmarks: HeadLandmarks(TestHeads.landmarks, standardDeviation: 0), uncertainty: .landmarksAlone(draws: 2))
    let higher = 0.3 * 25 * 25 / 400
    for (name, slope) in [(MeasureName.length, 0.4), (.width, 0.32)] {
      let line = try #require(m[name].budget.first { $0.source == .hidden })
      #expect(abs(line.effect / (slope * higher / 3.0.squareRoot()) - 1) < 0.03, "\(name) \(line)")
    }
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
        try TestHeads.measure(
          TestHeads.cutting(Self.head) { isHoled && ($0 - [0, 0, 0.08]).length < 0.02 },
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
    // Triangles as narrow as the crack.
    let fine = TestHeads.plagiocephalic(rings: 90, spokes: 240)
    let whole = try TestHeads.measure(fine, landmarks: landmarks)
    let m = try measure(fine, without: { $0.x > 0.04 && abs($0.y + 0.03) < 0.0008 && $0.z > 0 && $0.z < 0.05 })
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
    var mesh = Self.head
    mesh.weights = mesh.positions.map { ball(0.033, -0.056, 0.012)($0) ? 0 : 3 }
    let m = try TestHeads.measure(mesh, landmarks: landmarks)
    #expect(m[.cvai].value == nil)
  }

  @Test func missingLandmarksWithholdEverything() throws {
    var some = TestHeads.landmarks
    some[.sellion] = nil
    let m = try HeadAnalysis.measure(
      Self.head, landmarks: HeadLandmarks(some, standardDeviation: 0.001))
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

/// What no measure feels: the surface's place, the order and sharing of its vertices, specks; and what mirroring exchanges.
@Suite struct InvarianceTests: TestHeadSuite {
  @Test func everyMeasureIsInvariantUnderRigidMotion() throws {
    let head = TestHeads.plagiocephalic()
    let still = try TestHeads.measure(head, landmarks: landmarks, uncertainty: nil)
    for seed in 0..<4 as Range<UInt64> {
      var random = SeededGenerator(seed: seed)
      let motion = RigidTransform(rotation: .rotation(random.normal3()), translation: random.normal3())
      let moved = try TestHeads.measure(
        head.transformed(by: motion), landmarks: landmarks.transformed(by: motion), uncertainty: nil)
      for name in MeasureName.allCases {
        #expect(abs(value(still, name) - value(moved, name)) < 1e-6, "\(name), seed \(seed)")
      }
    }
  }

  @Test(arguments: 0..<3 as Range<UInt64>) func theOrderOfVerticesAndTrianglesDoesNotMatter(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let head = TestHeads.plagiocephalic(rings: 45, spokes: 120)
    let order = Array(head.positions.indices).shuffled(using: &random)
    var shuffled = Mesh(positions: head.positions, triangles: [])
    for (new, old) in order.enumerated() { shuffled.positions[new] = head.positions[old] }
    var newIndex = [Int32](repeating: 0, count: order.count)
    for (new, old) in order.enumerated() { newIndex[old] = Int32(new) }
    shuffled.triangles = head.triangles.map { [newIndex[Int($0.y)], newIndex[Int($0.z)], newIndex[Int($0.x)]] }
    shuffled.triangles.shuffle(using: &random)
    let (a, b) = (
      try TestHeads.measure(head, landmarks: landmarks, uncertainty: nil),
      try TestHeads.measure(shuffled, landmarks: landmarks, uncertainty: nil)
    )
    for name in MeasureName.allCases { #expect(abs(value(a, name) - value(b, name)) < 1e-9, "\(name), seed \(seed)") }
  }

  @Test func aMirroredHeadExchangesTheSides() throws {
    let head = TestHeads.plagiocephalic()
    var mirrored = head
    mirrored.positions = head.positions.map { $0 * [-1, 1, 1] }
    mirrored.triangles = head.triangles.map { [$0.x, $0.z, $0.y] }
    // The ears are not level: their shift has a sign to lose. They lie on the surface in neither head.
    var uneven = TestHeads.landmarks
    uneven[.tragionLeft]! += [0, 0.002, 0]
    uneven[.tragionRight]! += [0, -0.004, 0]
    var exchanged = uneven.mapValues { $0 * [-1, 1, 1] }
    (exchanged[.tragionLeft], exchanged[.tragionRight]) = (exchanged[.tragionRight], exchanged[.tragionLeft])
    let a = try TestHeads.measure(
      head, landmarks: HeadLandmarks(uneven, standardDeviation: 0.0015), uncertainty: .landmarksAlone())
    let b = try TestHeads.measure(
      mirrored, landmarks: HeadLandmarks(exchanged, standardDeviation: 0.0015), uncertainty: .landmarksAlone())
    let partners: [MeasureName: MeasureName] = [
      .diagonalLeftFront: .diagonalRightFront, .volumeLeftFront: .volumeRightFront, .volumeLeftBack: .volumeRightBack,
    ]
    let odd: Set<MeasureName> = [.earShift, .axisDifference, .frontRadiusDifference, .backRadiusDifference]
    for name in MeasureName.allCases {
      let partner = partners[name] ?? partners.first { $0.value == name }?.key ?? name
      let expected = odd.contains(name) ? -value(a, name) : value(a, name)
      #expect(abs(expected - value(b, partner)) < 1e-6, "\(name)")
      #expect(value(b, partner).isFinite)
    }
    #expect(value(a, .cvai) > 2)
    #expect(abs(value(a, .earShift)) > 3)
    #expect(a.severity?.flattened == .rightPosterior)
    #expect(b.severity?.flattened == .leftPosterior)
  }

  /// Every protocol that needs no face, not the default alone; see FaceSymmetryTests for the one that does.
  @Test(arguments: MeasurementProtocol.builtIn.filter { $0.apAxis != .faceSymmetry }.map(\.name))
  func noProtocolFeelsARigidMotion(name: String) throws {
    let choices = try MeasurementProtocol.find(name)
    let head = TestHeads.plagiocephalic(rings: 60, spokes: 160)
    var random = SeededGenerator(seed: 77)
    let motion = RigidTransform(rotation: .rotation(random.normal3()), translation: random.normal3())
    let still = try TestHeads.measure(head, landmarks: landmarks, choices: choices, uncertainty: nil)
    let moved = try TestHeads.measure(
      head.transformed(by: motion), landmarks: landmarks.transformed(by: motion), choices: choices, uncertainty: nil)
    for name in MeasureName.allCases { #expect(abs(value(still, name) - value(moved, name)) < 1e-6, "\(name)") }
    #expect(still.choices.name == name)
  }

  @Test func aFaceWithoutSharedVerticesMeasuresTheSame() throws {
    let head = TestHeads.plagiocephalic(rings: 45, spokes: 120)
    let soup = Mesh(
      positions: head.triangles.flatMap { t in [t.x, t.y, t.z].map { head.positions[Int($0)] } },
      triangles: head.triangles.indices.map { [Int32(3 * $0), Int32(3 * $0 + 1), Int32(3 * $0 + 2)] })
    let (a, b) = (
      try TestHeads.measure(head, landmarks: landmarks, uncertainty: nil),
      try TestHeads.measure(soup, landmarks: landmarks, uncertainty: nil)
    )
    for name in MeasureName.allCases { #expect(abs(value(a, name) - value(b, name)) < 1e-9, "\(name)") }
  }

  @Test func specksAroundTheHeadDoNotCount() throws {
    var head = TestHeads.plagiocephalic()
    let clean = try TestHeads.measure(head, landmarks: landmarks, uncertainty: nil)
    let n = Int32(head.positions.count)
    head.positions += [[0.1, 0, 0.1], [0.11, 0, 0.1], [0.1, 0.01, 0.0]]
    head.triangles.append([n, n + 1, n + 2])
    head.positions.append([0, 0, 1])
    let measures = try TestHeads.measure(head, landmarks: landmarks, uncertainty: nil)
    for name in MeasureName.allCases { #expect(value(clean, name) == value(measures, name), "\(name)") }
  }
}
