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

  /// Why the height is not known: a hole could hide a higher point, by more than the options let pass.
  ///
  /// Over a hole of diameter d a head may bulge by the sagitta d² / 8r, r being its tightest curve.
  static func obstacle(
    _ top: Vector3, holes: [Hole], _ headFromScan: RigidTransform, bridgedGap: Double,
    unseen: UnseenOptions = UnseenOptions()
  ) -> Finding? {
    for hole in holes where hole.perimeter > 2 * bridgedGap {
      let rim = hole.rim.map { (headFromScan * $0).z }.max() ?? 0
      let diameter = hole.diameter
      guard diameter > bridgedGap, rim + unseen.bulge(over: diameter) > top.z + unseen.hiddenHeight else { continue }
      // A rim below the head's middle is where the scan ends: its size says nothing about the top.
      guard rim > top.z / 2 else { continue }
      return Finding(
        .surfaceVertexHidden,
        [
          "diameter_mm": .millimetres(diameter),
          "place": .place(PlaceText.place(headFromScan * hole.centre)),
        ])
    }
    return nil
  }
}
