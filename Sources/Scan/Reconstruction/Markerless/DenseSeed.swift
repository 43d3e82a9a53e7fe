import Geometry
import Images
import PointClouds
import Recordings

/// The place of the head in a frame without a cap: the nearest object in front of the camera.
enum DenseSeed {
  /// How far away a head is held, metres; nearer is a hand over the lens, farther the room. Assumed: the usual range of
  /// a TrueDepth camera with room.
  static let range = 0.15...0.6
  /// The least share of the middle of the image that must lie there. Assumed.
  private static let leastShare = 0.04
  /// The fewest points in which a head is looked for. Assumed.
  private static let fewestPoints = 20
  /// How deep behind its nearest point a head is looked for, metres. Assumed: about a head's radius.
  private static let depth = 0.06
  /// The radius of the ball that is tracked, metres: the head and as little as possible of what does not move with it.
  /// Assumed.
  private static let reach = 0.115
  /// The step along both axes of the image, in pixels, at which a head is looked for. Chosen for speed.
  private static let seedStep = 4
  /// The quantile of depth that counts as a head's nearest point. Assumed.
  private static let nearestShare = 0.05

  /// The ball around the head in the camera frame; nil where nothing is near.
  static func region(_ image: DepthImage, _ camera: Camera) -> FusionRegion? {
    var points: [Vector3] = []
    var total = 0
    for y in stride(from: image.height / 8, to: 7 * image.height / 8, by: seedStep) {
      for x in stride(from: image.width / 6, to: 5 * image.width / 6, by: seedStep) {
        total += 1
        let z = Double(image.pixels[y * image.width + x])
        if range.contains(z) { points.append(camera.ray([Double(x), Double(y)]) * z) }
      }
    }
    guard points.count >= fewestPoints, Double(points.count) >= leastShare * Double(total) else {
      return nil
    }
    let nearest = RobustStatistics.quantile(points.map(\.z), nearestShare)
    let front = points.filter { $0.z < nearest + depth }
    let middle = Vector3(
      RobustStatistics.median(front.map(\.x)), RobustStatistics.median(front.map(\.y)), nearest)
    return FusionRegion(centre: middle + middle.normalized * UsualHead.radius, radius: reach)
  }
}
