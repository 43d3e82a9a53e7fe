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
    var frames = Self.frames
    let marker = frames[2].markers[1]
    let metric = try #require(marker.metric)
    frames[2].markers[1] = MarkerObservation(
      id: marker.id, corners: marker.corners.map { $0 + Vector2(pixels, 0) },
      metric: MetricCorners(
        points: metric.points.map { $0 + Vector3(0, 0, depth) }, depthSigmas: metric.depthSigmas,
        normal: metric.normal, residual: 0, pixels: 500),
      depthPixels: 500, validDepthPixels: 500)
    Self.truth().rejectStrangers(&frames, Self.options, limit: 1, Workers(count: 2))
    #expect(frames[2].markers.contains { $0.id == marker.id } == stays)
    let others = frames.flatMap(\.rejected).filter { $0.id != marker.id }
    #expect(others.isEmpty && frames[2].rejected.map(\.id) == (stays ? [] : [marker.id]))
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

  /// The next piece of the same cloth follows the sphere; what is lifted off it, or lies on top of another, does not.
  @Test(arguments: [(0.022, 0.0, true), (0.022, 0.010, false), (0.010, 0.0, false), (0.050, 0.0, false)])
  func aLoneMarkerContinuesTheCloth(distance: Double, lift: Double, continues: Bool) {
    let radius = 0.065
    let marker = { (angle: Double, lift: Double) in
      let turn = RigidTransform(rotation: .rotation([0, angle, 0]), translation: .zero)
      let square = [(-1.0, 1.0), (1, 1), (1, -1), (-1, -1)].map { Vector3($0 * 0.008, $1 * 0.008, radius + lift) }
      return MarkerMap.Marker(corners: square.map { turn * $0 }, cornerSigmas: [0, 0, 0, 0], sightings: 1)
    }
    let map = MarkerMap(markers: [0: marker(0, 0)])
    #expect(marker(distance / radius, lift).continues(map) == continues)
    #expect(!marker(0, 0).continues(MarkerMap(markers: [:])))
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

  @Test func equalSidesAllTell() {
    let markers = map(squares: 3, side: 0.016, damaged: 0, by: .zero).markers.filter { $0.key == 1 }
    #expect(PrintedSides(of: MarkerMap(markers: markers)).lengths.count == 4)
  }

  @Test func noMarkersTellNothing() {
    #expect(PrintedSides(of: MarkerMap(markers: [:])).lengths.isEmpty)
  }
}
