import Geometry
import Testing

@testable import Markers
@testable import Reconstruction
@testable import Tracking

/// What errors of the surface follow from a tracking, against the formulas by hand.
@Suite struct TrackingSurfaceErrorTests {
  private var options: ReconstructionOptions {
    var options = ReconstructionOptions()
    (options.surfaceError.shared, options.surfaceError.withoutClosure) = (0.0003, 0.002)
    (options.surfaceError.focal, options.surfaceError.stretch) = (0.006, 0.05)
    options.tracking.printSigma = 0.008
    return options
  }

  private func tracking(
    closureMetres: Double? = nil, hasMarkers: Bool = true, _ calibration: SelfCalibration = .none,
    observations: [FrameObservations] = []
  ) -> Tracking {
    let marker = MarkerMap.Marker(
      corners: [[0, 0, 0], [0.02, 0, 0], [0.02, 0.02, 0], [0, 0.02, 0]], cornerSigmas: [0, 0, 0, 0], sightings: 9)
    return Tracking(
      scanFromCamera: [], rejections: [], observations: observations,
      map: MarkerMap(markers: hasMarkers ? [4: marker] : [:]),
      calibration: calibration, depthCorrection: .none, reprojectionRMS: 0, depthRMS: 0,
      closure: closureMetres.map { SplitHalfClosure(distance: $0, angleDegrees: 0) })
  }

  /// Of 1.2 mm between the halves half an axis is 1.2 / √12 = 0.346 mm; with what they share 0.458 mm.
  @Test func theHalvesTellTheNoise() {
    let seen = tracking(closureMetres: 0.0012)
    #expect(abs(seen.surfaceDeviation(options) - 0.000458258) < 1e-9)
    #expect(seen.bendingDeviation(options) == 0.0003)
    #expect(abs(seen.noiseDeviation(options) - 0.000346410) < 1e-9)
    let bare = tracking(closureMetres: 0.0012, hasMarkers: false)
    #expect(abs(bare.surfaceDeviation(options) - 0.000692820) < 1e-9)
    let unknown = tracking()
    #expect(unknown.surfaceDeviation(options) == 0.002)
    #expect(abs(unknown.noiseDeviation(options) - 0.001977372) < 1e-9)
    #expect(tracking(closureMetres: 0).noiseDeviation(options) == 0)
  }

  /// A size known to 0.2 %, of a print known to 0.8 %: the print has a sixteenth of the weight.
  @Test func thePrintBringsInItsShare() {
    var calibration = SelfCalibration.none
    calibration.sizeSigma = 0.002
    let found = tracking(calibration)
    #expect(abs(found.printDeviation(options) - 0.0005) < 1e-12)
    #expect(abs(found.stretchEffect(options) - 0.05 * 0.32 / 16) < 1e-12)
    // Where print and depth disagree, all of it is wider but the stretch.
    calibration.scaleTension = 3
    let torn = tracking(calibration)
    #expect(abs(torn.printDeviation(options) - 0.0015) < 1e-12)
    #expect(torn.stretchEffect(options) == found.stretchEffect(options))
    // Of a size that nothing but the print tells, it is all.
    calibration.sizeSigma = 0.03
    calibration.scaleTension = 0
    #expect(tracking(calibration).printDeviation(options) == 0.03)
    #expect(abs(tracking(calibration).stretchEffect(options) - 0.05 * 0.32) < 1e-12)
    #expect(tracking().printDeviation(options) == 0 && tracking().stretchEffect(options) == 0)
    var sure = options
    sure.tracking.printSigma = 0
    #expect(tracking(calibration).printDeviation(sure) == 0 && tracking(calibration).stretchEffect(sure) == 0)
  }

  @Test func theScaleIsMadeOfSizeFocalLengthAndLens() {
    var calibration = SelfCalibration.none
    (calibration.sizeSigma, calibration.scaleTension) = (0.001, 2)
    calibration.lensEffect = LensEffect(scale: 0.003, bending: 0)
    // √(2² + 6² + 3²) = 7.
    #expect(abs(tracking(calibration).scaleDeviation(options.surfaceError) - 0.007) < 1e-12)
    #expect(
      !tracking(calibration).focalIsEstimated && tracking(calibration).focalDeviation(options.surfaceError) == 0.006)
    // A focal length that was estimated and a lens that was found are parts of the size.
    calibration.focalScale = .init(1.01, sigma: 0.002)
    calibration.lens[1] = .init(0.02, sigma: 0.01)
    #expect(abs(tracking(calibration).scaleDeviation(options.surfaceError) - 0.002) < 1e-12)
    #expect(tracking(calibration).focalIsEstimated)
  }

  /// At a depth that nobody saw, the offset's error is none of a share.
  @Test func theDepthsErrorIsOfScaleAndOffset() {
    var calibration = SelfCalibration.none
    (calibration.depthScale, calibration.scaleTension) = (.init(1, sigma: 0.004), 1.5)
    calibration.depthField[0] = .init(0, sigma: 0.0009)
    #expect(abs(tracking(calibration).depthDeviation - 0.006) < 1e-12)
    // At 0.2, 0.3 and 0.9 m it is one of 0.0009 / 0.3: with the scale's 0.4 % that makes 0.5 %.
    let camera = Camera(width: 64, height: 48, fx: 60, fy: 60, cx: 32, cy: 24)
    let observations = [0.9, 0.2, 0.3].enumerated().map { index, z in
      let metric = MetricCorners(
        points: [[0, 0, z], [1, 0, 7], [1, 1, 7], [0, 1, 7]], depthSigmas: [0, 0, 0, 0], normal: [0, 0, -1],
        residual: 0,
        pixels: 100)
      return FrameObservations(
        frame: index, time: 0, camera: camera,
        markers: [MarkerObservation(id: index, corners: [], metric: metric, depthPixels: 9, validDepthPixels: 9)])
    }
    let seen = tracking(calibration, observations: observations)
    #expect(seen.usualDepth == 0.3)
    #expect(abs(seen.depthDeviation - 1.5 * 0.005) < 1e-12)
  }

  /// Without markers nothing but the focal length tells the scale.
  @Test func withoutASizeTheFocalLengthIsLeft() {
    #expect(tracking(hasMarkers: false).scaleDeviation(options.surfaceError) == 0.006)
  }
}
