import Geometry
import PointClouds
import Testing

@Suite struct MeshTests {
  private static let mesh = Mesh(
    positions: [[0, 0, 0], [1, 0, 0], [0, 1, 0], [1, 1, 0], [5, 5, 5]],
    triangles: [[0, 1, 2], [3, 2, 1], [0, 1, 3]],
    normals: (0..<5).map { [Float($0), 0, 1] }, colors: (0..<5).map { [UInt8($0), 7, 9] },
    weights: [0, 1, 2, 3, 4], deviations: [4, 3, 2, 1, 0])

  @Test func aPartNamesItsVerticesInTheOrderOfItsTriangles() {
    let (part, origin) = Self.mesh.part { $0.x == 3 }
    #expect(origin == [3, 2, 1])
    #expect(part.triangles == [[0, 1, 2]])
    #expect(part.positions == [[1, 1, 0], [0, 1, 0], [1, 0, 0]])
    #expect(part.normals.map(\.x) == [3, 2, 1])
    #expect(part.colors.map(\.x) == [3, 2, 1])
    #expect(part.weights == [3, 2, 1])
    #expect(part.deviations == [1, 2, 3])
  }

  @Test func aPartSharesTheVerticesOfItsTriangles() {
    let (part, origin) = Self.mesh.part { $0.x != 3 }
    #expect(origin == [0, 1, 2, 3])
    #expect(part.triangles == [[0, 1, 2], [0, 1, 3]])
  }

  @Test func attributesThatAreNotKnownStayUnknown() {
    var mesh = Self.mesh
    (mesh.normals, mesh.colors, mesh.weights, mesh.deviations) = ([], [], [], [])
    let part = mesh.part { _ in true }.mesh
    #expect(part.positions.count == 4, "a vertex that no triangle uses goes")
    #expect(part.normals.isEmpty && part.colors.isEmpty && part.weights.isEmpty && part.deviations.isEmpty)
    #expect(mesh.part { _ in false }.mesh == Mesh())
  }

  /// A quarter turn about Z and a shift: places move, normals turn, all else stays.
  @Test func aMovedMeshHasItsNormalsTurned() {
    let quarter = RigidTransform(
      rotation: Matrix3(columns: [0, 1, 0], [-1, 0, 0], [0, 0, 1]), translation: [1, 2, 3])
    let moved = Self.mesh.transformed(by: quarter)
    #expect(moved.positions == [[1, 2, 3], [1, 3, 3], [0, 2, 3], [0, 3, 3], [-4, 7, 8]])
    #expect(moved.normals == (0..<5).map { (k: Int) -> SIMD3<Float> in [0, Float(k), 1] })
    #expect(moved.triangles == Self.mesh.triangles && moved.colors == Self.mesh.colors)
  }
}
