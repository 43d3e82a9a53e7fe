import Foundation
import Geometry
import TestSupport
import Testing
import Workers

@testable import Phantom

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
    let (frame, early, late) = (
      try PhantomRecording(delayed).frame(3), try PhantomRecording(sound).frame(300),
      try PhantomRecording(sound).frame(305)
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
      hand.contains { $0.hit(Ray(origin: u * 0.5, direction: -u)).map { 0.5 - $0 > head.radius(toward: u) } ?? false }
    }
    let share = Double(covered.count) / Double(directions.count)
    #expect((0.2...0.35).contains(share), "\(share)")
  }

  /// On the other side of the head than the first person's hand, and clear of the face.
  @Test func aHelpersHandsLieOnTheLeftAndTheBack() throws {
    let head = try PhantomHead(HeadShape())
    let covers = { (hands: [Capsule], u: Vector3) in
      hands.contains { $0.hit(Ray(origin: u * 0.5, direction: -u)).map { 0.5 - $0 > head.radius(toward: u) } ?? false }
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
    #expect(faults.jerk(at: 2.99) == .identity)
    #expect(faults.jerk(at: 4) == .identity)
  }

  @Test func theCameraComesCloseAndGoesBack() throws {
    let plan = try FaultPlan([PhantomFault(.close, at: 3, amount: 3)], duration: 10)
    let faults = CameraFaults(plan, duration: 10)
    #expect(faults.distance(0.36, at: 3) == 0.36)
    #expect(faults.distance(0.36, at: 6) == 0.36)
    #expect(abs(faults.distance(0.36, at: 4.5) - 0.215) < 1e-12)
  }
}
