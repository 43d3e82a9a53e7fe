import Foundation
import Geometry
import Images
import Recordings
import TestSupport

/// Surfaces that rays meet in closed form: what a camera of depth would see.
struct DepthScene {
  /// The distance along a ray from `origin`, in units of `direction`; nil where the surface is missed.
  typealias Surface = (_ origin: Vector3, _ direction: Vector3) -> Double?

  var surfaces: [Surface]

  /// The plane of the points p with p · normal = offset.
  static func plane(_ normal: Vector3, _ offset: Double) -> Surface {
    { origin, direction in
      let t = (offset - origin.dot(normal)) / direction.dot(normal)
      return t > 0 ? t : nil
    }
  }

  /// An upright rectangle that faces the camera, at a depth.
  static func board(x: ClosedRange<Double>, y: ClosedRange<Double>, z: Double) -> Surface {
    { origin, direction in
      let t = (z - origin.z) / direction.z
      let point = origin + direction * t
      return t > 0 && x.contains(point.x) && y.contains(point.y) ? t : nil
    }
  }

  /// A limb: a cylinder between two points with half a ball at either end.
  static func limb(_ a: Vector3, _ b: Vector3, radius: Double) -> Surface {
    let (axis, length) = ((b - a).normalized, (b - a).length)
    let ball = { (centre: Vector3, origin: Vector3, direction: Vector3) -> Double? in
      let o = origin - centre
      let (p, q) = (
        o.dot(direction) / direction.dot(direction), (o.dot(o) - radius * radius) / direction.dot(direction)
      )
      return p * p >= q ? -p - (p * p - q).squareRoot() : nil
    }
    return { origin, direction in
      let o = origin - a
      let (across, offset) = (direction - axis * direction.dot(axis), o - axis * o.dot(axis))
      let p = offset.dot(across) / across.dot(across)
      let q = (offset.dot(offset) - radius * radius) / across.dot(across)
      var hits = [ball(a, origin, direction), ball(b, origin, direction)]
      if p * p >= q {
        let t = -p - (p * p - q).squareRoot()
        if (0...length).contains((o + direction * t).dot(axis)) { hits.append(t) }
      }
      return hits.compactMap { $0 }.filter { $0 > 0 }.min()
    }
  }

  /// The nearest surface along a ray.
  func hit(_ origin: Vector3, _ direction: Vector3) -> Double? {
    surfaces.compactMap { $0(origin, direction) }.min()
  }

  /// The depth image of a camera; NaN where nothing is hit.
  func depth(_ camera: Camera, sceneFromCamera: RigidTransform = .identity) -> DepthImage {
    var pixels = [Float](repeating: .nan, count: camera.width * camera.height)
    for y in 0..<camera.height {
      for x in 0..<camera.width {
        let direction = sceneFromCamera.rotation * camera.ray([Double(x), Double(y)])
        if let t = hit(sceneFromCamera.translation, direction) { pixels[y * camera.width + x] = Float(t) }
      }
    }
    return DepthImage(width: camera.width, height: camera.height, pixels: pixels)
  }
}

/// A recording of a scene for each frame, in the TUM layout, 30 frames/s from 100 s on.
struct SceneRecording {
  static let camera = Camera(width: 320, height: 240, fx: 300, fy: 300, cx: 159.5, cy: 119.5)
  let temporary: TemporaryFolder
  var folder: URL { temporary.url }

  init(_ scenes: [DepthScene], name: (Int) -> String = { String(format: "%06d", $0) }, color: [ColorImage]? = nil)
    throws
  {
    temporary = try TemporaryFolder()
    let camera = Self.camera
    for name in ["rgb", "depth"] {
      try FileManager.default.createDirectory(
        at: folder.appendingPathComponent(name), withIntermediateDirectories: true)
    }
    let grey = try ImageFile.png(
      ColorImage(
        width: camera.width, height: camera.height,
        pixels: [UInt8](repeating: 90, count: 3 * camera.width * camera.height)))
    var (rgb, depth) = ("", "")
    for (i, scene) in scenes.enumerated() {
      let time = String(format: "%.6f", 100 + Double(i) / 30)
      let codes = scene.depth(camera).pixels.map { $0.isFinite ? UInt16(($0 * 5000).rounded()) : 0 }
      try (color.map { try ImageFile.png($0[i]) } ?? grey).write(
        to: folder.appendingPathComponent("rgb/\(name(i)).png"))
      try ImageFile.png(depthCodes: codes, width: camera.width, height: camera.height)
        .write(to: folder.appendingPathComponent("depth/\(name(i)).png"))
      rgb += "\(time) rgb/\(name(i)).png\n"
      depth += "\(time) depth/\(name(i)).png\n"
    }
    try Data(rgb.utf8).write(to: folder.appendingPathComponent("rgb.txt"))
    try Data(depth.utf8).write(to: folder.appendingPathComponent("depth.txt"))
    let intrinsics = #"{"width":320,"height":240,"intrinsic_matrix":[300,0,0,0,300,0,159.5,119.5,1]}"#
    try Data(intrinsics.utf8).write(to: folder.appendingPathComponent("intrinsic.json"))
  }
}
