import Foundation
import Geometry
import TestSupport
import Testing
import Workers

@testable import Phantom

@Suite struct FaultPlanTests {
  @Test func namesTimesAndAmountsAreRead() {
    #expect(PhantomFault("slip") == PhantomFault(.slip))
    #expect(PhantomFault("slip@8") == PhantomFault(.slip, at: 8))
    #expect(PhantomFault("delay=-33") == PhantomFault(.delay, amount: -33))
    #expect(PhantomFault("fall-off@2.5=1") == PhantomFault(.fallOff, at: 2.5, amount: 1))
    #expect(PhantomFault("part-slip@6=5x4") == PhantomFault(.partSlip, at: 6, amount: 5, markers: 4))
    for text in [
      "", "slide", "part-slip=5x", "part-slip=x4", "part-slip=5x4x3", "slip@", "slip=", "slip@x", "slip=5mm", "=5",
      "@5", "slip=5@8",
    ] {
      #expect(PhantomFault(text) == nil, "\(text)")
    }
  }

  @Test func whatIsNotGivenIsFilledIn() throws {
    let plan = try FaultPlan([PhantomFault(.slip), PhantomFault(.occlusion, at: 9, amount: 300)], duration: 10)
    let slip = try #require(plan[.slip])
    #expect(slip.start == 4)
    #expect(slip.end == 4.5)
    #expect(slip.amount == 5)
    let occlusion = try #require(plan[.occlusion])
    #expect(occlusion.start == 9)
    #expect(occlusion.end == 9.3)
    #expect(plan[.fold] == nil)
    let drop = try #require(try FaultPlan([PhantomFault(.drop)], duration: 10)[.drop])
    #expect(drop.start == 0 && drop.end == 10)
  }

  @Test func theDelayIsToldInMilliseconds() throws {
    let plan = { (faults: [PhantomFault]) in try FaultPlan(faults, duration: 10) }
    #expect(try plan([]).depthDelay == 0 && abs(plan([PhantomFault(.delay, amount: -33)]).depthDelay + 0.033) < 1e-15)
  }

  /// A pattern of hair by itself is 3 mm thick, as patches are that are asked for without a thickness.
  @Test func hairIsToldInMillimetres() throws {
    for (faults, thickness, seed) in [
      ([PhantomFault(.patchyHair, amount: 4)], 0.004, nil), ([PhantomFault(.hairPattern, amount: 7)], 0.003, 7),
      ([PhantomFault(.hairPattern, amount: 8), PhantomFault(.patchyHair, amount: 2)], 0.002, 8), ([], 0, nil),
    ] as [([PhantomFault], Double, UInt64?)] {
      let fit = try FaultPlan(faults, duration: 10).fit
      #expect(abs(fit.patchyHair - thickness) < 1e-15 && fit.pattern == seed.map { HairPattern(seed: $0) } ?? .usual)
    }
  }

  @Test func anAmountMayHaveNoUnit() throws {
    let plan = try FaultPlan([PhantomFault(.hairPattern, amount: 7)], duration: 10)
    #expect(plan[.hairPattern]?.amount == 7)
  }

  @Test func nothingLastsLongerThanTheRecording() throws {
    #expect(try FaultPlan([PhantomFault(.hands, at: 9)], duration: 10)[.hands]?.end == 10)
  }

  @Test(arguments: [
    [PhantomFault(.slip, at: 11)], [PhantomFault(.slip, at: -1)], [PhantomFault(.slip, at: .nan)],
    [PhantomFault(.slip, amount: 90)], [PhantomFault(.slip, amount: .nan)], [PhantomFault(.delay, at: 3)],
    [PhantomFault(.falseId, amount: 3)], [PhantomFault(.slip), PhantomFault(.slip, at: 2)],
    [PhantomFault(.slip), PhantomFault(.slipBack)], [PhantomFault(.slip, markers: 3)],
    [PhantomFault(.partSlip, markers: 0)],
  ])
  func impossibleFaultsAreRefused(_ faults: [PhantomFault]) {
    #expect(throws: PhantomError.self) { try FaultPlan(faults, duration: 10) }
  }

