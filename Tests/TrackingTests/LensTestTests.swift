import Geometry
import Markers
import Testing

@testable import Tracking

/// A lens that the recording does not state.
@Suite struct LensTestTests {
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
  @Test(arguments: 1...20 as ClosedRange<UInt64>) func aStatedLensIsNoNews(seed: UInt64) throws {
    let stated = try Self.lens(of: SimulatedCap(seed: seed, lens: Lens(radial: [0.06, -0.02])))
    #expect(!stated.hasLens, "seed \(seed)")
    #expect(abs(stated.focalScale.value - 1) < 3.5 * stated.focalScale.sigma, "seed \(seed)")
    let none = try Self.lens(of: SimulatedCap(seed: seed))
    #expect(!none.hasLens, "seed \(seed)")
    // Far below where a lens is believed, not just below.
    #expect(try #require(none.lensSignificance) < LensOptions().leastSignificance / 3, "seed \(seed)")
  }

  /// A wrong focal length is no lens.
  @Test func aWrongFocalLengthIsNoLens() throws {
    var scene = SimulatedCap(seed: 2)
    scene.stateFocalLength(times: 1.02)
    let found = try Self.lens(of: scene)
    #expect(!found.hasLens && abs(found.focalScale.value * 1.02 - 1) < 0.004)
  }
}
