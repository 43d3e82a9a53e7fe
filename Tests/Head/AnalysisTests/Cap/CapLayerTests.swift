import Foundation
import Geometry
import Landmarks
import PointClouds
import TestSupport
import Testing

@testable import Analysis

/// What lies under a cap.
@Suite(.slow) struct CapLayerTests: TestHeadSuite {
  /// An ellipsoid with a cap all over it: every point moved along the normal. What is compared to hundredths of a
  /// millimetre needs a finer mesh, which takes nine times as long.
  static func mesh(_ thickness: Double, fineness: Int = 1) -> Mesh {
    let axes = Vector3(0.06, 0.075, 0.08)
    return TestHeads.closed(rings: 80 * fineness, spokes: 240 * fineness) { d in
      d * axes + (d / axes).normalized * thickness
    }
  }

  private static let shared = Dictionary(
    uniqueKeysWithValues: [0, 0.001, 0.002, 0.003].map { t in (t, Result { try HeadSurface(mesh(t)) }) })
  private static let bare = Result {
    try HeadAnalysis(uncertainty: nil).faceless.measure(
      HeadSurface(mesh(0, fineness: 3)), landmarks: CapLayerTests().landmarks)
  }
  /// What is measured over a cap of 1 mm.
  private static let over = Result {
    let suite = CapLayerTests()
    return try HeadAnalysis(uncertainty: nil).faceless.measure(suite.capped(0.001), landmarks: suite.landmarks)
  }

  /// The ellipsoid as a surface, made once for all tests where several measure it.
  func capped(_ thickness: Double) throws -> HeadSurface {
    try Self.shared[thickness]?.get() ?? HeadSurface(Self.mesh(thickness))
  }

  /// A cap down to below the base plane, as its markers would show it.
  func cap(_ thickness: Double) -> CapLayer {
    let ring = (0..<72).map { i -> Vector3 in
      let t = Double(i) * .pi / 36
      return [0.06 * cos(t), 0.075 * sin(t), -0.02]
    }
    return CapLayer(thickness: thickness, points: ring)
  }

  @Test(arguments: [0.001, 0.003]) func theHeadUnderTheCapIsMeasured(thickness: Double) throws {
    let bare = try Self.bare.get()
    let under = try HeadAnalysis(cap: cap(thickness), uncertainty: nil).faceless
      .measure(HeadSurface(Self.mesh(thickness, fineness: 3)), landmarks: landmarks)
    for name in MeasureName.allCases {
      let tolerance = name.basis == .volume && name.unit == "ml" ? 1e-4 * value(bare, name) : 0.01
      #expect(abs(value(under, name) - value(bare, name)) < tolerance, "\(name)")
    }
    #expect(under.notes.contains { $0.code == .capRemoved && $0.text().contains("100 % of the section") })
  }

