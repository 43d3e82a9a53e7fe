import Foundation
import Geometry
import Landmarks
import PointClouds
import Testing

@testable import Analysis

@Suite struct SimilarityTests {
  private static func random(_ generator: inout SeededGenerator) -> Similarity {
    Similarity(
      scale: 0.8 + 0.4 * generator.uniform(), rotation: .rotation(generator.normal3()),
      translation: generator.normal3() * 0.1)
  }

  /// A step about a centre: the image of a point is turned and scaled about it, then shifted.
  @Test(arguments: 1...10) func aStepActsOnTheImage(seed: Int) {
    var generator = SeededGenerator(seed: UInt64(seed))
    let (map, point) = (Self.random(&generator), generator.normal3() * 0.1)
    let (w, t, centre) = (generator.normal3() * 0.2, generator.normal3() * 0.01, generator.normal3() * 0.05)
    let logScale = 0.1 * generator.normal()
    let moved = map.moved(rotation: w, translation: t, logScale: logScale, about: centre)
    let expected = Matrix3.rotation(w) * (map * point - centre) * exp(logScale) + centre + t
    #expect((moved * point - expected).length < 1e-12, "seed \(seed)")
  }

  @Test(arguments: 1...10) func distancesGrowByTheScale(seed: Int) {
    var generator = SeededGenerator(seed: UInt64(seed))
    let map = Self.random(&generator)
    let (a, b) = (generator.normal3(), generator.normal3())
    #expect(abs((map * a - map * b).length - map.scale * (a - b).length) < 1e-12, "seed \(seed)")
  }

  /// What has grown has grown about the target's origin: the point that is mapped to it stays there without the scale.
  @Test(arguments: 1...10) func withoutItsScaleTheOriginStays(seed: Int) {
    var generator = SeededGenerator(seed: UInt64(seed))
    let map = Self.random(&generator)
    let atOrigin = map.rotation.transpose * (-map.translation / map.scale)
    #expect((map * atOrigin).length < 1e-12, "seed \(seed)")
    #expect((map.withoutScale * atOrigin).length < 1e-12, "seed \(seed)")
    let point = generator.normal3()
    #expect((map.withoutScale * point * map.scale - map * point).length < 1e-12, "seed \(seed)")
  }

  /// The variances of both scans add up, none less than that of 0.3 mm; what one of them lacks is left out.
  @Test func landmarksHoldAFitByTheErrorsOfBothScans() {
    let landmarks = { (deviation: Double, places: [Landmark: Vector3]) in
      HeadLandmarks(places, standardDeviation: deviation)
    }
    let places = TestHeads.landmarks
    let some = places.filter { $0.key != .tragionLeft }
    let anchors = landmarks(0.004, places).anchors(onto: landmarks(0.003, some.mapValues { $0 * 2 }))
    #expect(anchors.map(\.point) == [.sellion, .tragionRight].map { places[$0]! })
    #expect(anchors.map(\.target) == [.sellion, .tragionRight].map { places[$0]! * 2 })
    #expect(anchors.allSatisfy { abs($0.variance - 25e-6) < 1e-15 })
    let exact = landmarks(0.0001, places).anchors(onto: landmarks(0.0002, places))
    #expect(exact.count == 3 && exact.allSatisfy { abs($0.variance - 0.18e-6) < 1e-15 })
  }

  /// A tenth of the points lies 5 mm outside: it has changed shape, and pulls nothing.
  @Test(arguments: [0.005, -0.004]) func placesThatHaveChangedDoNotPull(rise: Double) throws {
    let surface = try HeadSurface(TestHeads.ellipsoid(0.06, 0.075, 0.08, rings: 45, spokes: 120))
    let place = Vector3(0.5, -0.6, 0.62).normalized
    let points = surface.evenPoints.map { $0.normalized.dot(place) > 0.8 ? $0 + $0.normalized * rise : $0 }
    let anchors = Landmark.required.map {
      Anchor(point: TestHeads.landmarks[$0]!, target: TestHeads.landmarks[$0]!, variance: 2e-6)
    }
    let fit = try #require(SimilarityFit(points, onto: SurfaceMatcher(surface), anchors: anchors))
    #expect(fit.surfaceFromPoints.translation.length < 0.00005)
    #expect(abs(fit.surfaceFromPoints.scale - 1) < 0.0005)
    #expect(fit.surfaceFromPoints.rotation.rotationVector.length < 0.001)
    // A cap about a direction with a cosine of 0.8 is a tenth of all of them.
    #expect(abs(fit.inlierShare - 0.9) < 0.02)
    #expect(fit.hasConverged)
  }
}
