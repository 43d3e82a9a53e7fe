import Geometry
@testable import Markers
import Testing

@testable import Tracking

/// A sensor that is off in a known way must be found out.
@Suite struct SelfCalibrationTests {
  private func tracked(_ scene: SimulatedCap) throws -> Tracking {
    var options = TrackingOptions()
    options.headRadius = 1000  // these markers are flat
    return try Tracker(options: options).track(scene.frames, cap: scene.cap)
  }

  @Test(arguments: [0.945, 0.98, 1.0, 1.02, 1.05]) func findsAFocalLength(stated: Double) throws {
    var scene = SimulatedCap(seed: 21, frames: 120, pixelNoise: 0.1)
    scene.stateFocalLength(times: stated)
    let calibration = try tracked(scene).calibration
    let focal = calibration.focalScale
    #expect(abs(focal.value * stated - 1) < 0.004, "\(focal)")
    #expect(abs(focal.value * stated - 1) < 4 * focal.sigma, "\(focal)")
    #expect(calibration.verdict() == (stated == 1 ? .ok : .corrected))
  }

  @Test(arguments: [-0.033, -0.01, 0, 0.01, 0.033]) func findsADelayOfDepth(delay: Double) throws {
    let scene = SimulatedCap(seed: 22, frames: 240, pixelNoise: 0.1, depthDelay: delay)
    let calibration = try tracked(scene).calibration
    let offset = calibration.timeOffset
    #expect(abs(offset.value - delay) < 0.002, "\(offset)")
    #expect(offset.sigma < 0.002, "\(offset)")
    #expect(calibration.verdict() == (delay == 0 ? .ok : .corrected))
  }

  @Test(arguments: [(0.033, CalibrationVerdict.corrected), (0.06, .suspect), (-0.06, .suspect)])
  func aDelayOfTwoFramesIsBeyondCorrection(delay: Double, verdict: CalibrationVerdict) {
    var calibration = SelfCalibration.none
    calibration.focalScale = .init(1, sigma: 0.001)
    calibration.timeOffset = .init(delay, sigma: 0.001)
    #expect(calibration.verdict() == verdict)
  }

  /// What the recording states is no fault; only what is wrong beyond it is.
  @Test(arguments: [(0.015, 0.015), (0.015, 0.0), (-0.01, -0.01), (0.01, 0.033)])
  func takesAStatedDelayForGranted(stated: Double, true delay: Double) throws {
    var scene = SimulatedCap(seed: 24, frames: 240, pixelNoise: 0.1, depthDelay: delay)
    for i in scene.frames.indices { scene.frames[i].depthDelay = stated }
    let tracking = try tracked(scene)
    let offset = tracking.calibration.timeOffset
    #expect(abs(offset.value - (delay - stated)) < 0.002, "\(offset)")
    #expect(tracking.calibration.verdict() == (delay == stated ? .ok : .corrected))
    #expect(abs(tracking.depthDelay(100) - delay) < 0.002)
  }

  @Test func tellsWherePrintAndDepthContradictEachOther() throws {
    let sound = try tracked(SimulatedCap(seed: 25, frames: 120, pixelNoise: 0.1))
    #expect(sound.calibration.scaleTension < 0.5)
    // Of 1 % both give way by their share: 1 % over the root of 2 · 0.4 %² is 1.8 deviations.
    let short = SimulatedCap(seed: 25, frames: 120, pixelNoise: 0.1, field: DepthCorrection(scale: 1.01))
    let whole = try tracked(short)
    #expect(abs(whole.calibration.scaleTension - 1.77) < 0.25)
    // A part of the scan that is tracked with what the whole one told inherits it.
    let part = try Tracker().track(Array(short.frames.prefix(80)), cap: short.cap, calibration: whole.calibration)
    #expect(part.calibration.scaleTension == whole.calibration.scaleTension)
  }

  @Test(arguments: [1, 2, 3] as [UInt64]) func findsASmoothField(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let truth = DepthCorrection(
      field: DepthField([0.0005] + (0..<5).map { _ in 0.0008 * random.normal() }))
    let scene = SimulatedCap(seed: 30 + seed, frames: 120, pixelNoise: 0.1, field: truth)
    let tracking = try tracked(scene)
    let errors = tracking.observations.flatMap { frame in
      frame.markers.map { marker in
        let (pixel, camera) = (marker.corners[0], frame.camera)
        return tracking.depthCorrection.corrected(0.3, at: pixel, width: camera.width, height: camera.height)
          - truth.corrected(0.3, at: pixel, width: camera.width, height: camera.height)
      }
    }
    #expect(RobustStatistics.standardDeviation(errors) < 1.5e-4, "seed \(seed)")
    #expect(abs(RobustStatistics.mean(errors)) < 8e-4, "the constant part trades with the print's size; seed \(seed)")
  }

  @Test func tooFewFramesKnowNothing() throws {
    var scene = SimulatedCap(seed: 23)
    scene.frames = Array(scene.frames.prefix(4))
    #expect(try tracked(scene).calibration.verdict() == .unknown)
  }
}