  /// A cap so thin that its file states 0 mm has air and hair under it like any other.
  @Test func aCapOfNoThicknessHasHairUnderIt() throws {
    let (mesh, none) = (try capped(0), cap(0))
    let thin = try HeadAnalysis(cap: cap(1e-5)).faceless.measure(mesh, landmarks: landmarks)
    let zero = try HeadAnalysis(cap: none).faceless.measure(mesh, landmarks: landmarks)
    let bare = try HeadAnalysis().faceless.measure(mesh, landmarks: landmarks)
    for name in [MeasureName.circumference, .length, .width] {
      let (a, b) = (try #require(thin[name].ci95), try #require(zero[name].ci95))
      #expect(zero[name].value == bare[name].value)
      #expect(abs(a.lowerBound - b.lowerBound) < 0.05 * (a.upperBound - a.lowerBound), "\(name) \(a) \(b)")
      #expect(b.lowerBound < bare[name].ci95!.lowerBound - 1)
    }
    #expect(zero[.circumference].overCap == nil)
    #expect(!zero.notes.contains { $0.code == .capRemoved })
  }

  /// Whether somebody stated the hair is said, and what was stated is what the intervals allow for.
  @Test(arguments: [0, 0.001]) func hairThatNobodyStatesIsSaid(thickness: Double) throws {
    let draws = 20
    let mesh = try capped(thickness)
    let plain = HeadAnalysis(cap: cap(thickness), uncertainty: UncertaintyOptions(draws: draws)).faceless
    let assumed = try plain.measure(mesh, landmarks: landmarks)
    let note = try #require(assumed.notes.first { $0.code == .capHairAssumed })
    #expect(note.severity == .warning)
    #expect(note.text().contains("1.0 mm"))
    let stated = try plain.stating(hairMm: 3).measure(mesh, landmarks: landmarks)
    #expect(!stated.notes.contains { $0.code == .capHairAssumed })
    var options = AnalysisOptions()
    (options.intervals.hair, options.intervals.draws) = (0.003, draws)
    // What is stated may be none elsewhere.
    options.intervals.hairByPlace = IntervalOptions.statedHairByPlace
    let wide = try HeadAnalysis(
      cap: cap(thickness), uncertainty: UncertaintyOptions(options.intervals), options: options
    )
    .faceless.measure(mesh, landmarks: landmarks)
    for name in MeasureName.allCases {
      #expect(stated[name].value == assumed[name].value && stated[name].ci95 == wide[name].ci95, "\(name)")
    }
    #expect(wide.notes.contains { $0.code == .capHairAssumed }, "an option is no statement about this head")
    if thickness > 0 {
      let removed = { (m: HeadMeasures) in m.notes.first { $0.code == .capRemoved }?.text() ?? "" }
      #expect(removed(stated).contains("2.0 mm"))
      #expect(removed(stated).contains("3.0 mm"))
      #expect(removed(assumed).contains("2.0 mm"))
      #expect(!removed(assumed).contains("hair"))
    }
    // Hair that is thicker than any pressed flat under a cap is asked about.
    let hair = { (m: HeadMeasures) in m.notes.filter { $0.code == .capHairThick }.map { $0.values["hair_mm"]?.figure } }
    for (hairMm, asked) in [(3.0, []), (4, []), (8, [8]), (20, [20])] as [(Double, [Double?])] {
      #expect(try hair(plain.stating(hairMm: hairMm).measure(mesh, landmarks: landmarks)) == asked, "\(hairMm)")
    }
    // Without a cap, or without intervals, nothing rests on it.
    for analysis in [
      HeadAnalysis(uncertainty: UncertaintyOptions(draws: draws)), HeadAnalysis(cap: cap(thickness), uncertainty: nil),
    ] {
      #expect(try !analysis.faceless.measure(mesh, landmarks: landmarks).notes.contains { $0.code == .capHairAssumed })
    }
  }

  /// Cloth with a print on it is rarely thicker than 2 mm.
  @Test(arguments: [(0.001, false), (0.002, false), (0.0021, true), (0.003, true)])
  func aThickCapIsAskedAbout(thickness: Double, isAsked: Bool) throws {
    let measures = try HeadAnalysis(cap: cap(thickness), uncertainty: nil).faceless
      .measure(capped(thickness), landmarks: landmarks)
    #expect(measures.notes.contains { $0.code == .capThick } == isAsked)
  }

  @Test func whatATapeOverTheCapGivesIsSaid() throws {
    let over = try Self.over.get()
    let under = try HeadAnalysis(cap: cap(0.001), uncertainty: nil).faceless
      .measure(capped(0.001), landmarks: landmarks)
    for name in [MeasureName.length, .width, .circumference, .volume, .diagonalLeftFront, .cranialIndex] {
      #expect(under[name].overCap == over[name].value, "\(name)")
    }
    // A convex outline moved inwards by t is shorter by 2π t, an extent by 2 t (Steiner); here a little more, because the
    // surface leans: the section is horizontal, the cloth's thickness is not.
    #expect(abs(value(over, .circumference) - value(under, .circumference) - 2 * .pi) < 0.5)
    #expect(abs(value(over, .length) - value(under, .length) - 2) < 0.15)
    #expect(under[.earShift].overCap == nil)
    #expect(over[.length].overCap == nil)
  }

  @Test func aProtocolMayKeepTheCap() throws {
    let head = try capped(0.001)
    var analysis = HeadAnalysis(cap: cap(0.001), uncertainty: nil).faceless
    analysis.choices = try MeasurementProtocol.find("cap-included")
    let kept = try analysis.measure(head, landmarks: landmarks)
    let plain = try Self.over.get()
    for name in MeasureName.allCases { #expect(value(kept, name) == value(plain, name), "\(name)") }
    #expect(kept.remarks.isEmpty)
  }

  @Test func onlyWhatLiesUnderTheCapIsMoved() throws {
    // The cap's edge rises from the nape to high on the forehead: the front keeps its place, the sides do not.
    var leaning = cap(0.001)
    leaning.points = leaning.points?.map { [$0.x, $0.y, 0.015 + 0.6 * $0.y] }
    let head = try capped(0.001)
    let over = try Self.over.get()
    let under = try HeadAnalysis(cap: leaning, uncertainty: nil).faceless.measure(head, landmarks: landmarks)
    // The back end loses the thickness over the cosine of its lean, tan = (z / c²) / (y / b²). The vertex is 1 mm lower,
    // the section 0.3 mm, and both ends of a lower section lie farther out.
    let (y, z) = (72.4, 24.3)
    let lean = (z / (81 * 81)) / (y / (76 * 76))
    let expected = (1 + lean * lean).squareRoot() - 2 * 0.3 * lean
    #expect(abs(value(over, .length) - value(under, .length) - expected) < 0.02)
    #expect(abs(value(over, .width) - value(under, .width) - 2) < 0.2)
  }

  /// Markers lie as they fit: where one side's reach lower than the other's, the cap still covers both alike.
  @Test(arguments: 0..<5 as Range<UInt64>) func noAsymmetryComesFromTheMarkers(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var uneven = cap(0.001)
    uneven.points = uneven.points?.map { [$0.x, $0.y, 0.01 + 0.1 * $0.y + 0.03 * random.uniform()] }
    let head = try capped(0.001)
    let under = try HeadAnalysis(cap: uneven, uncertainty: nil).faceless.measure(head, landmarks: landmarks)
    #expect(value(under, .cva) < 0.01, "seed \(seed)")
    #expect(value(under, .rsi) < 0.1, "seed \(seed)")
  }

  @Test func theThicknessIsPartOfTheInterval() throws {
    let exact = HeadLandmarks(TestHeads.landmarks, standardDeviation: 0)
    let options = UncertaintyOptions.landmarksAlone(draws: 2)
    var doubtful = cap(0.002)
    doubtful.standardDeviation = 0.0005
    let m = try HeadAnalysis(cap: doubtful, uncertainty: options).faceless.measure(capped(0.002), landmarks: exact)
    let interval = try #require(m[.circumference].ci95)
    let over = try #require(m[.circumference].overCap)
    let expected = 1.959964 * (over - value(m, .circumference)) * 0.25
    #expect(abs(interval.upperBound - value(m, .circumference) - expected) < 1e-6)
    #expect(m[.earShift].ci95 == value(m, .earShift)...value(m, .earShift))
  }

  /// Vertices that lie closer together than their normals' noise carries them apart must not pass each other.
  @Test(arguments: 1...2 as ClosedRange<UInt64>) func aRoughSurfaceIsNotFolded(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let axes = Vector3(0.06, 0.075, 0.08)
    let rough = TestHeads.closed(rings: 60, spokes: 2400) { d in
      d * axes + (d / axes).normalized * (0.002 + 0.00001 * random.normal3().x)
    }
    // How much longer the outline as cut is than the smooth one: the noise's part, and that of folds where there are any.
    let excess = { (cap: CapLayer?) in
      let m = try HeadAnalysis(cap: cap, uncertainty: nil).faceless.measure(HeadSurface(rough), landmarks: landmarks)
      return 1000 * Polygon.perimeter(try #require(m.section?.outline.first)) - value(m, .perimeter)
    }
    let (over, under) = (try excess(nil), try excess(cap(0.002)))
    #expect(abs(under - over) < 0.2, "seed \(seed): \(over) mm over the cap, \(under) mm under it")
  }

  /// The cloth reaches below the markers, nobody knows how far: between none and twice the margin. The interval says what
  /// that makes of each measure, and nothing where the edge is far from the section.
  @Test func theEdgeIsPartOfTheInterval() throws {
    let exact = HeadLandmarks(TestHeads.landmarks, standardDeviation: 0)
    let head = try capped(0.001)
    let halfWidth = { (height: Double, margin: Double) in
      var cap = cap(0.001)
      cap.points = cap.points?.map { [$0.x, $0.y, height] }
      (cap.margin, cap.standardDeviation) = (margin, 0)
      let options = UncertaintyOptions.landmarksAlone(draws: 2)
      let m = try HeadAnalysis(cap: cap, uncertainty: options).faceless.measure(head, landmarks: exact)
      let interval = try #require(m[.length].ci95)
      return (interval.upperBound - interval.lowerBound) / 2
    }
    // The section lies at 24 mm. The edge is expected at 18 mm and may lie up to 12 mm higher: there the section is bare,
    // and both ends are a thickness over the cosine of their lean farther out. Of an even spread √3 deviations are all.
    let near = try halfWidth(0.030, 0.012)
    #expect(near > 1.959964 * 1.8 / 3.0.squareRoot())
    #expect(near < 1.959964 * 2.3 / 3.0.squareRoot())
    // A section that only the highest edge uncovers feels it as well.
    #expect(try halfWidth(0.0225, 0.012) > 0.3)
    #expect(try halfWidth(0.010, 0.005) < 0.02)
  }

  @Test func aMotionOfEverythingChangesNothing() throws {
    let head = Self.mesh(0.0015)
    let still = try HeadAnalysis(cap: cap(0.0015), uncertainty: nil).faceless
      .measure(HeadSurface(head), landmarks: landmarks)
    for seed in 0..<3 as Range<UInt64> {
      var random = SeededGenerator(seed: seed)
      let motion = RigidTransform(rotation: .rotation(random.normal3()), translation: random.normal3())
      let moved = try HeadAnalysis(cap: cap(0.0015).transformed(by: motion), uncertainty: nil)
        .faceless.measure(HeadSurface(head.transformed(by: motion)), landmarks: landmarks.transformed(by: motion))
      for name in MeasureName.allCases {
        #expect(abs(value(still, name) - value(moved, name)) < 1e-6, "\(name), seed \(seed)")
      }
    }
  }
}

/// Where a cap ends, and how well that and its thickness are known.
@Suite struct CapEdgeTests {
  /// A tenth of the thickness, a tenth of a millimetre at least, and nothing where there is no cloth.
  @Test func theThicknessIsKnownByItself() {
    #expect(CapLayer(thickness: 0.003).thicknessDeviation == 0.1 * 0.003)
    #expect(CapLayer(thickness: 0.0005).thicknessDeviation == 0.0001)
    #expect(CapLayer(thickness: 0).thicknessDeviation == 0)
    #expect(CapLayer(thickness: 0.003, standardDeviation: 0.0007).thicknessDeviation == 0.0007)
  }

  /// Evenly between none and twice the margin, or twice 15 % of the height.
  @Test func theEdgeIsKnownToItsMargin() {
    let known = CapLayer(thickness: 0.001, points: [[0, 0.07, 0.02], [0, -0.07, 0.02]], margin: 0.006)
    #expect(abs(known.edgeDeviation(top: 0.08) - 0.006 / 1.7320508) < 1e-9)
    let unknown = CapLayer(thickness: 0.001, margin: 0.006)
    #expect(abs(unknown.edgeDeviation(top: 0.08) - 0.15 * 0.08 / 1.7320508) < 1e-9)
    #expect(unknown.split([[0, 0, 0.08]], top: 0.08).covered.count == 1)
  }

  /// The edge passes 6 mm under the lowest points: it rises by 30 mm over 140 mm forward, whatever lies above it. Over 5 mm
  /// the cloth fades in.
  @Test func theEdgeRisesForwardUnderItsPoints() {
    var cap = CapLayer(
      thickness: 0.001, points: [[0.03, 0.07, 0.04], [-0.03, -0.07, 0.01], [0.05, 0, 0.06], [0.02, 0.03, 0.05]],
      margin: 0.006)
    let edge = { (y: Double) in 0.025 + 30.0 / 140 * y - 0.006 }
    let section = { (off: Double, y: Double) in
      Section(
        lines: [CutLine(points: [[-0.02, y], [0.02, y], [0.02, y + 1e-9], [-0.02, y + 1e-9]], isClosed: true)],
        level: edge(y) + off, bridgedGap: 0.003)
    }
    for y in [-0.06, -0.01, 0.03, 0.08] {
      for (off, share) in [(-0.001, 0.0), (0.001, 0.2), (0.0025, 0.5), (0.004, 0.8), (0.006, 1)] {
        #expect(abs(cap.share(of: section(off, y), top: 0.09) - share) < 1e-5, "\(y) \(off)")
      }
    }
    // With the edge a deviation, 3.46 mm, higher or lower.
    let at = { (off: Double) in Vector3(0.01, 0.03, edge(0.03) + off) }
    let parts = cap.split([at(-0.0036), at(-0.0034), at(0.0084), at(0.0085)], top: 0.09)
    #expect(parts.skin == [at(-0.0036)])
    #expect(parts.covered == [at(0.0085)])
    // One height of all points, and a single one.
    cap.points = [[0.01, 0.02, 0.03]]
    #expect(cap.split([[0, 0.05, 0.03 - 0.006 - 0.0036]], top: 0.09).skin.count == 1)
    #expect(cap.split([[0, 0.05, 0.03 - 0.006 - 0.0034]], top: 0.09).skin.isEmpty)
  }
}

@Suite struct ClothNormalsTests {
  /// About each corner of an octahedron lie four faces, whose doubled area vectors add up to four times the product of
  /// the two half axes across it. Some faces wind one way, some the other.
  @Test func normalsLookAwayFromThePointInside() {
    let (centre, half) = (Vector3(0.4, -0.3, 0.5), Vector3(0.05, 0.04, 0.03))
    let corners = (0..<6).map { k -> Vector3 in
      var corner = centre
      corner[k / 2] += k % 2 == 0 ? half[k / 2] : -half[k / 2]
      return corner
    }
    let faces: [SIMD3<Int32>] = [
      [0, 2, 4], [1, 2, 4], [0, 3, 4], [1, 3, 4], [0, 2, 5], [1, 2, 5], [0, 3, 5], [1, 3, 5],
    ]
    let normals = HeadSurface(positions: corners, triangles: faces).outwardNormals(
      from: centre + [0.01, -0.005, 0.004])
    for (k, normal) in normals.enumerated() {
      var expected = Vector3.zero
      let across: Double = half[(k / 2 + 1) % 3] * half[(k / 2 + 2) % 3]
      expected[k / 2] = k % 2 == 0 ? 4 * across : -4 * across
      #expect((normal - expected).length < 1e-12, "\(k)")
    }
  }

  /// Each node takes a normal by its nearness along each axis, and gives it back alike: two vertices share the product
  /// of what they share along the axes.
  @Test(arguments: 1...5 as ClosedRange<UInt64>) func normalsAreSpreadByNearness(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let positions = (0..<12).map { _ in random.normal3() * 0.02 }
    let normals = positions.map { _ in random.normal3() }
    let cloth = ClothNormals(positions, normals, step: 0.01)
    let common = { (a: Double, b: Double) in
      (-12...12).reduce(0.0) { $0 + max(0, 1 - abs(a / 0.01 - Double($1))) * max(0, 1 - abs(b / 0.01 - Double($1))) }
    }
    for p in positions {
      let sum = zip(positions, normals).reduce(Vector3.zero) { sum, other in
        let q = other.0
        return sum + other.1 * (common(p.x, q.x) * common(p.y, q.y) * common(p.z, q.z))
      }
      #expect((cloth.direction(at: p) - sum.normalized).length < 1e-9, "seed \(seed)")
    }
  }

  @Test func averagesOutWhatNeighboursDifferBy() {
    // Normals that lean to either side by turns, on a plane of 0.5 mm meshes.
    var (positions, normals): ([Vector3], [Vector3]) = ([], [])
    for i in 0..<60 {
      for j in 0..<60 {
        positions.append(Vector3(Double(i), Double(j), 0) * 0.0005)
        normals.append(Vector3((i + j) % 2 == 0 ? 0.5 : -0.5, 0, 1))
      }
    }
    let cloth = ClothNormals(positions, normals)
    for position in positions { #expect(cloth.direction(at: position).z > 0.999) }
  }

  @Test func aThornOfMetresCostsNoMemory() {
    for thorn in [Vector3(5, 5, 5), Vector3(1e6, 1e6, 0.25), Vector3(-1e5, 0, 1e5)] {
      let positions: [Vector3] = [[0, 0, 0], [0.001, 0, 0], [0.1, 0, 0], thorn]
      let cloth = ClothNormals(positions, [[0, 0, 1], [0, 0, 1], [1, 0, 0], [0, 1, 0]])
      #expect(cloth.direction(at: positions[0]) == [0, 0, 1])
      #expect(cloth.direction(at: positions[2]) == [1, 0, 0], "the thorn blurs nothing")
      #expect(cloth.direction(at: thorn) == .zero)
    }
  }
}
