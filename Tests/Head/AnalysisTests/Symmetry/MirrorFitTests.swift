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
      for j in 0..<3 {
        #expect(abs(found.parts[i][j] - expected[i][j]) < 1e-12, "\(i), \(j)")
        let scale = (found.fit[i][i] * found.fit[j][j]).squareRoot()
        #expect(abs(found.fit[i][j] - found.fit[j][i]) < 1e-6 * scale, "\(i), \(j)")
      }
      #expect(found.fit[i].count == 3 && found.fit[i][i] > 0)
    }
    #expect(linear.covariance(Array(without.prefix(2))) == nil)
  }

  private static let mirror = ObliqueReflection(across: Plane(normal: [1, 0, 0], offset: 0))

  /// A fit without places, by points that should lie on the plane, with their deviations.
  private static func fit(_ anchors: [(Vector3, Double)], slant: Double = 0.1) -> MirrorFit {
    let sheet = HeadSurface(positions: [[0, 0, 0], [0.01, 0, 0], [0, 0.01, 0]], triangles: [[0, 1, 2]])
    var options = SymmetryOptions()
    options.slant = slant
    return MirrorFit(
      matcher: SurfaceMatcher(sheet), anchors: anchors.map { MirrorFit.Anchor(point: $0.0, deviation: $0.1) },
      options: options)
  }

  /// A plane that three points want so far aside.
  private static func drawn(aside x: Double) -> MirrorFit {
    fit([([x, 0, 0], 0.001), ([x, 0.07, 0], 0.001), ([x, 0, 0.07], 0.001)])
  }

  /// No step is longer than 5 mm, and none is shortened while the fit is on its way.
  @Test(arguments: [(1, 5.0), (2, 10), (30, 150)]) func stepsAreLimited(steps: Int, offset: Double) throws {
    let found = try #require(Self.drawn(aside: 1).settled(from: Self.mirror, [], steps: steps))
    #expect(abs(1000 * found.reflection.plane.offset - offset) < 1e-6)
    #expect(!found.hasSettled)
  }

  /// Where steps run out, a last one of less than 10 µm is near enough.
  @Test(arguments: [(5e-6, true), (2e-5, false)]) func aShortLastStepIsEnough(aside: Double, isEnough: Bool) throws {
    let found = try #require(Self.drawn(aside: aside).settled(from: Self.mirror, [], steps: 1))
    #expect(abs(found.reflection.plane.offset - aside) < 1e-12)
    #expect(found.hasSettled == isEnough)
  }

  /// Without pairs the plane is known by three points alone, and the slant by its prior: variances in closed form.
  @Test func pointsOnThePlaneAndTheSlantCountByTheirDeviations() throws {
    let fit = Self.fit([([0, 0, 0], 0.003), ([0, 0.05, 0], 0.004), ([0, 0, 0.04], 0.002)], slant: 0.2)
    let (pairs, scale) = fit.pairs([], Self.mirror)
    #expect(pairs.isEmpty && scale == 0.0002)
    let inverse = try #require(fit.equations(pairs, scale, Self.mirror).solved()).inverse
    let expected = [9e-6, (9e-6 + 16e-6) / 0.0025, (9e-6 + 4e-6) / 0.0016, 0.04, 0.04]
    for k in 0..<5 { #expect(abs(inverse[k][k] / expected[k] - 1) < 1e-9, "unknown \(k)") }
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
    // Tukey's weight of one residual in units of its own scale.
    let share = away > 0 ? 1 / (1.4826 * 4.685) : 0
    #expect(abs(pair.weight - 0.5 * (1 - share * share) * (1 - share * share)) < 1e-4)
  }
}
