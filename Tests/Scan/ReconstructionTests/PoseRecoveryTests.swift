import Geometry
import PointClouds
import Recordings
import Testing
import Workers

@testable import Markers
@testable import Reconstruction
@testable import Tracking

/// Frames that the markers left without a pose get one from the surface of the others.
@Suite struct PoseRecoveryTests {
  private static func recovered(
    _ scene: BumpyRecording, without open: Set<Int>, leaving out: Set<Int> = [], threads: Int = 2
  ) throws -> Tracking {
    let poses = scene.headFromCamera.enumerated().map { open.contains($0) ? nil : $1 }
    let context = ReconstructionContext(
      input: HeadRecording(scene.recording, cap: BumpyHead.cap), options: ReconstructionOptions(),
      workers: Workers(count: threads))
    return try PoseRecovery(context, scene.tracking(poses), leaving: out).recovered()
  }

  /// Single frames and a gap of half a second, which closes from both ends.
  @Test func missingPosesAreFound() throws {
    let scene = try BumpyRecording.rounds.get()
    let open: Set = [4, 20, 21, 22, 23, 24, 40, 60]
    let tracking = try Self.recovered(scene, without: open, leaving: [40])
    #expect(Set(tracking.recovered.keys) == open.subtracting([40]))
    #expect(tracking.scanFromCamera[40] == nil)
    for frame in open where frame != 40 {
      let pose = try #require(tracking.scanFromCamera[frame])
      let distance = RigidTransform.headDistance(pose, scene.headFromCamera[frame])
      #expect(tracking.rejections[frame].isEmpty)
      #expect(tracking.origin(ofFrame: frame) == "dense")
      let found = try #require(tracking.recovered[frame])
      #expect(distance < 3 * found.deviation, "frame \(frame): \(distance)")
      #expect(distance < 0.0005, "frame \(frame): \(distance)")
      #expect(found.scanFromCamera == pose)
      #expect(found.inlierShare > 0.8)
      #expect(found.residual < 0.0006)
    }
    for (frame, pose) in scene.headFromCamera.enumerated() where !open.contains(frame) {
      #expect(tracking.scanFromCamera[frame] == pose)
      #expect(tracking.origin(ofFrame: frame) == "markers")
    }
  }

  @Test func theNumberOfThreadsChangesNothing() throws {
    let scene = try BumpyRecording.rounds.get()
    let open: Set = [10, 11, 12, 33]
    let (one, three) = (
      try Self.recovered(scene, without: open, threads: 1), try Self.recovered(scene, without: open, threads: 3)
    )
    #expect(one.scanFromCamera == three.scanFromCamera)
    #expect(one.recovered == three.recovered)
  }

  /// One frame of 72 is not worth a model, and seven make none.
  @Test func hardlyAnythingMissingOrHardlyAnythingKnownIsLeftAsItIs() throws {
    let scene = try BumpyRecording.rounds.get()
    #expect(try Self.recovered(scene, without: [30]).scanFromCamera[30] == nil)
    let open = Set(scene.headFromCamera.indices).subtracting(30..<37)
    #expect(try Self.recovered(scene, without: open).recovered.isEmpty)
  }

  /// Frames that see nothing stay without a pose, and say why; those beside them are found all the same.
  @Test func whatSeesNothingStaysWithoutAPose() throws {
    let poses = try BumpyRecording.rounds.get().headFromCamera
    let scene = try BumpyRecording(Array(poses[..<36]), blind: [12, 13])
    let tracking = try Self.recovered(scene, without: [11, 12, 13, 14])
    for frame in [12, 13] {
      #expect(tracking.scanFromCamera[frame] == nil && !tracking.rejections[frame].isEmpty)
    }
    for frame in [11, 14] {
      let pose = try #require(tracking.scanFromCamera[frame])
      #expect(RigidTransform.headDistance(pose, scene.headFromCamera[frame]) < 0.0006)
    }
  }

  /// A gap closes from both ends.
  @Test func gapsHaveTwoEnds() {
    #expect(PoseRecovery.edges(of: [4, 20, 21, 22, 23, 24, 40, 41]) == [4, 20, 24, 40, 41])
    #expect(PoseRecovery.edges(of: [0, 1, 2]) == [0, 2])
    #expect(PoseRecovery.edges(of: []).isEmpty)
  }

