import Geometry
import Images
import PointClouds
import Recordings

/// The place of the head in a frame without a cap: the nearest object in front of the camera.
enum DenseSeed {
  /// The ball around the head in the camera frame; nil where nothing is near.
  static func region(
    _ image: DepthImage, _ camera: Camera, _ options: MarkerlessConstants = MarkerlessConstants()
  ) -> FusionRegion? {
    var points: [Vector3] = []
    var total = 0
    for y in stride(from: image.height / 8, to: 7 * image.height / 8, by: options.seedStep) {
      for x in stride(from: image.width / 6, to: 5 * image.width / 6, by: options.seedStep) {
        total += 1
        let z = Double(image.pixels[y * image.width + x])
        if options.range.contains(z) { points.append(camera.ray([Double(x), Double(y)]) * z) }
      }
    }
    guard points.count >= options.fewestPoints, Double(points.count) >= options.leastShare * Double(total) else {
      return nil
    }
    let nearest = RobustStatistics.quantile(points.map(\.z), options.nearestShare)
    let front = points.filter { $0.z < nearest + options.depth }
    let middle = Vector3(
      RobustStatistics.median(front.map(\.x)), RobustStatistics.median(front.map(\.y)), nearest)
    return FusionRegion(centre: middle + middle.normalized * options.headRadius, radius: options.reach)
  }
}
