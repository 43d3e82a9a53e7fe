import Geometry
import Images

@testable import Markers

/// A cap of thirty markers on a sphere of 65 mm; its frame is the head's.
struct SyntheticCap {
  let camera = Camera(width: 640, height: 480, fx: 592, fy: 592, cx: 319.5, cy: 239.5)
  var cap = Cap(dictionary: MarkerDictionary(name: "DICT_4X4_100")!, markerSize: 0.016, ids: Set(0..<30))
  let corners: [Int: [Vector3]] = Dictionary(
    uniqueKeysWithValues: (0..<30).map { id in
      let z = 0.95 - 0.9 * Double(id) / 29
      let r = (1 - z * z).squareRoot()
      let out = Matrix3.rotation([0, 0, 2.399963 * Double(id)]) * Vector3(r, 0, z)
      let right = out.anyOrthogonal
      let up = out.cross(right)
      return (id, [(-1, 1), (1, 1), (1, -1), (-1, -1)].map { out * 0.065 + (right * $0.0 + up * $0.1) * 0.008 })
    })

  /// The camera at an azimuth (degrees from the front to the right) and elevation, towards the head.
  static func pose(_ azimuth: Double, elevation: Double = 15, distance: Double = 0.35) -> RigidTransform {
    let turn = Matrix3.rotation([0, 0, -azimuth * .pi / 180])
    let eye = turn * (Matrix3.rotation([elevation * .pi / 180, 0, 0]) * Vector3(0, distance, 0))
    let forward = -eye.normalized
    let right = forward.cross([0, 0, 1]).normalized
    return RigidTransform(rotation: Matrix3(columns: right, forward.cross(right), forward), translation: eye)
  }

  func frame(_ index: Int, _ headFromCamera: RigidTransform) -> FrameObservations {
    let cameraFromHead = headFromCamera.inverse
    let markers = (0..<30).compactMap { id -> MarkerObservation? in
      let points = corners[id]!.map { cameraFromHead * $0 }
      let normal = (points[3] - points[1]).cross(points[2] - points[0]).normalized
      guard -normal.dot(points[0].normalized) > 0.45, points.allSatisfy({ camera.contains(camera.project($0)) })
      else { return nil }
      return MarkerObservation(
        id: id, corners: points.map { camera.project($0) },
        metric: MetricCorners(
          points: points, depthSigmas: [0, 0, 0, 0], normal: normal, residual: 0.0003, pixels: 400),
        depthPixels: 500, validDepthPixels: 480)
    }
    return FrameObservations(frame: index, time: 100 + Double(index) / 30, camera: camera, markers: markers)
  }

  /// The depth of a sphere of the head's size.
  func depth(_ headFromCamera: RigidTransform) -> DepthImage {
    var pixels = [Float](repeating: .nan, count: 640 * 480)
    let middle = headFromCamera.inverse.translation
    for y in 0..<480 {
      for x in 0..<640 {
        let ray = camera.ray([Double(x), Double(y)])
        let (a, b, c) = (ray.dot(ray), ray.dot(middle), middle.dot(middle) - 0.065 * 0.065)
        let root = b * b - a * c
        if root > 0 { pixels[y * 640 + x] = Float((b - root.squareRoot()) / a) }
      }
    }
    return DepthImage(width: 640, height: 480, pixels: pixels)
  }
}
