import Geometry
import Testing

@testable import Markers
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

  /// Of 3 % print and depth are 3.7 deviations off each. Beyond 3 together the print's deviation is taken for 5.2 times as
  /// much, so that it gives way by 27 times as much as depth: by 2.9 %, of its own deviations 7.1.
  @Test func wherePrintAndDepthAreTornApartDepthIsBelieved() throws {
    let scene = SimulatedCap(seed: 25, frames: 120, pixelNoise: 0.1, field: DepthCorrection(scale: 1.03))
    let calibration = try tracked(scene).calibration
    #expect((6.3...8).contains(calibration.scaleTension), "\(calibration.scaleTension)")
    #expect(abs(calibration.depthScale.value - 1) < 0.005, "\(calibration.depthScale)")
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

  /// Markers of another size than their print speak of the print where images exclude another focal length.
  @Test(arguments: [(nil, false), (0.0099, true), (0.0101, false), (Double.nan, false)] as [(Double?, Bool)])
  func imagesExcludeAWrongFocalLength(deviation: Double?, excludes: Bool) {
    var calibration = SelfCalibration.none
    // A stated focal length that is believed says nothing about that.
    calibration.focalScale = .init(1, sigma: 0.003)
    calibration.focalByImages = deviation
    #expect(calibration.excludesWrongFocalLength == excludes)
    calibration.timeOffset = .init(0.06, sigma: 0.001)
    #expect(!calibration.excludesWrongFocalLength)
  }

  /// What the images alone know grows with them, and no prior makes it better.
  @Test func moreFramesKnowTheFocalLengthBetter() throws {
    var scene = SimulatedCap(seed: 26, frames: 120, pixelNoise: 0.1)
    let whole = try tracked(scene).calibration
    scene.frames = Array(scene.frames.prefix(3))
    let few = try tracked(scene).calibration
    #expect(try #require(whole.focalByImages) < 0.003)
    #expect(try #require(few.focalByImages) > 0.006)
    #expect(few.focalScale.sigma < 0.0051, "that of a sound device")
  }
}

/// The numbers that follow from a calibration, and its verdict on both sides of each limit.
@Suite struct CalibrationVerdictTests {
  private static func calibration(
    focal: Estimate = Estimate(1, sigma: 0.001), offset: Estimate = Estimate(0, sigma: 0.0001),
    delay: Estimate = Estimate(0, sigma: 0.0001)
  ) -> SelfCalibration {
    var calibration = SelfCalibration.none
    (calibration.focalScale, calibration.depthField[0], calibration.timeOffset) = (focal, offset, delay)
    return calibration
  }

  @Test(arguments: [
    (1.0074, 0.001, CalibrationVerdict.ok), (1.0076, 0.001, .corrected), (0.9926, 0.001, .ok),
    (0.9924, 0.001, .corrected),
    (1.0077, 0.0026, .ok), (1.0079, 0.0026, .corrected), (1.119, 0.001, .corrected), (1.121, 0.001, .suspect),
    (0.881, 0.001, .corrected), (0.879, 0.001, .suspect), (1, 0.0039, .ok), (1, 0.0041, .unknown), (1, 0, .unknown),
  ])
  func ofAFocalLength(value: Double, sigma: Double, verdict: CalibrationVerdict) {
    #expect(Self.calibration(focal: Estimate(value, sigma: sigma)).verdict() == verdict)
  }

  @Test(arguments: [
    (0.0011, 0.0001, CalibrationVerdict.ok), (0.0013, 0.0001, .corrected), (-0.0013, 0.0001, .corrected),
    (0.0014, 0.0005, .ok), (0.0016, 0.0005, .corrected), (0.0049, 0.0001, .corrected), (0.0051, 0.0001, .suspect),
    (-0.0051, 0.0001, .suspect),
  ])
  func ofAnOffset(value: Double, sigma: Double, verdict: CalibrationVerdict) {
    let calibration = Self.calibration(offset: Estimate(value, sigma: sigma))
    #expect(calibration.verdict() == verdict)
    #expect(calibration.isOffset == (verdict != .ok))
    #expect(calibration.verdict(depthLimit: 0.001) == .suspect)
  }

