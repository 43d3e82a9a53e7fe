import Geometry
import Testing
import Workers

@testable import Markers
@testable import Tracking

/// The adjustment on a scene without noise, whose solution is the truth.
@Suite struct AdjustmentTests {
  private static let scene = SimulatedCap(seed: 11, frames: 16, pixelNoise: 0, depthNoise: 0)
  private static var frames: [FrameObservations] { scene.frames }

  /// The simulated cap's markers are flat, and nothing of the sensor is wrong.
  private static var options: TrackingOptions {
    var options = TrackingOptions()
    options.headRadius = 1000
    options.fixCalibration()
    (options.tolerance, options.iterations) = (1e-12, 60)
    return options
  }

  private static func truth() -> Adjustment {
    let seen = Set(frames.flatMap { $0.markers.map(\.id) })
    return Adjustment(
      cameraFromMap: scene.headFromCamera.map(\.inverse),
      map: MarkerMap(
        markers: scene.corners.filter { seen.contains($0.key) }.mapValues {
          .init(corners: $0, cornerSigmas: [0, 0, 0, 0], sightings: 0)
        }),
      calibration: .none)
  }

  private static func moved(_ pose: RigidTransform, _ random: inout SeededGenerator) -> RigidTransform {
    RigidTransform(rotation: .rotation(random.normal3() * 0.01), translation: random.normal3() * 0.002) * pose
  }

  /// With the map as it is, each frame comes back to its own pose.
  @Test(arguments: 1...3 as ClosedRange<UInt64>) func resectionFindsThePose(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var adjustment = Self.truth()
    let chosen = Array(Self.frames.indices)
    for i in chosen { adjustment.cameraFromMap[i] = Self.moved(adjustment.cameraFromMap[i]!, &random) }
    try adjustment.resect(Self.frames, among: chosen, options: Self.options, Workers(count: 2))
    for i in chosen {
      let change = try #require(adjustment.cameraFromMap[i]) * Self.scene.headFromCamera[i]
      #expect(change.translation.length < 1e-6, "seed \(seed), frame \(i)")
      #expect(change.rotation.rotationVector.length < 1e-5, "seed \(seed), frame \(i)")
    }
  }

  /// Map and poses come back together, up to the frame that both are in.
  @Test(arguments: 1...3 as ClosedRange<UInt64>) func theWholeIsAdjustedToTheTruth(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var adjustment = Self.truth()
    for i in Self.frames.indices { adjustment.cameraFromMap[i] = Self.moved(adjustment.cameraFromMap[i]!, &random) }
    for id in adjustment.map.ids {
      for k in 0..<4 { adjustment.map.markers[id]!.corners[k] += random.normal3() * 0.0005 }
    }
    try adjustment.adjust(
      Self.frames, among: Array(Self.frames.indices), markerSide: 0.016, options: Self.options, sigmas: .none)
    let seen = adjustment.sightings(Self.frames).keys.sorted()
    let (found, truth) = (
      seen.flatMap { adjustment.map.markers[$0]!.corners }, seen.flatMap { Self.scene.corners[$0]! }
    )
    let fit = try #require(RigidTransform.fit(found, onto: truth))
    #expect(RobustStatistics.rms(zip(found, truth).map { (fit * $0 - $1).length }) < 1e-6, "seed \(seed)")
    #expect(adjustment.reprojectionRMS < 1e-3, "seed \(seed)")
    #expect(adjustment.depthRMS < 1e-6, "seed \(seed)")
  }

  /// A sighting is not rigid with the cap where it is off by more than the limit, in pixels or in depth.
  @Test(arguments: [(0.9, 0.0, true), (1.1, 0.0, false), (0.0, 0.0036, true), (0.0, 0.0044, false)])
  func strangersAreOffByMoreThanTheLimit(pixels: Double, depth: Double, stays: Bool) throws {
    #expect(try isKept(pixels: pixels, depth: depth, Self.options, limit: 1) == stays)
  }

