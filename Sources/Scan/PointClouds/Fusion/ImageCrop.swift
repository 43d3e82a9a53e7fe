import Geometry
import Platform

/// The rectangle of pixels that can see a sphere.
struct ImageCrop {
  var x = 0
  var y = 0
  var width: Int
  var height: Int

  /// The rectangle around a sphere's projection; the whole image where the camera is within or beside the sphere.
  init(of camera: Camera, width: Int, height: Int, around centre: Vector3, _ radius: Double) {
    (self.width, self.height) = (width, height)
    guard centre.z > 1.01 * radius else {
      if centre.length > radius, centre.z < 0, centre.z < -radius { (self.width, self.height) = (0, 0) }
      return
    }
    let (left, right) = Self.span(centre.x, centre.z, radius)
    let (top, bottom) = Self.span(centre.y, centre.z, radius)
    (x, self.width) = Self.pixels(camera.fx * left + camera.cx, camera.fx * right + camera.cx, width)
    (y, self.height) = Self.pixels(camera.fy * top + camera.cy, camera.fy * bottom + camera.cy, height)
  }

  /// The camera whose image is the rectangle.
  func camera(_ full: Camera) -> Camera {
    Camera(
      width: width, height: height, fx: full.fx, fy: full.fy, cx: full.cx - Double(x), cy: full.cy - Double(y))
  }

  /// Tangents of the directions between which a circle is seen.
  private static func span(_ across: Double, _ ahead: Double, _ radius: Double) -> (Double, Double) {
    let direction = atan2(across, ahead)
    let half = asin(min(1, radius / (across * across + ahead * ahead).squareRoot()))
    let limit = 1.5
    return (tan(max(direction - half, -limit)), tan(min(direction + half, limit)))
  }

  private static func pixels(_ low: Double, _ high: Double, _ count: Int) -> (start: Int, count: Int) {
    // Some pixels more, so that normals at the rim have neighbours.
    let first = Int(max(0, min(low - 8, Double(count))))
    let end = Int(max(0, min(high + 9, Double(count))))
    return (first, max(0, end - first))
  }
}

func cosine(_ angle: Double) -> Double { cos(angle) }
