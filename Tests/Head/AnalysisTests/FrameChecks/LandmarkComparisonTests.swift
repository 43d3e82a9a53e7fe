import Diagnostics
import Geometry
import Landmarks
import PointClouds
import TestSupport
import Testing

@testable import Analysis

/// Landmarks beside those that the surface shows, on a head of closed form.
@Suite struct LandmarkComparisonTests {
  private static let face = AnalyticFace()
  private static let surface = Result { try HeadSurface(face.mesh()) }
  /// Where the surface shows the landmarks.
  private static let shown = Result { AutomaticLandmarks.find(on: try surface.get()).landmarks }
  /// A head without a face.
  private static let bare = Result { try HeadSurface(AnalyticFace(nose: false, earLeft: 0, earRight: 0).mesh()) }

  private static func measure(_ landmarks: HeadLandmarks, on surface: HeadSurface? = nil) throws -> HeadMeasures {
    try HeadAnalysis(uncertainty: nil).measure(surface ?? Self.surface.get(), landmarks: landmarks)
  }

  private static func picked(_ move: (Landmark, Vector3) -> Vector3 = { $1 }) throws -> HeadLandmarks {
    let places = try shown.get().estimates.filter { Landmark.required.contains($0.key) }
    return HeadLandmarks(
      Dictionary(uniqueKeysWithValues: places.map { ($0.key, move($0.key, $0.value.position)) }),
      standardDeviation: 0.0005)
  }

  private static func elsewhere(_ measures: HeadMeasures) -> [Landmark] {
    measures.comparison?.places.filter(\.value.isElsewhere).map(\.key).sorted() ?? []
  }

  /// Operators who err by a millimetre or so are believed, and their landmarks are all checked.
  @Test(arguments: 0..<12 as Range<UInt64>) func landmarksInTheirPlacesAreBelieved(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let measures = try Self.measure(Self.picked { $1 + random.normal3() * 0.0009 })
    #expect(measures.comparison?.places.count == 3)
    #expect(!measures.notes.contains { $0.code.stage == "landmarks" }, "seed \(seed) \(measures.notes.text())")
  }

  @Test(
    arguments: [
      (Landmark.sellion, Vector3(0.005, 0, 0)), (.sellion, [-0.005, 0, 0]), (.sellion, [0.010, 0, 0]),
      (.sellion, [0, 0, 0.012]), (.tragionLeft, [0, -0.020, 0]), (.tragionRight, [0, -0.020, 0]),
      (.tragionRight, [0, 0.020, 0]), (.tragionLeft, [0, 0, 0.020]),
    ] as [(Landmark, Vector3)])
  func aLandmarkAtTheWrongPlaceIsNoticed(landmark: Landmark, step: Vector3) throws {
    let measures = try Self.measure(Self.picked { $0 == landmark ? $1 + step : $1 })
    #expect(Self.elsewhere(measures) == [landmark])
    let finding = try #require(measures.notes.first { $0.code == .landmarksElsewhere })
    #expect(finding.severity == .warning)
    #expect(finding.values["landmarks"] == .list([landmark.shown]))
    let (distance, limit) = (finding.values["distance_mm"]?.figure, finding.values["limit_mm"]?.figure)
    #expect(try abs(#require(distance) - step.length * 1000) < 2.5 && #require(limit) < #require(distance))
  }

  /// The limit follows from how well the landmark is known.
  @Test func aLandmarkThatIsHardlyKnownMayLieFartherOff() throws {
    let picked = try Self.picked { $0 == .sellion ? $1 + [0.005, 0, 0] : $1 }
    var vague = picked
    vague.estimates[.sellion]?.standardDeviation = 0.004
    #expect(try Self.elsewhere(Self.measure(picked)) == [.sellion] && Self.elsewhere(Self.measure(vague)) == [])
  }

