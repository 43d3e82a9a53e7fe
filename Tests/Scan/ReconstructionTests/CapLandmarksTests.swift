import Files
import Geometry
import Landmarks
import Markers
import PointClouds
import Testing

@testable import Reconstruction
@testable import Tracking

@Suite struct CapLandmarksTests {
  /// A cap of 1.5 mm whose outside is the plane z = 3 mm.
  static let mesh = Mesh(
    positions: [[-0.1, -0.1, 0.003], [0.1, -0.1, 0.003], [0.1, 0.1, 0.003], [-0.1, 0.1, 0.003]],
    triangles: [[0, 1, 2], [0, 2, 3]])
  /// A marker whose corners lie a little under that plane, as those of a bulging one do; seen from above.
  static let map = MarkerMap(markers: [
    7: MarkerMap.Marker(
      corners: [
        [-0.008, 0.008, 0.0025], [0.008, 0.008, 0.0025], [0.008, -0.008, 0.0025], [-0.008, -0.008, 0.0025],
      ],
      cornerSigmas: [0.0003, 0.0003, 0.0003, 0.0003], sightings: 12)
  ])

  private func cap(_ landmarks: [String: Int]) throws -> Cap {
    Cap(
      dictionary: try #require(MarkerDictionary(name: "DICT_4X4_100")), markerSize: 0.016, ids: nil, thickness: 0.0015,
      landmarks: landmarks)
  }

  @Test func theLandmarkLiesUnderTheClothBelowTheMarkersMiddle() throws {
    let landmarks = HeadLandmarks(try cap(["sellion": 7]), Self.map, on: Self.mesh)
    let estimate = try #require(landmarks.estimates[.sellion])
    #expect((estimate.position - Vector3(0, 0, 0.0015)).length < 1e-9)
    #expect(estimate.source == .cap)
    #expect(estimate.evidence == 12)
    #expect(estimate.rejection == nil)
    #expect(estimate.standardDeviation > 0.002)
    #expect(estimate.standardDeviation < 0.0021)
  }

  /// The surface is looked for from 8 mm above the marker's middle to 8 mm below it; elsewhere the middle itself is taken. The
  /// middle one of the corners' deviations counts: √(1.5² + 2²) = 2.5 mm.
  @Test(arguments: [(-0.0078, true), (-0.0082, false), (0.0078, true), (0.0082, false)])
  func theSurfaceIsLookedForNearTheMarker(_ height: Double, _ isFound: Bool) throws {
    var map = Self.map
    map.markers[7]?.cornerSigmas = [0.009, 0.0015, 0.0001, 0.0015]
    var mesh = Self.mesh
    for k in mesh.positions.indices { mesh.positions[k].z = 0.0025 + height }
    let estimate = try #require(HeadLandmarks(try cap(["sellion": 7]), map, on: mesh).estimates[.sellion])
    #expect((estimate.position - Vector3(0, 0, isFound ? 0.001 + height : 0.001)).length < 1e-9, "\(estimate.position)")
    #expect(abs(estimate.standardDeviation - 0.0025) < 1e-12)
  }

  @Test func aMarkerWithoutAPlaceGivesNoLandmark() throws {
    let landmarks = HeadLandmarks(try cap(["tragion_left": 8]), Self.map, on: Self.mesh)
    #expect(landmarks[.tragionLeft] == nil)
    #expect(landmarks.estimates[.tragionLeft]?.evidence == 0)
    #expect(landmarks.faults.contains { $0.code == .landmarksCapMarker && $0.ids == [8] })
  }

  @Test func aRoleThatIsNoLandmarkIsRefused() throws {
    let cap = try cap(["forehead": 7])
    let error = #expect(throws: FileError.self) { try cap.checkRoles(file: "cap.yaml") }
    #expect(error?.problem.contains("`forehead`") == true)
  }
}
