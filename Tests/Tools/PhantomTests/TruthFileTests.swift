import Geometry
import Testing

@testable import Phantom

/// What is stated of a recording.
@Suite struct TruthFileTests {
  private static func options(_ change: (inout PhantomOptions) -> Void = { _ in }) -> PhantomOptions {
    var options = PhantomOptions()
    options.sensor.camera = Camera(width: 64, height: 48, fx: 60, fy: 61, cx: 31, cy: 23)
    (options.frames, options.markerCount, options.missingMarkers) = (3, 8, 1)
    change(&options)
    return options
  }

  @Test func theHeadIsToldInMillimetres() throws {
    let recording = try PhantomRecording(
      Self.options {
        $0.shape = HeadShape(
          width: 0.121, length: 0.145, height: 0.163, flattening: 0.006, flatSide: .right, bossing: 0.003, shear: 0.05,
          roughness: 0.0007, seed: 9, capThickness: 0.0015, capFolds: 0.0004, faceSeed: 12)
        $0.sensor.focalError = 0.02
      })
    let pose = RigidTransform(rotation: .rotation([0.1, 0.2, 0.3]), translation: [0.01, -0.02, 0.345])
    let truth = TruthFile(recording, poses: [pose], times: [0])
    let shape = truth.shape
    let sizes = [
      (shape.width, 121.0), (shape.length, 145), (shape.height, 163), (shape.flattening, 6), (shape.bossing, 3),
      (shape.shear, 0.05), (shape.roughness, 0.7), (shape.capThickness, 1.5), (shape.capFolds, 0.4),
      (shape.markerSize, 16),
    ]
    for (found, expected) in sizes { #expect(abs(found - expected) < 1e-9) }
    #expect(shape.flatSide == 1 && shape.seed == 9 && shape.faceSeed == 12)
    #expect(
      shape.markerCount == recording.cap.ids.count && shape.missing == recording.cap.missing && shape.missing.count == 1
    )
    #expect(truth.markerSize == 16 && truth.dictionary == "DICT_4X4_100" && truth.strayId == recording.cap.stray?.id)
    #expect(truth.intrinsicMatrix == [60, 0, 0, 0, 61, 0, 31, 23, 1] && truth.focalError == 0.02)
    #expect(truth.sensor == nil && truth.cameras == nil && truth.faults == nil && truth.headFromTorso == nil)
    let rows = try #require(truth.headFromCamera.first)
    #expect(rows.map { $0[3] } == [10, -20, 345, 1] && rows[3] == [0, 0, 0, 1])
    #expect(rows[0][1] == pose.rotation.c1.x && rows[2][0] == pose.rotation.c0.z)
    let marker = recording.cap.markers[0]
    let place = try #require(truth.markers["\(marker.id)"])
    for (found, exact) in zip(
      place.corners + [place.centre], recording.head.corners(of: marker) + [marker.pose.translation])
    {
      for axis in 0..<3 { #expect(abs(found[axis] - 1000 * exact[axis]) < 1e-6) }
    }
    #expect(TruthFile.Shape(HeadShape(), recording.cap).flatSide == -1)
  }

  @Test func markersThatSlideAreToldWhereTheyLieThen() throws {
    let recording = try PhantomRecording(
      Self.options { $0.faults = [PhantomFault(.partSlip, at: 0.03, amount: 5, markers: 3)] })
    let fault = try #require(TruthFile(recording, poses: [], times: []).faults?.first)
    let after = try #require(fault.markersAfter)
    #expect(fault.unit == "mm" && fault.amount == 5 && fault.start == 0.03)
    #expect(after.count == 3 && Set(after.keys) == Set((fault.ids ?? []).map(String.init)))
    for (name, place) in after {
      let marker = try #require(recording.cap.markers.first { "\($0.id)" == name })
      let before = marker.pose.translation * 1000
      let shift = Vector3(place.centre[0], place.centre[1], place.centre[2]) - before
      // About one axis markers go more or less far, as far as they are from it.
      #expect((shift.length / 5 - 1).magnitude < 0.35, "\(shift.length) mm")
    }
  }

  /// A slip in degrees; a pattern of hair has no unit, and no time.
  @Test func aSlipIsToldByItsTurn() throws {
    let recording = try PhantomRecording(
      Self.options { $0.faults = [PhantomFault(.slip, amount: 9), PhantomFault(.hairPattern, amount: 4)] })
    let faults = try #require(TruthFile(recording, poses: [], times: []).faults)
    let (slip, hair) = (faults[0], faults[1])
    #expect(slip.unit == "°" && hair.unit == nil && hair.amount == 4 && hair.start == nil && hair.markersAfter == nil)
    let axis = Vector3(0.25, -0.20, 0.947).normalized
    for (found, exact) in zip(try #require(slip.axis), [axis.x, axis.y, axis.z]) { #expect(abs(found - exact) < 1e-12) }
    let rows = try #require(slip.headFromCapBefore).map { Vector3($0[0], $0[1], $0[2]) }
    #expect((Matrix3(rows: rows[0], rows[1], rows[2]).rotationVector - axis * (.pi / 20)).length < 1e-9)
    #expect(slip.markersAfter?.count == recording.cap.markers.count)
  }

  @Test func camerasAreToldWhereTheyAreNotOnePinhole() throws {
    let recording = try PhantomRecording(Self.options { $0.sensor.adopt(.lidar) })
    #expect(TruthFile(recording, poses: [], times: []).sensor == "lidar")
    var sensor = PhantomSensor()
    #expect(TruthFile.Cameras(sensor) == nil)
    sensor.camera.lens = Lens(radial: [0.05])
    #expect(TruthFile.Cameras(sensor)?.statesLens == true)
    sensor.statesLens = false
    #expect(TruthFile.Cameras(sensor)?.statesLens == false)
    sensor.camera.lens = nil
    sensor.depthCamera = Camera(width: 320, height: 240, fx: 300, fy: 300, cx: 160, cy: 120)
    #expect(TruthFile.Cameras(sensor) != nil)
  }
}

/// The limits of what is simulated.
@Suite struct PhantomLimitTests {
  @Test func everyNumberOfASensorHasItsLimits() {
    let limits: [(WritableKeyPath<PhantomSensor, Double>, Double, Double)] = [
      (\.readout, 0, 0.1), (\.focalError, -0.2, 0.2), (\.depthNoise, 0, 20), (\.correlatedShare, 0, 1),
      (\.depthBias, -0.02, 0.02), (\.depthOffset, -0.02, 0.02), (\.depthField, -0.02, 0.02),
      (\.depthScaleError, -0.2, 0.2),
      (\.rangeBias, -0.02, 0.02), (\.nearLoss, 0, 1), (\.nearNoise, 0, 20), (\.maximumDepth, 0.1, 10),
      (\.projectorBaseline, -0.2, 0.2), (\.holes, 0, 20), (\.exposure, 0, 0.1), (\.imageNoise, 0, 50),
      (\.colorFromDepth.translation.x, 0, 0.1), (\.camera.fx, 8, 20_000), (\.camera.fy, 8, 20_000),
      (\.camera.cx, 0, 640),
      (\.camera.cy, 0, 480),
    ]
    for (number, (path, low, high)) in limits.enumerated() {
      let step = 1e-4 * (high - low)
      var cases = [(low + step, true), (high - step, true), (high + step, false)]
      // The length of a baseline has no sign.
      if path != \.colorFromDepth.translation.x { cases.append((low - step, false)) }
      for (value, isGood) in cases {
        var sensor = PhantomSensor()
        sensor[keyPath: path] = value
        #expect(((try? sensor.validate()) != nil) == isGood, "number \(number): \(value)")
      }
    }
    let counts: [(WritableKeyPath<PhantomSensor, Int>, Int, Int)] = [
      (\.jpegQuality, 1, 100), (\.raysPerPixel, 1, 64),
    ]
    for (path, low, high) in counts {
      for (value, isGood) in [(low, true), (high, true), (low - 1, false), (high + 1, false)] {
        var sensor = PhantomSensor()
        sensor[keyPath: path] = value
        #expect(((try? sensor.validate()) != nil) == isGood)
      }
    }
  }

  @Test func everyNumberOfANeckHasItsLimits() {
    let limits: [(WritableKeyPath<NeckOptions, Double>, Double, Double)] = [
      (\.rotation, 0, 150), (\.lateral, 0, 80), (\.flexion, 0, 80), (\.hold, 0, 10), (\.speed, 5, 500),
      (\.patchSlip, -45, 45),
    ]
    for (number, (path, low, high)) in limits.enumerated() {
      for (value, isGood) in [(low, true), (high, true), (low - 0.01, false), (high + 0.01, false)] {
        var neck = NeckOptions()
        neck[keyPath: path] = value
        #expect(((try? neck.validate()) != nil) == isGood, "number \(number): \(value)")
      }
    }
  }

  /// A phone's LiDAR has 256 columns, an Azure Kinect 640 × 576 pixels, smaller colour images as many fewer.
  @Test func depthCamerasGoWithTheirModel() {
    let color = Camera(width: 1280, height: 960, fx: 1200, fy: 1200, cx: 639.5, cy: 479.5)
    let cameras = { (model: DepthModel, width: Int) in
      let camera = color.resized(width: width, height: width * 3 / 4)
      let pair = model.cameras(beside: camera)
      #expect(pair.color == camera)
      return (pair.depth.width, pair.depth.height, pair.depth.fx, pair.colorFromDepth.translation.x)
    }
    #expect(cameras(.lidar, 1280) == (256, 192, 240, 0) && cameras(.lidar, 128) == (128, 96, 120, 0))
    #expect(cameras(.timeOfFlight, 1280) == (640, 576, 504, 0.032))
    #expect(cameras(.timeOfFlight, 320) == (320, 288, 252, 0.032))
    #expect(cameras(.fitted, 320) == (320, 240, 300, 0) && cameras(.dotPattern, 320) == (320, 240, 300, 0))
  }
}
