import Geometry
import Landmarks
import PointClouds
import ScanPipeline

/// Where the posed frames of a scan show points of the head.
struct FrameViews: Sendable {
  /// A point as a frame shows it.
  struct Sight: Sendable {
    /// The frame's index.
    let frame: Int
    /// The pixel; centres at integers.
    let pixel: Vector2
    /// False where the head itself hides the point.
    let isVisible: Bool
    /// How well the point is seen, 0 to 1: from the front, near, and near the middle of the image; 0 where it is hidden.
    let score: Double
  }

  let views: [(frame: Int, view: ClickView)]
  let caster: MeshRaycaster
  let mesh: Mesh

  /// What hides a point lies nearer to the camera than the point by more than this, metres.
  private static let tolerance = 0.005
  /// A landmark's normal is that of the surface within this reach, metres.
  private static let normalReach = 0.01
  /// The distance from which a point is seen best, metres: nearer, a face leaves the image.
  private static let bestDistance = 0.25

  /// Where a head may be along a ray, metres from the camera.
  private static let distances = stride(from: 0.15, through: 0.7, by: 0.01)

  /// Gathers the posed frames of a scan.
  static func gather(_ scan: PickableScan, _ caster: MeshRaycaster) -> FrameViews {
    FrameViews(
      views: scan.scan.recording.frames.indices.compactMap { frame in scan.view(frame).map { (frame, $0) } },
      caster: caster, mesh: scan.scan.mesh)
  }

  /// The frames in whose image a point lies (scan frame, metres), in order.
  func sights(of point: Vector3) -> [Sight] {
    let normal = normal(at: point)
    return views.compactMap { frame, view in
      guard let seen = view.projection(of: point), view.camera.contains(seen.pixel) else { return nil }
      let eye = view.scanFromCamera.translation
      let (toPoint, distance) = ((point - eye).normalized, (point - eye).length)
      let isVisible = caster.firstHit(origin: eye, direction: toPoint, limit: distance - Self.tolerance) == nil
      let facing = max(0, -(normal ?? -toPoint).dot(toPoint))
      let score = isVisible ? facing * min(1, Self.bestDistance / distance) * Self.centrality(seen.pixel, view) : 0
      return Sight(frame: frame, pixel: seen.pixel, isVisible: isVisible, score: score)
    }
  }

  /// The frame that shows a point best.
  func best(of point: Vector3) -> Sight? {
    sights(of: point).filter { $0.score > 0 }.max { ($0.score, $1.frame) < ($1.score, $0.frame) }
  }

  /// Where the ray of a pixel appears in the other frames: points at even steps of distance along it.
  func lines(of pixel: Vector2, in frame: Int) -> [(frame: Int, points: [Vector2])] {
    guard let own = views.first(where: { $0.frame == frame })?.view else { return [] }
    let points = Self.distances.map { own.scanFromCamera * (own.camera.ray(pixel).normalized * $0) }
    return views.filter { $0.frame != frame }.compactMap { other, view in
      let line = points.compactMap { view.projection(of: $0)?.pixel }.filter(view.camera.contains)
      return line.count < 2 ? nil : (other, line)
    }
  }

  /// 1 in the middle of an image, 0 at its borders.
  private static func centrality(_ pixel: Vector2, _ view: ClickView) -> Double {
    let (w, h) = (Double(view.camera.width), Double(view.camera.height))
    let border = min(min(pixel.x, w - pixel.x) / w, min(pixel.y, h - pixel.y) / h)
    return max(0, min(1, border / 0.2))
  }

  /// The mean normal of the surface about a point; nil where there is none.
  private func normal(at point: Vector3) -> Vector3? {
    guard mesh.normals.count == mesh.positions.count else { return nil }
    var sum = Vector3.zero
    for (position, normal) in zip(mesh.positions, mesh.normals)
    where (position - point).length < Self.normalReach { sum += Vector3(normal) }
    return sum.length > 0 ? sum.normalized : nil
  }
}
