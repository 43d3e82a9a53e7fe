import Geometry
import Images
import PointClouds
import Recordings

/// Where the head is in a frame without a cap: the nearest thing before the camera.
enum DenseSeed {
  /// How far away a head is held, metres; nearer is a hand over the lens, farther the room.
  private static let range = 0.15...0.6
  /// The least share of the middle of the image that must lie there.
  private static let leastShare = 0.04
  /// Fewer points, of an image of some hundred pixels, are no shape.
  private static let fewestPoints = 20
  /// How deep behind its nearest point a head is looked for, and how far behind it its middle lies, metres.
  private static let (depth, radius) = (0.06, 0.065)
  /// The ball that is tracked, metres: the head and as little as possible of what does not move with it.
  private static let reach = 0.115

  /// The ball around the head in the camera frame; nil where nothing is near.
  static func region(_ image: DepthImage, _ camera: PinholeCamera) -> FusionRegion? {
    var points: [Vector3] = []
    var total = 0
    for y in stride(from: image.height / 8, to: 7 * image.height / 8, by: 4) {
      for x in stride(from: image.width / 6, to: 5 * image.width / 6, by: 4) {
        total += 1
        let z = Double(image.pixels[y * image.width + x])
        if range.contains(z) { points.append(camera.ray([Double(x), Double(y)]) * z) }
      }
    }
    guard points.count >= fewestPoints, Double(points.count) >= leastShare * Double(total) else { return nil }
    let nearest = RobustStatistics.quantile(points.map(\.z), 0.05)
    let front = points.filter { $0.z < nearest + depth }
    let middle = Vector3(
      RobustStatistics.median(front.map(\.x)), RobustStatistics.median(front.map(\.y)), nearest)
    return FusionRegion(centre: middle + middle.normalized * radius, radius: reach)
  }
}