  /// Twice 1.25 pixels, and twice 6 mm.
  @Test(arguments: [
    (2.4, 0.0, true), (2.6, 0.0, false), (0.0, 0.0117, true), (0.0, 0.0123, false), (2.6, 0.0123, false),
  ])
  func theLimitsAreThoseOfTheOptionsTimesAFactor(pixels: Double, depth: Double, stays: Bool) throws {
    var options = Self.options
    (options.reprojectionLimit, options.depthLimit) = (1.25, 0.006)
    #expect(try isKept(pixels: pixels, depth: depth, options, limit: 2) == stays)
  }

  /// Whether a sighting is kept whose corners are shifted by so many pixels and metres; all others have to be.
  private func isKept(pixels: Double, depth: Double, _ options: TrackingOptions, limit: Double) throws -> Bool {
    var frames = Self.frames
    let marker = frames[2].markers[1]
    let metric = try #require(marker.metric)
    frames[2].markers[1] = MarkerObservation(
      id: marker.id, corners: marker.corners.map { $0 + Vector2(pixels, 0) },
      metric: MetricCorners(
        points: metric.points.map { $0 + Vector3(0, 0, depth) }, depthSigmas: metric.depthSigmas,
        normal: metric.normal, residual: 0, pixels: 500),
      depthPixels: 500, validDepthPixels: 500)
    Self.truth().rejectStrangers(&frames, options, limit: limit, Workers(count: 2))
    let isKept = frames[2].markers.contains { $0.id == marker.id }
    let others = frames.flatMap(\.rejected).filter { $0.id != marker.id }
    #expect(others.isEmpty && frames[2].rejected.map(\.id) == (isKept ? [] : [marker.id]))
    return isKept
  }

  /// Of two frames one can confirm the other; one alone confirms nothing, and loses nothing.
  @Test(arguments: [1, 2]) func aSecondFrameConfirms(count: Int) {
    var frames = Array(Self.frames.prefix(count))
    let id = frames[0].markers[0].id
    if count > 1 { frames[1].markers.removeAll { $0.id == id } }
    var adjustment = Self.truth()
    adjustment.cameraFromMap = Array(adjustment.cameraFromMap.prefix(count))
    // 3 cm above the head.
    adjustment.map.markers[id]!.corners = adjustment.map.markers[id]!.corners.map { $0 * (0.095 / 0.065) }
    adjustment.rejectUnconfirmed(&frames)
    #expect(frames[0].rejected.contains { $0.id == id && $0.reason == .rare } == (count > 1))
    #expect(frames[0].markers.contains { $0.id == id } == (count == 1))
    if count == 1 { #expect(frames[0].rejected.isEmpty) }
  }

  /// A frame needs so many markers of the map, and a marker a frame that takes part.
  @Test func whatIsHardlySeenTakesNoPart() {
    var frames = Self.frames
    frames[3].markers = Array(frames[3].markers.prefix(2))
    let only = frames[3].markers[0].id
    for i in frames.indices where i != 3 { frames[i].markers.removeAll { $0.id == only } }
    frames[4].markers = Array(frames[4].markers.prefix(3))
    var adjustment = Self.truth()
    adjustment.dropUnseen(frames, fewest: 3)
    #expect(frames.indices.filter { adjustment.cameraFromMap[$0] == nil } == [3])
    let rest = frames.indices.filter { $0 != 3 }
    let seen = Set(rest.flatMap { frames[$0].markers.map(\.id) })
    #expect(Set(adjustment.map.ids) == seen)
    #expect(!seen.contains(only))
    adjustment.countSightings(frames)
    for id in seen {
      let count = rest.count { frames[$0].markers.contains { $0.id == id } }
      #expect(adjustment.map.markers[id]?.sightings == count, "marker \(id)")
    }
    // Markers that the map does not have don't count.
    var fewer = Self.truth()
    fewer.map.markers[frames[4].markers[0].id] = nil
    fewer.dropUnseen(frames, fewest: 3)
    #expect(fewer.cameraFromMap[4] == nil)
  }

  /// A frame whose sightings were all taken out keeps its pose and stops no other.
  @Test func aFrameWithoutSightingsChangesNothing() throws {
    var random = SeededGenerator(seed: 4)
    var start = Self.truth()
    for i in Self.frames.indices { start.cameraFromMap[i] = Self.moved(start.cameraFromMap[i]!, &random) }
    var frames = Self.frames
    frames[5].markers = []
    let adjusted = { (chosen: [Int]) in
      var adjustment = start
      try adjustment.adjust(frames, among: chosen, markerSide: 0.016, options: Self.options)
      return adjustment
    }
    let (with, without) = (try adjusted(Array(0..<16)), try adjusted((0..<16).filter { $0 != 5 }))
    #expect(with.cameraFromMap == without.cameraFromMap)
    #expect(with.map.markers.mapValues(\.corners) == without.map.markers.mapValues(\.corners))
    #expect(with.cameraFromMap[5] == start.cameraFromMap[5])
    #expect(with.reprojectionRMS < 1e-3)
  }

  /// Without any sighting there is nothing to adjust.
  @Test func nothingAgreesWhereNothingIsSeen() {
    var adjustment = Self.truth()
    adjustment.map.markers = [:]
    #expect(throws: TrackingError.self) {
      try adjustment.adjust(
        Self.frames, among: [0, 1], markerSide: 0.016, options: Self.options, sigmas: .none)
    }
  }

