import Geometry
import PointClouds
import Tracking

/// Looks for a slip of the whole cap, which its markers can't show: they do not move against each other.
///
/// Depth shows it where the cap does not cover the head: in the frame of the markers, face and ears are elsewhere
/// afterwards. The surface under the cap does not help, because poses follow the depth of the markers and the vault is
/// nearly a ball.
struct SlipCheck {
  /// The part of the surface that the cap does not cover.
  let chart: SurfaceChart
  /// The frames whose points are examined, in order.
  private let frames: [Int]
  private let finder: MotionChangeFinder
  private let options: SlipOptions

  /// Surface nearer to a marker's centre than this is the cap's, metres. See Docs/decisions/tracking.md (A slip is
  /// searched in sums of patches, not in registrations of frames); markers stand about 25 mm apart.
  private static let capReach = 0.022
  /// Its least size in standard deviations of it. At most 3.3 in sound scans beside the size, at least 5.6 at 1° (the
  /// phantoms of Docs/evaluation/slips.md).
  private static let leastRatio = 3.0

  /// A check; nil where too little of the head is bare.
  init?(_ head: FusedHead, _ map: MarkerMap, _ options: SlipOptions) {
    guard let chart = SurfaceChart(Self.bare(head.mesh, map.centres)) else { return nil }
    (self.chart, self.options) = (chart, options)
    frames = head.samples.map(\.frame)
    finder = MotionChangeFinder(
      head.samples.map { chart.offsets(of: $0.cloud) }, patches: chart.patches)
  }

  /// A slip with the last examined frame before it and the first one after it.
  struct Slip {
    let change: MotionChange
    let before, after: Int
  }

  /// The slip, if there is one.
  func slip() -> Slip? {
    guard let change = finder.likeliest(), change.size > max(options.leastSize, Self.leastRatio * change.deviation),
      change.significance > options.leastSignificance
    else { return nil }
    return Slip(change: change, before: frames[change.index - 1], after: frames[change.index])
  }

  private static func bare(_ mesh: Mesh, _ markers: [Vector3]) -> Mesh {
    let vertices = mesh.positions.indices.filter { vertex in
      let point = mesh.positions[vertex]
      return !markers.contains { ($0 - point).dot($0 - point) < capReach * capReach }
    }
    guard mesh.normals.count == mesh.positions.count else { return Mesh() }
    return Mesh(positions: vertices.map { mesh.positions[$0] }, normals: vertices.map { mesh.normals[$0] })
  }
}

extension TrackedHead {
  /// The slip of the whole cap over face and ears, if there is one.
  func slip(_ options: SlipOptions) -> SlipCheck.Slip? { SlipCheck(surface, tracking.map, options)?.slip() }
}