  @Test(arguments: [
    (0.0049, 0.0001, CalibrationVerdict.ok), (0.0051, 0.0001, .corrected), (-0.0051, 0.0001, .corrected),
    (0.0059, 0.002, .ok), (0.0061, 0.002, .corrected), (0.0449, 0.001, .corrected), (0.0451, 0.001, .suspect),
    (-0.0451, 0.001, .suspect),
  ])
  func ofADelay(value: Double, sigma: Double, verdict: CalibrationVerdict) {
    let calibration = Self.calibration(delay: Estimate(value, sigma: sigma))
    #expect(calibration.verdict() == verdict)
    #expect(calibration.isTooLate == (verdict == .suspect))
  }

  /// 2 % and 3 mm at 30 cm, seen by a camera of which the focal length is 1 % more than it says.
  @Test func sizesFollowDepthAndFocalLength() {
    var calibration = Self.calibration(focal: Estimate(1.01, sigma: 0.001), offset: Estimate(0.003, sigma: 0.001))
    calibration.depthScale = Estimate(1.02, sigma: 0.002)
    #expect(abs(calibration.sizeFactor(atDepth: 0.3) - 1.03 / 1.01) < 1e-12)
    for (tension, widening) in [(0.5, 1.0), (2, 2)] {
      calibration.scaleTension = tension
      #expect(calibration.scaleWidening == widening)
      #expect(calibration.depthScaleWidened == Estimate(1.02, sigma: 0.002 * widening))
    }
  }

  /// Depth that lies in the colour camera's image shares its optics; a camera of its own keeps its own.
  @Test func aDepthCameraOfItsOwnIsNotCorrected() {
    var calibration = Self.calibration(focal: Estimate(1.02, sigma: 0.001))
    calibration.lens[0] = Estimate(0.05, sigma: 0.01)
    #expect(calibration.hasLens)
    let camera = Camera(
      width: 640, height: 480, fx: 592, fy: 590, cx: 320, cy: 240,
      lens: Lens(radial: [0.01, 0.02], tangential: [0.001, 0]))
    let corrected = calibration.corrected(camera)
    #expect(abs(corrected.fx - 592 * 1.02) < 1e-9 && abs(corrected.fy - 590 * 1.02) < 1e-9)
    #expect((corrected.cx, corrected.cy) == (320, 240))
    #expect(abs((corrected.lens?.radial[0] ?? 0) - 0.06) < 1e-15 && corrected.lens?.radial[1] == 0.02)
    #expect(corrected.lens?.tangential == [0.001, 0])
    let shared = calibration.corrected(CameraPair(camera))
    #expect(shared.color == corrected && shared.depth == corrected)
    let beside = RigidTransform(rotation: .identity, translation: [0.02, 0, 0])
    let own = calibration.corrected(CameraPair(color: camera, depth: camera, colorFromDepth: beside))
    #expect(own.color == corrected && own.depth == camera && own.colorFromDepth == beside)
  }

  /// On the corrected camera's ray, at the corrected depth.
  @Test func cornersLieWhereTheyAreCorrectedTo() throws {
    var calibration = Self.calibration(
      focal: Estimate(1.02, sigma: 0.001), offset: Estimate(0.001, sigma: 0.0001))
    calibration.depthScale = Estimate(1.01, sigma: 0.001)
    let camera = Camera(width: 640, height: 480, fx: 592, fy: 590, cx: 320, cy: 240)
    let points: [Vector3] = [[-0.02, 0.03, 0.3], [0.01, 0.03, 0.31], [0.01, -0.04, 0.32], [-0.02, -0.04, 0.33]]
    let marker = MarkerObservation(
      id: 1, corners: points.map(camera.project),
      metric: MetricCorners(
        points: points, depthSigmas: [0, 0, 0, 0], normal: [0, 0, -1], residual: 0, pixels: 500),
      depthPixels: 500, validDepthPixels: 500)
    let corners = try #require(calibration.corners(of: marker, CameraPair(camera)))
    for (corner, point) in zip(corners, points) {
      let z = 1.01 * point.z + 0.001
      let expected = Vector3(point.x / point.z / 1.02 * z, point.y / point.z / 1.02 * z, z)
      #expect((corner - expected).length < 1e-12)
    }
  }
}

/// How far corners scatter, found in the recording itself.
@Suite struct CornerScatterTests {
  /// The robust deviation of a scene's corners from where they are, those of slanting views by the cosine.
  private static func deviation(of scene: SimulatedCap) -> Double {
    let misses = scene.frames.indices.flatMap { frame in
      scene.frames[frame].markers.flatMap { marker in
        (0..<4).flatMap { k -> [Double] in
          let place = scene.camera.project(scene.headFromCamera[frame].inverse * scene.corners[marker.id]![k])
          let miss = (place - marker.corners[k]) * marker.metric!.weighingCosine
          return [abs(miss.x), abs(miss.y)]
        }
      }
    }
    return RobustStatistics.madToSigma * RobustStatistics.median(misses)
  }

