import Geometry
import Images
import PointClouds
import Recordings
import Tracking

/// The ball that the cap's markers span: the part of an image that it covers is certainly the head.
struct MarkerBall {
  let centre: Vector3
  let radius: Double

  /// The sphere of the head's region, without the room that is left for nose and chin.
  init(_ map: MarkerMap) {
    let points = map.centres
    let middle = FusionRegion.around(markerCentres: points)?.centre ?? .zero
    centre = middle
    radius = RobustStatistics.median(points.map { ($0 - middle).length })
  }

  /// The pixels whose rays meet the ball.
  func validity(of depth: DepthImage, _ camera: Camera, scanFromCamera: RigidTransform) -> ValidCount {
    let middle = scanFromCamera.inverse * centre
    guard middle.z > radius, radius > 0 else { return ValidCount() }
    let pixel = camera.project(middle)
    // The outline of a ball is a cone of sine r/d; seen near the axis it is close to a circle of radius f·tan.
    let sine = radius / middle.length
    let reach = camera.fx * sine / (1 - sine * sine).squareRoot()
    var count = ValidCount()
    for y in rows(pixel.y, reach, depth.height) {
      let half = (reach * reach - (Double(y) - pixel.y) * (Double(y) - pixel.y)).squareRoot()
      guard half > 0 else { continue }
      for x in rows(pixel.x, half, depth.width) {
        count.add(depth.pixels[y * depth.width + x] > 0)
      }
    }
    return count
  }

  private func rows(_ centre: Double, _ reach: Double, _ size: Int) -> Range<Int> {
    let low = Int(min(max((centre - reach).rounded(.up), 0), Double(size)))
    let high = Int(min(max((centre + reach).rounded(.down) + 1, 0), Double(size)))
    return low..<max(low, high)
  }
}
