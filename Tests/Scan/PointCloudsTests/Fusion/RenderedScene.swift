import Geometry
import Images
import Recordings

@testable import PointClouds

/// Exact depth images of simple shapes, for fusion to be measured against.
enum RenderedScene {
  static let camera = Camera(width: 320, height: 240, fx: 296, fy: 295, cx: 160.4, cy: 119.2)

  /// Poses that look at the origin from `count` directions spread over the sphere (a golden spiral), 0.3 m away.
  static func poses(_ count: Int) -> [RigidTransform] {
    (0..<count).map { i in
      let z = 1 - (2 * Double(i) + 1) / Double(count)
      let turn = RigidTransform(rotation: .rotation([0, 0, 2.399963 * Double(i)]), translation: .zero)
      let from = turn * Vector3((1 - z * z).squareRoot(), 0, z)
      let right = from.anyOrthogonal
      return RigidTransform(rotation: Matrix3(columns: right, right.cross(from), -from), translation: from * 0.3)
    }
  }

  /// The depth image of whatever `distance` says lies along a ray (origin, direction with z = 1 in the camera), plus noise.
  static func depth(
    _ pose: RigidTransform, noise: Double = 0, seed: UInt64 = 0, _ distance: (Vector3, Vector3) -> Double?
  ) -> DepthImage {
    var random = SeededGenerator(seed: seed)
    let pixels = (0..<(camera.width * camera.height)).map { i -> Float in
      let ray = camera.ray([Double(i % camera.width), Double(i / camera.width)])
      guard let z = distance(pose.translation, pose.rotation * ray) else { return .nan }
      return Float(noise > 0 ? z + noise * random.normal() : z)
    }
    return DepthImage(width: camera.width, height: camera.height, pixels: pixels)
  }

  /// The first crossing of a ray with a sphere, in lengths of the direction.
  static func sphere(_ centre: Vector3, _ radius: Double) -> (Vector3, Vector3) -> Double? {
    { origin, direction in
      let offset = origin - centre
      let (a, b) = (direction.dot(direction), offset.dot(direction))
      let root = b * b - a * (offset.dot(offset) - radius * radius)
      return root > 0 ? (-b - root.squareRoot()) / a : nil
    }
  }
}
