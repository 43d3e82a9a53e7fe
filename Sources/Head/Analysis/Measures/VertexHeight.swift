import Diagnostics
import Geometry

/// The height of the vertex, the surface's highest point over the base plane.
enum VertexHeight {
  /// The highest point in the head frame, metres.
  static func top(of positions: [Vector3], _ headFromScan: RigidTransform) -> Vector3? {
    guard let first = positions.first else { return nil }
    let up = headFromScan.rotation.rows.2
    var (top, height) = (first, up.dot(first))
    for position in positions {
      let other = up.dot(position)
      if other > height { (top, height) = (position, other) }
    }
    return headFromScan * top
  }

  /// The vertex counts as not measured when a hole may hide more of its height than this, metres.
  ///
  /// Evidence: assumed: no measurement behind it.
  private static let hiddenHeight = 0.001

  /// What a hole may hide of the height.
  struct Hidden {
    /// The finding that tells of the hole.
    let finding: Finding
    /// By how much the vertex may be higher than what was seen, metres; infinite over a hole so wide that a sagitta says
    /// nothing.
    let height: Double
  }

  /// The most that a hole could hide of the height; nil where that is no more than the options let pass.
  ///
  /// Over a hole of diameter d a head may bulge by the sagitta d² / 8r, r being its tightest curve: within 7 % up to d = r.
  static func hidden(_ top: Vector3, holes: [Hole], bridgedGap: Double) -> Hidden? {
    var most: Hidden?
    for hole in holes where hole.perimeter > 2 * bridgedGap {
      let rim = hole.rim.lazy.map { $0.z }.max() ?? 0
      // A rim below the head's middle is where the scan ends: its size says nothing about the top.
      guard rim > top.z / 2 else { continue }
      let diameter = hole.diameter
      let height = rim + Unseen.bulge(over: diameter) - top.z
      guard diameter > bridgedGap, height > hiddenHeight else { continue }
      let found = Hidden(
        finding: Finding(
          .surfaceVertexHidden,
          ["diameter_mm": .millimetres(diameter), "place": .place(PlaceText.place(hole.centre))]),
        height: diameter > Unseen.tightestRadius ? .infinity : height)
      if found.height > most?.height ?? 0 { most = found }
    }
    return most
  }
}
