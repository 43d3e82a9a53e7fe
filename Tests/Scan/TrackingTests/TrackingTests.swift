import Diagnostics
import Geometry
import Testing

@testable import Markers
@testable import Tracking

/// Trackings of parts of a recording are laid over each other and joined, and poses come from the surface.
@Suite struct TrackingPartsTests {
  private static let scene = SimulatedCap(seed: 3, frames: 40)
  private static let whole = Result { try Tracker().track(scene.frames, cap: scene.cap) }

  private static func motion(_ seed: UInt64) -> RigidTransform {
    var random = SeededGenerator(seed: seed)
    return RigidTransform(rotation: .rotation(random.normal3()), translation: random.normal3())
  }

  private static func difference(_ a: RigidTransform?, _ b: RigidTransform?) -> Double {
    guard let a, let b else { return a == nil && b == nil ? 0 : .infinity }
    let change = a * b.inverse
    return change.translation.length + change.rotation.rotationVector.length
  }

  @Test(arguments: 1...3 as ClosedRange<UInt64>) func aTrackingIsBroughtIntoTheFrameOfAnother(seed: UInt64) throws {
    let whole = try Self.whole.get()
    let moved = whole.moved(by: Self.motion(seed))
    let back = try #require(moved.aligned(to: whole.map))
    for frame in 0..<40 {
      #expect(Self.difference(back.scanFromCamera[frame], whole.scanFromCamera[frame]) < 1e-6, "seed \(seed)")
      #expect(abs(back.reprojection(ofFrame: frame)! - whole.reprojection(ofFrame: frame)!) < 1e-6)
    }
    for (id, marker) in back.map.markers { #expect((marker.centre - whole.map.markers[id]!.centre).length < 1e-9) }
  }

  /// Four markers in common are enough, three are not.
  @Test func tooFewSharedMarkersTellNothing() throws {
    let whole = try Self.whole.get()
    let some = { (count: Int) in MarkerMap(markers: whole.map.markers.filter { $0.key < count }) }
    #expect(whole.aligned(to: some(4)) != nil)
    #expect(whole.aligned(to: some(3)) == nil)
  }

  /// Only the frames asked for come from the other, moved; of those, only the ones that it has.
  @Test func joiningTakesThePosesOfAPart() throws {
    let whole = try Self.whole.get()
    let motion = Self.motion(9)
    let kept = whole.rejecting(20..<40, because: .trackingDuringSlip)
    #expect((20..<40).allSatisfy { kept.scanFromCamera[$0] == nil && !kept.rejections[$0].isEmpty })
    let other = whole.rejecting([24], because: .trackingBeforeSlip).moved(by: motion.inverse)
    let joined = kept.joining(other, 22..<30, moved: motion)
    for frame in 0..<40 {
      let isThere = frame < 20 || (22..<30).contains(frame) && frame != 24
      let expected = isThere ? whole.scanFromCamera[frame] : nil
      #expect(Self.difference(joined.scanFromCamera[frame], expected) < 1e-7, "frame \(frame)")
      #expect(joined.rejections[frame].isEmpty == isThere)
    }
    #expect(joined.map.centres == whole.map.centres, "the map stays")
  }

  @Test func aPartIsTrackedOnItsOwn() throws {
    let part = try Tracker().track(
      Self.scene.frames, only: 10..<30, cap: Self.scene.cap, calibration: try Self.whole.get().calibration)
    for frame in 0..<40 { #expect((part.scanFromCamera[frame] != nil) == (10..<30).contains(frame)) }
    #expect(part.calibration == (try Self.whole.get().calibration), "what was known is not estimated again")
    let aligned = try #require(part.aligned(to: try Self.whole.get().map))
    for frame in 10..<30 {
      #expect(Self.difference(aligned.scanFromCamera[frame], try Self.whole.get().scanFromCamera[frame]) < 0.02)
    }
  }

  // MARK: Poses from the surface

  private static func recovered(_ pose: RigidTransform) -> RecoveredPose {
    RecoveredPose(scanFromCamera: pose, deviation: 0.0005, inlierShare: 0.9, residual: 0.0003)
  }

  @Test func onlyFramesWithoutAPoseAreRecovered() throws {
    let whole = try Self.whole.get()
    let poses = whole.scanFromCamera
    let open = whole.rejecting([5, 6, 7], because: .trackingDuringSlip)
    let other = Self.motion(4)
    let found = open.recovering(
      [5: Self.recovered(poses[5]!), 20: Self.recovered(other)],
      refusals: [
        6: Finding(.registrationNothingToSee), 5: Finding(.recoveryFarOff), 21: Finding(.recoveryFarOff),
      ])
    #expect(found.scanFromDepthCamera(5) == poses[5] && found.scanFromCamera[20] == poses[20], "markers know better")
    #expect(found.rejections[5].isEmpty && found.rejections[21].isEmpty)
    #expect(found.rejections[6] != open.rejections[6])
    #expect(found.rejections[7] == open.rejections[7])
    #expect([4, 5, 6].map(found.origin) == ["markers", "dense", nil])
    #expect(Set(found.recovered.keys) == [5])
    #expect(abs(found.posedFraction - 38 / 40.0) < 1e-12)
  }

  /// A recovered pose is that of the moment of depth: the image's lies earlier on the camera's way by the delay.
  @Test(arguments: [0.01, -0.008]) func theImagesPoseLiesBesideThatOfItsDepth(delay: Double) throws {
    // A camera on a steady screw, 30 frames a second.
    let pose = { (time: Double) in
      RigidTransform(rotation: .rotation([0.2, 0.9, -0.3] * time), translation: [0.1 * time, -0.2 * time, 0.3])
    }
    let camera = Self.scene.camera
    let frames = (0..<9).map {
      FrameObservations(frame: $0, time: Double($0) / 30, depthDelay: delay, camera: camera, markers: [])
    }
    let times = frames.map(\.time)
    let poses = times.indices.reduce(into: [:]) { $0[$1] = Self.recovered(pose(times[$1] + delay)) }
    let tracking = Tracking.withoutMarkers(frames, poses: poses, refusals: [:], closure: nil)
    for frame in 1..<8 {
      #expect(tracking.scanFromDepthCamera(frame) == pose(times[frame] + delay))
      let image = try #require(tracking.scanFromCamera[frame])
      #expect(Self.difference(image, pose(times[frame])) < 1e-4, "frame \(frame)")
      #expect(Self.difference(image, pose(times[frame] + delay)) > 0.005)
    }
  }

  /// Depth that was taken later, from beside the image: the pose goes on by the delay, and the depth camera's is beside it.
  @Test func depthIsSeenFromItsOwnPlace() throws {
    let camera = Self.scene.camera
    let beside = RigidTransform(rotation: .rotation([0, 0.1, 0]), translation: [0.05, 0, 0])
    let frames = (0..<4).map {
      FrameObservations(
        frame: $0, time: 0.1 * Double($0), depthDelay: $0 == 2 ? 0.02 : 0,
        cameras: CameraPair(color: camera, depth: camera, colorFromDepth: $0 == 0 ? .identity : beside), markers: [])
    }
    var tracking = Tracking.withoutMarkers(frames, poses: [:], refusals: [:], closure: nil)
    #expect(tracking.posedFraction == 0)
    #expect(tracking.scanFromDepthCamera(1) == nil)
    // 0.3 m/s along x.
    let pose = { (time: Double) in RigidTransform(rotation: .rotation([0.2, 0, 0]), translation: [0.3 * time, 1, 2]) }
    tracking.scanFromCamera = (0..<4).map { $0 == 3 ? nil : pose(0.1 * Double($0)) }
    #expect(tracking.posedFraction == 0.75)
    #expect(Self.difference(tracking.scanFromDepthCamera(0), pose(0)) < 1e-7)
    #expect(Self.difference(tracking.scanFromDepthCamera(1), pose(0.1) * beside) < 1e-7)
    #expect(tracking.depthDelay(2) == 0.02)
    #expect(Self.difference(tracking.scanFromDepthCamera(2), pose(0.22) * beside) < 1e-7)
    #expect(tracking.scanFromDepthCamera(3) == nil)
    tracking.calibration.timeOffset = Estimate(-0.02, sigma: 0.001)
    #expect(Self.difference(tracking.scanFromDepthCamera(1), pose(0.08) * beside) < 1e-7)
    #expect(Self.difference(tracking.scanFromDepthCamera(2), pose(0.2) * beside) < 1e-7)
    #expect(Tracking.withoutMarkers([], poses: [:], refusals: [:], closure: nil).posedFraction == 0)
  }

  /// Corners that all are three and four pixels off are five off.
  @Test func aFramesReprojectionIsThatOfItsCorners() throws {
    let whole = try Self.whole.get()
    let (frame, marker) = (whole.observations[3], whole.observations[3].markers[0])
    var exact = frame
    let pose = try #require(whole.scanFromCamera[3]).inverse
    let camera = whole.calibration.corrected(frame.camera)
    exact.markers = [
      MarkerObservation(
        id: marker.id, corners: whole.map.markers[marker.id]!.corners.map { camera.project(pose * $0) + [3, -4] },
        metric: nil, depthPixels: 500, validDepthPixels: 0)
    ]
    var observations = whole.observations
    observations[3] = exact
    observations[4].markers = []
    let tracking = Tracking(
      scanFromCamera: whole.scanFromCamera.enumerated().map { $0 == 5 ? nil : $1 }, rejections: whole.rejections,
      observations: observations, map: whole.map, calibration: whole.calibration, depthCorrection: .none,
      reprojectionRMS: 0, depthRMS: 0, closure: nil)
    #expect(abs(try #require(tracking.reprojection(ofFrame: 3)) - 5) < 1e-9)
    #expect(tracking.reprojection(ofFrame: 4) == nil)
    #expect(tracking.reprojection(ofFrame: 5) == nil)
  }

  /// A field that grows by 1 mm from the middle to the right varies with where markers are.
  @Test func theFieldVariesOverThePlacesOfMarkers() {
    let camera = Self.scene.camera
    let frames = [0.0, 160, 480].enumerated().map { index, column in
      FrameObservations(
        frame: index, time: Double(index), camera: camera,
        markers: [
          MarkerObservation(
            id: 1, corners: [[column - 4, 100], [column + 4, 100], [column + 4, 120], [column - 4, 120]], metric: nil,
            depthPixels: 9, validDepthPixels: 0)
        ])
    }
    let tracking = Tracking(
      scanFromCamera: [nil, nil, nil], rejections: [[], [], []], observations: frames, map: MarkerMap(markers: [:]),
      calibration: .none, depthCorrection: DepthCorrection(field: DepthField([0.002, 0.001])), reprojectionRMS: 0,
      depthRMS: 0, closure: nil)
    // Columns 0, 160 and 480 of 640 lie at −1, −0.5 and 0.5 but for half a pixel: by 1/3 mm of the mean, 0.67, 0.17 and 0.83.
    let expected = 0.001 * ((4.0 / 9 + 1.0 / 36 + 25.0 / 36) / 2).squareRoot()
    #expect(abs(tracking.depthFieldDeviation - expected) < 1e-12)
    for (place, x) in zip(tracking.markerPlaces, [-1.0, -0.5, 0.5]) {
      #expect(abs(place.x - x - 1 / 640.0) < 1e-12)
      #expect(abs(place.y - (221.0 / 480 - 1)) < 1e-12)
    }
  }

  // MARK: The motion around a moment

  /// A screw goes on as it is; points move with it.
  @Test(arguments: 1...5 as ClosedRange<UInt64>) func aScrewGoesOn(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let start = Self.motion(seed)
    let step = RigidTransform(rotation: .rotation(random.normal3() * 0.02), translation: random.normal3() * 0.003)
    var poses: [RigidTransform?] = [start]
    for _ in 0..<4 { poses.append(step * poses.last!!) }
    let frames = (0..<5).map {
      FrameObservations(frame: $0, time: 0.1 * Double($0), camera: Self.scene.camera, markers: [])
    }
    let motion = try #require(CameraMotion(around: 2, poses, frames))
    #expect(Self.difference(motion.later(poses[2]!, by: 0.1), poses[3]) < 1e-6, "seed \(seed)")
    #expect(Self.difference(motion.later(poses[2]!, by: -0.2), poses[0]) < 1e-6, "seed \(seed)")
    #expect(motion.later(poses[2]!, by: 0).translation == poses[2]!.translation, "seed \(seed)")
    let point = random.normal3() * 0.1
    let way = poses[3]! * point - poses[1]! * point
    #expect((motion.velocity(of: point) - way / 0.2).length < 1e-9, "seed \(seed)")
    // At the ends one side is enough; alone, or beside a gap, nothing is known.
    #expect(CameraMotion(around: 0, poses, frames) != nil)
    #expect(CameraMotion(around: 4, poses, frames) != nil)
    #expect(CameraMotion(around: 2, [nil, nil, start, nil, nil], frames) == nil)
    #expect(CameraMotion(around: 2, [start, nil, nil, nil, start], frames) == nil)
  }

  /// A place that is a square of the time is met exactly; where a frame is missing on one side, the motion goes straight.
  @Test func anEvenCurveGoesOn() throws {
    let pose = { (time: Double) in RigidTransform(rotation: .identity, translation: [0.5 * time * time, 0, 0.3 * time])
    }
    for (times, miss) in [([0.0, 0.1, 0.2], 1e-12 as Double?), ([0.0, 0.1, 0.3], nil), ([0.0, 0.101, 0.2], 1e-4)] {
      let frames = times.enumerated().map {
        FrameObservations(frame: $0, time: $1, camera: Self.scene.camera, markers: [])
      }
      let motion = try #require(CameraMotion(around: 1, times.map(pose), frames))
      let (curved, straight) = (
        motion.laterInCurve(pose(times[1]), by: 0.03), motion.later(pose(times[1]), by: 0.03)
      )
      guard let miss else {
        #expect(curved.translation == straight.translation)
        continue
      }
      let truth = pose(times[1] + 0.03).translation
      #expect((curved.translation - truth).length < miss, "\(times)")
      #expect((straight.translation - truth).length > 3e-4, "\(times)")
    }
    let motion = try #require(
      CameraMotion(
        around: 0, [pose(0), pose(0.1)],
        [0.0, 0.1].enumerated().map {
          FrameObservations(frame: $0, time: $1, camera: Self.scene.camera, markers: [])
        }))
    #expect(motion.laterInCurve(pose(0), by: 0.03).translation == motion.later(pose(0), by: 0.03).translation)
  }
}

/// Codes that modules above declare.
extension FindingCode {
  fileprivate static let trackingBeforeSlip = FindingCode("tracking.before_slip")
  fileprivate static let recoveryFarOff = FindingCode("recovery.far_off")
  fileprivate static let registrationNothingToSee = FindingCode("registration.nothing_to_see")
  fileprivate static let trackingDuringSlip = FindingCode("tracking.during_slip")
}

@Suite struct DepthCorrectionMapTests {
  /// 1 % of 0.3 m, half a millimetre, and a tilt of a millimetre from the middle to the right border.
  let correction = DepthCorrection(scale: 1.01, field: DepthField([0.0005, 0.001]))

