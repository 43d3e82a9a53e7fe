import Diagnostics
import Foundation
import Geometry
import Landmarks
import PointClouds

@testable import Analysis

extension HeadMeasures {
  /// What is noted, apart from landmarks that lie a little off a head, or can't be checked where it has no face.
  var remarks: [Finding] { notes.filter { $0.code.stage != "landmarks" } }
}

/// Heads whose measures are known in closed form, and where their landmarks lie.
enum TestHeads {
  /// Landmarks that make the identity the head frame: tragions on X, sellion on Y, metres.
  static let landmarks: [Landmark: Vector3] = [
    .sellion: [0, 0.07, 0], .tragionLeft: [-0.06, 0, 0], .tragionRight: [0.06, 0, 0],
  ]

  /// A closed ellipsoid about the origin with half axes in metres, turned about Z; poles on Z.
  static func ellipsoid(_ a: Double, _ b: Double, _ c: Double, yaw: Double = 0, rings: Int = 60, spokes: Int = 180)
    -> Mesh
  {
    closed(rings: rings, spokes: spokes) { direction in
      Matrix3.rotation([0, 0, yaw]) * (direction * Vector3(a, b, c))
    }
  }

  /// The image of the unit sphere under `shape`, as a closed mesh of rings from the upper to the lower pole.
  static func closed(rings: Int, spokes: Int, _ shape: (Vector3) -> Vector3) -> Mesh {
    var positions = [shape([0, 0, 1])]
    for i in 1..<rings {
      let polar = Double.pi * Double(i) / Double(rings)
      for j in 0..<spokes {
        let azimuth = 2 * Double.pi * Double(j) / Double(spokes)
        positions.append(shape([sin(polar) * cos(azimuth), sin(polar) * sin(azimuth), cos(polar)]))
      }
    }
    positions.append(shape([0, 0, -1]))
    let last = Int32(positions.count - 1)
    let at = { (ring: Int, spoke: Int) in Int32(1 + (ring - 1) * spokes + spoke % spokes) }
    var triangles: [SIMD3<Int32>] = []
    for j in 0..<spokes {
      triangles.append([0, at(1, j), at(1, j + 1)])
      triangles.append([last, at(rings - 1, j + 1), at(rings - 1, j)])
      for i in 1..<(rings - 1) {
        triangles.append([at(i, j), at(i + 1, j), at(i + 1, j + 1)])
        triangles.append([at(i, j), at(i + 1, j + 1), at(i, j + 1)])
      }
    }
    return Mesh(positions: positions, triangles: triangles)
  }

  /// A cylinder about Z from −40 to 60 mm with an elliptic section, closed by flat fans: every section is the ellipse.
  static func cylinder(_ a: Double, _ b: Double, yaw: Double = 0, spokes: Int = 720) -> Mesh {
    let turn = Matrix3.rotation([0, 0, yaw])
    let ring = (0..<spokes).map { j -> Vector3 in
      let t = 2 * Double.pi * Double(j) / Double(spokes)
      return turn * [a * cos(t), b * sin(t), 0]
    }
    var positions = ring.map { $0 + [0, 0, -0.04] } + ring.map { $0 + [0, 0, 0.06] }
    positions += [[0, 0, -0.04], [0, 0, 0.06]]
    let n = Int32(spokes)
    let triangles = (0..<n).flatMap { j -> [SIMD3<Int32>] in
      let k = (j + 1) % n
      return [[j, k, n + k], [j, n + k, n + j], [2 * n, k, j], [2 * n + 1, n + j, n + k]]
    }
    return Mesh(positions: positions, triangles: triangles)
  }

  /// The mesh without the triangles whose middle is in a region.
  static func cutting(_ mesh: Mesh, where isCut: (Vector3) -> Bool) -> Mesh {
    var rest = mesh
    rest.triangles = mesh.triangles.filter { t in
      !isCut((mesh.positions[Int(t.x)] + mesh.positions[Int(t.y)] + mesh.positions[Int(t.z)]) / 3)
    }
    return rest
  }

  /// A head without symmetry: flattened at the right back, with some waves; half axes about 60, 75, 80 (below 50) mm.
  static func plagiocephalic(rings: Int = 60, spokes: Int = 120) -> Mesh {
    closed(rings: rings, spokes: spokes) { d in
      let azimuth = atan2(d.y, d.x)
      let flat = 1 - 0.05 * exp(-pow((azimuth + .pi / 3) / 0.5, 2)) + 0.004 * sin(3 * azimuth + 4 * d.z)
      return d * Vector3(0.06, 0.075, d.z > 0 ? 0.08 : 0.05) * flat
    }
  }

  /// The measures of an ellipse that is turned by some degrees, and of quadrants that differ a little.
  static func evaluation(yaw: Double) -> Evaluation {
    let turn = Matrix3.rotation([0, 0, yaw * .pi / 180])
    let points = (0..<720).map { k -> Vector2 in
      let angle = Double(k) * .pi / 360
      let point = turn * Vector3(0.06 * cos(angle), 0.075 * sin(angle), 0)
      return [point.x, point.y]
    }
    let section = Section(lines: [CutLine(points: points, isClosed: true)], level: 0.024, bridgedGap: 0.005)
    let none = VolumeModel(
      HeadSurface(positions: [], triangles: []), holes: [], top: 0.08, bridgedGap: 0.005, isFixed: true)
    return Evaluation(
      section: SectionMeasures(section, tragions: [:], choices: .standard),
      volume: VolumeMeasures(Quadrants(4.98e-4, 5e-4, 5.02e-4, 5e-4), none))
  }
}
