import Foundation
import Geometry
import Landmarks
import PointClouds
import Testing

@testable import Analysis
@testable import Studies

/// What observers who differ do to the measures of a head.
@Suite struct LandmarkEffectTests {
  private static let places: [Landmark: Vector3] = [
    .sellion: [0, 0.07, 0], .tragionLeft: [-0.06, 0, 0], .tragionRight: [0.06, 0, 0],
  ]

  /// A cylinder about Z from −40 to 60 mm, 120 mm wide and 150 mm long, closed by fans: every section is one ellipse.
  private static let cylinder: Mesh = {
    let (count, n) = (360, Int32(360))
    let ring = (0..<count).map { spoke -> Vector3 in
      let angle = 2 * Double.pi * Double(spoke) / Double(count)
      return [0.06 * cos(angle), 0.075 * sin(angle), 0]
    }
    var positions = ring.map { $0 + [0, 0, -0.04] } + ring.map { $0 + [0, 0, 0.06] }
    positions += [[0, 0, -0.04], [0, 0, 0.06]]
    let triangles = (0..<n).flatMap { j -> [SIMD3<Int32>] in
      let k = (j + 1) % n
      return [[j, k, n + k], [j, n + k, n + j], [2 * n, k, j], [2 * n + 1, n + j, n + k]]
    }
    return Mesh(positions: positions, triangles: triangles)
  }()

  /// Two readings of one scan that differ in the sellion alone.
  private func study(_ observers: [String], apart: Double) throws -> ObserverStudy {
    try ObserverStudy(
      observers.enumerated().map { index, observer -> ObserverReading in
        var file = LandmarkFile(name: "landmarks-\(observer).json", entries: [:])
        file.entries = Self.places.mapValues { .point($0, standardDeviation: nil) }
        file.entries[.sellion] = .point([Double(index) * apart, 0.07, 0], standardDeviation: nil)
        return try ObserverReading(file, folder: URL(filePath: "/study"))
      })
  }

  /// A sellion that scatters by 1° of yaw along each axis: the diagonals at 30° of an ellipse of 4 : 5 differ by
  /// 0.742 %, and its length by next to nothing. Two readings d apart have a deviation of d / √2, and each axis one of
  /// √3 less.
  @Test(arguments: [["A", "B"], ["A", "A"]]) func yawMovesTheIndexByItsClosedForm(observers: [String]) throws {
    let study = try study(observers, apart: 6.0.squareRoot() * 0.07 * tan(Double.pi / 180))
    var analysis = HeadAnalysis(uncertainty: nil)
    // There is no face to be looked for.
    (analysis.found, analysis.options.symmetry.below, analysis.options.symmetry.behind) = (
      HeadLandmarks([:]), 0.1, -0.9
    )
    let effect = try LandmarkEffect(
      of: study, on: HeadSurface(Self.cylinder), landmarks: HeadLandmarks(Self.places, standardDeviation: 0), analysis)
    let (told, other) = observers[0] == observers[1] ? (effect.intra, effect.inter) : (effect.inter, effect.intra)
    #expect(other.isEmpty)
    // 200 draws know a deviation to 5 %.
    let index = try #require(told[.cvai])
    #expect(abs(index / 0.742 - 1) < 0.25, "\(index)")
    #expect(try #require(told[.length]) < 0.5)
  }
}
