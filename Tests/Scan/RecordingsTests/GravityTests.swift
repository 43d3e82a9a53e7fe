import Diagnostics
import Foundation
import Geometry
import Testing

@testable import Recordings

/// Where down is, by poses and motion sensors.
@Suite struct GravityTests {
  /// A phone held upright: its sensor has the top of what it sees on the left of the image.
  private static let upright = Vector3(0, -1, 0)

  @Test func standardCyborgsMotionTellsWhereDownIs() throws {
    let small = try RecorderSample.cyborg.copy()
    let times = try Recording.open(small.folder).frames.map(\.time)
    let entry = { (time: Double, g: Vector3) in
      #"{"timestamp": \#(time), "gravity_x": \#(g.x), "gravity_y": \#(g.y), "gravity_z": \#(g.z), "attitude_w": 1}"#
    }
    // The phone is laid on its back at the last frame.
    let entries =
      times.dropLast().map { entry($0 + 0.004, Self.upright) } + [entry(times[times.count - 1], [0, 0, -1])]
      + [entry(1e6, [1, 0, 0])]
    try small.write("motion-data.json", "[" + entries.joined(separator: ",") + "]")
    let recording = try Recording.open(small.folder)
    #expect(recording.gravity == .deviceMotion)
    #expect(recording.findings.isEmpty)
    #expect(recording.frames.dropLast().allSatisfy { $0.down == Vector3(1, 0, 0) })
    #expect(recording.frames.last?.down == Vector3(0, 0, -1))
    #expect(recording.sources["motion-data.json"] == ["motion-data.json"])
  }

  @Test(arguments: ["", "[", "{}", #"[{"timestamp": 1}]"#, #"[{"timestamp": "x", "gravity_x": 0}]"#])
  func motionThatCantBeReadIsLeftOutAndSaid(text: String) throws {
    let small = try RecorderSample.cyborg.copy()
    try small.write("motion-data.json", text)
    let recording = try Recording.open(small.folder)
    #expect(recording.gravity == nil)
    #expect(recording.frames.allSatisfy { $0.down == nil })
    #expect(recording.findings.map(\.code) == [.recordingUnusedMotion])
  }

  @Test func zeissAccelerationsAreAveraged() throws {
    let small = try SmallRecording.zeiss()
    // A hand that shakes at 50 Hz.
    let lines = (0..<120).map { "\(500 + 10 * $0) \($0 % 2 == 0 ? 3.0 : -3.0) -9.81 0.0" }
    // A second after the frames the phone is laid down.
    let later = (0..<40).map { "\(1900 + 10 * $0) 0.0 0.0 -9.81" }
    try small.write("Accelerometer.txt", (lines + later).joined(separator: "\n") + "\n")
    let recording = try Recording.open(small.folder)
    #expect(recording.gravity == .accelerometer)
    for frame in recording.frames { #expect((try #require(frame.down) - Vector3(1, 0, 0)).length < 0.02) }
    try small.write("Accelerometer.txt", "1000 1 2\n")
    #expect(try Recording.open(small.folder).findings.map(\.code) == [.recordingUnusedMotion])
    try small.write("Accelerometer.txt", "1000 nan 2 3\n999999 0 -9.8 0\n")
    #expect(try Recording.open(small.folder).gravity == nil)
  }

  @Test func directionsThatCancelSayNothing() {
    let track = GravityTrack([(0, [0, -1, 0]), (0.1, [0, 1, 0]), (0.2, [0, -1, 0])], reach: 0.05, .deviceMotion)
    #expect(track.down(at: 0.1) == Vector3(0, 1, 0))
    #expect(track.down(at: 0.05) == nil)
    #expect(track.down(at: 9) == nil)
    #expect(GravityTrack([], reach: 1, .deviceMotion).down(at: 0) == nil)
    // More than half of what there is has to be left of the sum.
    for (up, down, direction) in [(4, 1, Vector3(0, 1, 0)), (3, 1, nil), (2, 1, nil)] as [(Int, Int, Vector3?)] {
      let samples = (0..<(up + down)).map { (time: Double($0) / 100, gravity: Vector3(0, $0 < up ? 1 : -1, 0)) }
      #expect(GravityTrack(samples, reach: 1, .deviceMotion).down(at: 0) == direction)
    }
    #expect(GravityTrack.inFrontCamera([0, -1, 0], ImageSize(width: 640, height: 360)) == nil)
  }

  @Test func posesThatAreAllTheIdentityAreNone() throws {
    let small = try RecorderSample.r3d.copy()
    var sample = try SmallR3D(small)
    let sound = Data(try #require(sample["metadata"]))
    let identity: [Double] = [0, 0, 0, 1, 0, 0, 0]
    sample["metadata"] = Array(try ChangedJSON.text(sound, ["poses": Array(repeating: identity, count: 4)]))
    try sample.write(small)
    let recording = try Recording.open(small.folder)
    #expect(recording.frames.allSatisfy { $0.recordedPose == nil && $0.down == nil })
    #expect(recording.gravity == nil)
    #expect(recording.findings.map(\.code) == [.recordingIdentityPoses])
    // Where the camera moved, the first frame may well be the world's origin.
    sample["metadata"] = Array(
      try ChangedJSON.text(sound, ["poses": [identity, identity, identity, [0, 0, 0, 1, 0.1, 0, 0]]]))
    try sample.write(small)
    let moved = try Recording.open(small.folder)
    #expect(moved.frames.allSatisfy { $0.recordedPose != nil })
    #expect(moved.gravity == .poses)
    #expect(moved.findings.isEmpty)
  }

  @Test func identitiesOfSevenScenesAreNoneAndItsDepthIsNotRegistered() throws {
    let small = try RecorderSample.scenes.copy()
    for k in 0..<4 { try small.write("frame-00000\(k).pose.txt", "1 0 0 0\n0 1 0 0\n0 0 1 0\n0 0 0 1\n") }
    let recording = try Recording.open(small.folder)
    #expect(recording.frames.allSatisfy { $0.recordedPose == nil })
    #expect(
      recording.findings.map(\.code) == [.recordingAssumedRate, .recordingIdentityPoses, .recordingUnregisteredDepth])
    let camera = recording.frames[0].cameras.color
    let one = "\"width\": 80, \"height\": 60, \"fx\": \(camera.fx), \"fy\": \(camera.fy), \"cx\": 39.5, \"cy\": 29.5"
    try small.write(
      "intrinsic.json",
      "{\"color\": {\(one)}, \"depth\": {\(one), \"to_color\": [1,0,0,0.025, 0,1,0,0, 0,0,1,0, 0,0,0,1]}}")
    #expect(
      try Recording.open(small.folder).findings.map(\.code) == [.recordingAssumedRate, .recordingIdentityPoses])
  }
}