  /// At even steps from the first on, as many as may be.
  @Test(arguments: [1, 2, 7, 60]) func ofManySomeAreTakenEvenly(_ most: Int) {
    for count in [0, 1, 6, 7, 8, 59, 60, 61, 119, 120, 121] {
      let all = (0..<(count + 9)).map { 3 * $0 + 1 }
      let some = all[9...].thinned(to: most)
      let steps = Set(zip(some.dropFirst(), some).map { $0 - $1 })
      #expect(some.count <= most && steps.count <= 1)
      #expect(some.first == (count > 0 ? 28 : nil))
      let step = steps.first.map { $0 / 3 } ?? max(count, 1)
      // No smaller step would do, and the last is not farther from the end than a step.
      #expect(step == 1 || (count + step - 2) / (step - 1) > most || count <= 1)
      if count > 0 { #expect(count - 1 - (some[some.count - 1] - 28) / 3 < step) }
    }
  }
}

/// Guesses of a frame's pose from its neighbours in time.
@Suite struct PoseTrackTests {
  private static let middle: Vector3 = [0.01, -0.02, 0.03]

  /// A track of poses at given times; nil where none is known.
  private static func track(_ poses: [RigidTransform?], times: [Double], delay: Double = 0) throws -> PoseTrack {
    let recording = try SyntheticRecording.blank(times: times, delay: delay)
    let known = BumpyRecording(recording: recording, headFromCamera: []).tracking(poses)
    return PoseTrack(recording, known, middle: middle)
  }

  private static func pose(_ random: inout SeededGenerator) -> RigidTransform {
    RigidTransform(rotation: .rotation(random.normal3() * 0.5), translation: random.normal3() * 0.2)
  }

  private static func isEqual(_ a: RigidTransform, _ b: RigidTransform, _ tolerance: Double = 1e-12) -> Bool {
    let change = a * b.inverse
    return change.translation.length < tolerance && change.rotation.rotationVector.length < max(tolerance, 1e-7)
  }

  /// The share of the way is that of time, not of frames.
  @Test(arguments: [0.1, 0.25, 0.5, 0.9]) func aPoseLiesOnTheArcBetweenItsNeighbours(share: Double) throws {
    let turn: Vector3 = [0.2, -0.5, 0.3]
    let start = RigidTransform(rotation: .rotation([0.3, 0.1, -0.4]), translation: [0.1, 0.2, 0.3])
    let end = RigidTransform(rotation: .rotation(turn) * start.rotation, translation: [0.14, 0.16, 0.38])
    let track = try Self.track([start, nil, end], times: [0, 0.8 * share, 0.8])
    let guesses = track.guesses(1)
    let expected = RigidTransform(
      rotation: .rotation(turn * share) * start.rotation,
      translation: Vector3(0.1, 0.2, 0.3) + Vector3(0.04, -0.04, 0.08) * share)
    // Times are written to the microsecond.
    #expect(guesses.count == 3 && Self.isEqual(guesses[0], expected, 1e-5))
    #expect(guesses[1] == (share <= 0.5 ? start : end))
    #expect(guesses[2] == (share <= 0.5 ? end : start))
  }

  /// What interpolation gives does not depend on the frame of reference, nor on which end comes first.
  @Test(arguments: 1...8 as ClosedRange<UInt64>) func interpolationIsTheSameInAnyFrame(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let (a, b, motion) = (Self.pose(&random), Self.pose(&random), Self.pose(&random))
    let share = random.uniform()
    let between = a.interpolated(to: b, share)
    #expect(Self.isEqual((motion * a).interpolated(to: motion * b, share), motion * between), "seed \(seed)")
    #expect(Self.isEqual(b.interpolated(to: a, 1 - share), between), "seed \(seed)")
    #expect(Self.isEqual(a.interpolated(to: b, 0), a), "seed \(seed)")
    #expect(Self.isEqual(a.interpolated(to: b, 1), b), "seed \(seed)")
    // A share of a share is a share of the whole.
    #expect(Self.isEqual(a.interpolated(to: between, 0.5), a.interpolated(to: b, share / 2)), "seed \(seed)")
  }

