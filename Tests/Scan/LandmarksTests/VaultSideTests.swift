import Geometry
import PointClouds
import TestSupport
import Testing

@testable import Landmarks

@Suite struct VaultSideTests {
  private static func side(_ mesh: Mesh, up: Vector3) throws -> VaultSide {
    VaultSide(try HeadSurface(mesh), origin: AnalyticFace.ears, up: up, reach: 0.15)
  }

  /// Whatever of the underside was scanned, and however the plane of nose and ears leans.
  @Test(arguments: [-1.0, -0.05, -0.04]) func theVaultLiesFartherAwayThanTheUnderside(floor: Double) throws {
    let head = AnalyticFace().mesh { $0.z > floor }
    for lean in [-15.0, 0, 15] {
      let up = Matrix3.rotation([lean * .pi / 180, 0, 0]) * Vector3(0, 0, 1)
      let (upright, upside) = (try Self.side(head, up: up), try Self.side(head, up: -up))
      #expect(upright.ratio > 1.1, "\(lean)° \(upright) \(upside)")
      #expect(upside.ratio < 1 / 1.1, "\(lean)° \(upright) \(upside)")
      // The directions are others, a few of 800.
      #expect(abs(upright.above - upside.below) < 0.02)
      #expect(abs(upright.both - upside.both) < 0.02)
    }
  }

  /// Wherever the head lies, and whichever axis is up, its vault is above; with a reach of nothing, nothing is seen.
  @Test(arguments: [Vector3(0, 0, 1), [1, 0, 0], [0, 1, 0], [0, -1, 0], [0.6, 0.8, 0]])
  func aHeadMayLieAnyhow(up: Vector3) throws {
    let side = up.anyOrthogonal
    let motion = RigidTransform(
      rotation: Matrix3(columns: side, up.cross(side), up), translation: [0.4, -0.3, 0.2])
    let head = try HeadSurface(AnalyticFace().mesh().transformed(by: motion))
    let (above, below) = (
      VaultSide(head, origin: motion * AnalyticFace.ears, up: up, reach: 0.15),
      VaultSide(head, origin: motion * AnalyticFace.ears, up: -up, reach: 0.15)
    )
    #expect(above.ratio > 1.1)
    #expect(below.ratio < 1 / 1.1)
    #expect([above.above, above.below, above.both] == [1, 1, 1])
    let near = VaultSide(head, origin: motion * AnalyticFace.ears, up: up, reach: 0.03)
    #expect([near.above, near.below, near.both] == [0, 0, 0])
    #expect(near.ratio.isNaN)
  }

  @Test func aBallHasNoVault() throws {
    let ball = AnalyticFace(axes: [0.07, 0.07, 0.07], nose: false, earLeft: 0, earRight: 0).mesh()
    let side = VaultSide(try HeadSurface(ball), origin: .zero, up: [0, 0, 1], reach: 0.15)
    #expect(abs(side.ratio - 1) < 1e-3)
    #expect(side.above == 1)
    #expect(side.below == 1)
    #expect(side.both == 1)
    let cap = try HeadSurface(AnalyticFace().mesh { $0.z > 0.02 })
    #expect(VaultSide(cap, origin: .zero, up: [0, 0, 1], reach: 0.15).below == 0)
    #expect(VaultSide(cap, origin: .zero, up: [0, 0, 1], reach: 0.15).ratio.isNaN)
  }
}
