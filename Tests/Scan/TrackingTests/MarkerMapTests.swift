import Foundation
import Geometry
import Testing

@testable import Markers
@testable import Tracking

@Suite struct CapCurvatureTests {
  private func map(radius: Double, markers: Int) -> MarkerMap {
    let centres = (0..<markers).map { k in
      let angle = 2.4 * Double(k)
      return Vector3(cos(angle), sin(angle), 0.3 + 0.1 * Double(k)).normalized * radius
    }
    return MarkerMap(
      markers: Dictionary(
        uniqueKeysWithValues: centres.enumerated().map {
          ($0, .init(corners: [$1, $1, $1, $1], cornerSigmas: [0, 0, 0, 0], sightings: 1))
        }))
  }

  @Test(arguments: [0.047, 0.065, 0.078]) func takesTheRadiusOfTheCap(radius: Double) {
    #expect(abs(CapCurvature(of: map(radius: radius, markers: 12)).radius - radius) < 1e-9)
  }

  @Test func takesTheUsualRadiusWhereTheCapShowsNone() {
    #expect(CapCurvature(of: map(radius: 0.05, markers: 5)).radius == 0.065)
    #expect(CapCurvature(of: map(radius: 0.5, markers: 12)).radius == 0.065)
    var given = TrackingOptions()
    given.headRadius = 1
    #expect(CapCurvature(of: map(radius: 0.05, markers: 12), given).radius == 1)
  }

  /// The chord lies halfway between that of a side that keeps its length and that of a print that keeps its diagonals.
  @Test func theChordLiesBetweenBothWaysToFollowASphere() {
    let (side, radius) = (0.016, 0.065)
    let keepsSide = 2 * radius * sin(side / (2 * radius))
    let keepsDiagonal = 2.0.squareRoot() * radius * sin(side / (2.0.squareRoot() * radius))
    let chord = CapCurvature(of: map(radius: radius, markers: 12)).chord(ofPrinted: side)
    #expect(abs(chord - (keepsSide + keepsDiagonal) / 2) < 1e-7)
  }
}

/// How fast depth grows at a marker's corners.
@Suite struct DepthRatesTests {
  private static let camera = Camera(width: 640, height: 480, fx: 592, fy: 592, cx: 320, cy: 240)

  /// 16 mm wide, 1 cm off the middle, facing a camera that looks along z.
  private static let marker = MarkerMap.Marker(
    corners: [(-1.0, -1.0), (1, -1), (1, 1), (-1, 1)].map { [0.01 + 0.008 * $0, 0.005 + 0.008 * $1, 0] },
    cornerSigmas: [0, 0, 0, 0], sightings: 1)

  private static func frames(_ times: [Double]) -> [FrameObservations] {
    times.enumerated().map { FrameObservations(frame: $0, time: $1, camera: camera, markers: []) }
  }

  /// Where a pixel's ray meets the head's tangent plane at a corner, before and after.
  @Test(arguments: 1...4 as ClosedRange<UInt64>, [Double.infinity, 0.065])
  func depthGrowsAsTheSurfaceMoves(seed: UInt64, radius: Double) throws {
    var random = SeededGenerator(seed: seed)
    let middle = RigidTransform(rotation: .rotation(random.normal3() * 0.2), translation: [0.01, -0.02, 0.3])
    let step = RigidTransform(rotation: .rotation(random.normal3() * 0.002), translation: random.normal3() * 0.0005)
    let poses = [step.inverse * middle, middle, step * middle]
    let motion = try #require(CameraMotion(around: 1, poses, Self.frames([0, 0.02, 0.04])))
    let marker = Self.marker
    let rates = marker.depthRates(middle, motion: motion, radius: radius)
    #expect(rates.count == 4)
    for (corner, rate) in zip(marker.corners, rates) {
      let normal = (marker.normal + (corner - marker.centre) / radius).normalized
      let seen = middle * corner
      let ray = seen / seen.z
      let depths = poses.map { pose in
        (pose.rotation * normal).dot(pose * corner) / (pose.rotation * normal).dot(ray)
      }
      #expect(abs(rate - (depths[2] - depths[0]) / 0.04) < 2e-5, "seed \(seed)")
      #expect(abs(depths[1] - seen.z) < 1e-12)
    }
  }

  /// At a grazing view, of cosines below 0.2, depth tells nothing, nor without a motion.
  @Test(arguments: [(1.31, true), (1.40, false)]) func aGrazingViewHasNone(angle: Double, has: Bool) throws {
    let pose = RigidTransform(rotation: .rotation([0, angle, 0]), translation: [0, 0, 0.4])
    let poses = [-0.001, 0, 0.001].map {
      RigidTransform(rotation: pose.rotation, translation: pose.translation + [$0, 0, $0])
    }
    let motion = try #require(CameraMotion(around: 1, poses, Self.frames([0, 0.02, 0.04])))
    var marker = Self.marker
    marker.corners = marker.corners.map { $0 - marker.centre }
    let rates = marker.depthRates(pose, motion: motion, radius: .infinity)
    #expect(rates.allSatisfy { ($0 != 0) == has })
    #expect(marker.depthRates(pose, motion: nil, radius: 0.065) == [0, 0, 0, 0])
  }

  /// Poses from 5 to 350 ms apart show a motion.
  @Test(arguments: [(0.0024, false), (0.0026, true), (0.174, true), (0.176, false)])
  func aMotionNeedsItsTime(interval: Double, isKnown: Bool) {
    let poses: [RigidTransform?] = [.identity, .identity, .identity]
    let frames = Self.frames([0, interval, 2 * interval])
    #expect((CameraMotion(around: 1, poses, frames) != nil) == isKnown)
  }

  /// A tenth of the time between three frames may be missing on one side for a curve.
  @Test(arguments: [(0.0545, true), (0.0555, false), (0.0455, true), (0.0445, false)])
  func aCurveNeedsEvenSteps(middle: Double, isCurved: Bool) throws {
    let pose = { (time: Double) in RigidTransform(rotation: .identity, translation: [time * time, 0, 0.3]) }
    let times = [0, middle, 0.1]
    let motion = try #require(CameraMotion(around: 1, times.map(pose), Self.frames(times)))
    let (curved, straight) = (
      motion.laterInCurve(pose(middle), by: 0.03), motion.later(pose(middle), by: 0.03)
    )
    #expect((abs(curved.translation.x - straight.translation.x) > 1e-4) == isCurved)
  }

  @Test func aMapMovesWithItsCorners() {
    let map = MarkerMap(markers: [3: Self.marker])
    let motion = RigidTransform(rotation: .rotation([0.3, -0.2, 0.5]), translation: [1, 2, 3])
    let moved = map.transformed(by: motion)
    #expect((moved.markers[3]!.centre - motion * Vector3(0.01, 0.005, 0)).length < 1e-12)
    #expect((moved.markers[3]!.normal - motion.rotation * [0, 0, -1]).length < 1e-12)
    #expect(abs(moved.markers[3]!.side - 0.016) < 1e-12)
    #expect(moved.markers[3]!.sightings == 1 && moved.ids == [3])
  }
}