  @Test func onlyWhatIsNearInTimeIsANeighbour() throws {
    var random = SeededGenerator(seed: 1)
    let (a, b) = (Self.pose(&random), Self.pose(&random))
    #expect(try Self.track([a, nil, b], times: [0, 1.5, 3]).guesses(1).isEmpty)
    #expect(try Self.track([a, nil, b], times: [0, 0.5, 3]).guesses(1) == [a])
    #expect(try Self.track([a, nil, b], times: [0, 2.5, 3]).guesses(1) == [b])
    #expect(try Self.track([nil, nil, b], times: [0, 0.1, 0.2]).guesses(0) == [b])
    #expect(try Self.track([nil, nil, nil], times: [0, 0.1, 0.2]).guesses(1).isEmpty)
  }

  @Test func aPoseThatIsAddedIsANeighbour() throws {
    var random = SeededGenerator(seed: 2)
    let (a, b) = (Self.pose(&random), Self.pose(&random))
    var track = try Self.track([a, nil, nil, nil], times: [0, 0.1, 0.2, 0.3])
    #expect(track.guesses(1) == [a])
    track.add(b, at: 2)
    #expect(track.guesses(3) == [b] && track.poses[2] == b)
    #expect(Self.isEqual(track.guesses(1)[0], a.interpolated(to: b, 0.5), 1e-5))
  }

  /// A camera that shakes to and fro by δ lies 2δ from the middle of its neighbours.
  @Test func thePriorIsAsWideAsTheCameraShakes() throws {
    let (shift, turn) = (0.0004, 0.003)
    var poses: [RigidTransform?] = (0..<30).map { k in
      let side = k.isMultiple(of: 2) ? 1.0 : -1.0
      let rotation = Matrix3.rotation([0, 0, side * turn])
      // About the place at which deviations are told.
      return RigidTransform(
        rotation: rotation, translation: Self.middle - rotation * Self.middle + [side * shift, 0, 0])
    }
    poses[14] = nil
    let track = try Self.track(poses, times: poses.indices.map { 0.05 * Double($0) })
    let prior = try #require(track.prior(14))
    let (rotation, translation) = (prior.information.rows[0][0], prior.information.rows[3][3])
    #expect(abs(rotation * (2 * turn) * (2 * turn) / 3 - 1) < 0.001)
    #expect(abs(translation * (2 * shift) * (2 * shift) / 3 - 1) < 0.001)
    #expect(prior.pivot == Self.middle)
  }

  /// A camera that shakes to and fro from frame to frame is where it was two frames ago: across a gap of two frames a pose is
  /// as sure as any is, on whichever side the farther neighbour lies.
  @Test func theFartherNeighbourTellsHowWideThePriorIs() throws {
    var poses: [RigidTransform?] = (0..<30).map { k in
      RigidTransform(rotation: .rotation([0, 0, k.isMultiple(of: 2) ? 0.003 : -0.003]), translation: .zero)
    }
    (poses[14], poses[15]) = (nil, nil)
    let track = try Self.track(poses, times: poses.indices.map { 0.05 * Double($0) })
    for frame in [14, 15] {
      let prior = try #require(track.prior(frame))
      #expect(abs(prior.information.rows[0][0] / 1e8 - 1) < 1e-3, "frame \(frame)")
    }
  }

  /// Twelve frames from the farther neighbour, and not thirteen, whichever it is.
  @Test(arguments: [(12, true), (13, false)]) func aWideGapGivesNoPrior(_ frames: Int, _ isKnown: Bool) throws {
    var poses = [RigidTransform?](repeating: .identity, count: 80)
    for k in 20..<(20 + frames) { poses[k] = nil }
    let track = try Self.track(poses, times: poses.indices.map { 0.05 * Double($0) })
    #expect((track.prior(20) != nil) == isKnown)
    #expect((track.prior(19 + frames) != nil) == isKnown)
  }

