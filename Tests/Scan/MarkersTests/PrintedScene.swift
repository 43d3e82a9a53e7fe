import Geometry
import Images
import Markers
import Recordings

/// A marker on a plane seen by a camera, rendered by casting a ray through every sub-pixel.
struct PrintedScene {
  var camera = Camera(width: 320, height: 240, fx: 400, fy: 400, cx: 160, cy: 120)
  var dictionary = MarkerDictionary(name: "DICT_4X4_100")!
  var id = 7
  /// Metres.
  var side = 0.016
  /// x right and y up in the print, z out of it.
  var cameraFromMarker: RigidTransform
  /// The radius of the sphere on which the print bulges towards its viewer, in metres; nil for a plane.
  var radius: Double?

  /// A marker that faces the camera at a distance (m), turned about the y axis (rad).
  init(distance: Double = 0.2, turn: Double = 0, roll: Double = 0.3) {
    let facing = Matrix3(columns: [1, 0, 0], [0, -1, 0], [0, 0, -1])
    cameraFromMarker = RigidTransform(
      rotation: .rotation([0, turn, 0]) * facing * .rotation([0, 0, roll]), translation: [0.004, -0.003, distance])
  }

  /// The true corners in the camera frame, clockwise in the print from its top left.
  var corners: [Vector3] {
    let h = side / 2
    return [[-h, h], [h, h], [h, -h], [-h, -h]].map { (p: SIMD2<Double>) in
      cameraFromMarker * Vector3(p.x, p.y, height(p))
    }
  }

  /// A depth image of this scene's camera.
  func registered(_ depth: DepthImage) -> RegisteredDepth { RegisteredDepth(depth, CameraPair(camera)) }

  /// The true corners in pixels.
  var pixels: [Vector2] { corners.map(camera.project) }

  /// Height of the print above the plane that touches it at its centre.
  private func height(_ p: SIMD2<Double>) -> Double {
    guard let radius else { return 0 }
    return (radius * radius - p.dot(p)).squareRoot() - radius
  }

  /// Where a pixel's ray meets the print, in the print's plane, and its depth in metres.
  private func hit(_ pixel: Vector2, _ markerFromCamera: RigidTransform) -> (Vector2, Double)? {
    let origin = markerFromCamera.translation
    let direction = markerFromCamera.rotation * camera.ray(pixel)
    var t = -origin.z / direction.z
    guard t > 0 else { return nil }
    for _ in 0..<8 {  // fixed point on the bulge
      let p = origin + direction * t
      guard p.dot(p) < 0.04 * 0.04 + p.z * p.z else { return nil }
      t += (height([p.x, p.y]) - p.z) / direction.z
    }
    let p = origin + direction * t
    return ([p.x, p.y], t)
  }

  private func brightness(_ p: Vector2, _ bits: [[Bool]]) -> Double {
    let cells = dictionary.cells + 2
    let column = Int(((p.x / side + 0.5) * Double(cells)).rounded(.down))
    let row = Int(((0.5 - p.y / side) * Double(cells)).rounded(.down))
    guard (0..<cells).contains(column), (0..<cells).contains(row) else { return 220 }
    guard (1...dictionary.cells).contains(column), (1...dictionary.cells).contains(row) else { return 25 }
    return bits[row - 1][column - 1] ? 220 : 25
  }

  /// The grey image, 5 × 5 rays a pixel, and the exact depth.
  func render() -> (GrayImage, DepthImage) {
    // The same for all rays.
    let (markerFromCamera, bits) = (cameraFromMarker.inverse, dictionary.bits(of: id)!)
    var gray = [UInt8](repeating: 120, count: camera.width * camera.height)
    var depth = [Float](repeating: .nan, count: camera.width * camera.height)
    for y in 0..<camera.height {
      for x in 0..<camera.width {
        if let (_, z) = hit(Vector2(Double(x), Double(y)), markerFromCamera) { depth[y * camera.width + x] = Float(z) }
        var sum = 0.0
        for k in 0..<25 {
          let offset = Vector2(Double(k % 5), Double(k / 5)) / 5 - 0.4
          sum += hit(Vector2(Double(x), Double(y)) + offset, markerFromCamera).map { brightness($0.0, bits) } ?? 120
        }
        gray[y * camera.width + x] = UInt8(sum / 25)
      }
    }
    return (
      GrayImage(width: camera.width, height: camera.height, pixels: gray),
      DepthImage(width: camera.width, height: camera.height, pixels: depth)
    )
  }
}

extension GrayImage {
  /// The image at a quarter of the light, with a noise of 3 levels.
  func dimmed(_ random: inout SeededGenerator) -> GrayImage {
    var out = self
    for i in pixels.indices { out.pixels[i] = UInt8(max(0, Double(pixels[i]) / 4 + 3 * random.normal())) }
    return out
  }

  /// The image through the binomial filter of 3 × 3; its border stays as it is.
  var blurred: GrayImage {
    var out = self
    for y in 1..<(height - 1) {
      for x in 1..<(width - 1) {
        var sum = 0
        for (dy, a) in [(-1, 1), (0, 2), (1, 1)] {
          for (dx, b) in [(-1, 1), (0, 2), (1, 1)] { sum += a * b * Int(pixels[(y + dy) * width + x + dx]) }
        }
        out.pixels[y * width + x] = UInt8(sum / 16)
      }
    }
    return out
  }
}
