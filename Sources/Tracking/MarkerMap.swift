import Geometry

/// Where the cap's markers are, in the scan frame.
public struct MarkerMap: Sendable {
  /// A marker of the map.
  public struct Marker: Sendable {
    /// Four corners in metres, clockwise in the print from its top left.
    public var corners: [Vector3]
    /// The standard deviation of each corner in metres.
    public var cornerSigmas: [Double]
    /// The number of frames that carry it.
    public var sightings: Int

    /// The mean of the corners.
    public var centre: Vector3 { corners.reduce(.zero, +) / 4 }
    /// The median of the four sides in metres.
    public var side: Double { RobustStatistics.median((0..<4).map { (corners[$0] - corners[($0 + 1) % 4]).length }) }
    /// The unit normal out of the print.
    public var normal: Vector3 { (corners[3] - corners[1]).cross(corners[2] - corners[0]).normalized }
  }

  /// The markers by id.
  public var markers: [Int: Marker]

  /// The ids in ascending order.
  public var ids: [Int] { markers.keys.sorted() }

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
