import Geometry
import Testing

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
      poses: [], depthPixels: 500, validDepthPixels: 500)
    var builder = Self.builder(scene)
    let isBuilt = builder.build(fewest: 2)
    #expect(isBuilt)
    let first = try #require(builder.mapFromCamera.firstIndex { $0 == .identity })
    let mapFromHead = scene.headFromCamera[first].inverse
    let corner = try #require(builder.corners[marker.id])[0]
    #expect((corner - mapFromHead * scene.corners[marker.id]![0]).length < 1e-7)
  }
}
