import Diagnostics
import Geometry
import PointClouds
import Testing

@testable import Landmarks

@Suite struct PrecedenceTests {
  private func estimate(_ x: Double, _ source: LandmarkSource, evidence: Int = 1, rejection: FindingCode? = nil)
    -> LandmarkEstimate
  {
    LandmarkEstimate(
      position: [x, 0, 0], standardDeviation: 0.001, evidence: evidence, source: source,
      rejection: rejection.map { Finding($0) })
  }

  @Test func pickedBeforeCapBeforeAutomatic() {
    let automatic = HeadLandmarks([
      .sellion: estimate(3, .automatic), .tragionLeft: estimate(3, .automatic), .tragionRight: estimate(3, .automatic),
    ])
    let cap = HeadLandmarks([.sellion: estimate(2, .cap), .tragionLeft: estimate(2, .cap)])
    let merged = HeadLandmarks.byPrecedence(
      picked: HeadLandmarks([.sellion: estimate(1, .picked)]), cap: cap, automatic: automatic)
    #expect(Landmark.required.map { merged.estimates[$0]!.source } == [.picked, .cap, .automatic])
    #expect(merged[.sellion]?.x == 1)
    #expect(
      merged.sourceFindings == [
        Finding(.landmarksFromCap, ["landmarks": .list([Landmark.tragionLeft.shown])]),
        Finding(.landmarksAutomatic, ["landmarks": .list([Landmark.tragionRight.shown])]),
      ])
  }

  @Test func clicksThatContradictEachOtherAreNotReplaced() {
    let merged = HeadLandmarks.byPrecedence(
      picked: HeadLandmarks([.sellion: estimate(1, .picked, evidence: 2, rejection: .landmarksContradict)]),
      automatic: HeadLandmarks([.sellion: estimate(3, .automatic)]))
    #expect(merged[.sellion] == nil)
    #expect(merged.estimates[.sellion]?.source == .picked)
  }

  @Test func aMarkerThatWasNotSeenLeavesItsPlace() {
    let cap = HeadLandmarks([.sellion: estimate(0, .cap, evidence: 0, rejection: .landmarksCapMarker)])
    let found = HeadLandmarks([.sellion: estimate(3, .automatic)])
    let none = HeadLandmarks([:])
    #expect(HeadLandmarks.byPrecedence(picked: none, cap: cap, automatic: found)[.sellion]?.x == 3)
    let unseen = HeadLandmarks([.sellion: estimate(0, .automatic, evidence: 0, rejection: .landmarksNoFace)])
    let merged = HeadLandmarks.byPrecedence(picked: none, cap: cap, automatic: unseen)
    #expect(merged.estimates[.sellion]?.rejection?.code == .landmarksCapMarker)
  }

  /// What a click and the surface say of one place: the smaller deviation counts, the place stays that of the click.
  @Test(
    arguments: [
      (LandmarkSource.picked, 1, 0.0, 0.6, 0.6, 0.6), (.picked, 1, 0, 1.4, 1, 1.4), (.picked, 1, 3, 0.6, 1, 1.833),
      (.automatic, 4, 3, 0.6, 1, 1.833), (.picked, 2, 0, 0.6, 1, nil), (.cap, 1, 0, 0.6, 1, nil),
    ] as [(LandmarkSource, Int, Double, Double, Double, Double?)])
  func aClickOnWhatTheSurfaceShowsIsNoLessCertainThanIt(
    _ source: LandmarkSource, _ evidence: Int, _ apart: Double, _ found: Double, _ own: Double, _ most: Double?
  ) throws {
    let clicked = HeadLandmarks([.sellion: estimate(1, source, evidence: evidence)])
    let other = LandmarkEstimate(
      position: [1, 0, apart / 1000], standardDeviation: found / 1000, evidence: 9, source: .automatic)
    let confirmed = try #require(clicked.confirmed(by: HeadLandmarks([.sellion: other])).estimates[.sellion])
    #expect(confirmed.position == [1, 0, 0])
    #expect(confirmed.source == source)
    #expect(abs(confirmed.standardDeviation * 1000 - own) < 1e-9)
    #expect(confirmed.confirmed.map { ($0 * 1e6).rounded() / 1000 } == most)
  }

  /// The click of a proposal is its picture: what was found stands, to its last digit.
  @Test(arguments: [1, 4]) func anAcceptedProposalIsWhatWasFound(_ evidence: Int) {
    let found = LandmarkEstimate(
      position: [1, 0, 0.0015], standardDeviation: 0.0006, evidence: 9, source: .automatic)
    let accepted = HeadLandmarks([.sellion: estimate(1, .automatic, evidence: evidence)])
    #expect(accepted.confirmed(by: HeadLandmarks([.sellion: found])).estimates[.sellion] == found)
    #expect(accepted.confirmed(by: HeadLandmarks([:])) == accepted)
  }

  @Test func clicksThatContradictEachOtherAreNotConfirmed() {
    let clicked = HeadLandmarks([.sellion: estimate(1, .picked, rejection: .landmarksContradict)])
    #expect(clicked.confirmed(by: HeadLandmarks([.sellion: estimate(1, .automatic)])) == clicked)
    #expect(!clicked.restOnOneObservation)
  }

  @Test func whatWasPickedNeedsNoRemark() {
    let all = HeadLandmarks(Dictionary(uniqueKeysWithValues: Landmark.required.map { ($0, estimate(1, .picked)) }))
    #expect(all.sourceFindings.isEmpty)
  }
}

