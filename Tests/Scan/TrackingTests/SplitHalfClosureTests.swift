import Geometry
import Testing
import Workers

@testable import Markers
@testable import Tracking

/// What the two halves of a recording disagree by.
@Suite struct SplitHalfClosureTests {
  /// What a camera sees of a marker whose corners lie there in its frame, metres.
  private static func sighting(_ id: Int, _ corners: [Vector3], _ camera: Camera) -> MarkerObservation {
    MarkerObservation(
      id: id, corners: corners.map(camera.project),
      metric: MetricCorners(
        points: corners, depthSigmas: [0.0002, 0.0002, 0.0002, 0.0002],
        normal: (corners[3] - corners[1]).cross(corners[2] - corners[0]).normalized, residual: 0, pixels: 500),
      depthPixels: 500, validDepthPixels: 500)
  }

  /// The scene twice around; in the second round the cap's markers stand elsewhere on the head.
  private static func scene(seed: UInt64, _ displaced: (Vector3) -> Vector3) -> SimulatedCap {
    var scene = SimulatedCap(seed: seed, frames: 60)
    let frames = scene.frames
    scene.headFromCamera += scene.headFromCamera
    for (index, frame) in frames.enumerated() {
      let cameraFromHead = scene.headFromCamera[index].inverse
      let markers = frame.markers.map { marker in
        let seen = scene.corners[marker.id]!.map { cameraFromHead * displaced($0) }
        return Self.sighting(marker.id, seen, scene.camera)
      }
      scene.frames.append(
        FrameObservations(frame: 60 + index, time: 2 + frame.time, camera: frame.camera, markers: markers))
    }
    return scene
  }

  private static func closure(seed: UInt64, _ displaced: (Vector3) -> Vector3) throws -> SplitHalfClosure {
    let scene = scene(seed: seed, displaced)
    return try #require(try Tracker().track(scene.frames, cap: scene.cap, workers: Workers(count: 2)).closure)
  }

  /// A cap that moves as a whole looks the same to its own markers; one that is drawn out does not.
  @Test(arguments: [1, 2] as [UInt64]) func onlyWhatBendsTheCapShows(seed: UInt64) throws {
    let same = try Self.closure(seed: seed) { $0 }
    let turned = try Self.closure(seed: seed) { Matrix3.rotation([0.1, 0.05, 0.02]) * $0 + [0.002, 0, 0.001] }
    #expect(same.distance < 0.0004, "seed \(seed): \(same), \(turned)")
    #expect(turned.distance < 0.0004, "seed \(seed): \(same), \(turned)")
    #expect(same.markers >= 10)
    #expect(same.angleDegrees < 1)
    let (small, large) = (
      try Self.closure(seed: seed) { $0 * Vector3(1.01, 0.99, 1) },
      try Self.closure(seed: seed) { $0 * Vector3(1.03, 0.97, 1) }
    )
    // Markers lie 65 mm from the middle, so 1 % along one axis and −1 % along the other are about 0.5 mm.
    #expect(small.distance > 0.00025, "seed \(seed): \(small)")
    #expect(small.distance < 0.0008, "seed \(seed): \(small)")
    #expect(large.distance > 2 * small.distance, "seed \(seed): \(large)")
    #expect(large.distance < 4 * small.distance, "seed \(seed): \(large)")
  }

  /// Markers that are turned by 2.5° in their places, one to this side and the next to the other, are so in their maps.
  @Test func turnedMarkersAreTurnedByTheirAngle() throws {
    var scene = SimulatedCap(seed: 3, frames: 24, pixelNoise: 0, depthNoise: 0)
    for (index, frame) in scene.frames.enumerated() {
      let cameraFromHead = scene.headFromCamera[index].inverse
      let markers = frame.markers.map { marker in
        let corners = scene.corners[marker.id]!
        let centre = corners.reduce(.zero, +) / 4
        let axis = (corners[1] - corners[0]).normalized
        let turn = Matrix3.rotation(axis * ((marker.id % 2 == 0 ? 2.5 : -2.5) * .pi / 180))
        let seen = corners.map { cameraFromHead * (centre + turn * ($0 - centre)) }
        return Self.sighting(marker.id, seen, scene.camera)
      }
      scene.frames.append(
        FrameObservations(frame: 24 + index, time: 2 + frame.time, camera: frame.camera, markers: markers))
    }
    let poses = scene.headFromCamera.map { Optional($0.inverse) }
    let whole = Adjustment(
      cameraFromMap: poses + poses,
      map: MarkerMap(
        markers: scene.corners.mapValues { .init(corners: $0, cornerSigmas: [0, 0, 0, 0], sightings: 0) }),
      calibration: .none)
    var options = TrackingOptions()
    options.headRadius = 1000
    let closure = try #require(
      SplitHalfClosure.measure(
        scene.frames, among: Array(0..<48), whole, markerSide: 0.016, options: options, Workers(count: 2)))
    #expect(abs(closure.angleDegrees - 2.5) < 0.2, "\(closure)")
    // Corners 8 mm from the axis are 0.35 mm off.
    #expect(abs(closure.distance - 0.008 * 0.0436) < 0.00004, "\(closure)")
    // Seven posed keyframes are too few, eight are not; nor do three markers do.
    let measure = { (frames: [FrameObservations], chosen: [Int]) in
      SplitHalfClosure.measure(frames, among: chosen, whole, markerSide: 0.016, options: options, Workers(count: 1))
    }
    #expect(measure(scene.frames, Array(0..<4) + Array(24..<27)) == nil)
    #expect(measure(scene.frames, Array(0..<4) + Array(24..<28)) != nil)
    var few = scene.frames
    for i in few.indices { few[i].markers.removeAll { $0.id > 2 } }
    #expect(measure(few, Array(0..<48)) == nil)
  }

  @Test func tooShortARecordingHasNone() throws {
    let scene = SimulatedCap(seed: 1, frames: 7)
    let tracking = try? Tracker().track(scene.frames, cap: scene.cap)
    #expect(tracking == nil || tracking?.closure == nil)
  }
}
