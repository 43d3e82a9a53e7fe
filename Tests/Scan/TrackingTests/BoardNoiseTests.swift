import Geometry
import Testing
import Workers

@testable import Markers
@testable import Tracking

/// The noise of depth on a board that is seen at an angle, and what a board that is turned about one axis alone lacks.
@Suite struct BoardNoiseTests {
  /// At 50° half of the markers within 25 to 35 cm are seen under a squared cosine of 0.39 and more. Straight on a scatter of
  /// 0.4 mm about each marker's surface is 0.25 mm then; where corners err by 0.8 mm, so that all of a marker is off by 0.4 mm,
  /// half of the squares are above 1.455 times as much.
  @Test(arguments: [(0.0, 0.00025), (0.0008, 0.0003)])
  func itIsThatOfPixelsSeenStraightOn(depthNoise: Double, expected: Double) throws {
    let board = SimulatedBoard(seed: 14, frames: 40, depthNoise: depthNoise, tilts: 50...50)
    let found = try BoardCalibration(
      board.frames, corners: board.corners, printSigma: 0.0006, workers: Workers(count: 2))
    let noise = try #require(found.depth.noise.first { $0.distances == 0.25...0.35 })
    #expect(abs(noise.deviation.value / expected - 1) < 0.12, "\(noise)")
  }

  /// It is the smaller one of the two tilts that is told.
  @Test(arguments: [(0.35, 0.05), (0.05, 0.35)]) func theSmallerTiltIsToldWhereItIsTooLittle(
    level: Double, upright: Double
  ) throws {
    let frame = SimulatedBoard(seed: 1, frames: 1).frames[0]
    let corners = [Vector3](repeating: .zero, count: 4)
    let map = MarkerMap(
      markers: Dictionary(
        uniqueKeysWithValues: (0..<30).map { ($0, .init(corners: corners, cornerSigmas: [0, 0, 0, 0], sightings: 0)) }))
    // Half of the views are turned about the one axis, half about the other: each mean of squares is half of one.
    let poses = (0..<20).map { k -> RigidTransform? in
      RigidTransform(
        rotation: .rotation(k % 2 == 0 ? [level, 0, 0] : [0, upright, 0]), translation: [0, 0, k < 10 ? 0.25 : 0.4])
    }
    let frames = poses.indices.map {
      FrameObservations(frame: $0, time: Double($0), camera: frame.camera, markers: Array(frame.markers.prefix(6)))
    }
    let error = #expect(throws: BoardError.self) {
      try BoardViews(Adjustment(cameraFromMap: poses, map: map, calibration: .none), frames)
    }
    guard case .tooLittleTilt(let tilt, _)? = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(abs(tilt - 0.05 / 2.0.squareRoot()) < 1e-4, "\(tilt)")
  }
}
