import Diagnostics
import Geometry
import PointClouds
import TestSupport
import Testing

@testable import Analysis
@testable import Landmarks

/// Landmarks looked for near where they were picked, and answers that stand on their heads.
@Suite struct NearbyFaceTests {
  private static let surface = Result { try HeadSurface(AnalyticFace().mesh()) }

  /// One look finds what nine do, wherever within some millimetres the landmarks were picked.
  @Test(arguments: 0..<6 as Range<UInt64>) func aLookNearbyFindsWhatTheSearchFinds(seed: UInt64) throws {
    let surface = try Self.surface.get()
    let searched = try AutomaticLandmarksTests.found.get().landmarks
    var random = SeededGenerator(seed: seed)
    // In order: dictionaries have another one in every run.
    let picked = Landmark.required.reduce(into: [Landmark: LandmarkEstimate]()) { picked, landmark in
      let position = searched.estimates[landmark]!.position + random.normal3() * 0.001
      picked[landmark] = LandmarkEstimate(position: position, standardDeviation: 0.001)
    }
    let near = try #require(AutomaticLandmarks.find(near: HeadLandmarks(picked), on: surface)).landmarks
    for landmark in Landmark.required {
      let (a, b) = (try #require(near[landmark]), try #require(searched[landmark]))
      #expect((a - b).length < 0.0015, "seed \(seed) \(landmark)")
    }
  }

  @Test func nothingIsFoundNearbyWhereThereIsNoFace() throws {
    let picked = try AutomaticLandmarksTests.found.get().landmarks
    let bare = try HeadSurface(AnalyticFace(nose: false, earLeft: 0, earRight: 0).mesh())
    let near = try #require(AutomaticLandmarks.find(near: picked, on: bare))
    #expect(Landmark.required.allSatisfy { near.landmarks[$0] == nil })
    #expect(AutomaticLandmarks.find(near: HeadLandmarks([:]), on: bare) == nil)
  }

  /// Turned over, the same surface has its face turned over with it: never one that stands on its head.
  @Test(arguments: [0.0, 90, 180]) func aFaceIsNeverFoundUpsideDown(degrees: Double) throws {
    let motion = RigidTransform(rotation: .rotation([degrees * .pi / 180, 0.3, 0]), translation: .zero)
    let mesh = AnalyticFace().mesh { $0.z > -0.05 }.transformed(by: motion)
    let found = AutomaticLandmarks.find(on: try HeadSurface(mesh)).landmarks
    guard let left = found[.tragionLeft], let right = found[.tragionRight] else { return }
    #expect((right - left).dot(motion.rotation * [1, 0, 0]) > 0.1)
  }

  /// The mean head of a trigonocephaly with a closed neck, whose keel of a forehead passes for a nose.
  @Test(.enabled(if: SharedMaterial.isPresent, Comment(rawValue: SharedMaterial.absence)))
  func aKeeledForeheadIsNoNose() throws {
    let file = SharedMaterial.folder.appendingPathComponent(
      "faults/meshes/automatic-upside-down/metopic_closed_neck.ply")
    let mesh = try MeshFile.read(file).mesh(unit: .millimetres)
    let found = AutomaticLandmarks.find(on: try HeadSurface(ofFile: mesh)).landmarks
    let right: [Landmark: Vector3] = [
      .sellion: [0.9, 1.0, 44.3], .tragionLeft: [56.7, -1.5, -26.2], .tragionRight: [-58.2, -0.5, -23.6],
    ]
    for (landmark, place) in right {
      guard let at = found[landmark] else { continue }
      #expect((at * 1000 - place).length < 2, "\(landmark) \(at * 1000)")
    }
  }
}
