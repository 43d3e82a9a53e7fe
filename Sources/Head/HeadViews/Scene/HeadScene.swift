public import Geometry
public import PointClouds

/// A head as it is shown: its surface with maps, and what is drawn on it. All of it is in metres, in the mesh's frame.
public struct HeadScene: Sendable {
  /// A printed marker of the cap.
  public struct Marker: Sendable, Equatable {
    /// The number that it shows.
    public var id: Int
    /// Its four corners in order.
    public var corners: [Vector3]

    /// A marker from its parts.
    public init(id: Int, corners: [Vector3]) { (self.id, self.corners) = (id, corners) }
  }

  /// The surface, every index in range and every coordinate finite; colours where they are known.
  public internal(set) var mesh: Mesh
  /// Values at the vertices.
  public internal(set) var maps: [HeadMap]
  /// Landmarks, section and diagonals: what changes with the landmarks.
  public var annotation: HeadAnnotation
  /// The markers in the order of their ids.
  public var markers: [Marker]
  /// The rims of the surface's holes, the longest first.
  public internal(set) var holes: [[Vector3]]

  init(mesh: Mesh, maps: [HeadMap], annotation: HeadAnnotation, markers: [Marker], holes: [[Vector3]]) {
    (self.mesh, self.maps, self.annotation, self.markers, self.holes) = (mesh, maps, annotation, markers, holes)
  }

  /// The map of a kind, or nil where it is not known.
  public subscript(kind: HeadMap.Kind) -> HeadMap? { maps.first { $0.kind == kind } }

  /// The transform to the head frame; where there is none, up stands for its third axis, or else the mesh's frame for all.
  var headFromMesh: RigidTransform { annotation.headFromMesh ?? annotation.upright ?? .identity }
}
