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

/// Landmarks beside places that are known, in the frame of the ears, metres.
@Suite struct KnownPlacesTests {
  private static let tip = Vector3(0, 0.09, -0.03)

  /// The comparison of landmarks that are moved off the places.
  private static func compared(
    _ off: [Landmark: Vector3], deviation: Double = 0.0005, observer: Vector3 = .zero
  ) throws -> (LandmarkComparison, HeadLandmarks, HeadFrame) {
    let shown = HeadLandmarks(TestHeads.landmarks.merging([.noseTip: tip]) { $1 }, standardDeviation: 0.001)
    let own = TestHeads.landmarks.merging(off) { $0 + $1 }
    let landmarks = HeadLandmarks(own, standardDeviation: deviation)
    let frame = try HeadFrame(
      sellion: TestHeads.landmarks[.sellion]!, tragionLeft: TestHeads.landmarks[.tragionLeft]!,
      tragionRight: TestHeads.landmarks[.tragionRight]!)
    let comparison = LandmarkComparison(
      landmarks, on: HeadSurface(positions: [], triangles: []), frame, found: shown,
      observers: Dictionary(uniqueKeysWithValues: Landmark.required.map { ($0, observer) }),
      finder: AutomaticLandmarkOptions())
    return (comparison, landmarks, frame)
  }

  /// 2.2 deviations, in which the finder's own (0.7 mm aside and 1.2 mm along the midline; 1.5 mm, and 4 mm of both
  /// ears alike), the picked place's and the observers' add up by their squares.
  @Test(
    arguments: [
      (Landmark.sellion, Vector3(0.002, 0, 0), 0.0024, 0.0, 0.0025), (.sellion, [-0.003, 0, 0], 0.0024, 0.006, 0.0065),
      (.sellion, [0, 0, 0.001], 0.0009, 0, 0.0015),
      (.tragionLeft, [0, 0.003, 0], 0.002, 0.006, 58.25.squareRoot() / 1000),
      (.tragionRight, [0, 0, -0.003], 0.002, 0, 22.25.squareRoot() / 1000),
    ] as [(Landmark, Vector3, Double, Double, Double)])
  func theLimitIsOfAllThatErrs(
    landmark: Landmark, off: Vector3, deviation: Double, observer: Double, whole: Double
  ) throws {
    let (comparison, _, _) = try Self.compared(
      [landmark: off], deviation: deviation, observer: [observer, observer, observer])
    let place = try #require(comparison.places[landmark])
    #expect(abs(place.limit - 2.2 * whole) < 1e-9)
    #expect(abs(place.distance - off.length) < 1e-9)
  }

  /// Ears that err alike, to the back or outwards, are those of the finder; where they contradict each other by more
  /// than 2.2 times √5 mm, the one that lies farther off is at the wrong place.
  @Test func theEarsAreComparedWithEachOther() throws {
    let (back, aside) = (Vector3(0, -0.008, 0), Vector3(0.008, 0, 0))
    let cases: [(left: Vector3, right: Vector3, elsewhere: [Landmark])] = [
      (back, .zero, [.tragionLeft]), (.zero, back, [.tragionRight]), (back, back, []), (-aside, aside, []),
      (back * 0.5, .zero, []), (aside, aside * 0.9, [.tragionLeft]),
    ]
    for (left, right, elsewhere) in cases {
      let (comparison, _, _) = try Self.compared([.tragionLeft: left, .tragionRight: right])
      #expect(comparison.places.filter(\.value.isElsewhere).map(\.key) == elsewhere, "\(left) \(right)")
    }
  }

  /// Three tenths of the way from the tip to the root: nearer to the tip than half of it.
  @Test func aSellionOnTheNoseSaysHowFarUpItLies() throws {
    let root = TestHeads.landmarks[.sellion]!
    let (comparison, landmarks, frame) = try Self.compared([.sellion: (Self.tip - root) * 0.7])
    let length = (root - Self.tip).length
    #expect {
      try comparison.check(landmarks, frame)
    } throws: { error in
      guard case .crossed(let height, let least)? = error as? HeadFrameError else { return false }
      return abs(height - 0.3 * length) < 1e-9 && abs(least - length / 2) < 1e-9
    }
    let (above, higher, same) = try Self.compared([.sellion: (Self.tip - root) * 0.45])
    #expect(throws: Never.self) { try above.check(higher, same) }
  }
}
