import Foundation
import Geometry
import Workers

@testable import Markers
@testable import ScanPipeline
@testable import Tracking

/// A flat board and cameras around it, with noise: its focal length is 1 % longer than stated, its lens has k₁ = 0.05, and
/// depth is 1 % too short and 1 mm short besides.
enum SimulatedBoard {
  static let camera = Camera(width: 640, height: 480, fx: 592, fy: 592, cx: 320, cy: 240)

  static let calibration = Result {
    try BoardCalibration(frames, corners: cap.boardCorners()!, printSigma: 0.0006, workers: Workers(count: 2))
  }

  private static let cap = Cap(
    dictionary: MarkerDictionary(name: "DICT_4X4_100")!, markerSize: 0.02, ids: Set(0..<30), thickness: 0,
    board: MarkerBoard(columns: 5, rows: 6, pitch: 0.03, ruler: 0.18))

  private static let frames: [FrameObservations] = {
    var random = SeededGenerator(seed: 4)
    var own = camera
    (own.fx, own.fy, own.lens) = (1.01 * camera.fx, 1.01 * camera.fy, Lens(radial: [0.05]))
    let (count, corners) = (60, cap.boardCorners()!)
    return (0..<count).map { index in
      let turn = 2 * Double.pi * Double(index) / Double(count)
      // Tilted by 15 to 50°, from 0.22 to 0.45 m away.
      let tilt = (32.5 + 17.5 * cos(5 * turn)) * .pi / 180
      let out = Vector3(cos(2 * turn) * sin(tilt), sin(2 * turn) * sin(tilt), cos(tilt))
      let right = Vector3(0, 1, 0.02).cross(out).normalized
      let pose = RigidTransform(
        rotation: Matrix3(columns: right, right.cross(out), -out),
        translation: Vector3(0.02 * sin(3 * turn), 0.02 * cos(4 * turn), 0) + out * (0.335 + 0.115 * sin(3 * turn)))
      let cameraFromBoard = pose.inverse
      let seen = Plane(normal: [0, 0, 1], offset: 0).moved(by: cameraFromBoard)
      let markers = (0..<30).compactMap { id -> MarkerObservation? in
        let pixels = corners[id]!.map { corner in
          own.project(cameraFromBoard * corner) + Vector2(random.normal(), random.normal()) * 0.1
        }
        guard pixels.allSatisfy(own.contains) else { return nil }
        let metric = pixels.map { pixel in
          let depth = seen.offset / seen.normal.dot(own.ray(pixel))
          return camera.ray(pixel) * (depth / 1.01 - 0.001 + random.normal() * 0.0004)
        }
        return MarkerObservation(
          id: id, corners: pixels,
          metric: MetricCorners(
            points: metric, depthSigmas: [0.0002, 0.0002, 0.0002, 0.0002], normal: cameraFromBoard.rotation.c2,
            residual: 0.0004, pixels: 500),
          depthPixels: 500, validDepthPixels: 500)
      }
      return FrameObservations(frame: index, time: Double(index) / 30, camera: camera, markers: markers)
    }
  }()
}
