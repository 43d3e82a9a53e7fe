import Foundation
import Geometry
@testable import Markers

/// A flat board and cameras around it, with noise: observations with a known truth.
struct SimulatedBoard {
  let cap = Cap(
    dictionary: MarkerDictionary(name: "DICT_4X4_100")!, markerSize: 0.02, ids: Set(0..<30), thickness: 0,
    board: MarkerBoard(columns: 5, rows: 6, pitch: 0.03, ruler: 0.18))
  var corners: [Int: [Vector3]] { cap.boardCorners()! }
  var frames: [FrameObservations] = []

  /// - Parameters:
  ///   - focal: the true focal length over the stated one.
  ///   - lens: of the camera, which its frames do not state.
  ///   - depthFactor: measured depth over the true one; `field` is then what is missing from it.
  ///   - delay: how much later than the image depth is taken, seconds.
  ///   - tilts: how far the camera is off the board's normal, degrees, least and most.
  ///   - distances: from the middle of the board, metres, least and most.
  ///   - bend: how far the sheet's corners are above its middle, metres.
  init(
    seed: UInt64, frames count: Int = 60, focal: Double = 1, lens: Lens? = nil, depthFactor: Double = 1,
    field: DepthField = .zero, delay: Double = 0, pixelNoise: Double = 0.1, depthNoise: Double = 0.0004,
    tilts: ClosedRange<Double> = 15...50, distances: ClosedRange<Double> = 0.22...0.45, bend: Double = 0
  ) {
    let stated = Camera(width: 640, height: 480, fx: 592, fy: 592, cx: 320, cy: 240)
    var camera = stated
    (camera.fx, camera.fy, camera.lens) = (focal * stated.fx, focal * stated.fy, lens)
    var random = SeededGenerator(seed: seed)
    let middle = { (range: ClosedRange<Double>, wave: Double) in
      (range.lowerBound + range.upperBound) / 2 + (range.upperBound - range.lowerBound) / 2 * wave
    }
    let pose = { (frame: Double) -> RigidTransform in
      let turn = 2 * Double.pi * frame / Double(count)
      let tilt = middle(tilts, cos(5 * turn)) * .pi / 180
      let (side, up) = (sin(tilt), cos(tilt))
      let out = Vector3(cos(2 * turn) * side, sin(2 * turn) * side, up)
      let right = Vector3(0, 1, 0.02).cross(out).normalized
      return RigidTransform(
        rotation: Matrix3(columns: right, right.cross(out), -out),
        translation: Vector3(0.02 * sin(3 * turn), 0.02 * cos(4 * turn), 0) + out
          * middle(distances, sin(3 * turn)))
    }
    let plane = Plane(normal: [0, 0, 1], offset: 0)
    for i in 0..<count {
      let (cameraFromBoard, later) = (pose(Double(i)).inverse, pose(Double(i) + 30 * delay).inverse)
      let seen = plane.moved(by: later)
      let normal = cameraFromBoard.rotation.c2
      let markers = (0..<30).compactMap { id -> MarkerObservation? in
        let points = corners[id]!.map { point in
          cameraFromBoard * (point + [0, 0, bend * point.dot(point) / 0.0136])
        }
        let pixels = points.map { camera.project($0) + Vector2(random.normal(), random.normal()) * pixelNoise }
        guard pixels.allSatisfy(camera.contains) else { return nil }
        let metric = pixels.map { pixel in
          let depth = seen.offset / seen.normal.dot(camera.ray(pixel))
          let place = DepthCorrection.normalized(pixel, width: 640, height: 480)
          let measured = depth * depthFactor - field.value(at: place) + random.normal() * depthNoise
          return stated.ray(pixel) * measured
        }
        return MarkerObservation(
          id: id, corners: pixels,
          metric: MetricCorners(
            points: metric, depthSigmas: [0.0002, 0.0002, 0.0002, 0.0002], normal: normal, residual: 0.0004, pixels: 500
          ),
          depthPixels: 500, validDepthPixels: 500)
      }
      frames.append(FrameObservations(frame: i, time: Double(i) / 30, camera: stated, markers: markers))
    }
  }
}
