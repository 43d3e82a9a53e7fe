import Geometry
import Testing
import Workers

@testable import Markers
@testable import Tracking

/// The first map of a cap: exact where nothing is noisy, and no farther than frames are linked.
@Suite struct MapBuilderTests {
  private static func builder(_ scene: SimulatedCap, tolerance: Double = 0.005) -> MapBuilder {
    MapBuilder(scene.frames, among: Array(scene.frames.indices), tolerance: tolerance)
  }

  @Test(arguments: 1...4 as ClosedRange<UInt64>) func withoutNoiseTheMapIsExact(seed: UInt64) throws {
    let scene = SimulatedCap(seed: seed, frames: 24, pixelNoise: 0, depthNoise: 0)
    var builder = Self.builder(scene)
    let isBuilt = builder.build(fewest: 2)
    #expect(isBuilt)
    let start = try #require(builder.mapFromCamera.firstIndex { $0 == .identity }, "seed \(seed)")
    // The map's frame is the camera's of the frame that shows most markers.
    #expect(scene.frames[start].markers.count == scene.frames.map(\.markers.count).max(), "seed \(seed)")
    let mapFromHead = scene.headFromCamera[start].inverse
    #expect(builder.corners.count == Set(scene.frames.flatMap { $0.markers.map(\.id) }).count, "seed \(seed)")
    for (id, corners) in builder.corners {
      for (corner, truth) in zip(corners, scene.corners[id]!) {
        #expect((corner - mapFromHead * truth).length < 1e-7, "seed \(seed), marker \(id)")
      }
    }
    for (frame, pose) in builder.mapFromCamera.enumerated() {
      let change =
        try #require(pose, "seed \(seed), frame \(frame)") * scene.headFromCamera[frame].inverse
        * scene.headFromCamera[start]
      #expect(change.translation.length < 1e-7, "seed \(seed), frame \(frame)")
      #expect(change.rotation.rotationVector.length < 1e-6, "seed \(seed), frame \(frame)")
    }
  }

  @Test func framesWithoutASharedMarkerStayUnposed() {
    var scene = SimulatedCap(seed: 5, frames: 20, pixelNoise: 0, depthNoise: 0)
    for i in scene.frames.indices { scene.frames[i].markers.removeAll { ($0.id < 15) == (i < 10) } }
    var builder = Self.builder(scene)
    let isBuilt = builder.build(fewest: 2)
    #expect(isBuilt)
    let posed = scene.frames.indices.filter { builder.mapFromCamera[$0] != nil }
    #expect(posed == Array(0..<10) || posed == Array(10..<20))
    #expect(builder.corners.keys.allSatisfy { ($0 < 15) == (posed[0] == 10) })
  }

  @Test func tooFewMarkersMakeNoMap() {
    let scene = SimulatedCap(seed: 6, frames: 4)
    var builder = Self.builder(scene)
    let isBuilt = builder.build(fewest: 31)
    #expect(!isBuilt)
    #expect(builder.corners.isEmpty)
    var nothing = MapBuilder([], among: [], tolerance: 0.005)
    let isAnything = nothing.build(fewest: 1)
    #expect(!isAnything)
  }

  /// A marker that stands elsewhere in a frame takes no part in the map there.
  @Test func aStraySightingDoesNotMoveTheMap() throws {
    var scene = SimulatedCap(seed: 7, frames: 24, pixelNoise: 0, depthNoise: 0)
    let most = scene.frames.map(\.markers.count).max()!
    let start = scene.frames.firstIndex { $0.markers.count == most }!
    let frame = start == 3 ? 4 : 3
    let marker = scene.frames[frame].markers[0]
    let metric = try #require(marker.metric)
    scene.frames[frame].markers[0] = MarkerObservation(
      id: marker.id, corners: marker.corners,
      metric: MetricCorners(
        points: metric.points.map { $0 + Vector3(0.02, 0, 0) }, depthSigmas: metric.depthSigmas,
        normal: metric.normal, residual: 0, pixels: 500),
      depthPixels: 500, validDepthPixels: 500)
    var builder = Self.builder(scene)
    let isBuilt = builder.build(fewest: 2)
    #expect(isBuilt)
    let first = try #require(builder.mapFromCamera.firstIndex { $0 == .identity })
    let mapFromHead = scene.headFromCamera[first].inverse
    let corner = try #require(builder.corners[marker.id])[0]
    #expect((corner - mapFromHead * scene.corners[marker.id]![0]).length < 1e-7)
  }
}

/// The pose of a frame against known markers, some of which are elsewhere.
@Suite struct RobustPoseTests {
  private static let map = SimulatedCap(seed: 1, frames: 1).corners