  /// A steady motion is interpolated exactly, but no prior claims to be exact.
  @Test func aSteadyMotionGivesANarrowPrior() throws {
    var poses: [RigidTransform?] = (0..<40).map { k in
      RigidTransform(rotation: .rotation([0, 0.01 * Double(k), 0]), translation: [0.001 * Double(k), 0, 0.3])
    }
    for k in 15..<18 { poses[k] = nil }
    let truth = RigidTransform(rotation: .rotation([0, 0.16, 0]), translation: [0.016, 0, 0.3])
    let times = poses.indices.map { 0.05 * Double($0) }
    let prior = try #require(try Self.track(poses, times: times).prior(16))
    #expect(Self.isEqual(prior.pose, truth, 1e-6))
    #expect(prior.information.rows[0][0] <= 1.0001e8)
    #expect(prior.information.rows[3][3] <= 1.0001e10)
    // Too few poses tell nothing of the motion, and nothing is known across a long gap.
    #expect(try Self.track(Array(poses[8..<24]), times: Array(times[8..<24])).prior(8) == nil)
    for k in 10..<36 { poses[k] = nil }
    #expect(try Self.track(poses, times: times).prior(20) == nil)
  }

  /// 5 mm and 0.6 m/s, 0.05 rad and 2.5 rad/s, from every neighbour.
  @Test func aHeadMovesOnlySoFast() throws {
    let start = RigidTransform(rotation: .rotation([0.2, 0, 0.1]), translation: [0, 0, 0.3])
    let track = try Self.track([start, nil, start, nil, nil], times: [0, 0.1, 0.3, 0.4, 2])
    let shifted = { (d: Double) in start.retracted(rotation: .zero, translation: [0, d, 0]) }
    let turned = { (angle: Double) in
      let turn = Matrix3.rotation([angle, 0, 0])
      return RigidTransform(rotation: turn, translation: Self.middle - turn * Self.middle) * start
    }
    #expect(track.canReach(shifted(0.064), at: 1))
    #expect(!track.canReach(shifted(0.066), at: 1))
    #expect(track.canReach(turned(0.299), at: 1))
    #expect(!track.canReach(turned(0.301), at: 1))
    #expect(track.canReach(shifted(0.5), at: 4), "nothing near in time forbids anything")
  }

  /// Poses come from depth, so its times count.
  @Test func timesAreThoseOfDepth() throws {
    let (a, b) = (RigidTransform.identity, RigidTransform(rotation: .identity, translation: [0.01, 0, 0]))
    let track = try Self.track([a, nil, b], times: [0, 0.3, 0.9], delay: 0.01)
    #expect(Self.isEqual(track.guesses(1)[0], a.interpolated(to: b, 1 / 3.0), 1e-6))
  }
}

/// What a few markers say of the pose of a frame.
@Suite struct MarkerPriorTests {
  private static let truth = BumpyHead.pose(azimuth: 0.4, elevation: 0.7)

  /// A tracking of one frame that sees some markers.
  private static func tracking(
    _ ids: [Int], delay: Double = 0, change: (MarkerObservation) -> MarkerObservation? = { $0 }
  ) throws -> Tracking {
    let markers = BumpyHead.markers(from: truth, seed: 5).filter { ids.contains($0.id) }.compactMap(change)
    let frame = FrameObservations(frame: 0, time: 0, depthDelay: delay, camera: BumpyHead.camera, markers: markers)
    let recording = try SyntheticRecording.blank(times: [0])
    return BumpyRecording(recording: recording, headFromCamera: []).tracking([nil], observations: [frame])
  }

  private static let seen = BumpyHead.markers(from: truth, seed: 5).map(\.id)

  @Test func aSingleMarkerTellsThePose() throws {
    let prior = try #require(MarkerPrior(try Self.tracking([Self.seen[2]]), frame: 0, .coarse)).prior
    // Noise of 0.05 pixels and 0.2 mm over a marker of 16 mm turns it by up to a few degrees, but does not move it.
    let marker = try #require(BumpyHead.map.markers[Self.seen[2]])
    let place = Self.truth.inverse * marker.centre
    #expect((prior.pose * place - marker.centre).length < 0.0005)
    #expect((prior.pose.rotation * Self.truth.rotation.transpose).rotationVector.length < 0.06)
  }

