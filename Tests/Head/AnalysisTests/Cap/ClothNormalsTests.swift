import Geometry
import Testing

@testable import Analysis

@Suite struct ClothNormalsTests {
  @Test func averagesOutWhatNeighboursDifferBy() {
    // Normals that lean to either side by turns, on a plane of 0.5 mm meshes.
    var (positions, normals): ([Vector3], [Vector3]) = ([], [])
    for i in 0..<60 {
      for j in 0..<60 {
        positions.append(Vector3(Double(i), Double(j), 0) * 0.0005)
        normals.append(Vector3((i + j) % 2 == 0 ? 0.5 : -0.5, 0, 1))
      }
    }
    let cloth = ClothNormals(positions, normals)
    for position in positions { #expect(cloth.direction(at: position).z > 0.999) }
  }

  @Test func aThornOfMetresCostsNoMemory() {
    for thorn in [Vector3(5, 5, 5), Vector3(1e6, 1e6, 0.25), Vector3(-1e5, 0, 1e5)] {
      let positions: [Vector3] = [[0, 0, 0], [0.001, 0, 0], [0.1, 0, 0], thorn]
      let cloth = ClothNormals(positions, [[0, 0, 1], [0, 0, 1], [1, 0, 0], [0, 1, 0]])
      #expect(cloth.direction(at: positions[0]) == [0, 0, 1])
      #expect(cloth.direction(at: positions[2]) == [1, 0, 0], "the thorn blurs nothing")
      #expect(cloth.direction(at: thorn) == .zero)
    }
  }
}