  @Test func soManyFramesAreDropped() throws {
    let plan = try FaultPlan([PhantomFault(.drop, amount: 30)], duration: 10)
    let kept = plan.recorded(of: 200, seed: 5)
    #expect(kept.count == 140)
    #expect(kept.first == 0)
    #expect(kept.last == 199)
    #expect(zip(kept, kept.dropFirst()).allSatisfy { $0 < $1 })
    #expect(kept == plan.recorded(of: 200, seed: 5))
    #expect(kept != plan.recorded(of: 200, seed: 6))
    // All but the first and the last can go.
    #expect(try FaultPlan([PhantomFault(.drop, amount: 90)], duration: 10).recorded(of: 10, seed: 5) == [0, 9])
  }

  @Test func theSensorsErrorsAreAsBigAsAsked() throws {
    let kinds: [PhantomFault.Kind] = [.depthScale, .depthField, .depthRange]
    var sensor = PhantomSensor(depthBias: 0, depthOffset: 0)
    sensor = try FaultPlan(kinds.map { PhantomFault($0, amount: 2) }, duration: 10).applied(to: sensor)
    var scaled = sensor
    (scaled.depthField, scaled.rangeBias) = (0, 0)
    #expect(abs(scaled.bias(at: [100, 100], depth: 0.4) - 0.008) < 1e-12)
    var ranged = sensor
    (ranged.depthField, ranged.depthScaleError) = (0, 0)
    #expect(abs(ranged.bias(at: [100, 100], depth: 0.3) - 0.002) < 1e-12)
    #expect(abs(ranged.bias(at: [100, 100], depth: 0.6) - 0.008) < 1e-12)
    var bent = sensor
    (bent.depthScaleError, bent.rangeBias) = (0, 0)
    #expect(abs(bent.bias(at: [640, 0], depth: 0.3) - 0.002) < 1e-12)
    let extremes = (0...64).flatMap { x in
      (0...48).map { bent.bias(at: [Double(10 * x), Double(10 * $0)], depth: 0.3) }
    }
    // In the middle the bowl alone, half-way to a side the tilt as well: 0.2 − 0.3 and 0.1 − 0.3 of it.
    for (pixel, share): (Vector2, Double) in [([320, 240], -0.4), ([480, 240], -0.1), ([320, 120], -0.2)] {
      #expect(abs(bent.bias(at: pixel, depth: 0.3) - 0.002 * share) < 1e-12, "\(pixel)")
    }
    #expect(extremes.max()! <= 0.002 + 1e-12)
    #expect(extremes.min()! >= -0.002)
  }

  @Test func tooCloseDepthDropsOutAndIsNoisy() throws {
    let plain = PhantomSensor()
    let near = try FaultPlan([PhantomFault(.close)], duration: 10).applied(to: plain)
    #expect(near.depthSigma(depth: 0.25, cosine: 1) == plain.depthSigma(depth: 0.25, cosine: 1))
    #expect(abs(near.depthSigma(depth: 0.15, cosine: 1) / plain.depthSigma(depth: 0.15, cosine: 1) - 5) < 1e-9)
    #expect(near.nearLoss == 0.45)
  }
}

@Suite struct FaultyFrameTests {
  private static func options(_ faults: PhantomFault...) -> PhantomOptions {
    var options = PhantomOptions()
    options.sensor.camera = Camera(width: 80, height: 60, fx: 74, fy: 74, cx: 40, cy: 30)
    (options.frames, options.duration, options.truthSubdivisions) = (6, 10, 3)
    options.faults = faults
    return options
  }

  private static func written(_ options: PhantomOptions, threads: Int, to url: URL) throws -> [String: Data] {
    let workers = Workers(count: threads)
    try PhantomWriter(PhantomRecording(options, workers: workers)).write(to: url, workers: workers)
    let paths = try FileManager.default.subpathsOfDirectory(atPath: url.path)
    return paths.reduce(into: [:]) {
      $0[$1] = FileManager.default.contents(atPath: url.appendingPathComponent($1).path)
    }
  }

  private static let sound = Result {
    let folder = try TemporaryFolder()
    return try written(options(), threads: 2, to: folder.url.appendingPathComponent("sound"))
  }