  @Test(arguments: [0.05, 0.2, 0.4, 0.6]) func whatWasPutInIsFound(noise: Double) throws {
    let scene = SimulatedCap(seed: 11, pixelNoise: noise)
    let found = try #require(try Tracker().track(scene.frames, cap: scene.cap).calibration.cornerSigma)
    #expect(abs(found / Self.deviation(of: scene) - 1) < 0.05, "\(found), not \(Self.deviation(of: scene))")
  }

  /// Of n distances, two a corner, poses and map take up p, six a frame and twelve a marker: √(n / (n − p)) times as much, and
  /// nothing where less than half is left.
  @Test func posesAndMapTakeUpTheirShare() throws {
    let scene = SimulatedCap(seed: 13, frames: 40)
    let markers = scene.corners.mapValues { MarkerMap.Marker(corners: $0, cornerSigmas: [0, 0, 0, 0], sightings: 0) }
    let adjustment = Adjustment(
      cameraFromMap: scene.headFromCamera.map(\.inverse), map: MarkerMap(markers: markers), calibration: .none)
    var found = 0
    for count in 1...40 {
      var part = scene
      part.frames = Array(scene.frames.prefix(count))
      let distances = 8 * part.frames.reduce(0) { $0 + $1.markers.count }
      let free = distances - 6 * count - 12 * 30
      let deviation = adjustment.cornerDeviation(scene.frames, among: Array(0..<count))
      #expect((deviation != nil) == (2 * free > distances), "\(count) frames")
      guard let deviation else { continue }
      found += 1
      let expected = Self.deviation(of: part) * (Double(distances) / Double(free)).squareRoot()
      #expect(abs(deviation / expected - 1) < 1e-9, "\(count) frames")
    }
    #expect(found > 5 && found < 40)
  }

  /// A few frames of few markers explain any corners.
  @Test func tooFewFramesShowNone() throws {
    let scene = SimulatedCap(seed: 12)
    #expect(try Tracker().track(Array(scene.frames.prefix(2)), cap: scene.cap).calibration.cornerSigma == nil)
  }

  /// Less than is assumed changes nothing; more widens what is stated and lets sightings miss by more.
  @Test func onlyMoreThanAssumedIsTaken() {
    let assumed = TrackingOptions()
    for (found, taken) in [(0.03, 0.12), (0.12, 0.12), (0.24, 0.24), (5, 0.6)] {
      var options = assumed
      options.take(cornerDeviation: found, inPlaceOf: assumed)
      #expect(options.pixelSigma == taken)
      #expect(assumed.pixelSigma(whereFound: found) == taken)
      #expect(abs(options.reprojectionLimit - taken / 0.12) < 1e-12)
    }
    #expect(assumed.pixelSigma(whereFound: nil) == 0.12)
  }

  /// Noisy corners: the focal length is off by more, and its deviation says so. The depth's scale, of which the focal
  /// length is found, is known here, so that corners alone decide.
  @Test func noisyCornersWidenTheFocalLength() throws {
    var taken = TrackingOptions()
    taken.depthScalePrior = 0
    var held = taken
    held.mostPixelSigma = 0
    let (right, wrong) = (try Self.misses(of: taken), try Self.misses(of: held))
    #expect(right < 1.5 && wrong > 2)
  }

  /// How far the focal length of scenes with corners off by 0.6 pixels is off, RMS, in its stated deviations. A recording that
  /// states it 4 % too long is not believed, so that corners alone decide.
  private static func misses(of options: TrackingOptions) throws -> Double {
    let deviations = try (1...12 as ClosedRange<UInt64>).map { seed in
      var scene = SimulatedCap(seed: seed, pixelNoise: 0.6)
      scene.stateFocalLength(times: 1.04)
      let focal = try Tracker(options: options).track(scene.frames, cap: scene.cap).calibration.focalScale
      return (focal.value - 1 / 1.04) / focal.sigma
    }
    print("seeds 1 to 12, corners off by 0.6 px: focal length off by \(RobustStatistics.rms(deviations)) deviations")
    return RobustStatistics.rms(deviations)
  }
}
