import Geometry
import Images

/// A slanting plane that steps back twice, with holes.
enum SteppedPlane {
  static let camera = Camera(width: 61, height: 47, fx: 70, fy: 68, cx: 30.2, cy: 22.9)

  /// - Parameters:
  ///   - lastRow: behind which the plane steps back once more.
  ///   - hasUnmeasured: whether there are depths that no camera measures, in the last columns too: they count as none.
  static func image(seed: UInt64, lastRow: Int, hasUnmeasured: Bool = false) -> DepthImage {
    var random = SeededGenerator(seed: seed)
    let slope = Vector2(random.normal(), random.normal()) * 0.08
    let step = Int.random(in: 20..<40, using: &random)
    let pixels = (0..<(camera.width * camera.height)).map { i -> Float in
      let (x, y) = (i % camera.width, i / camera.width)
      if random.uniform() < 0.06 { return .nan }
      if hasUnmeasured, random.uniform() < 0.01 { return [0.01, 0.049, 10.5, -0.3].randomElement(using: &random)! }
      let ray = camera.ray([Double(x), Double(y)])
      let z = 0.3 / (1 - slope.dot([ray.x, ray.y])) + (x > step ? 0.05 : 0) + (y > lastRow ? 0.08 : 0)
      return Float(z + 0.0002 * random.normal())
    }
    return DepthImage(width: camera.width, height: camera.height, pixels: pixels)
  }
}