  @Test(arguments: PhantomFault.Kind.allCases)
  func everyFaultIsWrittenWithItsTruthWhateverTheThreads(_ kind: PhantomFault.Kind) throws {
    let folder = try TemporaryFolder()
    let options = Self.options(PhantomFault(kind))
    let first = try Self.written(options, threads: 1, to: folder.url.appendingPathComponent("one"))
    let second = try Self.written(options, threads: 2, to: folder.url.appendingPathComponent("two"))
    #expect(first == second)
    let images = { (files: [String: Data]) in files.filter { $0.key.hasSuffix(".jpg") || $0.key.hasSuffix(".png") } }
    let sound = try Self.sound.get()
    #expect(images(first) != images(sound))
    let bytes = try #require(first["truth.json"])
    let truth = try #require(try JSONSerialization.jsonObject(with: bytes) as? [String: Any])
    let faults = try #require(truth["faults"] as? [[String: Any]])
    #expect(faults.count == 1 && faults[0]["name"] as? String == kind.rawValue)
    #expect((faults[0]["start_s"] as? Double) == (kind.traits.begins ? 4 : nil))
    #expect((truth["head_from_camera"] as? [Any])?.count == first.keys.filter { $0.hasSuffix(".jpg") }.count)
    let soundTruth = try #require(sound["truth.json"])
    #expect(!String(decoding: soundTruth, as: UTF8.self).contains("faults"))
  }

  @Test func delayedDepthIsThatOfALaterMoment() throws {
    var (delayed, sound) = (Self.options(PhantomFault(.delay, amount: 100)), Self.options())
    for quiet in [\PhantomSensor.depthNoise, \.holes, \.depthBias, \.depthOffset] {
      delayed.sensor[keyPath: quiet] = 0
      sound.sensor[keyPath: quiet] = 0
    }
    // A hundred times as many frames: there is one 100 ms later.
    sound.frames = 501
    let many = try PhantomRecording(sound)
    let (frame, early, late) = (
      try PhantomRecording(delayed).frame(3), many.frame(300), many.frame(305)
    )
    // Holes differ from frame to frame; elsewhere only rounding can.
    let off = { (other: PhantomFrame) in
      zip(frame.depthCodes, other.depthCodes).count { $0 > 0 && $1 > 0 && abs(Int($0) - Int($1)) > 1 }
    }
    #expect(off(late) == 0)
    #expect(off(early) > 200)
    #expect(frame.headFromCamera == early.headFromCamera)
    #expect(frame.exactDepth.pixels == early.exactDepth.pixels)
  }

  /// An average in time is that of a frame and the two before it.
  @Test func depthIsAveragedOverThreeFrames() throws {
    let fault = PhantomFault(.depthTemporal, amount: 60)
    let (averaged, sound) = (try PhantomRecording(Self.options(fault)), try PhantomRecording(Self.options()))
    let filter = FilteredDepth(try FaultPlan([fault], duration: 10))
    for frames in [0...1, 2...4] {
      let codes = frames.map { sound.frame($0).depthCodes }
      #expect(averaged.frame(frames.upperBound).depthCodes == filter.codes(codes, width: 80), "\(frames)")
    }
  }

  @Test func anOcclusionLeavesNothingOfTheHead() throws {
    let recording = try PhantomRecording(Self.options(PhantomFault(.occlusion, at: 4, amount: 500)))
    #expect(recording.frame(1).exactDepth.pixels.min()! > 0.1)
    #expect(recording.frame(2).exactDepth.pixels.max()! < 0.12)
    #expect(recording.frame(2).depthCodes.filter { $0 > 0 }.count < 500)
    #expect(recording.frame(3).exactDepth.pixels.min()! > 0.1)
  }

  @Test func thePressedHandCoversAFifthOfTheCap() throws {
    let head = try PhantomHead(HeadShape())
    let hand = FaultyHands.hand(on: head)
    let directions = Icosphere(subdivisions: 4).directions.filter { head.capDepth(toward: $0) > 0 }
    let covered = directions.filter { u in
      hand.contains { SeenCapsule($0, from: u * 0.5).hit(-u).map { 0.5 - $0 > head.radius(toward: u) } ?? false }
    }
    let share = Double(covered.count) / Double(directions.count)
    #expect((0.2...0.35).contains(share), "\(share)")
  }

