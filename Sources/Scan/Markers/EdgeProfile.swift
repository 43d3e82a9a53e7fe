import Geometry
import Images

/// Profiles of brightness across edges of an image.
struct EdgeProfile {
  private let image: UnsafeBufferPointer<UInt8>
  private let width, height: Int

  /// The distance of samples along a profile in pixels.
  private static let step = 0.5
  /// How far a profile reaches to either side of an edge, in cells of a marker: within its black border. See
  /// Docs/methods/markers.md states it; the number itself is assumed.
  private static let reach = 0.7
  /// That reach's bounds in pixels. Assumed.
  private static let reachLimits = 1.5...5.0

  /// Profiles of an image of that size; valid as long as the pixels are.
  init(_ pixels: UnsafeBufferPointer<UInt8>, of image: GrayImage) {
    (self.image, width, height) = (pixels, image.width, image.height)
  }

  /// How far to look to either side of an edge of cells of that size, both in pixels.
  func reach(cell: Double) -> Double {
    min(max(Self.reach * cell, Self.reachLimits.lowerBound), Self.reachLimits.upperBound)
  }

  /// The centre of the rise from dark to bright along a direction, in pixels from a place, and its size in levels; nil at
  /// the image's border and where nothing rises.
  func rise(at centre: Vector2, towards bright: Vector2, reach: Double) -> (offset: Double, rise: Double)? {
    let count = Int(2 * reach / Self.step)
    let first = -0.5 * Double(count) * Self.step
    guard holds(centre + bright * first), holds(centre + bright * -first) else { return nil }
    var last = brightness(centre + bright * first)
    var (sum, moment) = (0.0, 0.0)
    for k in 0..<count {
      let end = first + Double(k + 1) * Self.step
      let value = brightness(centre + bright * end)
      let rise = max(0, value - last)
      sum += rise
      moment += rise * (end - Self.step / 2)
      last = value
    }
    return sum > 0 ? (moment / sum, sum) : nil
  }

  /// Whether a place has pixels all around it.
  @inline(__always)
  private func holds(_ at: Vector2) -> Bool {
    at.x >= 0 && at.y >= 0 && at.x < Double(width - 1) && at.y < Double(height - 1)
  }

  /// The image at a place between pixels, which it holds.
  @inline(__always)
  private func brightness(_ at: Vector2) -> Double {
    let (x, y) = (Int(at.x), Int(at.y))
    let (u, v) = (at.x - Double(x), at.y - Double(y))
    let i = y * width + x
    let top = Double(image[i]) * (1 - u) + Double(image[i + 1]) * u
    let bottom = Double(image[i + width]) * (1 - u) + Double(image[i + width + 1]) * u
    return top * (1 - v) + bottom * v
  }
}
