import Geometry
import Platform
import PointClouds

/// The part of a head that tells where its midline is: the face and the base of the skull below the base plane, ears
/// included, from somewhat behind the ears forward. The vault, its flattened back and its bossed forehead are no part of it.
struct SymmetryRegion: Sendable {
  /// A place of the region.
  struct Place: Sendable {
    /// The position in metres and the unit normal, away from the middle of the ears.
    let position, normal: Vector3
    /// How much it counts, 0 to 1: less at the region's edge.
    let weight: Double
    /// The part of the region in which it lies.
    let part: Part
  }

  /// The parts that are left out in turn; each has its two sides.
  enum Part: Int, Sendable, CaseIterable {
    /// Eyes and nasal root; nose and mouth; temples and cheeks; ears and what lies about them.
    case upperFace, lowerFace, cheeks, ears
  }

  /// Evenly spread places: one in every ``pointArea`` of surface, whatever its triangles.
  let places: [Place]
  /// The surface that counterparts may lie on: the region and somewhat more.
  let surface: HeadSurface

  /// The width over which the region's weight falls to nothing, in distances of the sellion from the middle of the
  /// tragions. Assumed: a soft edge, so that a moved landmark moves no point in or out at once.
  private static let edge = 0.02
  /// The area of surface for which one point stands, square metres. Chosen for speed: some 3000 points on an infant's
  /// face.
  static let pointArea = 4e-6
  /// A point farther than this from its mirror image's surface has no counterpart, metres. Assumed: with 5 mm the plane
  /// is the same to 0.1° on eleven simulated heads.
  static let reach = 0.008

  /// - Parameters:
  ///   - head: in the head frame of its landmarks.
  ///   - unit: the distance of the sellion from the middle of the tragions, metres.
  init(_ head: HeadSurface, unit: Double, _ options: SymmetryOptions) {
    let margin = 2 * Self.reach + 5 * Self.edge * unit
    let (low, back) = (-options.below * unit - margin, -options.behind * unit - margin)
    let near = head.triangles.filter { triangle in
      let (a, b, c) = head.corners(triangle)
      return max(a.z, b.z, c.z) > low && min(a.z, b.z, c.z) < margin && max(a.y, b.y, c.y) > back
    }
    surface = head.part(near)
    places = Self.spread(over: surface, every: Self.pointArea).compactMap { position, normal in
      let weight = Self.weight(position / unit, options)
      guard weight > 0.05 else { return nil }
      return Place(
        position: position, normal: normal.dot(position) < 0 ? -normal : normal, weight: weight,
        part: Self.part(position / unit))
    }
  }

  /// The weight at a place in units of the sellion's distance: logistic edges behind, above and below.
  private static func weight(_ p: Vector3, _ options: SymmetryOptions) -> Double {
    let edge = { (inside: Double) in 1 / (1 + exp(-inside / Self.edge)) }
    return edge(p.y + options.behind) * edge(-p.z) * edge(p.z + options.below)
  }

  /// The part at a place in units of the sellion's distance.
  private static func part(_ p: Vector3) -> Part {
    if p.y > 0.6 { return p.z > -0.25 ? .upperFace : .lowerFace }
    return p.y > 0.2 ? .cheeks : .ears
  }

  /// One place in every so much area, going through the triangles in their order (systematic sampling); at random within
  /// its triangle.
  private static func spread(over surface: HeadSurface, every area: Double) -> [(Vector3, Vector3)] {
    var random = SeededGenerator(seed: 1)
    var (places, left) = ([(Vector3, Vector3)](), area / 2)
    for triangle in surface.triangles {
      let (a, b, c) = surface.corners(triangle)
      let normal = (b - a).cross(c - a)
      let size = normal.length / 2
      guard size > 0 else { continue }
      left -= size
      while left <= 0 {
        left += area
        let (u, v) = (random.uniform().squareRoot(), random.uniform())
        places.append((a * (1 - u) + b * (u * (1 - v)) + c * (u * v), normal / (2 * size)))
      }
    }
    return places
  }
}
