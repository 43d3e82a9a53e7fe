import Geometry

/// The places of the cap's markers in the scan frame.
public struct MarkerMap: Sendable {
  /// A marker of the map.
  public struct Marker: Sendable {
    /// Four corners in metres, clockwise in the print from its top left.
    public var corners: [Vector3]
    /// The standard deviation of each corner in metres.
    public var cornerSigmas: [Double]
    /// The number of posed frames that show it.
    public var sightings: Int

    /// The mean of the corners.
    public var centre: Vector3 { corners.reduce(.zero, +) / 4 }
    /// The median of the four sides in metres.
    public var side: Double { RobustStatistics.median(sides) }
    /// Its four sides in metres.
    var sides: [Double] { (0..<4).map { (corners[$0] - corners[($0 + 1) % 4]).length } }
    /// The unit normal out of the print.
    public var normal: Vector3 { (corners[3] - corners[1]).cross(corners[2] - corners[0]).normalized }
  }

  /// The markers by id.
  public var markers: [Int: Marker]

  /// The ids in ascending order.
  public var ids: [Int] { markers.keys.sorted() }
  /// The markers' centres in the order of their ids.
  public var centres: [Vector3] { ids.map { markers[$0]!.centre } }

  /// The map in another frame.
  public func transformed(by transform: RigidTransform) -> MarkerMap {
    MarkerMap(
      markers: markers.mapValues { marker in
        var moved = marker
        moved.corners = marker.corners.map { transform * $0 }
        return moved
      })
  }
}

extension MarkerMap.Marker {
  /// The least distance from the nearest marker of the cap, in sides of the marker: nearer, it lies on top of that one.
  /// Assumed.
  private static let leastDistance = 0.8
  /// The largest distance from the nearest marker of the cap, metres: no farther than a cap's markers are apart. Assumed.
  private static let mostDistance = 0.045
  /// The tightest radius that a part of a vault has, metres. Assumed.
  private static let tightestRadius = 0.04
  /// How far a marker may lie off the surface that goes on from the nearest one, metres. Assumed.
  private static let mostLift = 0.003
  /// How far it may be turned beyond what the tightest radius explains, radians. Assumed: 17°.
  private static let mostTurn = 0.3

  /// True when the marker lies beside those of a map as the next piece of the same cloth: no farther than they are
  /// apart, not on top of one, and neither lifted off nor turned away by more than a head's curvature allows.
  func continues(_ map: MarkerMap) -> Bool {
    let neighbours = map.ids.map { map.markers[$0]! }
    guard let nearest = neighbours.min(by: { ($0.centre - centre).length < ($1.centre - centre).length }) else {
      return false
    }
    let offset = centre - nearest.centre
    let distance = offset.length
    guard distance > Self.leastDistance * side, distance < Self.mostDistance else { return false }
    // On a sphere of radius R the surface falls by d² / 2R from the tangent plane.
    let height = nearest.normal.dot(offset)
    let fall = distance * distance / (2 * Self.tightestRadius)
    guard height < Self.mostLift, height > -fall - Self.mostLift else { return false }
    let turn = distance / Self.tightestRadius + Self.mostTurn
    return normal.dot(nearest.normal) > 1 - turn * turn / 2
  }
}
