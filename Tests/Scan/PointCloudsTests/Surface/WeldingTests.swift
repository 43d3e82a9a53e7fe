import Foundation
import Geometry
import Testing

@testable import PointClouds

/// Seams that are not quite closed, and faces that are listed twice.
@Suite struct WeldingTests {
  /// A sphere of 70 mm in rings and spokes; the spoke at 0 may be there twice, so many metres apart.
  static func sphere(seam: Double?, rings: Int = 30, spokes: Int = 60) -> Mesh {
    let columns = seam == nil ? spokes : spokes + 1
    let positions = (0...rings).flatMap { i in
      (0..<columns).map { j -> Vector3 in
        let (polar, azimuth) = (Double.pi * Double(i) / Double(rings), 2 * Double.pi * Double(j) / Double(spokes))
        let shift = j == spokes ? (seam ?? 0) * (i % 2 == 0 ? 0.7 : -0.7) : 0
        return 0.07 * Vector3(sin(polar) * cos(azimuth), sin(polar) * sin(azimuth), cos(polar)) + [shift, 0, shift]
      }
    }
    let at = { (i: Int, j: Int) in Int32(i * columns + j % columns) }
    let triangles = (0..<rings).flatMap { i in
      (0..<spokes).flatMap { j -> [SIMD3<Int32>] in
        [[at(i, j), at(i + 1, j), at(i + 1, j + 1)], [at(i, j), at(i + 1, j + 1), at(i, j + 1)]]
      }
    }
    return Mesh(positions: positions, triangles: triangles)
  }

  private func isClosed(_ surface: HeadSurface) -> Bool {
    let edges = OpenEdges(surface.triangles, vertices: surface.positions.count)
    return surface.positions.indices.allSatisfy { edges.isClosed($0) }
  }

  /// Poles are many vertices in floating-point arithmetic, a fraction of a nanometre apart.
  @Test(arguments: [1e-7, 3e-6, 8e-6]) func aSeamIsClosed(_ width: Double) throws {
    let whole = try HeadSurface(ofFile: Self.sphere(seam: nil))
    let welded = try HeadSurface(ofFile: Self.sphere(seam: width))
    #expect(isClosed(whole))
    #expect(isClosed(welded))
    #expect(welded.positions.count == whole.positions.count)
    #expect(welded.triangles.count == whole.triangles.count)
    #expect(welded.damage == SurfaceDamage())
  }

  @Test func aGapStaysAGap() throws {
    #expect(try !isClosed(HeadSurface(ofFile: Self.sphere(seam: 1e-4))))
  }

  /// Edges a thousandth of a millimetre long, as marching cubes leave them, are no seam.
  @Test func shortEdgesInsideASurfaceStay() throws {
    var mesh = Self.sphere(seam: nil)
    let (a, b, c) = (mesh.triangles[600].x, mesh.triangles[600].y, mesh.triangles[600].z)
    let inside = (mesh.positions[Int(a)] * 3 + mesh.positions[Int(b)] * 3 + mesh.positions[Int(c)] * 4) / 10
    let first = Int32(mesh.positions.count)
    mesh.positions += [inside, inside + [1e-6, 0, 0], inside + [0, 1e-6, 0]]
    mesh.triangles[600] = [first, first + 1, first + 2]
    mesh.triangles += [
      [a, b, first], [b, first + 1, first], [b, c, first + 1], [c, first + 2, first + 1], [c, a, first + 2],
      [a, first, first + 2],
    ]
    let (surface, whole) = (try HeadSurface(ofFile: mesh), try HeadSurface(ofFile: Self.sphere(seam: nil)))
    #expect(isClosed(surface))
    #expect(surface.triangles.count == whole.triangles.count + 6)
  }

  /// As it is, turned, the other way round, and with corners of its own.
  @Test(arguments: [[0, 1, 2], [1, 2, 0], [1, 0, 2]]) func aFaceThatIsListedTwiceIsOne(_ order: [Int]) throws {
    var mesh = Self.sphere(seam: nil)
    let whole = try HeadSurface(ofFile: mesh)
    for index in [300, 301, 1500] {
      let t = mesh.triangles[index]
      mesh.triangles.append([t[order[0]], t[order[1]], t[order[2]]])
      let first = Int32(mesh.positions.count)
      mesh.positions += order.map { mesh.positions[Int(t[$0])] }
      mesh.triangles.append([first, first + 1, first + 2])
    }
    let surface = try HeadSurface(ofFile: mesh)
    #expect(surface.positions == whole.positions)
    #expect(surface.triangles == whole.triangles)
  }

  /// Any number of vertices in one place are joined one by one.
  @Test(.timeLimit(.minutes(1))) func manyVerticesInOnePlaceAreJoinedSoon() {
    let positions = (0..<300_000).map { Vector3(Double($0) * 1e-12, 0, 0) }
    let triangles = (0..<Int32(100_000)).map { SIMD3<Int32>(3 * $0, 3 * $0 + 1, 3 * $0 + 2) }
    let start = ContinuousClock().now
    #expect(Welding.seams(positions, triangles).map { Welding.joined(triangles, $0) } == [])
    #expect(ContinuousClock().now - start < .seconds(10))
  }
}
