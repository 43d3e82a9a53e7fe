import Geometry
import Landmarks
import Platform
import PointClouds

/// The sellion as a feature of the surface: the deepest point of the nasal root on the profile in the plane of symmetry.
///
/// Deepest is what lies farthest back with the head level: the vertex of the parabola fitted to the profile about it. The
/// profile is taken anew about each vertex, so the place does not depend on where the operator clicked.
struct NasalRootProfile {
  /// The surface about the click, its place in the plane, and the axes: across, forward and up with the head level.
  private let surface: MeshRaycaster
  private let start, across, forward, up: Vector3

  /// - Parameters:
  ///   - head: in any frame.
  ///   - picked: the sellion as it was picked, same frame.
  ///   - reflection: across the plane of the profile.
  ///   - base: the upward normal of the base plane.
  init(
    _ head: HeadSurface, picked: Vector3, _ reflection: ObliqueReflection, base: Vector3
  ) {
    let axes = reflection.axes(up: base)
    let (c, s) = (cos(Self.sellionAbove * .pi / 180), sin(Self.sellionAbove * .pi / 180))
    (forward, up) = (axes.forward * c - axes.up * s, axes.up * c + axes.forward * s)
    across = reflection.plane.normal
    start = picked - across * reflection.plane.distance(to: picked)
    let reach = 2 * (Self.sellionReach + Self.profileReach)
    let near = head.triangles.filter { (head.positions[Int($0.x)] - picked).length < reach }
    let part = head.part(near)
    surface = MeshRaycaster(Mesh(positions: part.positions, triangles: part.triangles))
  }

  /// The deepest point; nil where the profile has no hollow within reach of the click.
  var deepest: Vector3? {
    var place = start
    for _ in 0..<Self.steps {
      guard let shift = vertex(about: place) else { return nil }
      place += up * shift
      guard abs((place - start).dot(up)) <= Self.sellionReach else { return nil }
      if abs(shift) < 1e-6 { break }
    }
    return height(above: place).map { place + forward * $0 }
  }

  /// The most times that the profile is taken anew about its lowest point.
  private static let steps = 20
  /// How far the nasal root's deepest point may lie from the picked sellion, metres. Assumed: three times what
  /// observers differ by.
  private static let sellionReach = 0.005
  /// Half the length of the profile to which a parabola is fitted at the nasal root, metres. Assumed: as far as the
  /// root is a simple hollow.
  private static let profileReach = 0.005
  /// How far the sellion lies above the tragions with the head level, degrees: what is deepest depends on it. About so
  /// with the Frankfurt plane level, Docs/methods/landmarks.md (How they are found).
  private static let sellionAbove = 12.0
  /// The distance between rows of the profile, and between its three columns.
  private static let spacing = 0.0005, columns = [-0.001, 0, 0.001]
  /// How far in front of the click rays start, metres.
  private static let ahead = 0.02

  /// How far above a place the parabola through the profile has its lowest point, at most half the profile's reach.
  private func vertex(about place: Vector3) -> Double? {
    var equations = LeastSquares(unknowns: 3)
    for s in stride(from: -Self.profileReach, through: Self.profileReach, by: Self.spacing) {
      for t in Self.columns {
        guard let height = height(above: place + up * s + across * t) else { return nil }
        let x = s / Self.profileReach
        equations.add([1, x, x * x], value: height)
      }
    }
    guard let fit = equations.solved()?.solution, fit[2] > 0 else { return nil }
    return Self.profileReach * min(0.5, max(-0.5, -fit[1] / (2 * fit[2])))
  }

  /// How far in front of a place the surface lies.
  private func height(above place: Vector3) -> Double? {
    surface.firstHit(origin: place + forward * Self.ahead, direction: -forward).map { Self.ahead - $0.distance }
  }
}
