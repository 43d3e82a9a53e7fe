import Geometry
@testable import Markers
import Testing

@testable import Tracking

/// Part of the cap slides over the rest: nothing of that passes in silence.
@Suite struct SlidingGroupTests {
  /// The scene in which markers that lie on one side turn about the vertical from frame 60 of 120 on.
  private func scene(_ group: Set<Int>, seed: UInt64) -> SimulatedCap {
    var scene = SimulatedCap(seed: seed, frames: 120)
    let turn = RigidTransform(rotation: .rotation([0, 0, 0.12]), translation: .zero)
    for i in 60..<120 {
      let cameraFromHead = scene.headFromCamera[i].inverse
      scene.frames[i].markers = scene.frames[i].markers.map { marker in
        guard group.contains(marker.id), let metric = marker.metric else { return marker }
        let seen = scene.corners[marker.id]!.map { cameraFromHead * (turn * $0) }
        return MarkerObservation(
          id: marker.id, corners: seen.map(scene.camera.project),
          metric: MetricCorners(
            points: seen, depthSigmas: metric.depthSigmas,
            normal: (seen[3] - seen[1]).cross(seen[2] - seen[0]).normalized, residual: 0, pixels: 500),
          poses: [], depthPixels: 500, validDepthPixels: 500)
      }
    }
    return scene
  }

  /// The markers on one side, so many of the thirty.
  private func side(_ count: Int, _ scene: SimulatedCap) -> Set<Int> {
    Set(scene.corners.sorted { $0.value[0].x < $1.value[0].x }.prefix(count).map(\.key))
  }

  /// Either markers are told to have moved, or the two halves of the scan disagree by more than is measured with.
  @Test(arguments: [1, 2, 3] as [UInt64], [4, 8, 15]) func isNotSilent(seed: UInt64, count: Int) throws {
    let group = side(count, SimulatedCap(seed: seed, frames: 2))
    let scene = scene(group, seed: seed)
    let tracking = try Tracker().track(scene.frames, cap: scene.cap)
    let told = Set(tracking.observations.flatMap { $0.rejected.filter { $0.reason == .moved }.map(\.id) })
    let closure = tracking.closure?.distance ?? .infinity
    #expect(told.count >= 3 || closure > 0.0015, "seed \(seed), \(count): \(told.sorted()), \(closure)")
  }
}
