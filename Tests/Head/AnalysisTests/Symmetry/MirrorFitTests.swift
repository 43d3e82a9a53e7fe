import Foundation
import Geometry
import PointClouds
import Testing

@testable import Analysis

/// The equations of a step of the fit, and which places have a counterpart.
@Suite struct MirrorFitTests {
  private static func unit(_ k: Int, _ size: Double) -> [Double] { (0..<5).map { $0 == k ? size : 0 } }

  /// Against central differences of the residual over each unknown.
  @Test(arguments: 1...8 as ClosedRange<UInt64>) func theRowIsTheDerivativeOfTheResidual(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let plane = Plane(normal: (Vector3(1, 0, 0) + random.normal3() * 0.1).normalized, offset: 0.003 * random.normal())
    let reflection = ObliqueReflection(across: plane)
    let axes = reflection.axes(up: [0, 0, 1])
    let pair = MirrorFit.Pair(
      place: random.normal3() * 0.05, normal: random.direction(), residual: 0, regionWeight: 1, part: .cheeks)
    let residual = { (step: [Double]) in
      reflection.moved(by: step, axes: axes).image(of: pair.place).dot(pair.normal)
    }
    let row = MirrorFit.row(pair, reflection, axes)
    let anchor = MirrorFit.Anchor(point: random.normal3() * 0.05, deviation: 0.001)
    let held = MirrorFit.row(anchor, axes)
    let distance = { (step: [Double]) in reflection.moved(by: step, axes: axes).plane.distance(to: anchor.point) }
    for k in 0..<5 {
      let slope = (residual(Self.unit(k, 1e-5)) - residual(Self.unit(k, -1e-5))) / 2e-5
      #expect(abs(row[k] - slope) < 1e-8, "unknown \(k), seed \(seed)")
      let moved = (distance(Self.unit(k, 1e-5)) - distance(Self.unit(k, -1e-5))) / 2e-5
      #expect(abs(held[k] - moved) < 1e-8, "unknown \(k), seed \(seed)")
    }
  }

  /// Planes that were found without one part each.
  @Test func thePartsDisagreeByTheirJackknife() throws {
    var random = SeededGenerator(seed: 4)
    let sheet = HeadSurface(positions: [[0, 0, 0], [0.01, 0, 0], [0, 0.01, 0]], triangles: [[0, 1, 2]])
    let reflection = ObliqueReflection(across: Plane(normal: [1, 0, 0], offset: 0))
    let fit = MirrorFit(matcher: SurfaceMatcher(sheet), anchors: [], options: SymmetryOptions())
    let pairs = (0..<100).map { _ in
      MirrorFit.Pair(
        place: random.normal3() * 0.05, normal: random.direction(), residual: 0.001 * random.normal(), regionWeight: 1,
        part: .cheeks, weight: 1)
    }
    let linear = Linearised(fit, pairs, 0.001, reflection)
    let without = [[1.0, 2, 3], [2, 0, 3], [6, 1, 3], [3, 9, 3]]
    let found = try #require(linear.covariance(without))
    #expect(found.freedom == 3)
    // Three quarters of the sums of squares and products about the means 3, 3 and 3.
    let expected: [[Double]] = [[10.5, -0.75, 0], [-0.75, 37.5, 0], [0, 0, 0]]
    for i in 0..<3 {
      for j in 0..<3 { #expect(abs(found.parts[i][j] - expected[i][j]) < 1e-12, "\(i), \(j)") }
      #expect(found.fit[i].count == 3 && found.fit[i][i] > 0)
    }
    #expect(linear.covariance(Array(without.prefix(2))) == nil)
  }

  /// A patch opposite a place, its normal turned away from that of the place's image, and farther away or nearer.
  @Test(arguments: [
    (0.0, 0.0, true), (30, 0, true), (36, 0, true), (38, 0, false), (60, 0, false), (0, 0.0075, true),
    (0, 0.0085, false),
  ]) func aCounterpartFacesTheSameWay(degrees: Double, away: Double, isPaired: Bool) {
    let (place, middle) = (Vector3(0.05, 0.03, -0.01), Vector3(-0.05, 0.03, -0.01))
    let facing = Vector3(-1, 0, 0)
    let turn = Matrix3.rotation([0, 0, degrees * .pi / 180])
    var positions: [Vector3] = []
    for i in -5...5 {
      for j in -5...5 {
        // Not through a vertex, so that what is opposite lies within a triangle.
        let own = Vector3(0, (Double(i) + 0.2) * 0.004, (Double(j) + 0.3) * 0.004)
        positions.append(middle + facing * away + turn * own)
      }
    }
    let triangles = (0..<10).flatMap { i in
      (0..<10).flatMap { j -> [SIMD3<Int32>] in
        let k = Int32(11 * i + j)
        return [[k, k + 1, k + 12], [k, k + 12, k + 11]]
      }
    }
    let fit = MirrorFit(
      matcher: SurfaceMatcher(HeadSurface(positions: positions, triangles: triangles)), anchors: [],
      options: SymmetryOptions())
    let mirror = ObliqueReflection(across: Plane(normal: [1, 0, 0], offset: 0))
    let (pairs, scale) = fit.pairs(
      [SymmetryRegion.Place(position: place, normal: [1, 0, 0], weight: 0.5, part: .ears)], mirror)
    #expect((pairs.count == 1) == isPaired)
    guard let pair = pairs.first, isPaired else { return }
    #expect(pair.regionWeight == 0.5)
    #expect(pair.part == .ears)
    // The image lies inwards of the patch by as much as the patch was moved away.
    #expect(abs(pair.residual + away) < 1e-9)
    #expect(abs(scale - max(0.0002, 1.4826 * away)) < 1e-5)
    #expect(pair.weight > 0 && pair.weight <= 0.5)
  }
}
