import Geometry
import Landmarks
import PointClouds
import Testing

@testable import Reconstruction
@testable import Tracking

/// Where the head ends, and where its crown is.
@Suite struct TrackedHeadTests {
  private static let landmarks: [Landmark: Vector3] = [
    .sellion: [0, 0.085, -0.01], .tragionLeft: [-0.06, 0, -0.02], .tragionRight: [0.06, 0, -0.02],
  ]
  private static let ball = FusionRegion(centre: [0, 0.005, 0.03], radius: 0.1)

  /// 35 mm below the plane of the landmarks.
  @Test func theFloorLiesBelowTheLandmarks() throws {
    let region = Self.ball.withFloor(HeadLandmarks(Self.landmarks, standardDeviation: 0.001))
    let floor = try #require(region.floor)
    for point in Self.landmarks.values { #expect(abs(floor.normal.dot(point) - floor.offset - 0.035) < 1e-12) }
    #expect(floor.normal.z > 0.9)
    #expect(region.centre == Self.ball.centre)
    #expect(region.radius == Self.ball.radius)
  }

  /// A floor under exchanged ears would be a ceiling.
  @Test func exchangedEarsMakeNoFloor() {
    var exchanged = Self.landmarks
    (exchanged[.tragionLeft], exchanged[.tragionRight]) = (exchanged[.tragionRight], exchanged[.tragionLeft])
    #expect(Self.ball.withFloor(HeadLandmarks(exchanged, standardDeviation: 0.001)) == Self.ball)
    for missing in Landmark.required {
      var some = Self.landmarks
      some[missing] = nil
      #expect(Self.ball.withFloor(HeadLandmarks(some, standardDeviation: 0.001)) == Self.ball)
    }
    #expect(Self.ball.withFloor(HeadLandmarks(Self.landmarks, standardDeviation: .nan)) == Self.ball)
  }

  /// The region's middle lies 5 mm above the plane of the landmarks or below it, wherever the frame has its origin. The plane
  /// rises by 1 cm from the tragions' line to the sellion, 8.5 cm before it.
  @Test(arguments: [
    Vector3(0, 0, 0), [0.7, 0.2, 0.9], [-0.5, 0.8, -1.1], [0.3, -0.9, 0.6], [-0.4, -0.6, -0.8],
  ])
  func aMiddleBelowTheLandmarksMakesNoFloor(origin: Vector3) {
    let landmarks = HeadLandmarks(Self.landmarks.mapValues { $0 + origin }, standardDeviation: 0.001)
    let (onPlane, up) = (origin + [0.01, 0.034, -0.016], Vector3(0, -0.01, 0.085).normalized)
    for height in [0.005, -0.005] {
      let region = FusionRegion(centre: onPlane + up * height, radius: 0.1)
      #expect((region.withFloor(landmarks).floor != nil) == (height > 0), "\(height)")
    }
  }

  @Test(arguments: 1...5 as ClosedRange<UInt64>) func theFloorMovesWithTheHead(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let motion = RigidTransform(rotation: .rotation(random.normal3()), translation: random.normal3())
    let landmarks = HeadLandmarks(Self.landmarks, standardDeviation: 0.001)
    let floor = try #require(Self.ball.withFloor(landmarks).floor)
    let moved = FusionRegion(centre: motion * Self.ball.centre, radius: 0.1)
      .withFloor(landmarks.transformed(by: motion))
    let other = try #require(moved.floor)
    #expect((other.normal - motion.rotation * floor.normal).length < 1e-12, "seed \(seed)")
    let onFloor = floor.normal * floor.offset
    #expect(abs(other.normal.dot(motion * onFloor) - other.offset) < 1e-12, "seed \(seed)")
  }

  @Test func theRegionIsThatOfTheMarkers() throws {
    let landmarks = HeadLandmarks([:])
    let region = try FusionRegion.around(BumpyHead.map, landmarks)
    #expect(region == FusionRegion.around(markerCentres: BumpyHead.map.centres))
    #expect(throws: TrackingError.self) { try FusionRegion.around(MarkerMap(markers: [:]), landmarks) }
  }

  /// The crown is where the markers are, in any frame of reference; seven markers don't tell.
  @Test(arguments: 1...5 as ClosedRange<UInt64>) func theCrownIsWhereTheMarkersAre(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let rotation = Matrix3.rotation(random.normal3())
    let motion = RigidTransform(rotation: rotation, translation: random.normal3())
    let up = try #require(BumpyHead.map.transformed(by: motion).up())
    #expect(abs(up.length - 1) < 1e-12, "seed \(seed)")
    #expect(up.dot(rotation * [0, 0, 1]) > 0.97, "seed \(seed)")
    let few = MarkerMap(markers: BumpyHead.map.markers.filter { $0.key < 7 })
    #expect(few.up() == nil)
  }
}
