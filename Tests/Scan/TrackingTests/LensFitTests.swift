import Foundation
import Geometry
import Markers
import Testing

@testable import Tracking

/// A lens that the recording does not state.
@Suite struct LensFitTests {
  private static func lens(of scene: SimulatedCap) throws -> SelfCalibration {
    try Tracker().track(scene.frames, cap: scene.cap).calibration
  }

  /// A lens bends the image as far as k₁ r³: at the rim of this camera by some pixels.
  @Test(arguments: [(0.06, 0.0), (-0.08, 0.05), (0.12, -0.1), (0.05, -0.02)]) func aHiddenLensIsFound(
    first: Double, second: Double
  )
    throws
  {
    let lens = Lens(radial: [first, second])
    var scene = SimulatedCap(seed: 3, lens: lens)
    scene.hideLens()
    let found = try Self.lens(of: scene)
    #expect(found.hasLens)
    for (estimate, truth) in zip(found.lens, [first, second]) {
      #expect(abs(estimate.value - truth) < 3.5 * estimate.sigma, "\(estimate), not \(truth)")
    }
    #expect(abs(found.focalScale.value - 1) < 3.5 * found.focalScale.sigma, "\(found.focalScale)")
    // The coefficients oppose each other; what counts is where they put a ray: by pixels aside where no lens is believed.
    for radius in [0.15, 0.25, 0.35] {
      let (seen, believed) = (
        lens.distorted([radius, 0]).x,
        found.focalScale.value * Lens(radial: found.lens.map(\.value)).distorted([radius, 0]).x
      )
      #expect(abs(seen - believed) * 592 < 0.7, "at \(radius): \(seen), \(believed)")
    }
  }

  /// One that is stated is taken off as it is, and a pinhole gets none.
  @Test(arguments: 1...8 as ClosedRange<UInt64>) func aStatedLensIsNoNews(seed: UInt64) throws {
    let stated = try Self.lens(of: SimulatedCap(seed: seed, lens: Lens(radial: [0.06, -0.02])))
    #expect(!stated.hasLens, "seed \(seed)")
    #expect(abs(stated.focalScale.value - 1) < 3.5 * stated.focalScale.sigma, "seed \(seed)")
    let none = try Self.lens(of: SimulatedCap(seed: seed))
    #expect(!none.hasLens, "seed \(seed)")
    // Far below where a lens is believed, not just below.
    #expect(try #require(none.lensSignificance) < 8.0 / 3, "seed \(seed)")
  }

  /// What is said to follow a lens that is held does follow it: the focal length and the shape of the map.
  @Test func theMapFollowsAHeldLens() throws {
    var scene = SimulatedCap(seed: 3, lens: Lens(radial: [0.04, 0]))
    scene.hideLens()
    var options = TrackingOptions()
    options.leastLensOdds = .infinity
    let tracking = try Tracker(options: options).track(scene.frames, cap: scene.cap)
    var held = Adjustment(
      cameraFromMap: tracking.scanFromCamera.map { $0?.inverse }, map: tracking.map, calibration: tracking.calibration)
    let adjust = { (adjustment: inout Adjustment) in
      try adjustment.adjust(
        tracking.observations, among: Array(scene.frames.indices), markerSide: scene.cap.markerSize, options: options,
        sigmas: .optics)
    }
    try adjust(&held)
    var free = held
    options.lensPriors = LensFit.priors
    try adjust(&free)
    let fit = try #require(free.lensFit)
    #expect(held.lensFit == nil && fit.values[0] > 0.02)

    let focal = log(held.calibration.focalScale.value / free.calibration.focalScale.value)
    let expected = -zip(fit.focalSlopes, fit.values).reduce(0) { $0 + $1.0 * $1.1 }
    #expect(abs(focal) > 0.005, "\(expected), not \(focal)")
    #expect(abs(expected / focal - 1) < 0.1, "\(expected), not \(focal)")
    let places = { (adjustment: Adjustment) in
      adjustment.map.ids.flatMap { adjustment.map.markers[$0]!.corners }
    }
    let strain = Matrix3.strain(of: places(free), moved: zip(places(held), places(free)).map { $0 - $1 })
    let predicted = (fit.strains[0] * fit.values[0] + fit.strains[1] * fit.values[1]) * -1
    let miss = strain + predicted * -1
    let size = { (m: Matrix3) in (m.transpose * m).trace.squareRoot() }
    #expect(size(strain) > 0.002, "\(predicted), not \(strain)")
    #expect(size(miss) < 0.15 * size(strain), "\(predicted), not \(strain)")
    let oblique = scene.corners.keys.sorted().map { id -> Double in
      var (sum, weight) = (0.0, 0.0)
      for (frame, pose) in zip(scene.frames, scene.headFromCamera) where frame.markers.contains(where: { $0.id == id })
      {
        let corners = scene.corners[id]!
        let normal = (corners[3] - corners[1]).cross(corners[2] - corners[0]).normalized
        let cosine = normal.dot((corners.reduce(.zero, +) / 4 - pose.translation).normalized)
        sum += cosine * cosine * (1 - cosine * cosine)
        weight += cosine * cosine
      }
      return sum / weight
    }
    #expect(abs(fit.viewSpread / RobustStatistics.standardDeviation(oblique) - 1) < 0.1)
    // By (RMS / √2)² over 0.12² corners scatter more than is assumed.
    let scatter = free.reprojectionRMS * free.reprojectionRMS / 2 / (0.12 * 0.12)
    #expect(scatter > 1.5)
    #expect(abs(fit.widening - (scatter - 1 + fit.focal.widening)) < 1e-9, "\(fit.widening), \(scatter)")
    // Held, it may be what was found; used, it is known better.
    #expect(fit.effectOfNone.scale > fit.effect.scale)
    #expect(fit.effect.scale > 0)
    #expect(fit.effect.bending > 0)
  }

