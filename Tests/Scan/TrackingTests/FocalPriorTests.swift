import Foundation
import Geometry
import Testing

@testable import Markers
@testable import Tracking

/// What a scan and the stated focal length say together.
@Suite struct FocalPriorTests {
  private static let prior = FocalPrior(wide: 0.03)

  private static func hypothesis(_ value: Double, sigma: Double, likelihood: Double = 1) -> FocalHypothesis {
    FocalHypothesis(likelihood: likelihood, value: value, variance: sigma * sigma)
  }

  /// A scan that is as sure as the stated focal length moves it by half of what it says, at √½ of the deviation.
  @Test func whatAgreesIsDrawnToTheStatedFocalLength() {
    let found = Self.prior.posterior(of: [Self.hypothesis(0.004, sigma: 0.005)])
    #expect(abs(found.value - 0.002) < 1e-15)
    #expect(abs(found.sigma - 0.005 / 2.0.squareRoot()) < 1e-15)
    // A scan that says nothing leaves the prior, one that is sure is believed.
    let nothing = Self.prior.posterior(of: [Self.hypothesis(0.01, sigma: 1)])
    #expect(abs(nothing.value) < 1e-6)
    #expect(abs(nothing.sigma / 0.005 - 1) < 1e-4)
    let sure = Self.prior.posterior(of: [Self.hypothesis(0.01, sigma: 1e-6)])
    #expect(abs(sure.value - 0.01) < 1e-8)
  }

  /// Where sound and wrong are as likely as each other, 0.8 N(x; 0, v + 0.5 %²) = 0.2 N(x; 0, v + 3 %²), the one takes over from
  /// the other.
  @Test(arguments: [0.001, 0.002, 0.003, 0.005]) func whatContradictsIsLeftAsItWasFound(sigma: Double) {
    let (narrow, wide) = (sigma * sigma + 0.005 * 0.005, sigma * sigma + 0.03 * 0.03)
    let edge = (2 * log(4 * (wide / narrow).squareRoot()) / (1 / narrow - 1 / wide)).squareRoot()
    for sign in [-1.0, 1] {
      let agreeing = Self.prior.posterior(of: [Self.hypothesis(0.999 * sign * edge, sigma: sigma)])
      #expect(abs(agreeing.value / (0.999 * sign * edge) - 0.005 * 0.005 / narrow) < 1e-12)
      let contradicting = Self.prior.posterior(of: [Self.hypothesis(1.001 * sign * edge, sigma: sigma)])
      #expect(abs(contradicting.value / (1.001 * sign * edge) - 1) < 1e-12)
      #expect(abs(contradicting.sigma / sigma - 1) < 1e-12)
    }
  }

  /// The moments of a mixture: the mean of the means, and the mean variance and the variance of the means.
  @Test func hypothesesAreWeightedByHowLikelyTheyAre() {
    // Far off, both are wrong ones; of equal sums of variances and opposite values, only the likelihoods tell them apart.
    let found = Self.prior.posterior(of: [
      Self.hypothesis(0.06, sigma: 0.002, likelihood: 3), Self.hypothesis(-0.06, sigma: 0.002),
    ])
    #expect(abs(found.value - 0.03) < 1e-15)
    #expect(abs(found.sigma - (0.002 * 0.002 + 0.06 * 0.06 * 0.75).squareRoot()) < 1e-15)
    let evidence = { Self.prior.logEvidence(of: Self.hypothesis(0.06, sigma: 0.002, likelihood: $0)) }
    #expect(abs(exp(evidence(3) - evidence(1)) - 3) < 1e-12)
    // What is far beyond any device is as it was found.
    let far = Self.prior.posterior(of: [Self.hypothesis(1.5, sigma: 0.002)])
    #expect(far.value == 1.5 && abs(far.sigma - 0.002) < 1e-15)
  }

