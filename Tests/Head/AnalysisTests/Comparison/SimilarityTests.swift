import Foundation
import Geometry
import Landmarks
import PointClouds
import Testing
import Workers

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

  /// A box about a place, and a hundred points on each of its faces: by turns outside and inside by `lift`.
  private static func box(_ centre: Vector3, _ half: Vector3, lift: Double = 0) -> (HeadSurface, points: [Vector3]) {
    let sides = [-1.0, 1]
    let corners = (0..<8).map { k in centre + half * Vector3(sides[k & 1], sides[k >> 1 & 1], sides[k >> 2]) }
    let faces: [SIMD3<Int32>] = [
      [0, 2, 3], [0, 3, 1], [4, 5, 7], [4, 7, 6], [0, 1, 5], [0, 5, 4], [2, 6, 7], [2, 7, 3], [0, 4, 6], [0, 6, 2],
      [1, 3, 7], [1, 7, 5],
    ]
    var points: [Vector3] = []
    for face in 0..<6 {
      for i in 0..<10 {
        for j in 0..<10 {
          var at = Vector3.zero
          at[face / 2] = sides[face % 2]
          at[(face / 2 + 1) % 3] = (Double(i) - 4.5) / 5
          at[(face / 2 + 2) % 3] = (Double(j) - 4.5) / 5
          var point = centre + half * at
          point[face / 2] += sides[face % 2] * ((i + j) % 2 == 0 ? lift : -lift)
          points.append(point)
        }
      }
    }
    return (HeadSurface(positions: corners, triangles: faces), points)
  }

  /// How many independent errors a point stands for: of 4000 points over a sphere as many are independent as caps of 30°
  /// fill it.
  private static let independent = 2 / (1 - 0.8660254) / 4000

  /// Each point of a face tells the scale by the square of the face's distance from the middle. A landmark at d from there
  /// adds |d|² times its information and that of the box's place in series.
  @Test func theScaleIsKnownByFacesAndLandmarks() throws {
    let (centre, half) = (Vector3(0.01, -0.02, 0.015), Vector3(0.05, 0.06, 0.055))
    let (surface, points) = Self.box(centre, half)
    let d = Vector3(0.1, 0.05, -0.08)
    let anchor = Anchor(point: centre + d, target: centre + d, variance: 1e-8)
    // Nothing is known better than to 0.05 mm.
    let (faces, landmark) = (200 * Self.independent / (0.00005 * 0.00005), 1e8)
    let series = d.dot(d) * faces * landmark / (faces + landmark)
    for (anchors, more) in [([], 0), ([anchor], series)] as [([Anchor], Double)] {
      let fit = try #require(SimilarityFit(points, onto: SurfaceMatcher(surface), anchors: anchors))
      let expected = 1 / (faces * half.dot(half) + more).squareRoot()
      #expect(abs(fit.scaleDeviation / expected - 1) < 1e-4, "\(anchors.count)")
      #expect(fit.hasConverged && abs(fit.surfaceFromPoints.scale - 1) < 1e-9)
    }
  }

  /// All points lie 0.2 mm off, so their deviation is 1.4826 times that, and Tukey's weight (1 − (0.6745 / 4.685)²)².
  @Test func pointsThatLieOffSayLess() throws {
    let half = Vector3(0.05, 0.06, 0.055)
    let (surface, points) = Self.box(.zero, half, lift: 0.0002)
    let fit = try #require(SimilarityFit(points, onto: SurfaceMatcher(surface), anchors: []))
    #expect(abs(fit.rms - 0.0002) < 2e-6)
    #expect(abs(fit.inlierShare - 0.9590) < 0.002)
    let expected = 0.0002 / (200 * 0.9590 * Self.independent * half.dot(half)).squareRoot()
    #expect(abs(fit.scaleDeviation / expected - 1) < 0.01)
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

  /// Counterparts on another head come and go from step to step; the fit comes to rest all the same, in the same place on
  /// any number of threads.
  @Test(arguments: 1...3) func aFitToAnotherHeadSettles(seed: UInt64) throws {
    let surface = SurfaceMatcher(try HeadSurface(TestHeads.plagiocephalicHead))
    let points = try HeadSurface(ComparisonDoubtTests.other(seed, amplitude: 0.004)).evenPoints
    let anchors = Landmark.required.map {
      Anchor(point: TestHeads.landmarks[$0]!, target: TestHeads.landmarks[$0]!, variance: 2e-6)
    }
    let fits = try [1, 3].map {
      try #require(SimilarityFit(points, onto: surface, anchors: anchors, Workers(count: $0)))
    }
    #expect(fits[0].hasConverged && fits[0].rms > 0.001, "\(fits[0].rms)")
    #expect(fits[0].surfaceFromPoints == fits[1].surfaceFromPoints)
  }
}
