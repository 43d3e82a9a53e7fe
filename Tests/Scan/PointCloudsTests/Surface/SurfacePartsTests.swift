import Geometry
import Testing

@testable import PointClouds

/// Heads of 70 mm beside other bodies.
@Suite struct SurfacePartsTests {
  static let head = WeldingTests.sphere(seam: nil)
  static let landmarks: [Vector3] = [[0, 0.07, 0], [-0.07, 0, 0], [0.07, 0, 0]]

  static func joined(_ meshes: [Mesh]) -> Mesh {
    meshes.reduce(into: Mesh()) { all, mesh in
      let first = Int32(all.positions.count)
      all.positions += mesh.positions
      all.triangles += mesh.triangles.map { $0 &+ first }
    }
  }

  static func ball(_ centre: Vector3, _ radius: Double) -> Mesh {
    var ball = head
    ball.positions = ball.positions.map { centre + $0 * (radius / 0.07) }
    return ball
  }

  /// A square in the plane at Y, so many metres wide.
  static func wall(y: Double, width: Double) -> Mesh {
    let n = 20
    let positions = (0...n).flatMap { i in
      (0...n).map { j in Vector3(width * (Double(i) / Double(n) - 0.5), y, width * (Double(j) / Double(n) - 0.5)) }
    }
    let at = { (i: Int, j: Int) in Int32(i * (n + 1) + j) }
    let triangles = (0..<n).flatMap { i in
      (0..<n).flatMap { j -> [SIMD3<Int32>] in
        [[at(i, j), at(i + 1, j), at(i + 1, j + 1)], [at(i, j), at(i + 1, j + 1), at(i, j + 1)]]
      }
    }
    return Mesh(positions: positions, triangles: triangles)
  }

  /// A wall behind that is larger, one so large that the head is a speck of it, a parent, a toy over the crown, a wall inside.
  @Test(arguments: [
    [wall(y: -0.2, width: 0.4)], [wall(y: -0.08, width: 1.5)], [ball([0.3, 0, -0.1], 0.15)], [ball([0, 0, 0.1], 0.02)],
    [ball([0, 0, 0.105], 0.03), wall(y: -0.3, width: 1)], [ball(.zero, 0.067)], [ball(.zero, 0.085)],
  ]) func thePartThatCarriesTheLandmarksIsTheHead(_ others: [Mesh]) throws {
    let alone = try HeadSurface(ofFile: Self.head, carrying: Self.landmarks)
    for meshes in [[Self.head] + others, others + [Self.head]] {
      let surface = try HeadSurface(ofFile: Self.joined(meshes), carrying: Self.landmarks)
      #expect(Set(surface.positions) == Set(alone.positions))
      #expect(surface.triangles.count == alone.triangles.count)
      #expect(surface.partsLeftOut == others.count)
      #expect(surface.partsFinding?.code == .surfaceParts)
    }
    #expect(alone.partsLeftOut == 0)
    #expect(alone.partsFinding == nil)
  }

  @Test func withoutLandmarksTheLargestPartIsTheHead() throws {
    let mesh = Self.joined([Self.ball([0.3, 0, -0.1], 0.15), Self.head])
    #expect(try HeadSurface(ofFile: mesh).positions.contains { $0.x > 0.3 })
  }

  /// Halves with a crack between them.
  @Test func piecesOfOneHeadStayTogether() throws {
    let halves = { (isFirst: Bool) in
      var half = Self.head
      half.triangles = half.triangles.filter { t in
        let y = [t.x, t.y, t.z].map { half.positions[Int($0)].y }
        return isFirst ? y.min()! >= 0.004 : y.max()! <= 0.001
      }
      return half
    }
    let surface = try HeadSurface(ofFile: Self.joined([halves(true), halves(false)]), carrying: Self.landmarks)
    #expect(surface.partsLeftOut == 0)
    let counts = try [true, false].map { try HeadSurface(ofFile: halves($0)).triangles.count }
    #expect(3 * counts.min()! > Self.head.triangles.count && surface.triangles.count == counts[0] + counts[1])
  }
}