  /// The density of 0.8 N(x; 0, v + 0.5 %²) + 0.2 N(x; 0, v + 3 %²) at two places, where both count.
  @Test(arguments: [(0.0, 0.02), (0.01, 0.012), (-0.013, 0.05)])
  func theEvidenceIsThatOfBoth(first: Double, second: Double) {
    let variance = 0.003 * 0.003
    let density = { (x: Double) in
      zip([0.8, 0.2], [variance + 0.005 * 0.005, variance + 0.03 * 0.03]).reduce(0) { sum, term in
        sum + term.0 * exp(-x * x / (2 * term.1)) / (2 * .pi * term.1).squareRoot()
      }
    }
    let evidence = { Self.prior.logEvidence(of: Self.hypothesis($0, sigma: 0.003)) }
    #expect(abs(evidence(first) - evidence(second) - log(density(first) / density(second))) < 1e-12)
  }

  /// Far off, the one counts alone: of a sound one the logarithm is thousands less.
  @Test func theEvidenceOfWhatIsFarOffIsFinite() {
    let evidence = { Self.prior.logEvidence(of: Self.hypothesis($0, sigma: 0.002)) }
    let expected = -(0.5 * 0.5 - 0.4 * 0.4) / (2 * (0.002 * 0.002 + 0.03 * 0.03))
    #expect(abs((evidence(0.5) - evidence(0.4)) / expected - 1) < 1e-9)
  }

  /// Where a wrong focal length may be off by less than a sound one, that holds for both.
  @Test func aNarrowPriorHoldsForBoth() {
    let narrow = FocalPrior(wide: 0.002)
    let found = narrow.posterior(of: [Self.hypothesis(0.003, sigma: 0.002)])
    #expect(abs(found.value - 0.0015) < 1e-15)
    #expect(abs(found.sigma - 0.002 / 2.0.squareRoot()) < 1e-15)
  }

  @Test func aDevicesFocalLengthIsKnownAsItsFileSays() {
    var options = TrackingOptions()
    #expect(options.focalPrior.wide == 0.03)
    #expect(options.focalPrior.sound == 0.005)
    #expect(options.focalPrior.wrong == 0.2)
    #expect(options.freeLensPriors == [0.06, 0.15])
    options.device = SensorPrior(
      focalSigma: 0.002, lensSigmas: [0.003, 0.007], depthScale: Estimate(1, sigma: 0.001),
      depthField: (0..<SensorPrior.fieldTerms).map { _ in Estimate(0, sigma: 0.0003) })
    #expect(options.focalPrior.wide == 0.03)
    #expect(options.focalPrior.sound == 0.002)
    #expect(options.focalPrior.wrong == 0.05)
    #expect(options.freeLensPriors == [0.003, 0.007])
  }

  @Test func sharedErrorsWidenAFit() {
    let fit = FocalFit(value: 0.01, assumed: 4e-6, shared: 5e-6)
    #expect(abs(fit.widening - 2.25) < 1e-12)
    #expect(abs(fit.hypothesis().variance - (9e-6 + 0.0015 * 0.0015)) < 1e-18)
    #expect(abs(fit.hypothesis(likelihood: 3, widening: 2).variance - (8e-6 + 0.0015 * 0.0015)) < 1e-18)
    #expect(fit.hypothesis(likelihood: 3, widening: 2).likelihood == 3)
    #expect(fit.hypothesis().value == 0.01 && fit.hypothesis().likelihood == 1)
  }
}

/// The variance of the focal length where corners err together.
@Suite struct FocalFitTests {
  private static func fit(of scene: SimulatedCap) throws -> FocalFit {
    let tracking = try Tracker().track(scene.frames, cap: scene.cap)
    var adjustment = Adjustment(
      cameraFromMap: tracking.scanFromCamera.map { $0?.inverse }, map: tracking.map, calibration: tracking.calibration)
    try adjustment.adjust(
      tracking.observations, among: Array(scene.frames.indices), markerSide: scene.cap.markerSize,
      options: TrackingOptions(), sigmas: .optics)
    return try #require(adjustment.focalFit)
  }