  /// A square of 16 mm on a head of 65 mm, so far along it and so far off it, metres, turned about its middle.
  private func marker(_ distance: Double, lift: Double = 0, tilt: Double = 0) -> MarkerMap.Marker {
    let radius = 0.065
    let turn = RigidTransform(rotation: .rotation([0, distance / radius, 0]), translation: .zero)
    let square = [(-1.0, 1.0), (1, 1), (1, -1), (-1, -1)].map { x, y in
      Matrix3.rotation([0, tilt, 0]) * Vector3(x * 0.008, y * 0.008, 0) + [0, 0, radius + lift]
    }
    return MarkerMap.Marker(corners: square.map { turn * $0 }, cornerSigmas: [0, 0, 0, 0], sightings: 1)
  }

  /// The next piece of the same cloth follows the sphere; what is lifted off it, or lies on top of another, does not.
  ///
  /// Of the chord from 12.8 to 45 mm, of the height over the neighbour's plane by 3 mm and below it by d² / 80 mm + 3 mm.
  @Test(arguments: [
    (0.022, 0.0, true), (0.022, 0.010, false), (0.010, 0.0, false), (0.050, 0.0, false), (0.0125, 0, false),
    (0.0133, 0, true), (0.044, 0, true), (0.0465, 0, false), (0.022, 0.0065, true), (0.022, 0.0076, false),
    (0.022, -0.0045, true), (0.022, -0.006, false),
  ])
  func aLoneMarkerContinuesTheCloth(distance: Double, lift: Double, continues: Bool) {
    let map = MarkerMap(markers: [0: marker(0)])
    #expect(marker(distance, lift: lift).continues(map) == continues)
    #expect(!marker(0).continues(MarkerMap(markers: [:])))
  }

  /// At 22 mm by up to d / 40 mm + 0.3, so that cos > 1 − 0.85² / 2: 0.87, of which the head's curvature is 0.34.
  @Test(arguments: [(0.45, true), (0.62, false), (-0.9, true), (-1.35, false)])
  func aLoneMarkerIsHardlyTurned(tilt: Double, continues: Bool) {
    #expect(marker(0.022, tilt: tilt).continues(MarkerMap(markers: [0: marker(0)])) == continues)
  }

  /// Others farther off don't matter, in whatever order they come.
  @Test(arguments: [[0, 1], [1, 0]]) func theNearestMarkerTells(ids: [Int]) {
    let far = MarkerMap(markers: [ids[0]: marker(0), ids[1]: marker(-0.04)])
    #expect(marker(0.022).continues(far))
    let onTop = MarkerMap(markers: [ids[0]: marker(0.012), ids[1]: marker(0)])
    #expect(!marker(0.022).continues(onTop))
  }
}

/// Which sides of the markers tell of the print's size.
@Suite struct PrintedSidesTests {
  /// A map of flat squares with one corner of some of them moved.
  private func map(squares: Int, side: Double, damaged: Int, by shift: Vector3) -> MarkerMap {
    let markers = (0..<squares).map { id -> MarkerMap.Marker in
      let at = Vector3(0.03 * Double(id), 0, 0)
      let edge = side * (1 + 0.001 * Double(id % 3 - 1))
      var corners = [at, at + [edge, 0, 0], at + [edge, -edge, 0], at + [0, -edge, 0]]
      if id < damaged { corners[0] += shift }
      return .init(corners: corners, cornerSigmas: [0, 0, 0, 0], sightings: 9)
    }
    return MarkerMap(markers: Dictionary(uniqueKeysWithValues: markers.enumerated().map { ($0, $1) }))
  }