/// Codes that modules above declare.
extension FindingCode {
  fileprivate static let landmarksCapMarker = FindingCode("landmarks.cap_marker")
}

/// How far off a surface a landmark may lie, by what the mesh explains.
@Suite struct LandmarkPlacementTests {
  /// A square of 40 mm with a hole of 12 mm in its middle, edges of `spacing` along its sides.
  private static func sheet(spacing: Double = 0.001) throws -> HeadSurface {
    let n = Int((0.02 / spacing).rounded())
    var mesh = Mesh()
    for j in -n...n { for i in -n...n { mesh.positions.append([Double(i) * spacing, Double(j) * spacing, 0]) } }
    for j in -n..<n {
      for i in -n..<n where (Vector2(Double(i) + 0.5, Double(j) + 0.5) * spacing).length > 0.006 {
        let a = Int32((j + n) * (2 * n + 1) + i + n)
        mesh.triangles += [[a, a + 1, a + Int32(2 * n + 2)], [a, a + Int32(2 * n + 2), a + Int32(2 * n + 1)]]
      }
    }
    return try HeadSurface(mesh)
  }

  private static func landmarks(
    _ place: Vector3, deviation: Double = 0.001, source: LandmarkSource = .picked
  ) -> HeadLandmarks {
    HeadLandmarks([.sellion: LandmarkEstimate(position: place, standardDeviation: deviation, source: source)])
  }

  @Test func whatTheMeshExplainsPasses() throws {
    let sheet = try Self.sheet()
    let (inside, overTheHole) = (Vector3(0.0135, 0.0003, 0), Vector3(0, 0, 0))
    // Three deviations and the diagonal of a cell: 4.4 mm.
    #expect(throws: Never.self) { try sheet.check(Self.landmarks(inside + [0, 0, 0.004])) }
    let error = #expect(throws: LandmarkPlacementError.self) {
      try sheet.check(Self.landmarks(inside + [0, 0, 0.005]))
    }
    guard case .offSurface(.sellion, let distance, let reach) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(abs(distance - 0.005) < 1e-9)
    #expect(abs(reach - (0.003 + 0.001 * 2.0.squareRoot())) < 1e-9)
    // A landmark that is hardly known, a coarse mesh, a hole below it, and an ear that a program looked below.
    #expect(throws: Never.self) { try sheet.check(Self.landmarks(inside + [0, 0, 0.007], deviation: 0.002)) }
    #expect(throws: Never.self) { try Self.sheet(spacing: 0.004).check(Self.landmarks(inside + [0, 0, 0.008])) }
    #expect(throws: Never.self) { try sheet.check(Self.landmarks(overTheHole + [0, 0, 0.007])) }
    #expect(throws: Never.self) { try sheet.check(Self.landmarks(inside - [0, 0, 0.008], source: .automatic)) }
    // Nothing explains a centimetre.
    for place in [inside, overTheHole] {
      let far = Self.landmarks(place + [0, 0, 0.011], deviation: 0.005, source: .automatic)
      #expect(throws: LandmarkPlacementError.self) { try sheet.check(far) }
    }
  }

  @Test func aLandmarkALittleOffIsMentioned() throws {
    let (sheet, inside) = (try Self.sheet(), Vector3(0.0135, 0.0003, 0))
    #expect(sheet.remarks(on: Self.landmarks(inside + [0, 0, 0.0029])).isEmpty)
    let remarks = sheet.remarks(on: Self.landmarks(inside + [0, 0, 0.0034]))
    #expect(remarks.map(\.code) == [.landmarksBesideSurface] && remarks[0].severity == .note)
    #expect(abs((remarks[0].values["distance_mm"]?.figure ?? 0) - 3.4) < 1e-6)
    #expect(sheet.remarks(on: Self.landmarks(inside + [0, 0, 0.0034], source: .automatic)).isEmpty)
  }
}
