import Geometry

/// A triangle mesh. Positions in metres; triangles anticlockwise seen from outside.
///
/// Per-vertex attributes are empty where they are not known, else as many as positions.
public struct Mesh: Sendable, Equatable {
  /// Vertices in metres.
  public var positions: [Vector3]
  /// Vertex indices, three a triangle.
  public var triangles: [SIMD3<Int32>]
  /// Unit outward normals.
  public var normals: [SIMD3<Float>]
  /// sRGB colours.
  public var colors: [SIMD3<UInt8>]
  /// Evidence behind each vertex: the sum of fusion weights, without unit.
  public var weights: [Float]
  /// The standard deviation of single depth measurements about the surface at each vertex, metres.
  public var deviations: [Float]

  /// A mesh from its parts.
  public init(
    positions: [Vector3] = [], triangles: [SIMD3<Int32>] = [], normals: [SIMD3<Float>] = [],
    colors: [SIMD3<UInt8>] = [], weights: [Float] = [], deviations: [Float] = []
  ) {
    self.positions = positions
    self.triangles = triangles
    self.normals = normals
    self.colors = colors
    self.weights = weights
    self.deviations = deviations
  }

  /// The mesh with positions and normals moved.
  public func transformed(by transform: RigidTransform) -> Mesh {
    var moved = self
    moved.positions = positions.map { transform * $0 }
    moved.normals = normals.map { SIMD3<Float>(transform.rotation * Vector3($0)) }
    return moved
  }
}
