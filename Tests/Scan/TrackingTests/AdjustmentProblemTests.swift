import Foundation
import Geometry
import Testing

@testable import Markers
@testable import Tracking

/// What the solver is given.
@Suite struct AdjustmentProblemTests {
  private static let device = SensorPrior(
    focalSigma: 0.002, lensSigmas: [0.003, 0.007], depthScale: Estimate(1.006, sigma: 0.001),
    depthField: (0..<SensorPrior.fieldTerms).map { Estimate(0.001 * Double($0), sigma: 0.0001 * Double($0 + 1)) })

  /// Focal length, lens, scale, ten terms of the field and the delay; terms of degree d have 2^d times the prior that holds
  /// halfway between the middle and the border.
  @Test func priorsStandInTheSolversOrder() {
    var options = TrackingOptions()
    options.lensPriors = [0.06, 0.15]
    let field = [0.0015, 0.002, 0.002, 0.004, 0.004, 0.004, 0.008, 0.008, 0.008, 0.008]
    #expect(options.calibrationPrior == [0.03, 0.06, 0.15, 0.004] + field + [0.02])
    #expect(options.calibrationMean == [Double](repeating: 0, count: 15))
    options.believedFocal = Estimate(0.013, sigma: 0.004)
    #expect(abs(options.calibrationPrior[0] - 0.00004) < 1e-18)
    #expect(options.calibrationPrior[1...] == ([0.06, 0.15, 0.004] + field + [0.02])[...])
    #expect(options.calibrationMean == [0.013] + [Double](repeating: 0, count: 14))
    options.device = Self.device
    #expect(options.calibrationPrior[1...4] == [0.06, 0.15, 0.001, 0.0001])
    #expect(options.calibrationPrior[13...] == [0.0001 * 10, 0.02])
    #expect(options.calibrationMean.count == 15)
    #expect(options.calibrationMean[0...2] == [0.013, 0, 0])
    #expect(abs(options.calibrationMean[3] - 0.006) < 1e-15)
    #expect(options.calibrationMean[4...] == (Self.device.depthField.map(\.value) + [0])[...])
    options.fixCalibration()
    options.believedFocal = nil
    #expect(options.calibrationPrior.allSatisfy { $0 == 0 } && options.calibrationPrior.count == 15)
    #expect(options.calibrationMean.allSatisfy { $0 == 0 })
  }