  @Test func isTheCorrectionInTheMiddleOfEachCell() {
    let map = DepthCorrectionMap(correction, at: 0.3, places: [[-1, -1], [0.01, 0.01], [1, 1]])
    #expect(map.depth == 0.3)
    #expect(abs(map.mean - (0.0035 + 0.001 * 0.01 / 3)) < 1e-12)
    #expect(abs(map.peak - (0.001 + 0.001 * 0.01 / 3)) < 1e-12)
    #expect(map.added.count == 12)
    #expect(map.added.allSatisfy { $0.count == 16 })
    let known = map.added.indices.flatMap { i in map.added[i].indices.filter { map.added[i][$0] != nil }.map { (i, $0) }
    }
    #expect(known.elementsEqual([(0, 0), (6, 8), (11, 15)], by: ==))
    for (row, column) in known {
      let u = (Double(column) + 0.5) / 8 - 1
      #expect(abs(map.added[row][column]! - (0.0035 + 0.001 * u)) < 1e-12)
    }
  }

  @Test func isThatOfTheSensor() throws {
    let scene = SimulatedCap(
      seed: 41, frames: 120, pixelNoise: 0.1, field: DepthCorrection(field: DepthField([0, 0.002])))
    var options = TrackingOptions()
    options.headRadius = 1000  // these markers are flat
    let tracking = try Tracker(options: options).track(scene.frames, cap: scene.cap)
    let map = try #require(tracking.depthCorrectionMap(at: 0.3))
    let misses = map.added.flatMap { row in
      row.enumerated().compactMap { k, value in value.map { $0 - 0.002 * ((Double(k) + 0.5) / 8 - 1) } }
    }
    #expect(misses.count > 10)
    #expect(RobustStatistics.standardDeviation(misses) < 1.5e-4)
    #expect(abs(RobustStatistics.mean(misses)) < 8e-4, "the constant part trades with the print's size")
  }

  @Test func isAbsentWhereNothingWasEstimated() {
    let scene = SimulatedCap(seed: 42, frames: 4)
    let tracking = Tracking.withoutMarkers(scene.frames, poses: [:], refusals: [:], closure: nil)
    #expect(tracking.depthCorrectionMap(at: 0.3) == nil)
  }
}
