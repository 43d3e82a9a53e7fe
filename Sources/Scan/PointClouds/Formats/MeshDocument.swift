import Geometry

/// What a mesh file holds: numbers as written, in the file's own unit, and its comments.
///
/// Every triangle names existing vertices whose positions are finite. Attributes are empty where the file has none.
public struct MeshDocument: Sendable, Equatable {
  /// The file's name, for messages.
  public var name: String
  /// Vertices in the file's unit; at least one. One that no triangle uses may not be finite.
  public var positions: [Vector3] = []
  /// Vertex indices, three a triangle; faces with more corners are split into fans.
  public var triangles: [SIMD3<Int32>] = []
  /// Normals as written; zero where one was not finite.
  public var normals: [SIMD3<Float>] = []
  /// sRGB colours.
  public var colors: [SIMD3<UInt8>] = []
  /// Evidence behind each vertex (`quality`, `weight` or `confidence`).
  public var weights: [Float] = []
  /// The standard deviation of single measurements at each vertex (`deviation`), in the file's unit.
  public var deviations: [Float] = []
  /// True where the file itself numbers its vertices; in STL they have no numbers.
  public var numbersVertices = true
  /// The unit that the format itself prescribes; writers don't always keep to it.
  public var prescribedUnit: LengthUnit?
  /// How many vertices are not finite; no triangle uses one.
  public private(set) var strangeVertices = 0
  /// Comment lines, in order, without their mark.
  public var comments: [String] = []

  /// A document that holds nothing yet.
  public init(name: String) { self.name = name }

  /// The surface, in metres.
  ///
  /// - Throws: ``MeshFileError/noFaces(file:)`` where there are only points.
  public func mesh(unit: LengthUnit) throws(MeshFileError) -> Mesh {
    guard !triangles.isEmpty else { throw .noFaces(file: name) }
    return Mesh(
      positions: metres(unit), triangles: triangles, normals: normals, colors: colors, weights: weights,
      deviations: deviations.map { $0 / Float(unit.perMetre) })
  }

  /// The points, in metres.
  public func cloud(unit: LengthUnit) -> Cloud {
    Cloud(positions: metres(unit), normals: normals, colors: colors, weights: weights)
  }

  private func metres(_ unit: LengthUnit) -> [Vector3] { positions.map { $0 / unit.perMetre } }

  /// Refuses what no caller may see: no vertices, coordinates that are not finite, indices out of range.
  func checked() throws(MeshFileError) -> MeshDocument {
    guard !positions.isEmpty else { throw .noVertices(file: name) }
    let count = Int32(positions.count)
    for (face, t) in triangles.enumerated() where t.min() < 0 || t.max() >= count {
      let index = t.min() < 0 ? t.min() : t.max()
      throw .indexOutOfRange(file: name, face: face, index: Int(index), vertices: positions.count)
    }
    var document = self
    let strange = positions.indices.filter { !positions[$0].isFinite }
    if !strange.isEmpty {
      let used = Set(triangles.flatMap { [$0.x, $0.y, $0.z] })
      let vertex = strange.first { triangles.isEmpty || used.contains(Int32($0)) }
      if let vertex { throw .notFinite(file: name, vertex: vertex) }
      document.strangeVertices = strange.count
    }
    for i in normals.indices where !Vector3(normals[i]).isFinite { document.normals[i] = .zero }
    return document
  }
}
