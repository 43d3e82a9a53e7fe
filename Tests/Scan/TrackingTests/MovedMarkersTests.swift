import Geometry
@testable import Markers
import Testing

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
