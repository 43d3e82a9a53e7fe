import Geometry
import PointClouds

/// What the numbers of a landmark file's points are.
public enum PointNumbers: Sendable, Equatable {
  /// Positions in the frame of the mesh.
  case ofMesh
  /// Positions in 3D Slicer's LPS, left, posterior, superior: the frame in which it takes a mesh, unless that names RAS.
  case lps
  /// The mesh file's own numbers, whatever their unit, as if they were metres.
  case asInMesh

  /// The position of a point in the frame of its mesh, metres.
  func place(_ point: Vector3, unit: LengthUnit, isRAS: Bool) -> Vector3 {
    switch self {
    case .ofMesh: point
    case .lps: isRAS ? point * [-1, -1, 1] : point
    case .asInMesh: point / unit.perMetre
    }
  }
}