  /// More markers say more.
  @Test func moreMarkersTellItBetter() throws {
    let one = try #require(MarkerPrior(try Self.tracking([Self.seen[0]]), frame: 0, .coarse)).prior
    let all = try #require(MarkerPrior(try Self.tracking(Self.seen), frame: 0, .coarse)).prior
    #expect(RigidTransform.headDistance(all.pose, Self.truth) < 0.0003)
    for k in 0..<6 { #expect(all.information.rows[k][k] > 2 * one.information.rows[k][k]) }
  }

  @Test func whatSaysNothingIsLeftOut() throws {
    #expect(MarkerPrior(try Self.tracking([]), frame: 0, .coarse) == nil)
    let isUnknown = try Self.tracking([Self.seen[0]]) {
      MarkerObservation(
        id: 99, corners: $0.corners, metric: $0.metric, depthPixels: 200, validDepthPixels: 200)
    }
    #expect(MarkerPrior(isUnknown, frame: 0, .coarse) == nil)
    let withoutDepth = try Self.tracking([Self.seen[0]]) {
      MarkerObservation(
        id: $0.id, corners: $0.corners, metric: nil, depthPixels: 200, validDepthPixels: 0)
    }
    #expect(MarkerPrior(withoutDepth, frame: 0, .coarse) == nil)
    #expect(MarkerPrior(try Self.tracking(Self.seen, delay: 0.004), frame: 0, .coarse) != nil)
    #expect(
      MarkerPrior(try Self.tracking(Self.seen, delay: 0.02), frame: 0, .coarse) == nil, "it was seen at another moment")
  }

  /// Depth errs by 2 mm and by a floor of 1.5 mm, along the line of sight together by 2.5 mm; where the marker is seen under a
  /// cosine of 0.6, the floor is 1.5 / 0.36 mm. Across, four pixels at 0.3 m are 4.05 mm, by 0.6 6.76 mm.
  @Test(arguments: [(1.0, 0.0025, 0.00405405), (0.6, 0.00462181, 0.00675676)])
  func eachCornerCountsByItsErrors(cosine: Double, along: Double, across: Double) throws {
    let camera = BumpyHead.camera
    let points: [Vector3] = [
      [-0.008, -0.008, 0.3], [0.008, -0.008, 0.3], [0.008, 0.008, 0.3], [-0.008, 0.008, 0.3],
    ]
    let metric = MetricCorners(
      points: points, depthSigmas: [0.002, 0.002, 0.002, 0.002],
      normal: [(1 - cosine * cosine).squareRoot(), 0, -cosine], residual: 0, pixels: 200)
    let marker = MarkerObservation(
      id: 3, corners: points.map { camera.project($0) }, metric: metric, depthPixels: 200, validDepthPixels: 200)
    let frame = FrameObservations(frame: 0, time: 0, camera: camera, markers: [marker])
    let map = MarkerMap(markers: [3: .init(corners: points, cornerSigmas: [0, 0, 0, 0], sightings: 1)])
    let recording = try SyntheticRecording.blank(times: [0])
    let tracking = BumpyRecording(recording: recording, headFromCamera: [])
      .tracking([nil], observations: [frame], map: map)
    var options = ReconstructionOptions.coarse
    (options.tracking.pixelSigma, options.tracking.depthFloor) = (4, 0.0015)
    let prior = try #require(MarkerPrior(tracking, frame: 0, options)).prior
    // In whatever direction a line of sight runs, a corner has one share along it and two across.
    let expected = 4 * (1 / (along * along) + 2 / (across * across))
    let rows = prior.information.rows
    let found = rows[3][3] + rows[4][4] + rows[5][5]
    #expect(abs(found / expected - 1) < 1e-4, "\(found), \(expected)")
  }

  /// A marker 3 cm from where a prediction has it is no marker of the cap.
  @Test func aStrayIsNotBelieved() throws {
    let prior = try #require(MarkerPrior(try Self.tracking(Self.seen), frame: 0, .coarse))
    let moved = { (d: Double) in Self.truth.retracted(rotation: .zero, translation: [0, 0, d]) }
    #expect(prior.prior(near: Self.truth) != nil)
    #expect(prior.prior(near: moved(0.028)) != nil)
    #expect(prior.prior(near: moved(0.032)) == nil)
  }
}