  /// Four fingers of three bones each and a forearm, which leads away from the head and down.
  @Test func aHandHasFourFingersAndAForearm() throws {
    let head = try PhantomHead(HeadShape())
    let normal = Vector3(0.78, -0.42, 0.46).normalized
    let across = normal.cross([0, 0, 1]).normalized
    let along = across.cross(normal)
    let hand = FaultyHands.hand(on: head)
    #expect(hand.count == 13)
    for finger in 0..<4 {
      let bones = hand[3 * finger..<3 * finger + 3]
      // Towards the crown, each bone, and thinner to the tip, which touches the cap.
      #expect(bones.allSatisfy { ($0.end - $0.start).dot(along) > 0.008 })
      #expect(bones.map(\.radius) == [0.012, 0.009, 0.0085])
      for bone in bones {
        let away = [bone.start, bone.end].map { $0.length - head.radius(toward: $0.normalized) }
        #expect(away.allSatisfy { (0.0069...0.0131).contains($0) }, "\(away)")
      }
    }
    // Side by side, on both sides of the middle, and spread to the tips.
    let roots = (0..<4).map { hand[3 * $0].start.dot(across) }
    let tips = (0..<4).map { hand[3 * $0 + 2].end.dot(across) }
    for places in [roots, tips] {
      #expect(zip(places, places.dropFirst()).allSatisfy { (0.010...0.035).contains($1 - $0) }, "\(places)")
    }
    let forearm = hand[12].end - hand[12].start
    #expect(
      abs(forearm.dot(normal) - 0.10) < 1e-12 && abs(forearm.dot(along) + 0.16) < 1e-12 && hand[12].radius == 0.024)
    #expect(abs(forearm.dot(across)) < 1e-12)
  }

  /// On the other side of the head than the first person's hand, and clear of the face.
  @Test func aHelpersHandsLieOnTheLeftAndTheBack() throws {
    let head = try PhantomHead(HeadShape())
    let covers = { (hands: [Capsule], u: Vector3) in
      hands.contains { SeenCapsule($0, from: u * 0.5).hit(-u).map { 0.5 - $0 > head.radius(toward: u) } ?? false }
    }
    let (helper, first) = (FaultyHands.helpersHands(on: head), FaultyHands.hand(on: head))
    let directions = Icosphere(subdivisions: 4).directions.filter { head.capDepth(toward: $0) > 0 }
    let covered = directions.filter { covers(helper, $0) }
    let share = Double(covered.count) / Double(directions.count)
    #expect((0.25...0.6).contains(share), "\(share)")
    #expect(Double(covered.count { covers(first, $0) }) < 0.3 * Double(covered.count))
    #expect(covered.contains { $0.x < -0.7 })
    #expect(covered.contains { $0.y < -0.7 })
    #expect(!covers(helper, [0, 1, 0]))
    #expect(!covers(helper, Vector3(0, 0.8, 0.6)))
  }

  @Test func bothPeoplesHandsAreThereAtOnce() throws {
    let plan = try FaultPlan([PhantomFault(.hands, at: 2), PhantomFault(.helper, at: 4, amount: 3)], duration: 10)
    let hands = FaultyHands(plan, head: try PhantomHead(HeadShape()))
    let counts = [1, 3, 5, 6.5, 8].map { hands.at($0, headFromCamera: .identity).count }
    let (one, two) = (counts[1], counts[3])
    #expect(one > 0)
    #expect(two == 2 * one)
    #expect(counts == [0, one, one + two, two, 0])
  }

  @Test func aSectorHasNoMarkers() throws {
    let (bare, whole) = (
      try PhantomRecording(Self.options(PhantomFault(.fewMarkers))), try PhantomRecording(Self.options())
    )
    #expect(bare.cap.markers.count < 3 * whole.cap.markers.count / 4)
    #expect(bare.cap.markers.allSatisfy { $0.pose.translation.x > 0 || $0.pose.translation.normalized.z >= 0.9 })
    let sector = try FaultPlan([PhantomFault(.fewMarkers, amount: 90)], duration: 10)
    for (cap, isOnTheLeft): (PhantomCap, (Vector3) -> Bool) in [
      (bare.cap, { $0.x < 0 }), (whole.cap.thinned(by: sector), { abs($0.y) < -$0.x }),
    ] {
      let kept = whole.cap.markers.filter {
        !isOnTheLeft($0.pose.translation) || $0.pose.translation.normalized.z >= 0.9
      }
      #expect(cap.markers.map(\.id) == kept.map(\.id))
    }
    #expect(bare.cap.ids == whole.cap.ids)
    #expect(bare.capArea?.count == whole.cap.markers.count)
    #expect(Set(bare.cap.missing).union(bare.cap.markers.map(\.id)) == Set(whole.cap.ids))
  }

  @Test func jerksAreAsFastAsAsked() throws {
    let plan = try FaultPlan([PhantomFault(.blur, at: 3, amount: 80)], duration: 10)
    let faults = CameraFaults(plan, duration: 10)
    #expect(faults.jerks == [3, 5, 7])
    var fastest = 0.0
    for step in 0..<10_000 {
      let (a, b) = (faults.jerk(at: Double(step) * 1e-3), faults.jerk(at: Double(step + 1) * 1e-3))
      let turn = a.rotation.transpose * b.rotation
      let trace = turn.c0.x + turn.c1.y + turn.c2.z
      fastest = max(fastest, acos(min(1, (trace - 1) / 2)) / 1e-3)
    }
    #expect(abs(fastest * 180 / .pi - 80) < 1)
    // There and back within 0.3 s, by the root of 6² + 4² + 2² mm.
    let (half, whole) = (faults.jerk(at: 3.075).translation, faults.jerk(at: 3.15).translation)
    #expect(abs(whole.length - 0.007483) < 1e-6 && (half * 2 - whole).length < 1e-12)
    #expect(faults.jerk(at: 2.99) == .identity)
    #expect(faults.jerk(at: 4) == .identity)
  }

  @Test func theCameraComesCloseAndGoesBack() throws {
    let plan = try FaultPlan([PhantomFault(.close, at: 3, amount: 3)], duration: 10)
    let faults = CameraFaults(plan, duration: 10)
    #expect(faults.distance(0.36, at: 3) == 0.36)
    #expect(faults.distance(0.36, at: 6) == 0.36)
    #expect(abs(faults.distance(0.36, at: 4.5) - 0.215) < 1e-12)
    #expect(abs(faults.distance(0.2, at: 4.5) - 0.2) < 1e-12, "nearer than that already")
    // Half-way through the 0.7 s in which it begins.
    #expect(abs(faults.distance(0.36, at: 3.35) - (0.36 + 0.215) / 2) < 1e-12)
    let far = CameraFaults(try FaultPlan([PhantomFault(.far, at: 3, amount: 3)], duration: 10), duration: 10)
    for (usual, farther) in [(0.36, 0.585), (0.6, 0.6)] {
      #expect(abs(far.distance(usual, at: 4.5) - farther) < 1e-12 && far.distance(usual, at: 3) == usual)
    }
  }

  /// To and fro 2.2 times a second at up to 240 °/s, eased in and out, about an axis that hardly leans.
  @Test func shakingIsAsFastAsStated() throws {
    let faults = CameraFaults(try FaultPlan([PhantomFault(.shake, at: 2, amount: 3)], duration: 10), duration: 10)
    #expect(faults.shake(at: 1.999) == .identity && faults.shake(at: 5.001) == .identity)
    let axis = Vector3(0.3, 0.95, 0.05).normalized
    var (fastest, turns, last) = (0.0, 0, 0.0)
    for step in 0..<2999 {
      let time = 2 + Double(step) * 1e-3
      let (a, b) = (faults.shake(at: time), faults.shake(at: time + 1e-3))
      let angle = a.rotation.rotationVector.dot(axis)
      #expect((a.rotation.rotationVector - axis * angle).length < 1e-9 && a.translation == .zero)
      let rate = (b.rotation.rotationVector.dot(axis) - angle) / 1e-3
      // While it eases in and out, that adds to the rate.
      if (0.2...2.8).contains(time - 2) { fastest = max(fastest, abs(rate)) }
      if last * angle < 0 { turns += 1 }
      if angle != 0 { last = angle }
    }
    #expect(abs(fastest * 180 / .pi - 240) < 1, "\(fastest)")
    // 3 s of 2.2 turns cross the middle every 1 / 4.4 s: 13 times between the ends.
    #expect((12...14).contains(turns), "\(turns)")
    #expect(faults.motion(at: 3.1).rotation.rotationVector == faults.shake(at: 3.1).rotation.rotationVector)
  }

  @Test func onlyFaultsOfMarkersHaveANumberOfThem() throws {
    #expect(try FaultPlan([PhantomFault(.blur)], duration: 10)[.blur]?.markers == 0)
  }
}
