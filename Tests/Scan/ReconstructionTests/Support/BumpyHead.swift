import Geometry
import Images
import Platform

@testable import Markers
@testable import Tracking

/// A closed surface of an infant head's size whose bumps hold a view in its place, and the cap's markers on it.
///
/// Head frame: metres, origin in the middle, z to the crown.
enum BumpyHead {
  static let axes: Vector3 = [0.058, 0.072, 0.064]
  private static let bump = 0.0025
  static let camera = Camera(width: 320, height: 240, fx: 296, fy: 296, cx: 159.5, cy: 119.5)
  /// The markers are flat and do not bend as a print does, so the print is a little longer than their sides.
  static let cap = Cap(
    dictionary: MarkerDictionary(name: "DICT_4X4_100")!,
    markerSize: 0.016 * 0.016 / CapCurvature(of: map).chord(ofPrinted: 0.016), ids: Set(0..<24), thickness: 0)

  /// The camera's pose that looks at the middle from a direction, angles in radians.
  static func pose(azimuth: Double, elevation: Double, distance: Double = 0.3) -> RigidTransform {
    let eye =
      Vector3(cos(azimuth) * cos(elevation), sin(azimuth) * cos(elevation), sin(elevation)) * distance
    let forward = -eye.normalized
    let right = forward.cross([0, 0, 1]).normalized
    return RigidTransform(rotation: Matrix3(columns: right, forward.cross(right), forward), translation: eye)
  }

  /// Zero on the surface, positive outside; near it about the distance in metres.
  private static func height(_ p: Vector3) -> Double {
    let q = p / axes
    return (q.length - 1) * axes.x - bump * sin(9 * q.x + 1) * sin(8 * q.y + 0.5) * sin(7 * q.z + 2)
  }

  /// The outward normal by differences.
  static func normal(at p: Vector3) -> Vector3 { slope(p).normalized }

  private static func slope(_ p: Vector3) -> Vector3 {
    let h = 1e-6
    let along = { (e: Vector3) in (height(p + e * h) - height(p - e * h)) / (2 * h) }
    return [along([1, 0, 0]), along([0, 1, 0]), along([0, 0, 1])]
  }

  /// The signed distance of a point near the surface, metres, to first order.
  static func distance(_ p: Vector3) -> Double { height(p) / slope(p).length }

  /// Where a ray first meets the surface, in lengths of its direction; nil where it misses.
  static func hit(_ origin: Vector3, _ direction: Vector3) -> Double? {
    let radius = axes.max() + bump
    let (a, b) = (direction.dot(direction), origin.dot(direction))
    let root = b * b - a * (origin.dot(origin) - radius * radius)
    guard root > 0 else { return nil }
    var t = (-b - root.squareRoot()) / a
    let last = (-b + root.squareRoot()) / a
    let scale = 0.65 / a.squareRoot()
    while t < last {
      let height = height(origin + direction * t)
      if height < 1e-7 { return t }
      t += height * scale
    }
    return nil
  }

  /// What a depth camera sees from a pose: z in metres with noise, NaN beside the head.
  static func depth(from headFromCamera: RigidTransform, noise: Double = 0, seed: UInt64 = 0) -> DepthImage {
    var random = SeededGenerator(seed: seed)
    let pixels = (0..<(camera.width * camera.height)).map { i -> Float in
      let ray = camera.ray([Double(i % camera.width), Double(i / camera.width)])
      guard let z = hit(headFromCamera.translation, headFromCamera.rotation * ray) else { return .nan }
      return Float(noise > 0 ? z + noise * random.normal() : z)
    }
    return DepthImage(width: camera.width, height: camera.height, pixels: pixels)
  }

  /// Four corners of each marker: squares of 16 mm that touch the upper part of the head.
  static let corners: [Int: [Vector3]] = {
    var corners: [Int: [Vector3]] = [:]
    for id in 0..<24 {
      let z = 0.97 - 0.55 * Double(id) / 23
      let turn = 2.399963 * Double(id)
      let direction = Vector3((1 - z * z).squareRoot() * cos(turn), (1 - z * z).squareRoot() * sin(turn), z)
      let centre = direction * (0.1 - hit(direction * 0.1, -direction)!)
      let out = normal(at: centre)
      let right = out.anyOrthogonal
      let up = out.cross(right)
      corners[id] = [(-1, 1), (1, 1), (1, -1), (-1, -1)].map { x, y in centre + (right * x + up * y) * 0.008 }
    }
    return corners
  }()

  /// The markers' true map in the head frame.
  static let map = MarkerMap(
    markers: corners.mapValues { .init(corners: $0, cornerSigmas: [0, 0, 0, 0], sightings: 10) })

  /// What a frame sees of the markers, with a little noise.
  ///
  /// - Parameter cap: where the cap has slipped to on the head.
  static func markers(
    from headFromCamera: RigidTransform, cap: RigidTransform = .identity, seed: UInt64
  ) -> [MarkerObservation] {
    var random = SeededGenerator(seed: seed)
    let cameraFromCap = headFromCamera.inverse * cap
    return corners.sorted { $0.key < $1.key }.compactMap { id, corners in
      let points = corners.map { cameraFromCap * $0 }
      let normal = (points[3] - points[1]).cross(points[2] - points[0]).normalized
      guard -normal.dot(points[0].normalized) > 0.45 else { return nil }
      let pixels = points.map { camera.project($0) + Vector2(random.normal(), random.normal()) * 0.05 }
      let seen = zip(points, pixels).map { camera.ray($1) * ($0.z + 0.0002 * random.normal()) }
      return MarkerObservation(
        id: id, corners: pixels,
        metric: MetricCorners(
          points: seen, depthSigmas: [0.0002, 0.0002, 0.0002, 0.0002], normal: normal, residual: 0.0002, pixels: 200),
        depthPixels: 200, validDepthPixels: 200)
    }
  }
}