  @Test func aCalibrationComesBackAsItWasGiven() {
    let values = [log(1.02), 0.05, -0.03, 0.007] + (1...10).map { 0.0001 * Double($0) } + [0.013]
    let sigmas = (1...15).map { 0.001 * Double($0) }
    let calibration = SelfCalibration(values, sigmas: sigmas)
    #expect(abs(calibration.focalScale.value - 1.02) < 1e-15)
    #expect(abs(calibration.focalScale.sigma - 0.00102) < 1e-15)
    #expect(calibration.lens == [Estimate(0.05, sigma: 0.002), Estimate(-0.03, sigma: 0.003)])
    #expect(abs(calibration.depthScale.value - 1.007) < 1e-15 && calibration.depthScale.sigma == 0.004)
    #expect(calibration.depthField.map(\.value) == Array(values[4..<14]))
    #expect(calibration.depthField.map(\.sigma) == Array(sigmas[4..<14]))
    #expect(calibration.timeOffset == Estimate(0.013, sigma: 0.015))
    for (value, given) in zip(calibration.values, values) { #expect(abs(value - given) < 1e-15) }
    #expect(calibration.values.count == 15)
  }

  /// A marker seen at an angle, in front of a camera that comes nearer by 0.3 m/s.
  private static func seen(_ id: Int, angle: Double) -> (map: MarkerMap.Marker, sighting: MarkerObservation) {
    let camera = SimulatedCap(seed: 1, frames: 1).camera
    let turn = Matrix3.rotation([0, angle, 0])
    let points = [(-1.0, -1.0), (1, -1), (1, 1), (-1, 1)].map { x, y in
      turn * Vector3(0.008 * x, 0.008 * y, 0) + [0, 0, 0.3]
    }
    return (
      MarkerMap.Marker(corners: points, cornerSigmas: [0, 0, 0, 0], sightings: 1),
      MarkerObservation(
        id: id, corners: points.map(camera.project),
        metric: MetricCorners(
          points: points, depthSigmas: [0.001, 0.002, 0.003, 0.004], normal: turn * [0, 0, -1], residual: 0, pixels: 500
        ),
        depthPixels: 500, validDepthPixels: 500)
    )
  }

  /// At 60° corners are known half as well, and the part of depth's error that neighbours share is four times as large.
  @Test func slantingSightingsWeighLess() throws {
    let camera = SimulatedCap(seed: 1, frames: 1).camera
    let (mapped, sighting) = Self.seen(4, angle: .pi / 3)
    let (straight, other) = Self.seen(7, angle: 0)
    let frames = (0..<3).map {
      FrameObservations(
        frame: $0, time: 0.02 * Double($0), depthDelay: 0.01, camera: camera, markers: [sighting, other])
    }
    let poses = [0.012, 0.006, 0.0].map { RigidTransform(rotation: .identity, translation: [0, 0, $0]) }
    var options = TrackingOptions()
    options.headRadius = .infinity
    let problem = AdjustmentProblem(
      MarkerMap(markers: [4: mapped, 7: straight]), cameraFromMap: poses, .none, frames, among: [1, 2], options)
    #expect(problem.taking == [1, 2] && problem.ids == [4, 7])
    #expect(problem.poses.count == 24 && problem.corners.count == 24)
    #expect(problem.sightings.map(\.frame) == [0, 0, 1, 1])
    #expect(problem.sightings.map(\.marker) == [0, 1, 0, 1])
    let (slanting, facing) = (problem.sightings[0], problem.sightings[1])
    #expect(abs(slanting.pixel_sigma_px - 0.24) < 1e-12)
    #expect(abs(facing.pixel_sigma_px - 0.12) < 1e-12)
    #expect(abs(slanting.depth_sigma_m.0 - (1e-6 + 36e-6).squareRoot()) < 1e-12)
    #expect(abs(slanting.depth_sigma_m.3 - (16e-6 + 36e-6).squareRoot()) < 1e-12)
    #expect(abs(facing.depth_sigma_m.1 - (4e-6 + 2.25e-6).squareRoot()) < 1e-12)
    // Depth of 10 ms later is 3 mm shorter; what faces the camera comes nearer as it moves itself.
    #expect(abs(facing.depth_m.0 - 0.303) < 1e-9)
    #expect(abs(facing.depth_m.2 - 0.303) < 1e-9)
    #expect(abs(facing.pixel.4 - other.corners[2].x) < 1e-12 && abs(facing.pixel.7 - other.corners[3].y) < 1e-12)
    // The scale's term is depth itself, the field's first one is 1, the delay's the speed.
    #expect(abs(facing.depth_term.0.0 - 0.3) < 1e-12)
    #expect(facing.depth_term.0.1 == 1)
    let place = DepthCorrection.normalized(other.corners[1], width: 640, height: 480)
    #expect(abs(facing.depth_term.1.2 - place.x) < 1e-12)
    #expect(abs(facing.depth_term.1.3 - place.y) < 1e-12)
    #expect(abs(facing.depth_term.1.11 - 0.3) < 1e-9)
    // sin² of the angles.
    #expect(problem.obliquity.count == 2)
    #expect(abs(problem.obliquity[0] - 0.75) < 1e-12 && abs(problem.obliquity[1]) < 1e-12)
  }

  /// Frames without a pose, and such as see no marker of the map with depth, take no part.
  @Test func whatHoldsNothingTakesNoPart() {
    let camera = SimulatedCap(seed: 1, frames: 1).camera
    let (mapped, sighting) = Self.seen(4, angle: 0.3)
    let flat = MarkerObservation(id: 4, corners: sighting.corners, metric: nil, depthPixels: 500, validDepthPixels: 0)
    let stranger = Self.seen(9, angle: 0.2).sighting
    let shown = [[sighting], [sighting], [flat], [stranger], [], [stranger, sighting]]
    let frames = shown.enumerated().map {
      FrameObservations(frame: $0, time: Double($0), camera: camera, markers: $1)
    }
    let poses = frames.indices.map { $0 == 1 ? nil : RigidTransform.identity }
    let problem = AdjustmentProblem(
      MarkerMap(markers: [4: mapped]), cameraFromMap: poses, .none, frames, among: Array(0..<6), TrackingOptions())
    #expect(problem.taking == [0, 5])
    #expect(problem.sightings.count == 2)
  }

  @Test func aPoseIsReadRowByRow() {
    let pose = RigidTransform(rowMajor: [99, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12][1...])
    #expect(pose.translation == [10, 11, 12])
    #expect(pose.rotation * Vector3(1, 0, 0) == [1, 4, 7])
    #expect(pose.rotation * Vector3(0, 0, 1) == [3, 6, 9])
  }
}
