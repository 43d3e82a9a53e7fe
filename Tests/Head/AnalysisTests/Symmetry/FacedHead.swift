import Foundation
import Geometry
import Landmarks
import PointClouds

@testable import Analysis

/// A head with a face and ears whose plane of symmetry is known: X = 0.
enum FacedHead {
  /// Rises of the radius: direction of the right one of a pair, relative height, width as a chord of the unit sphere.
  private static let features: [(at: Vector3, height: Double, width: Double)] = [
    ([0, 0.92, -0.35], 0.14, 0.10), ([0, 1, 0], -0.09, 0.09), ([0.28, 0.95, -0.08], -0.05, 0.09),
    ([0.4, 0.85, -0.35], 0.04, 0.12), ([0, 0.85, -0.55], -0.02, 0.07), ([1, -0.1, -0.1], 0.15, 0.09),
    ([0.85, -0.3, -0.35], -0.04, 0.12),
  ]

  /// The radius in metres towards a unit direction.
  static func radius(_ d: Vector3) -> Double {
    let axes = Vector3(0.06, 0.075, d.z > 0 ? 0.09 : 0.07)
    return features.reduce(1 / (d / axes).length) { radius, feature in
      let sides = feature.at.x == 0 ? [feature.at] : [feature.at, feature.at * [-1, 1, 1]]
      return radius
        + sides.reduce(0.0) { sum, at in
          let apart = (d - at.normalized).length / feature.width
          return sum + 0.07 * feature.height * exp(-apart * apart / 2)
        }
    }
  }

  /// The head; `shape` moves its vertices afterwards.
  ///
  /// One half is the exact mirror image of the other, triangles included.
  static func surface(_ shape: (Vector3) -> Vector3 = { $0 }) throws -> HeadSurface {
    let whole = TestHeads.closed(rings: 120, spokes: 240) { d in
      let clean = Vector3(abs(d.x) < 1e-9 ? 0 : d.x, d.y, d.z)
      return clean * radius(clean)
    }
    let right = whole.triangles.filter { t in [t.x, t.y, t.z].allSatisfy { whole.positions[Int($0)].x >= 0 } }
    let count = Int32(whole.positions.count)
    let positions = whole.positions + whole.positions.map { $0 * [-1, 1, 1] }
    let triangles = right + right.map { [$0.x + count, $0.z + count, $0.y + count] }
    return try HeadSurface(Mesh(positions: positions.map(shape), triangles: triangles))
  }

  /// The head without a displacement, and those of ``asymmetry(_:seed:)`` by 0.4 mm and a seed: made once for all tests.
  static let plain = Result { try surface() }
  static let asymmetric = (0..<3 as Range<UInt64>).map { seed in Result { try surface(asymmetry(0.0004, seed: seed)) } }

  /// Sellion and tragions on the surface, moved as its vertices are.
  static func landmarks(_ shape: (Vector3) -> Vector3 = { $0 }, deviation: Double = 0.0005) -> HeadLandmarks {
    let places: [Landmark: Vector3] = [
      .sellion: [0, 1, 0], .tragionLeft: [-1, 0.06, 0], .tragionRight: [1, 0.06, 0],
    ]
    let points = places.mapValues { at in shape(at.normalized * radius(at.normalized)) }
    return HeadLandmarks(points, standardDeviation: deviation)
  }

  /// A smooth random displacement along X, Y and Z with that root mean square, metres, and a length of 25 mm.
  static func asymmetry(_ amplitude: Double, seed: UInt64) -> (Vector3) -> Vector3 {
    var random = SeededGenerator(seed: seed)
    let waves = (0..<60).map { _ in (random.normal3() / 0.025, 2 * Double.pi * random.uniform(), random.normal3()) }
    return { p in
      waves.reduce(p) {
        $0 + $1.2 * (cos($1.0.dot(p) + $1.1) * amplitude * (2.0 / 3 / Double(waves.count)).squareRoot())
      }
    }
  }
}