  /// Corners that scatter less than is assumed make nothing more certain.
  @Test func quietCornersDoNotNarrowALens() throws {
    let scene = SimulatedCap(seed: 8, frames: 24, pixelNoise: 0.03)
    let seen = Set(scene.frames.flatMap { $0.markers.map(\.id) })
    let markers = scene.corners.filter { seen.contains($0.key) }
      .mapValues { MarkerMap.Marker(corners: $0, cornerSigmas: [0, 0, 0, 0], sightings: 0) }
    var adjustment = Adjustment(
      cameraFromMap: scene.headFromCamera.map(\.inverse), map: MarkerMap(markers: markers), calibration: .none)
    var options = TrackingOptions()
    (options.lensPriors, options.headRadius) = (LensFit.priors, 1000)
    try adjustment.adjust(
      scene.frames, among: Array(0..<24), markerSide: 0.016, options: options, sigmas: .optics)
    let fit = try #require(adjustment.lensFit)
    #expect(adjustment.reprojectionRMS < 0.12)
    #expect(abs(fit.widening - fit.focal.widening) < 1e-12)
  }

  /// With the information [[5, 2], [2, 2.25]], of which the priors are 1 and 0.25, and half of what the scan says left.
  private static func fit(assumed: Double = 1, covariance: [[Double]]? = nil) -> LensFit {
    LensFit(
      priors: [1, 2], values: [0.3, -0.2],
      covariance: covariance ?? [[2.25 / 7.25, -2 / 7.25], [-2 / 7.25, 5 / 7.25]],
      focal: FocalFit(value: 0.01, assumed: assumed, shared: 0), focalSlopes: [0.5, 0.25],
      strains: [
        Matrix3(rows: [0.3, 0, 0], [0, 0.3, 0], [0, 0, 0.3]),
        Matrix3(rows: [0.16, 0, 0], [0, -0.04, 0], [0, 0, 0.06]),
      ], viewSpread: 0.2, widening: 2)
  }

  /// χ² is half of 5 · 0.3² − 4 · 0.3 · 0.2 + 2.25 · 0.2² = 0.3; the widened information is [[3, 1], [1, 1.25]] with the
  /// determinant 2.75; the slopes' form of the covariance is (2.25 / 4 − 4 / 8 + 5 / 16) / 7.25 = 0.375 / 7.25.
  @Test func theLensIsWeighedAgainstNone() {
    let fit = Self.fit()
    #expect(abs(fit.significance - 0.15) < 1e-12)
    let (lens, none) = fit.hypotheses
    let unseen = 0.0015 * 0.0015
    #expect(lens.likelihood == 1 && lens.value == 0.01)
    #expect(abs(lens.variance - (2 + unseen)) < 1e-12)
    #expect(abs(none.likelihood - exp(-0.075) * 2 * 2.75.squareRoot()) < 1e-12)
    #expect(abs(none.value - (0.01 - 0.15 + 0.05)) < 1e-12)
    #expect(abs(none.variance - (2 * (1 - 0.375 / 7.25) + unseen)) < 1e-12)
    let prior = FocalPrior(wide: 0.03)
    #expect(abs(log(fit.odds(prior)) - prior.logEvidence(of: lens) + prior.logEvidence(of: none)) < 1e-12)
    // What the lens explains is no more than there is.
    #expect(abs(Self.fit(assumed: 0.01).hypotheses.none.variance - unseen) < 1e-15)
    let singular = Self.fit(covariance: [[1, 2], [2, 4]])
    #expect(singular.significance == 0 && singular.hypotheses.none.likelihood == 1)
  }

