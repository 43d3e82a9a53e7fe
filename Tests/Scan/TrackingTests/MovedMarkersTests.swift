import Geometry
@testable import Markers
import Testing
import Workers

@testable import Tracking

/// A marker that leaves its place in mid-scan is used until then.
@Suite struct MovedMarkersTests {
  enum Change: CaseIterable { case shifted, fallen, folded }

  /// The scene with marker 5 elsewhere from frame 60 of 120 on.
  private func scene(_ change: Change, seed: UInt64) -> SimulatedCap {
    var scene = SimulatedCap(seed: seed, frames: 120)
    let corners = scene.corners[5]!
    let centre = corners.reduce(.zero, +) / 4
    let out = (corners[3] - corners[1]).cross(corners[2] - corners[0]).normalized
    for i in 60..<120 {
      let cameraFromHead = scene.headFromCamera[i].inverse
      let sway = Vector3(0, 0.004, -0.01) * Double(i % 7)
      scene.frames[i].markers = scene.frames[i].markers.map { marker in
        guard marker.id == 5, let metric = marker.metric else { return marker }
        let turn = RigidTransform(
          rotation: change == .folded ? .rotation(out.anyOrthogonal * 0.7) : .identity, translation: .zero)
        let shift = change == .shifted ? out.anyOrthogonal * 0.006 : change == .fallen ? out * 0.06 + sway : .zero
        let moved = corners.map { turn * ($0 - centre) + centre + shift }
        let seen = moved.map { cameraFromHead * $0 }
        return MarkerObservation(
          id: 5, corners: seen.map(scene.camera.project),
          metric: MetricCorners(
            points: seen, depthSigmas: metric.depthSigmas,
            normal: (seen[3] - seen[1]).cross(seen[2] - seen[0]).normalized, residual: 0, pixels: 500),
          depthPixels: 500, validDepthPixels: 500)
      }
    }
    return scene
  }

  @Test(arguments: Change.allCases, [1, 2] as [UInt64]) func isUsedUntilItMoves(change: Change, seed: UInt64) throws {
    let scene = scene(change, seed: seed)
    let tracking = try Tracker().track(scene.frames, cap: scene.cap)
    let first = try #require((60..<120).first { i in scene.frames[i].markers.contains { $0.id == 5 } })
    let found = try #require(
      tracking.observations.first { $0.rejected.contains { $0.id == 5 && $0.reason == .moved } })
    #expect(found.frame == first, "\(change), seed \(seed)")
    #expect(tracking.observations.allSatisfy { $0.rejected.allSatisfy { $0.id == 5 } })
    #expect(tracking.observations[..<60].contains { $0.markers.contains { $0.id == 5 } })
    let others = tracking.map.ids
    #expect(others.contains(5))
    let fit = try #require(
      RigidTransform.fit(
        others.flatMap { tracking.map.markers[$0]!.corners }, onto: others.flatMap { scene.corners[$0]! }))
    let error = (fit * tracking.map.markers[5]!.centre - scene.corners[5]!.reduce(.zero, +) / 4).length
    #expect(error < 0.0005, "\(change), seed \(seed)")
  }

  @Test(arguments: [3, 4, 5] as [UInt64]) func nothingMovesInASoundScan(seed: UInt64) throws {
    let scene = SimulatedCap(seed: seed, frames: 120, pixelNoise: 0.4, depthNoise: 0.001)
    let tracking = try Tracker().track(scene.frames, cap: scene.cap)
    #expect(tracking.observations.allSatisfy { $0.rejected.allSatisfy { $0.reason != .moved } })
  }
}

