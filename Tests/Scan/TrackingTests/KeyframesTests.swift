import Geometry
@testable import Markers
import Testing

@testable import Tracking

@Suite struct KeyframesTests {
  @Test func aShortRecordingIsUsedWhole() {
    let scene = SimulatedCap(seed: 31, frames: 20)
    #expect(Keyframes.choose(scene.frames, most: 20, fewestMarkers: 2) == Array(0..<20))
  }

  @Test func aLongOneIsThinnedEvenlyAndKeepsRareMarkers() {
    var scene = SimulatedCap(seed: 32, frames: 240)
    let rare = [51, 53, 97, 101, 202, 203]
    for i in scene.frames.indices where !rare.contains(i) { scene.frames[i].markers.removeAll { $0.id == 7 } }
    let chosen = Keyframes.choose(scene.frames, most: 60, fewestMarkers: 2)
    let seeing = rare.filter { i in scene.frames[i].markers.contains { $0.id == 7 } }
    #expect(Set(chosen).isSuperset(of: seeing))
    #expect(chosen.count >= 60)
    #expect(chosen.count <= 60 + rare.count)
    #expect(zip(chosen, chosen.dropFirst()).allSatisfy { $1 - $0 <= 4 })
  }

  /// Frames that take no part in the adjustment get poses as good as those that do.
  @Test func otherFramesAreResected() throws {
    let scene = SimulatedCap(seed: 33, frames: 120, pixelNoise: 0.1)
    var options = TrackingOptions()
    (options.headRadius, options.mostKeyframes) = (1000, 30)
    let tracking = try Tracker(options: options).track(scene.frames, cap: scene.cap)
    #expect(tracking.posedFraction == 1)
    let a = tracking.map.ids.flatMap { tracking.map.markers[$0]!.corners }
    let b = tracking.map.ids.flatMap { scene.corners[$0]! }
    let headFromScan = try #require(RigidTransform.fit(a, onto: b))
    for (pose, truth) in zip(tracking.scanFromCamera, scene.headFromCamera) {
      #expect((headFromScan * pose! * Vector3(0, 0, 0.3) - truth * Vector3(0, 0, 0.3)).length < 0.0006)
    }
    let sightings = tracking.observations.reduce(0) { $0 + $1.markers.count }
    #expect(tracking.map.markers.values.reduce(0) { $0 + $1.sightings } == sightings)
  }
}