  private static func sighted(
    _ ids: [Int], from pose: RigidTransform, moved: Set<Int> = [], _ random: inout SeededGenerator
  ) -> [(id: Int, corners: [Vector3])] {
    ids.map { id in
      let shift = moved.contains(id) ? random.direction() * 0.03 : .zero
      return (id, map[id]!.map { pose.inverse * ($0 + shift) })
    }
  }

  /// Up to just under a half may stand elsewhere, each in its own way.
  @Test(arguments: 1...10 as ClosedRange<UInt64>) func thePoseIsThatOfTheMost(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let truth = RigidTransform(rotation: .rotation(random.normal3()), translation: random.normal3() * 0.3)
    let ids = Array(Array(0..<30).shuffled(using: &random).prefix(9))
    let moved = Set(ids.prefix(4))
    let sighted = Self.sighted(ids, from: truth, moved: moved, &random)
    let found = try #require(RobustPose.find(sighted, in: Self.map), "seed \(seed)")
    #expect(Set(found.inliers) == Set(ids).subtracting(moved), "seed \(seed)")
    let change = found.mapFromCamera * truth.inverse
    #expect(change.translation.length < 1e-9, "seed \(seed)")
    #expect(change.rotation.rotationVector.length < 1e-7, "seed \(seed)")
    // The same on any number of threads, and in whatever order they were seen.
    let shared = try #require(RobustPose.find(sighted, in: Self.map, workers: Workers(count: 3)))
    #expect(shared.mapFromCamera == found.mapFromCamera && shared.inliers == found.inliers, "seed \(seed)")
    let shuffled = try #require(RobustPose.find(sighted.shuffled(using: &random), in: Self.map))
    #expect(Set(shuffled.inliers) == Set(found.inliers), "seed \(seed)")
  }

  @Test func oneMarkerIsNotEnough() {
    var random = SeededGenerator(seed: 3)
    let one = Self.sighted([4], from: .identity, &random)
    #expect(RobustPose.find(one, in: Self.map) == nil)
    #expect(RobustPose.find([], in: Self.map) == nil)
    // Nor two of which the map knows one, or which don't agree.
    let two = Self.sighted([4, 9], from: .identity, &random)
    #expect(RobustPose.find(two, in: Self.map.filter { $0.key != 4 }) == nil)
    #expect(RobustPose.find(two, in: Self.map)?.inliers == [4, 9])
    let apart = Self.sighted([4, 9], from: .identity, moved: [9], &random)
    #expect(RobustPose.find(apart, in: Self.map) == nil)
  }

  /// Markers in one place, as they are seen so many millimetres off it: a pose lies at the mean of those that it is fitted to.
  private static func fitted(_ shifts: [Double]) -> (ids: [Int], shift: Double)? {
    let corners: [Vector3] = [
      [-0.008, 0.008, 0], [0.008, 0.008, 0.006], [0.008, -0.008, 0], [-0.008, -0.008, 0.006],
    ]
    let map = Dictionary(uniqueKeysWithValues: shifts.indices.map { ($0, corners) })
    let sighted = shifts.enumerated().map { id, shift in
      (id: id, corners: corners.map { $0 + Vector3(0, 0, 0.001 * shift) })
    }
    return RobustPose.find(sighted, in: map).map { ($0.inliers, -1000 * $0.mapFromCamera.translation.z) }
  }

  /// The first two agree with all five, whose mean is −0.98 mm: without the third, 5.88 mm off that, it is −2.45 mm.
  /// Of −4.9 and twice 4.9 mm the mean is 1.63 mm, which the first is 6.53 mm off.
  @Test func thePoseIsFittedToThoseThatAgreeWithIt() throws {
    let five = try #require(Self.fitted([0, 0, 4.9, -4.9, -4.9]))
    #expect(five.ids == [0, 1, 3, 4])
    #expect(abs(five.shift + 2.45) < 1e-9, "\(five)")
    let three = try #require(Self.fitted([-4.9, 4.9, 4.9]))
    #expect(three.ids == [1, 2])
    #expect(abs(three.shift - 4.9) < 1e-9, "\(three)")
    let four = try #require(Self.fitted([0, 1, 2, 3]))
    #expect(four.ids == [0, 1, 2, 3])
    #expect(abs(four.shift - 1.5) < 1e-9, "\(four)")
  }

  /// A marker that is 4 mm off takes part, one that is 6 mm off does not.
  @Test(arguments: [(0.004, true), (0.006, false)]) func agreementHasALimit(shift: Double, agrees: Bool) throws {
    var random = SeededGenerator(seed: 8)
    var sighted = Self.sighted(Array(0..<20), from: .identity, &random)
    sighted[7].corners = sighted[7].corners.map { $0 + Vector3(0, 0, shift) }
    let found = try #require(RobustPose.find(sighted, in: Self.map))
    #expect(found.inliers.contains(7) == agrees)
    #expect(found.inliers.count == (agrees ? 20 : 19))
  }
}

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
