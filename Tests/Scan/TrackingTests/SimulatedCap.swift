import Geometry
@testable import Markers

/// Markers on a sphere and cameras around it, with noise: observations with a known truth.
struct SimulatedCap {
  let camera: Camera
  let cap = Cap(dictionary: MarkerDictionary(name: "DICT_4X4_100")!, markerSize: 0.016, ids: Set(0..<30))
  /// Four corners of each marker in the head frame, metres.
  var corners: [Int: [Vector3]] = [:]
  var headFromCamera: [RigidTransform] = []
  var frames: [FrameObservations] = []

  /// - Parameters:
  ///   - pixelNoise: standard deviation of a corner in pixels.
  ///   - depthNoise: standard deviation of a corner's depth in metres.
  ///   - depthDelay: how much later than the image depth is taken, in seconds at 30 frames a second.
  ///   - field: what makes measured depth true.
  ///   - lens: the camera's lens, which its frames state.
  init(
    seed: UInt64, frames count: Int = 60, pixelNoise: Double = 0.2, depthNoise: Double = 0.0005,
    depthOffset: Double = 0, depthDelay: Double = 0, field: DepthCorrection = .none, lens: Lens? = nil
  ) {
    camera = Camera(width: 640, height: 480, fx: 592, fy: 592, cx: 320, cy: 240, lens: lens)
    var random = SeededGenerator(seed: seed)
    for id in 0..<30 { corners[id] = Self.marker(index: id) }
    let pose = { (frame: Double) in
      let turn = 2 * Double.pi * frame / Double(count)
      let distance = 0.28 + 0.06 * cosine(5 * turn)
      let eye = Vector3(cosine(turn) * distance, sine(turn) * distance, 0.1 + 0.06 * sine(3 * turn))
      return Self.looking(from: eye, at: Vector3(sine(7 * turn), cosine(5 * turn + 1), sine(4 * turn + 2)) * 0.006)
    }
    headFromCamera = (0..<count).map { pose(Double($0)) }
    for i in 0..<count {
      let cameraFromHead = headFromCamera[i].inverse
      let later = pose(Double(i) + 30 * depthDelay).inverse
      var markers: [MarkerObservation] = []
      for id in 0..<30 {
        let points = corners[id]!.map { cameraFromHead * $0 }
        let normal = (points[3] - points[1]).cross(points[2] - points[0]).normalized
        guard -normal.dot(points[0].normalized) > 0.45 else { continue }
        let pixels = points.map { camera.project($0) + Vector2(random.normal(), random.normal()) * pixelNoise }
        let plane = Plane.fit(corners[id]!.map { later * $0 })!
        let metric = pixels.map { pixel in
          let ray = camera.ray(pixel)
          let depth = plane.offset / plane.normal.dot(ray)
          // What the field adds at the pixel is missing from the measurement.
          let missing = field.corrected(0, at: pixel, width: camera.width, height: camera.height)
          return ray * ((depth - depthOffset - missing) / field.scale + random.normal() * depthNoise)
        }
        markers.append(
          MarkerObservation(
            id: id, corners: pixels,
            metric: MetricCorners(
              points: metric, depthSigmas: [0.0002, 0.0002, 0.0002, 0.0002], normal: normal, residual: 0.0004,
              pixels: 500),
            depthPixels: 500, validDepthPixels: 500))
      }
      frames.append(FrameObservations(frame: i, time: Double(i) / 30, camera: camera, markers: markers))
    }
  }

  /// Makes every frame's camera state another focal length than it has; depth stays as it was measured.
  mutating func stateFocalLength(times factor: Double) {
    state { camera in
      camera.fx *= factor
      camera.fy *= factor
    }
  }

  /// Makes every frame's camera state no lens; depth stays as it was measured.
  mutating func hideLens() { state { $0.lens = nil } }

  private mutating func state(_ change: (inout Camera) -> Void) {
    for i in frames.indices {
      let old = frames[i]
      var camera = old.camera
      change(&camera)
      let markers = old.markers.map { marker in
        let metric = marker.metric!
        let points = zip(marker.corners, metric.points).map { camera.ray($0) * $1.z }
        return MarkerObservation(
          id: marker.id, corners: marker.corners,
          metric: MetricCorners(
            points: points, depthSigmas: metric.depthSigmas, normal: metric.normal, residual: metric.residual,
            pixels: metric.pixels),
          depthPixels: 500, validDepthPixels: 500)
      }
      frames[i] = FrameObservations(frame: old.frame, time: old.time, camera: camera, markers: markers)
    }
  }

  /// A square of 16 mm that touches a sphere of 65 mm, on a spiral over its upper part.
  private static func marker(index: Int) -> [Vector3] {
    let z = 0.95 - 0.9 * Double(index) / 29
    let turn = 2.399963 * Double(index)
    let out = Vector3((1 - z * z).squareRoot() * cosine(turn), (1 - z * z).squareRoot() * sine(turn), z)
    let right = out.anyOrthogonal
    let up = out.cross(right)
    return [(-1, 1), (1, 1), (1, -1), (-1, -1)].map { x, y in out * 0.065 + (right * x + up * y) * 0.008 }
  }

  private static func looking(from eye: Vector3, at target: Vector3) -> RigidTransform {
    let forward = (target - eye).normalized
    let right = forward.cross([0, 0, 1]).normalized
    return RigidTransform(rotation: Matrix3(columns: right, forward.cross(right), forward), translation: eye)
  }
}

private func cosine(_ angle: Double) -> Double { Matrix3.rotation([0, 0, angle]).c0.x }
private func sine(_ angle: Double) -> Double { Matrix3.rotation([0, 0, angle]).c0.y }