/// Markers in front of a camera that stands still, of which one moves by so much at some moment.
@Suite struct MovedMarkerLimitTests {
  /// What the sightings of marker 2 differ by from those of its first place: millimetres aside, and an angle.
  private static func found(
    _ frames: Int, others: Int = 2, _ change: (Int) -> (aside: Double, angle: Double)
  ) -> [MovedMarker] {
    let camera = Camera(width: 640, height: 480, fx: 592, fy: 592, cx: 320, cy: 240)
    let observation = { (id: Int, aside: Double, angle: Double) in
      let turn = Matrix3.rotation([angle, 0, 0])
      let points = [(-1.0, -1.0), (1, -1), (1, 1), (-1, 1)].map { x, y in
        turn * Vector3(0.008 * x, 0.008 * y, 0) + [0.03 * Double(id - 1) + 0.001 * aside, 0, 0.3]
      }
      return MarkerObservation(
        id: id, corners: points.map(camera.project),
        metric: MetricCorners(
          points: points, depthSigmas: [0.0002, 0.0002, 0.0002, 0.0002], normal: turn * [0, 0, -1], residual: 0,
          pixels: 500),
        depthPixels: 500, validDepthPixels: 500)
    }
    let all = (0..<frames).map { index in
      let (aside, angle) = change(index)
      return FrameObservations(
        frame: index, time: Double(index) / 30, camera: camera,
        markers: (0..<others).map { observation($0, 0, 0) } + [observation(2, aside, angle)])
    }
    let map = MarkerMap(
      markers: Dictionary(
        uniqueKeysWithValues: all[0].markers.map {
          ($0.id, .init(corners: $0.metric!.points, cornerSigmas: [0, 0, 0, 0], sightings: frames))
        }))
    let adjustment = Adjustment(
      cameraFromMap: Array(repeating: .identity, count: frames), map: map, calibration: .none)
    return MovedMarkers.find(all, adjustment, Workers(count: 1))
  }

  /// From 3 mm, or a turn whose normals are 0.3 apart, on.
  @Test(arguments: [(2.8, 0.0, false), (3.2, 0.0, true), (-3.2, 0.0, true), (0.0, 0.28, false), (0.0, 0.32, true)])
  func aMoveIsLargerThanItsLimit(aside: Double, angle: Double, moves: Bool) {
    let found = Self.found(24) { $0 < 9 ? (0, 0) : (aside, angle) }
    #expect(found.map(\.id) == (moves ? [2] : []))
    guard moves else { return }
    #expect(found[0].frame == 9)
    #expect((found[0].corners[0] - [0.03 - 0.008, -0.008, 0.3]).length < 1e-9)
    #expect((found[0].corners[2] - [0.03 + 0.008, 0.008, 0.3]).length < 1e-9)
  }

  /// Sightings that are 2 mm to either side have a deviation of 2.97 mm, three of which are 8.9 mm; turned by 0.1 either way
  /// 0.148, three of which are 0.445.
  @Test(arguments: [(8.5, 0.0, false), (9.3, 0.0, true), (0.0, 0.43, false), (0.0, 0.47, true)])
  func whatScattersHasToMoveFarther(change: Double, angle: Double, moves: Bool) {
    let found = Self.found(40) { index in
      let sign = index % 2 == 0 ? 1.0 : -1
      return index < 20 ? (change > 0 ? 2 * sign : 0, angle > 0 ? 0.1 * sign : 0) : (change, angle)
    }
    #expect(found.map(\.id) == (moves ? [2] : []))
    if moves { #expect(found.first?.frame == 20) }
  }

  /// Four sightings before and four after the moment, in frames of at least three markers.
  @Test(arguments: [(4, 8, 2, true), (3, 8, 2, false), (4, 7, 2, false), (5, 9, 2, true), (4, 8, 1, false)])
  func aMoveNeedsSightings(first: Int, frames: Int, others: Int, isFound: Bool) {
    let found = Self.found(frames, others: others) { ($0 < first ? 0 : 6, 0) }
    // One of three does not outvote the others; its moment is where four are left.
    #expect(found.contains { $0.frame == first } == isFound)
  }

  /// A long recording is looked through in steps first.
  @Test(arguments: [41, 330, 389]) func aMoveIsFoundInALongRecording(first: Int) {
    let found = Self.found(402) { ($0 < first ? 0 : 6, 0) }
    #expect(found.map(\.frame) == [first])
  }
}
