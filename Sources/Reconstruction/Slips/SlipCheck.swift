import Geometry
import PointClouds
import Tracking

/// Looks for a slip of the whole cap, which its markers can't show: they stay where they were against each other.
///
/// Depth shows it, where the cap does not cover the head: in the frame of the markers face and ears stand elsewhere afterwards.
/// Under the cap nothing is to be had, for the poses follow the depth of the markers, and the vault is nearly a ball.
struct SlipCheck {
  /// The part of the surface that the cap does not cover.
  let chart: SurfaceChart
  /// The frames whose points are looked at, in order.
  private let frames: [Int]
  private let finder: MotionChangeFinder

  /// Surface nearer to a marker's centre than this is the cap's, metres; markers stand about 25 mm apart.
  private static let capReach = 0.022
  /// A slip moves the head's surface by at least this, root mean square, metres: about 0.6°. Sound scans
  /// show up to 0.0005, and more only where it is less certain.
  static let leastSize = 0.00055
  /// It is at least so significant (χ² with six degrees of freedom), and so many standard deviations large: 62 and 3.3 are the
  /// most in sound scans, 180 and 5.6 the least at 1°.
  static let (leastSignificance, leastRatio) = (90.0, 3.0)

  /// A check; nil where too little of the head is bare.
  init?(_ head: FusedHead, _ map: MarkerMap) {
    guard let chart = SurfaceChart(Self.bare(head.mesh, map.centres)) else { return nil }
    self.chart = chart
    frames = head.samples.map(\.frame)
    finder = MotionChangeFinder(head.samples.map { chart.offsets(of: $0.cloud) }, patches: chart.patches)
  }

  /// A slip with the last frame before it and the first one after it that were looked at.
  struct Slip {
    let change: MotionChange
    let before, after: Int
  }

  /// The slip, if there is one.
  func slip() -> Slip? {
    guard let change = finder.likeliest(), change.size > max(Self.leastSize, Self.leastRatio * change.deviation),
      change.significance > Self.leastSignificance
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