  /// A mesh that was turned under its landmarks contradicts them; one of other axes shows its face on another side.
  @Test func aMeshOfAnotherFrameIsNotBelieved() throws {
    let surface = try Self.surface.get()
    let turned = { (degrees: Double) in
      let turn = Matrix3.rotation([0, 0, degrees * .pi / 180])
      return HeadSurface(positions: surface.positions.map { turn * $0 }, triangles: surface.triangles)
    }
    #expect(try Self.elsewhere(Self.measure(Self.picked(), on: turned(8))).contains(.sellion))
    let error = #expect(throws: HeadFrameError.self) { try Self.measure(Self.picked(), on: turned(180)) }
    guard case .faceElsewhere(let degrees) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(abs(degrees - 180) < 3)
  }

  /// The sellion on the nose tip is refused by the shape alone, and by a nose tip that was picked beside it or above it.
  @Test func aSellionOnTheNoseIsRefused() throws {
    let tip = try #require(try Self.shown.get().estimates[.noseTip]).position
    // What is said does not contradict itself.
    let crossed = { (error: HeadFrameError?) in
      if case .crossed(let height, let least)? = error { height < least && least >= 0.005 } else { false }
    }
    let onTip = try Self.picked { $0 == .sellion ? tip : $1 }
    let error = #expect(throws: HeadFrameError.self) { try Self.measure(onTip) }
    #expect(crossed(error))
    // Half of the way from the tip to the root.
    let root = try #require(try Self.shown.get()[.sellion])
    if case .crossed(let height, let least)? = error {
      #expect(abs(least / ((root - tip).length / 2) - 1) < 0.15)
      #expect(abs(height) < 0.003)
    }
    for (sellion, nose) in [(tip, tip), (tip, try #require(Self.shown.get()[.sellion]))] {
      var landmarks = try Self.picked { $0 == .sellion ? sellion : $1 }
      landmarks.estimates[.noseTip] = LandmarkEstimate(position: nose, standardDeviation: 0.0005)
      #expect(crossed(#expect(throws: HeadFrameError.self) { try Self.measure(landmarks, on: Self.bare.get()) }))
    }
  }

  /// With the underside closed or open.
  @Test(arguments: [-1.0, -0.05, -0.04]) func exchangedTragionsAreRefused(floor: Double) throws {
    let head = try HeadSurface(Self.face.mesh { $0.z > floor })
    var exchanged = try Self.picked()
    (exchanged.estimates[.tragionLeft], exchanged.estimates[.tragionRight]) =
      (exchanged.estimates[.tragionRight], exchanged.estimates[.tragionLeft])
    #expect(throws: HeadFrameError.upsideDown) { try Self.measure(exchanged, on: head) }
  }

  /// A surface without a face says so, and what a program found is not said to be unchecked.
  @Test func whatCannotBeCheckedIsSaid() throws {
    let said = { (landmarks: HeadLandmarks) in
      try Self.measure(landmarks, on: Self.bare.get()).notes.filter { $0.code == .landmarksUnchecked }
    }
    let note = try #require(try said(Self.picked()).first)
    #expect(note.severity == .note)
    #expect(note.values["landmarks"] == .list(Landmark.required.map(\.shown)))
    #expect(try said(Self.shown.get()).isEmpty)
    for (back, isWarning) in [(0.010, false), (-0.010, false), (0.014, true), (-0.014, true)] {
      let shifted = try Self.picked { $0 == .tragionRight ? $1 - [0, back, 0] : $1 }
      #expect(try said(shifted).map { $0.severity == .warning } == [isWarning], "\(back)")
    }
  }

  /// What is known of the surface is not looked for again.
  @Test func whatWasFoundBeforeIsCompared() throws {
    var analysis = HeadAnalysis(uncertainty: nil)
    analysis.found = HeadLandmarks(
      try Self.picked { $1 + ($0 == .sellion ? [0.02, 0, 0] : .zero) }.estimates)
    let measures = try analysis.measure(Self.surface.get(), landmarks: Self.picked())
    #expect(Self.elsewhere(measures) == [.sellion])
    #expect(abs((measures.comparison?.places[.sellion]?.distance ?? 0) - 0.02) < 1e-9)
  }
}
