import Geometry
import PointClouds

/// The outside of a head, on which landmarks are picked: a click through a hole that meets the inside is none.
struct OuterSurface: Sendable {
  let caster: MeshRaycaster
  private let mesh: Mesh
  /// 1 where triangles are anticlockwise seen from outside, -1 for a file in which they are turned over.
  private let turn: Double

  /// Prepares a surface; which side is the outer one, most of its area tells.
  static func prepare(_ mesh: Mesh) -> OuterSurface {
    let centre = mesh.positions.reduce(Vector3.zero, +) / Double(max(1, mesh.positions.count))
    let surface = OuterSurface(caster: MeshRaycaster(mesh), mesh: mesh, turn: 1)
    let outwards = mesh.triangles.reduce(0.0) {
      $0 + surface.normal($1).dot(mesh.positions[Int($1.x)] - centre)
    }
    return OuterSurface(caster: surface.caster, mesh: mesh, turn: outwards < 0 ? -1 : 1)
  }

  /// Where a ray first meets the surface, in metres; nil where it misses it or comes from inside.
  func meet(_ origin: Vector3, _ direction: Vector3) -> Vector3? {
    guard let hit = caster.firstHit(origin: origin, direction: direction),
      turn * normal(mesh.triangles[hit.triangle]).dot(direction) < 0
    else { return nil }
    return origin + direction * hit.distance
  }

  /// A triangle's normal, with twice its area for length.
  private func normal(_ triangle: SIMD3<Int32>) -> Vector3 {
    let (a, b, c) = (
      mesh.positions[Int(triangle.x)], mesh.positions[Int(triangle.y)], mesh.positions[Int(triangle.z)]
    )
    return (b - a).cross(c - a)
  }
}