  @Test func sidesWithACoveredCornerSayNothing() {
    let sides = PrintedSides(of: map(squares: 20, side: 0.016, damaged: 5, by: [0.002, 0, 0]))
    #expect(sides.lengths.count == 4 * 20 - 5 * 2)
    #expect(abs(RobustStatistics.mean(sides.lengths) / 0.016 - 1) < 0.0002)
    #expect(!sides.tells(0.014))
    #expect(sides.tells(0.016))
  }

  /// A print that is known to 0.4 %: so is each side, times √70 for all 70 that tell.
  @Test func sidesThatTellAreHeldTogether() {
    let map = map(squares: 20, side: 0.016, damaged: 5, by: [0.002, 0, 0])
    var problem = AdjustmentProblem(map, cameraFromMap: [], .none, [], among: [], TrackingOptions())
    #expect(problem.sideSigmas == Array(repeating: .infinity, count: 80))
    problem.holdSides(of: map, to: 0.016, TrackingOptions())
    #expect(problem.sideSigmas.count == 80)
    let held = problem.sideSigmas.filter(\.isFinite)
    #expect(held.count == 70)
    for sigma in held { #expect(abs(sigma / (0.004 * 0.016 * 70.0.squareRoot()) - 1) < 1e-12) }
    // The first corner of the first marker is damaged: the side to the next one, and that from the last one.
    #expect(problem.sideSigmas[..<4].map(\.isFinite) == [false, true, true, false])
  }

  @Test func equalSidesAllTell() {
    let markers = map(squares: 3, side: 0.016, damaged: 0, by: .zero).markers.filter { $0.key == 1 }
    #expect(PrintedSides(of: MarkerMap(markers: markers)).lengths.count == 4)
  }

  @Test func noMarkersTellNothing() {
    #expect(PrintedSides(of: MarkerMap(markers: [:])).lengths.isEmpty)
  }

  /// A print that is 0.4 % too large, one deviation, and depth that is 0.8 % too long, two: √5.
  @Test func printAndDepthPullAtTheScale() {
    var adjustment = Adjustment(
      cameraFromMap: [], map: map(squares: 3, side: 0.016 * 1.004, damaged: 0, by: .zero), calibration: .none)
    adjustment.calibration.depthScale = Estimate(1.008, sigma: 0.001)
    var options = TrackingOptions()
    #expect(abs(adjustment.scaleTension(markerSide: 0.016, options) - 5.0.squareRoot()) < 1e-9)
    // From a device's scale of 1.002 it is twelve of its deviations.
    options.device = SensorPrior(
      focalSigma: 0.001, lensSigmas: [0.002, 0.006], depthScale: Estimate(1.002, sigma: 0.0005),
      depthField: (0..<SensorPrior.fieldTerms).map { _ in Estimate(0, sigma: 0.0003) })
    #expect(abs(adjustment.scaleTension(markerSide: 0.016, options) - 145.0.squareRoot()) < 1e-9)
    options.device = nil
    // What is held pulls at nothing.
    options.depthScalePrior = 0
    #expect(adjustment.scaleTension(markerSide: 0.016, options) == 0)
    (options.depthScalePrior, options.printSigma) = (0.004, 0)
    #expect(adjustment.scaleTension(markerSide: 0.016, options) == 0)
    adjustment.map.markers = [:]
    #expect(adjustment.scaleTension(markerSide: 0.016, TrackingOptions()) == 0)
  }

  /// Three robust deviations of the sides of 0.001 × 16 mm each, 71 µm, on both sides of the median.
  @Test(arguments: [(0.016065, true), (0.016078, false), (0.015935, true), (0.015922, false)])
  func sidesTellUpToThreeDeviations(side: Double, tells: Bool) {
    // Of sides with 0.999, 1 and 1.001 of the length the median is off by 0.001.
    let sides = PrintedSides(of: map(squares: 12, side: 0.016, damaged: 0, by: .zero))
    #expect(sides.tells(side) == tells)
  }
}
