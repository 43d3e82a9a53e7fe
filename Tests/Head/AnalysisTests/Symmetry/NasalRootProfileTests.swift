import Foundation
import Geometry
import PointClouds
import Testing

@testable import Analysis

/// The deepest point of a hollow that is a parabola with the head level, 12° from where the base plane is.
@Suite struct NasalRootProfileTests {
  private static let angle = 12 * Double.pi / 180
  private static let forward = Vector3(0, cos(angle), -sin(angle)), up = Vector3(0, sin(angle), cos(angle))
  /// 70 mm in front of the origin and 3 mm above it, in the plane of the profile 2 mm to the right.
  private static let root = forward * 0.07 + up * 0.003 + Vector3(0.002, 0, 0)

  /// A sheet that bends forward by a coefficient, 1/m, away from its middle.
  private static func sheet(_ bend: Double) -> HeadSurface {
    let (columns, rows) = (13, 201)
    let positions = (0..<columns).flatMap { i in
      (0..<rows).map { j -> Vector3 in
        // No ray meets an edge.
        let (x, s) = (0.002 * Double(i - 6) + 0.0007, 0.000_25 * Double(j - 100) + 0.000_11)
        return root + Vector3(x, 0, 0) + up * s + forward * (bend * s * s)
      }
    }
    let triangles = (0..<(columns - 1)).flatMap { i in
      (0..<(rows - 1)).flatMap { j -> [SIMD3<Int32>] in
        let k = Int32(rows * i + j)
        return [[k, k + Int32(rows), k + 1], [k + 1, k + Int32(rows), k + Int32(rows) + 1]]
      }
    }
    return HeadSurface(positions: positions, triangles: triangles)
  }

  private static func deepest(_ sheet: HeadSurface, clicked above: Double) -> Vector3? {
    let reflection = ObliqueReflection(across: Plane(normal: [1, 0, 0], offset: 0.002))
    let picked = root + up * above + forward * 0.0007 + Vector3(0.0015, 0, 0)
    return NasalRootProfile(sheet, picked: picked, reflection, base: [0, 0, 1]).deepest
  }

  /// Wherever it was clicked, up to 5 mm off.
  @Test(arguments: [-0.0048, -0.002, 0, 0.001, 0.0048]) func itIsTheBottomOfTheHollow(above: Double) throws {
    let found = try #require(Self.deepest(Self.sheet(8), clicked: above))
    #expect((found - Self.root).length < 1e-5, "\(found - Self.root)")
  }

  @Test func farAwayOrOnARidgeThereIsNone() {
    #expect(Self.deepest(Self.sheet(8), clicked: 0.0052) == nil)
    #expect(Self.deepest(Self.sheet(8), clicked: -0.0052) == nil)
    #expect(Self.deepest(Self.sheet(-8), clicked: 0.001) == nil)
  }
}