  /// Errors that are independent from sighting to sighting widen it little; the same errors, alike in all sightings of a marker
  /// from one side, widen it.
  @Test(arguments: 1...3 as ClosedRange<UInt64>) func errorsThatAMarkerSharesWidenTheInterval(seed: UInt64) throws {
    let independent = try Self.fit(of: SimulatedCap(seed: seed))
    var scene = SimulatedCap(seed: seed)
    scene.spreadMarkers(by: 0.5, seed: seed)
    let shared = try Self.fit(of: scene)
    #expect(independent.widening < 2, "seed \(seed): \(independent)")
    #expect(shared.widening > 1.5 * independent.widening, "seed \(seed): \(shared), \(independent)")
  }

  /// A focal length that is believed is held there, and what is stated of all else is what follows it: as with a prior of that
  /// mean and deviation, which is found here as the wide prior's own result.
  @Test func whatIsBelievedIsHeldAndStated() throws {
    let scene = SimulatedCap(seed: 6)
    let tracking = try Tracker().track(scene.frames, cap: scene.cap)
    var found = Adjustment(
      cameraFromMap: tracking.scanFromCamera.map { $0?.inverse }, map: tracking.map, calibration: .none)
    var options = TrackingOptions()
    (options.tolerance, options.iterations) = (1e-10, 60)
    let adjust = { (adjustment: inout Adjustment) in
      try adjustment.adjust(
        tracking.observations, among: Array(scene.frames.indices), markerSide: scene.cap.markerSize, options: options)
    }
    try adjust(&found)
    let focal = found.calibration.focalScale
    options.believedFocal = Estimate(log(focal.value), sigma: focal.sigma / focal.value)
    var held = found
    try adjust(&held)
    #expect(abs(held.calibration.focalScale.value - focal.value) < 0.01 * focal.sigma)
    #expect(abs(held.calibration.focalScale.sigma / focal.sigma - 1) < 0.01)
    let sizes = [found, held].map { $0.calibration.sizeSigma ?? .nan }
    #expect(abs(sizes[1] / sizes[0] - 1) < 0.01)
    #expect(abs(held.calibration.depthScale.sigma / found.calibration.depthScale.sigma - 1) < 0.01)
    options.believedFocal = Estimate(log(focal.value) + 0.003, sigma: 3 * focal.sigma)
    try adjust(&held)
    #expect(abs(held.calibration.focalScale.value / focal.value - exp(0.003)) < 0.05 * focal.sigma)
    #expect(held.calibration.sizeSigma ?? 0 > sizes[0])
  }

  /// The interval holds a stated focal length that is exact, whatever corners share.
  @Test(arguments: 1...5 as ClosedRange<UInt64>) func theIntervalHoldsTheTruth(seed: UInt64) throws {
    var scene = SimulatedCap(seed: seed)
    scene.spreadMarkers(by: 0.5, seed: seed)
    let found = try Tracker().track(scene.frames, cap: scene.cap).calibration.focalScale
    #expect(abs(found.value - 1) < 2.5 * found.sigma, "seed \(seed): \(found)")
    #expect(abs(found.value - 1) < 0.005, "seed \(seed): \(found)")
  }
}

extension SimulatedCap {
  /// Moves the corners of a marker away from its centre by a multiple of the squared sine of the angle at which it is seen, so
  /// many pixels (standard deviation) at 90°, the same multiple in all frames: no map and no pose can follow that.
  fileprivate mutating func spreadMarkers(by pixels: Double, seed: UInt64) {
    var random = SeededGenerator(seed: 1000 + seed)
    let factors = (0..<30).map { _ in random.normal() * pixels }
    for i in frames.indices {
      for k in frames[i].markers.indices {
        let marker = frames[i].markers[k]
        let metric = marker.metric!
        let cosine = metric.normal.dot((metric.points.reduce(.zero, +) / 4).normalized)
        let centre = marker.corners.reduce(.zero, +) / 4
        let shift = factors[marker.id] * (1 - cosine * cosine)
        frames[i].markers[k] = MarkerObservation(
          id: marker.id, corners: marker.corners.map { $0 + ($0 - centre) * (shift / ($0 - centre).length) },
          metric: metric, depthPixels: 500, validDepthPixels: 500)
      }
    }
  }
}