  /// Beside what was found without a lens stands what the lens that was not believed would change of it: its value by
  /// 0.01 + 0.09, its variance by 2 · 0.375 / 7.25.
  @Test func aLensThatIsNotBelievedIsAHypothesis() {
    let adjustment = Adjustment(cameraFromMap: [], map: MarkerMap(markers: [:]), calibration: .none)
    let own = FocalFit(value: 0.02, assumed: 3, shared: 1.5)
    let unseen = 0.0015 * 0.0015
    let both = adjustment.hypotheses(on: own, Self.fit())
    #expect(both.count == 2)
    #expect(both.map(\.likelihood) == [Self.fit().hypotheses.none.likelihood, 1])
    #expect(both[0].value == 0.02 && abs(both[1].value - 0.12) < 1e-12)
    #expect(abs(both[0].variance - (4.5 + unseen)) < 1e-12)
    #expect(abs(both[1].variance - (4.5 + unseen + 0.75 / 7.25)) < 1e-12)
    let alone = adjustment.hypotheses(on: own, nil)
    #expect(alone.map(\.likelihood) == [1] && alone.map(\.value) == [0.02])
  }

  @Test(arguments: [(0.99, true), (1.01, false)]) func aLensIsBelievedFromSuchOddsOn(share: Double, believed: Bool) {
    var options = TrackingOptions()
    options.leastLensOdds = share * Self.fit().odds(options.focalPrior)
    #expect(options.believes(Self.fit()) == believed)
  }

  /// One coefficient makes the map larger by 0.3 a unit, the other by 0.06 and bends it by diag(0.1, −0.1, 0).
  @Test func whatALensLeavesOpenFollowsItsCovariance() {
    let effect = Self.fit().effect
    #expect(abs(effect.scale - ((2.25 * 0.09 - 4 * 0.018 + 5 * 0.0036) / 7.25).squareRoot()) < 1e-12)
    let bending = 5 / 7.25 * 0.02 * 2 / 15 + 0.04 * 0.375 / 7.25
    #expect(abs(effect.bending - bending.squareRoot()) < 1e-12)
    // Twice the covariance and the values' products 0.09, −0.06 and 0.04.
    let none = Self.fit().effectOfNone
    let (a, b, c) = (4.5 / 7.25 + 0.09, -4 / 7.25 - 0.06, 10 / 7.25 + 0.04)
    #expect(abs(none.scale - (a * 0.09 + 2 * b * 0.018 + c * 0.0036).squareRoot()) < 1e-12)
    let other = c * 0.02 * 2 / 15 + 0.04 * (a * 0.25 + 2 * b * 0.125 + c * 0.0625)
    #expect(abs(none.bending - other.squareRoot()) < 1e-12)
  }

  /// The symmetric part alone counts: a turn and a shift are none.
  @Test func aStrainIsWhatARigidMotionLeaves() {
    var random = SeededGenerator(seed: 5)
    let places = (0..<40).map { _ in random.normal3() }
    let made = Matrix3(rows: [0.02, 0.01, 0], [0.01, -0.01, 0.03], [0, 0.03, 0.005])
    let turn = Vector3(0.1, -0.2, 0.3)
    let found = Matrix3.strain(of: places, moved: places.map { made * $0 + turn.cross($0) + [1, 2, 3] })
    for (a, b) in [(found.c0, made.c0), (found.c1, made.c1), (found.c2, made.c2)] { #expect((a - b).length < 1e-12) }
    #expect(Matrix3.strain(of: places.map { [$0.x, $0.y, 0] }, moved: places) == .zero)
    // However small it all is.
    let tiny = places.map { $0 * 1e-4 }
    let same = Matrix3.strain(of: tiny, moved: tiny.map { made * $0 + turn.cross($0) })
    for (a, b) in [(same.c0, made.c0), (same.c1, made.c1), (same.c2, made.c2)] { #expect((a - b).length < 1e-9) }
    // Places that are flat to a share s have s² / 8 of the determinant of such as lie in a ball: a billionth of it is told by
    // s of 9 · 10⁻⁵.
    for (share, isFlat) in [(0.0003, false), (0.00003, true)] {
      let flat = places.map { Vector3($0.x, $0.y, share * $0.z) }
      #expect((Matrix3.strain(of: flat, moved: flat) == .zero) == isFlat, "\(share)")
    }
  }

  /// A wrong focal length is no lens.
  @Test func aWrongFocalLengthIsNoLens() throws {
    var scene = SimulatedCap(seed: 2)
    scene.stateFocalLength(times: 1.02)
    let found = try Self.lens(of: scene)
    #expect(!found.hasLens)
    #expect(abs(found.focalScale.value * 1.02 - 1) < 0.004)
  }
}
