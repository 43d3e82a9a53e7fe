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

extension Mesh {
  /// The part whose triangles pass, with its vertices in the order in which they name them, and which vertex of the whole
  /// each of those was.
  public func part(where isKept: (SIMD3<Int32>) -> Bool) -> (mesh: Mesh, origin: [Int]) {
    var (new, origin) = ([Int32](repeating: -1, count: positions.count), [Int]())
    let kept = triangles.filter(isKept).map { triangle in
      var moved = triangle
      for k in 0..<3 {
        let old = Int(triangle[k])
        if new[old] < 0 {
          new[old] = Int32(origin.count)
          origin.append(old)
        }
        moved[k] = new[old]
      }
      return moved
    }
    let part = Mesh(
      positions: origin.map { positions[$0] }, triangles: kept, normals: Self.picked(normals, origin),
      colors: Self.picked(colors, origin), weights: Self.picked(weights, origin),
      deviations: Self.picked(deviations, origin))
    return (part, origin)
  }

  /// An attribute of some vertices; none where none is known.
  private static func picked<Value>(_ values: [Value], _ origin: [Int]) -> [Value] {
    values.isEmpty ? [] : origin.map { values[$0] }
  }
}
