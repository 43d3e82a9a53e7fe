import Diagnostics
import Foundation
import Geometry
import Images
import Recordings
import TestSupport
import Testing

@testable import Movement

/// Points of a picture brought into space by depth.
@Suite struct DepthLiftingTests {
  private let camera = Camera(width: 320, height: 240, fx: 300, fy: 300, cx: 159.5, cy: 119.5)
  private let rules = MotionRules.standard.lifting

  private func depth(_ scene: DepthScene) -> LimbDepth {
    LimbDepth(RegisteredDepth(scene.depth(camera), CameraPair(camera)), rules)
  }

  private func surface(_ found: LimbDepth.Found) throws -> Double {
    guard case .surface(let depth) = found else {
      Issue.record("\(found)")
      return .nan
    }
    return depth
  }

  // MARK: A disc

  /// On a tilted plane the median over a disc is the depth in its middle.
  @Test func aPlaneHasTheDepthOfItsMiddle() throws {
    let normal = Vector3(0.3, -0.2, 1)
    let depth = depth(DepthScene(surfaces: [DepthScene.plane(normal, 0.8)]))
    for pixel in [Vector2(160, 120), [40.3, 60.7], [300.5, 30.2]] {
      let truth = 0.8 / camera.ray(pixel).dot(normal)
      #expect(abs(try surface(depth.disc(at: pixel)) - truth) < 0.001)
    }
  }

  /// About a pixel a disc is symmetric, so that the median is that pixel's depth.
  @Test func aSteepPlaneHasTheDepthOfItsMiddle() throws {
    let normal = Vector3(0.9, -0.6, 1)
    let depth = depth(DepthScene(surfaces: [DepthScene.plane(normal, 0.7)]))
    for pixel in [Vector2(160, 120), [60, 50]] {
      #expect(abs(try surface(depth.disc(at: pixel)) - 0.7 / camera.ray(pixel).dot(normal)) < 1e-6)
    }
  }

  /// At 0.7 m 8 mm are 3.4 pixels: the disc about column 159 reaches beyond the edge between columns 160 and 161, that
  /// about column 157 does not.
  @Test func aDiscIsAsLargeAsItsSurfaceIsNear() throws {
    let board = DepthScene.board(x: -1...0.0023, y: -1...1, z: 0.7)
    let depth = depth(DepthScene(surfaces: [board, DepthScene.plane([0, 0, 1], 1.5)]))
    #expect(depth.disc(at: [159, 120]) == .refused(.depthEdge))
    #expect(abs(try surface(depth.disc(at: [157, 120])) - 0.7) < 1e-6)
  }

  /// Of a coarse depth image a disc has 1.6 pixels at least: at 2.5 m 8 mm are less than one.
  @Test func aDiscHasPixelsWhereDepthIsCoarse() throws {
    let color = Camera(width: 640, height: 480, fx: 600, fy: 600, cx: 319.5, cy: 239.5)
    let image = DepthScene(surfaces: [DepthScene.plane([0, 0, 1], 2.5)]).depth(camera)
    let cameras = CameraPair(color: color, depth: camera, colorFromDepth: .identity)
    let limbs = LimbDepth(RegisteredDepth(image, cameras), rules)
    #expect(abs(try surface(limbs.disc(at: [320.5, 240.5])) - 2.5) < 1e-6)
  }

  @Test func aLimbHasTheDepthOfItsFront() throws {
    var worst = 0.0
    for radius in [0.02, 0.035, 0.08] {
      let scene = DepthScene(surfaces: [DepthScene.limb([-0.2, 0.1, 0.7], [0.2, -0.05, 0.9], radius: radius)])
      let depth = depth(scene)
      // Along the picture of the axis.
      for share in [0.2, 0.5, 0.7] {
        let axis = Vector3(-0.2, 0.1, 0.7) + (Vector3(0.4, -0.15, 0.2)) * share
        let pixel = camera.project(axis)
        let truth = try #require(scene.hit(.zero, camera.ray(pixel)))
        worst = max(worst, abs(try surface(depth.disc(at: pixel)) - truth))
      }
    }
    print("limbs of 20 to 80 mm radius: at most \(worst * 1000) mm")
    #expect(worst < 0.002)
  }

  @Test func anEdgeIsRefused() {
    let limb = DepthScene.limb([-0.3, 0, 0.8], [0.3, 0, 0.8], radius: 0.04)
    let depth = depth(DepthScene(surfaces: [limb, DepthScene.plane([0, 0, 1], 1.5)]))
    // The limb's border lies 300 · 0.04 / 0.8 = 15 pixels above its axis.
    #expect(depth.disc(at: [160, 105]) == .refused(.depthEdge))
    #expect(depth.disc(at: [160, 104]) == .refused(.depthEdge))
  }

  @Test func whereDepthIsMissingThereIsNone() {
    let depth = depth(DepthScene(surfaces: [DepthScene.board(x: -0.1...0.1, y: -0.1...0.1, z: 0.8)]))
    #expect(depth.disc(at: [20, 20]) == .refused(.noDepth))
    #expect(depth.disc(at: [-5, 120]) == .refused(.noDepth))
    #expect(depth.disc(at: [.nan, 120]) == .refused(.noDepth))
  }

  // MARK: Along a limb

  /// The knee of a leg of two limbs, hidden by a board that is larger than the disc: no edge tells, but the thigh does.
  @Test func whatIsNearerHidesTheLimb() throws {
    let (hip, knee, ankle) = (Vector3(0, -0.25, 1), Vector3(0, 0.05, 1), Vector3(0, 0.3, 1.05))
    let leg = [DepthScene.limb(hip, knee, radius: 0.05), DepthScene.limb(knee, ankle, radius: 0.04)]
    let pixels = [hip, knee, ankle].map(camera.project)
    let open = depth(DepthScene(surfaces: leg + [DepthScene.plane([0, 0, 1], 2)]))
    let hand = DepthScene.board(x: -0.05...0.05, y: 0...0.09, z: 0.85)
    let hidden = depth(DepthScene(surfaces: leg + [hand, DepthScene.plane([0, 0, 1], 2)]))
    for (depth, place) in [(open, LimbDepth.Place.on), (hidden, .before)] {
      let own = try surface(depth.disc(at: pixels[1]))
      #expect(depth.place(of: pixels[1], own, other: pixels[0]) == place)
      #expect(depth.place(of: pixels[1], own, other: pixels[2]) == place)
      // The ends that are seen stay.
      let end = try surface(depth.disc(at: pixels[2]))
      #expect(depth.place(of: pixels[2], end, other: pixels[1]) == .on)
    }
    // A point beyond the limb lies on what is behind.
    let beyond = pixels[2] + [0, 30]
    #expect(open.place(of: beyond, try surface(open.disc(at: beyond)), other: pixels[1]) == .behind)
    // Two ends next to each other have no limb between them.
    let near = pixels[2] + [3, 3]
    #expect(open.place(of: near, 1, other: pixels[2]) == .untold)
  }

  /// A plane from 0.6 m at row 200 to 1.2 m at row 40, with or without a board that hides a third of it. A point at either
  /// end that is moved along its ray by d lies d times the sine of the angle between ray and line off that line; 30 mm are
  /// the most.
  @Test(arguments: [false, true]) func howFarALimbsEndMayLieFromItsLine(isHidden: Bool) {
    let normal = Vector3(0, 1.5625, 0.625 + 119.5 / 192)
    var surfaces = [DepthScene.plane(normal, 1)]
    if isHidden { surfaces.append(DepthScene.board(x: -1...1, y: -0.0327...0.034, z: 0.4)) }
    let depth = depth(DepthScene(surfaces: surfaces))
    let ends = [Vector2(160, 200), [160, 40]]
    let points = ends.map { camera.ray($0) / camera.ray($0).dot(normal) }
    let line = (points[1] - points[0]).normalized
    for (end, other) in [(0, 1), (1, 0)] {
      let most = 0.03 / camera.ray(ends[end]).cross(line).length
      for (share, expected) in [(0.95, LimbDepth.Place.on), (-0.95, .on), (1.05, .behind), (-1.05, .before)] {
        let own = points[end].z + share * most
        #expect(depth.place(of: ends[end], own, other: ends[other]) == expected, "\(end), \(share)")
      }
    }
  }

  /// A limb that leans towards the camera is straight all the same.
  @Test(arguments: [-45.0, -30, 0, 30, 45])
  func aLeaningLimbIsNotRefused(_ degrees: Double) throws {
    let angle = degrees * .pi / 180
    let hip = Vector3(0, -0.2, 1.2)
    let knee = hip + Vector3(0, cos(angle), -sin(angle)) * 0.4
    let depth = depth(
      DepthScene(surfaces: [DepthScene.limb(hip, knee, radius: 0.06), DepthScene.plane([0, 0, 1], 2)]))
    let (a, b) = (camera.project(hip), camera.project(knee))
    #expect(depth.place(of: a, try surface(depth.disc(at: a)), other: b) == .on)
    #expect(depth.place(of: b, try surface(depth.disc(at: b)), other: a) == .on)
  }

  // MARK: Two cameras

  /// Depth of another camera, which stands 25 mm aside and is turned by 2°, is found where the colour camera sees it.
  @Test func depthOfAnotherCameraIsBroughtOver() throws {
    let color = Camera(width: 640, height: 480, fx: 560, fy: 560, cx: 319.5, cy: 239.5)
    let depthCamera = Camera(width: 320, height: 240, fx: 260, fy: 260, cx: 155, cy: 122)
    let pose = RigidTransform(rotation: .rotation([0.01, 0.035, -0.008]), translation: [0.025, -0.004, 0.003])
    let scene = DepthScene(surfaces: [
      DepthScene.limb([-0.15, -0.1, 0.9], [0.2, 0.12, 1.0], radius: 0.05), DepthScene.plane([0.1, 0, 1], 1.5),
    ])
    let cameras = CameraPair(color: color, depth: depthCamera, colorFromDepth: pose)
    let image = scene.depth(depthCamera, sceneFromCamera: pose)
    let limbs = LimbDepth(RegisteredDepth(image, cameras), rules)
    var worst = 0.0
    for share in [0.1, 0.4, 0.6, 0.9] {
      let pixel = color.project(Vector3(-0.15, -0.1, 0.9) + Vector3(0.35, 0.22, 0.1) * share)
      let truth = try #require(scene.hit(.zero, color.ray(pixel)))
      worst = max(worst, abs(try surface(limbs.disc(at: pixel)) - truth))
    }
    print("another camera: at most \(worst * 1000) mm")
    #expect(worst < 0.003)
  }

  // MARK: Whole recordings

  /// The right knee of somebody who is seen from the front, in a scene for each angle.
  private struct Leg {
    let points: [BodyPoint: Vector3]
    let scene: DepthScene

    init(degrees: Double, hand: Bool = false) {
      let angle = degrees * .pi / 180
      let (hip, other) = (Vector3(-0.09, -0.2, 1.2), Vector3(0.09, -0.2, 1.2))
      let knee = hip + [0, 0.3, 0]
      let ankle = knee + Vector3(0, cos(angle), sin(angle)) * 0.28
      points = [.rightHip: hip, .leftHip: other, .rightKnee: knee, .rightAnkle: ankle]
      var surfaces = [
        DepthScene.limb(hip, knee, radius: 0.05), DepthScene.limb(knee, ankle, radius: 0.05),
        DepthScene.limb(other, other + [0, 0.3, 0], radius: 0.05), DepthScene.plane([0, 0, 1], 2.5),
      ]
      if hand { surfaces.append(DepthScene.board(x: -0.14...0, y: 0.06...0.16, z: 1)) }
      scene = DepthScene(surfaces: surfaces)
    }

    /// The points in the picture, as COCO's result of a frame.
    func person(_ id: String) -> String {
      let order: [BodyPoint?] =
        [nil, nil, nil, nil, nil, nil, nil, nil, nil, nil, nil, .leftHip, .rightHip, nil, .rightKnee, nil, .rightAnkle]
      let numbers = order.map { point -> String in
        guard let place = point.flatMap({ points[$0] }).map(SceneRecording.camera.project) else { return "0,0,0" }
        return "\(place.x),\(place.y),0.9"
      }
      return
        "{\"image_id\":\"\(id)\",\"category_id\":1,\"score\":0.9,\"keypoints\":[\(numbers.joined(separator: ","))]}"
    }
  }

  private func read(_ legs: [Leg], name: (Int) -> String = { String(format: "%06d.png", $0) }) throws
    -> LandmarkSequence
  {
    let people = legs.enumerated().map { $1.person(name($0)) }
    let text = "[" + people.joined(separator: ",") + "]"
    var options = ReadingOptions()
    options.rate = 30
    guard
      case .landmarks(let sequence, .coco) = try MotionFile.read(bytes: Array(text.utf8), path: "knee.json", options)
    else { throw MotionError.unrecognised(path: "knee.json") }
    return sequence
  }

  @Test func aKneeIsLiftedAndMeasured() throws {
    let angles = (0..<36).map { 5 + 22.5 * (1 - cos(Double($0) / 35 * 2 * .pi)) }
    let legs = angles.map { Leg(degrees: $0) }
    let recording = try SceneRecording(legs.map(\.scene))
    defer { withExtendedLifetime(recording) {} }
    let opened = try Recording.open(recording.folder)
    let lifted = try DepthLifting(opened).lifted(try read(legs), .coco, path: "knee.json")
    #expect(lifted.space == .camera)
    #expect(lifted.points == .surface)
    #expect(lifted.frames.count == 36)
    #expect(abs(lifted.times[0] - 100) < 1e-9)
    #expect(abs(lifted.times[30] - 101) < 1e-6)
    // Each point is where its ray meets the surface.
    var worst = 0.0
    for (i, leg) in legs.enumerated() {
      for (point, place) in leg.points {
        let ray = SceneRecording.camera.ray(SceneRecording.camera.project(place))
        let truth = ray * (try #require(leg.scene.hit(.zero, ray)))
        let found = lifted.tracks[point]!.positions[i]
        #expect(found.isFinite, "\(point), frame \(i): \(String(describing: lifted.tracks[point]!.refused[i]))")
        worst = max(worst, (found - truth).length)
      }
    }
    print("lifted points: at most \(worst * 1000) mm from where their rays meet the surface")
    #expect(worst < 0.004)
    let task = try MotionTask(.knee, .right)
    let found = try JointAngles(lifted, task, confidence: 0.3, path: "knee.json").degrees
    let misses = zip(found, angles).map { $0 - $1 }
    print("knee of the surface: \(misses.min()!)° to \(misses.max()!)° from that of the axes")
    // A ray that meets a limb's axis under the angle φ meets its surface r/sin φ before.
    let closed = zip(legs, angles).map { leg, degrees -> Double in
      let shank = (leg.points[.rightAnkle]! - leg.points[.rightKnee]!).normalized
      let surface = { (point: BodyPoint, axis: Vector3) -> Vector3 in
        let ray = leg.points[point]!.normalized
        return leg.points[point]! - ray * (0.05 / ray.cross(axis).length)
      }
      let (hip, knee) = (surface(.rightHip, [0, 1, 0]), surface(.rightKnee, [0, 1, 0]))
      let (u, v) = (knee - hip, surface(.rightAnkle, shank) - knee)
      return atan2(u.cross(v).length, u.dot(v)) * 180 / .pi - degrees
    }
    #expect(zip(misses, closed).allSatisfy { abs($0 - $1) < 0.3 })
    #expect(misses.allSatisfy { $0 < 0.2 && $0 > -5.5 })
    // What lies on the surface is said.
    let measured = try MotionMeasurement(task).measure(.landmarks(lifted, .coco), path: "knee.json")
    #expect(measured.result.source.points == .surface)
    #expect(measured.result.source.dimensions == 3)
    #expect(measured.result.findings.contains { $0.code == .motionSurfacePoints })
  }

  @Test func framesWithAHiddenKneeDoNotCount() throws {
    let legs = (0..<20).map { Leg(degrees: 20, hand: (5..<9).contains($0)) }
    let recording = try SceneRecording(legs.map(\.scene))
    defer { withExtendedLifetime(recording) {} }
    let lifted = try DepthLifting(try Recording.open(recording.folder)).lifted(try read(legs), .coco, path: "knee.json")
    let knee = lifted.tracks[.rightKnee]!
    #expect(knee.refused == [5: .occluded, 6: .occluded, 7: .occluded, 8: .occluded])
    let task = try MotionTask(.knee, .right)
    let reasons = FrameGates(lifted, task, MotionRules.standard.gates).reasons(
      try JointAngles(lifted, task, confidence: 0.3, path: "knee.json"))
    #expect(reasons.enumerated().allSatisfy { (5..<9).contains($0) ? $1 == .occluded : $1 == nil })
  }

  /// From the side both hips lie on the same surface, and neither can be told.
  @Test func hipsThatHideEachOtherAreRefused() throws {
    let hip = Vector3(0, -0.2, 1.2)
    let scene = DepthScene(surfaces: [
      DepthScene.limb(hip, hip + [0, 0.3, 0], radius: 0.06), DepthScene.plane([0, 0, 1], 2.5),
    ])
    let made = try SceneRecording([scene])
    defer { withExtendedLifetime(made) {} }
    let recording = try Recording.open(made.folder)
    let flat = { (point: Vector3) -> LandmarkSequence.Track in
      let pixel = SceneRecording.camera.project(point)
      return .init(positions: [[pixel.x, pixel.y, 0]])
    }
    let sequence = LandmarkSequence(
      space: .picture(width: 320, height: 240), times: [0], frames: ["000000"],
      tracks: [.leftHip: flat(hip), .rightHip: flat(hip + [0.01, 0, 0]), .rightKnee: flat(hip + [0, 0.3, 0])])
    let lifted = try DepthLifting(recording).lifted(sequence, .coco, path: "x")
    #expect(lifted.tracks[.leftHip]!.refused == [0: .occluded] && lifted.tracks[.rightHip]!.refused == [0: .occluded])
    #expect(lifted.tracks[.rightKnee]!.positions[0].isFinite)
  }

  /// A sequence of one frame, whose points are where the camera sees points of the scene.
  private func flat(_ points: [BodyPoint: Vector3], width: Double = 320, height: Double = 240) -> LandmarkSequence {
    LandmarkSequence(
      space: .picture(width: width, height: height), times: [0], frames: ["000000"],
      tracks: points.mapValues { point in
        let pixel = SceneRecording.camera.project(point)
        return .init(positions: [[pixel.x, pixel.y, 0]])
      })
  }

  /// Boards hide both forearms: the elbows lie far behind what is seen along these, but on the upper arms.
  @Test func anElbowLiesOnItsUpperArm() throws {
    let (shoulder, elbow, wrist) = (Vector3(0.18, -0.3, 1.2), Vector3(0.3, -0.05, 1.2), Vector3(0.3, 0.2, 1.15))
    var (surfaces, points) = ([DepthScene.plane([0, 0, 1], 2.5)], [BodyPoint: Vector3]())
    for (side, sign) in [(BodySide.left, 1.0), (.right, -1)] {
      let place = { (point: Vector3) in Vector3(sign * point.x, point.y, point.z) }
      (points[.shoulder(side)], points[.elbow(side)]) = (place(shoulder), place(elbow))
      points[.wrist(side)] = place(wrist)
      surfaces += [(shoulder, elbow), (elbow, wrist)].map { DepthScene.limb(place($0), place($1), radius: 0.04) }
      surfaces.append(DepthScene.board(x: sign > 0 ? 0.17...0.26 : -0.26...(-0.17), y: -0.02...0.18, z: 0.85))
    }
    let made = try SceneRecording([DepthScene(surfaces: surfaces)])
    defer { withExtendedLifetime(made) {} }
    let lifting = DepthLifting(try Recording.open(made.folder))
    let lifted = try lifting.lifted(flat(points), .coco, path: "x")
    for side in BodySide.allCases {
      #expect(lifted.tracks[.elbow(side)]!.refused == [:], "\(side)")
      #expect(abs(lifted.tracks[.elbow(side)]!.positions[0].z - 1.16) < 0.01, "\(side)")
    }
    points[.leftShoulder] = nil
    points[.rightShoulder] = nil
    let forearms = try lifting.lifted(flat(points), .coco, path: "x")
    #expect(BodySide.allCases.allSatisfy { forearms.tracks[.elbow($0)]!.refused == [0: .depthEdge] })
  }

  /// Of another size of the same picture the height fits the width to 1.5 pixels of the coarser picture.
  @Test func aPictureOfAnotherSizeIsTheSameToAPixel() throws {
    let made = try SceneRecording([DepthScene(surfaces: [DepthScene.plane([0, 0, 1], 1)])])
    defer { withExtendedLifetime(made) {} }
    let lifting = DepthLifting(try Recording.open(made.folder))
    for (width, height, isSame) in [
      (80.0, 61.0, true), (80, 62, false), (80, 59, true), (640, 482, true), (640, 484, false), (640, 476, false),
    ] {
      let sequence = flat([.leftHip: [0, 0, 1]], width: width, height: height)
      #expect(((try? lifting.lifted(sequence, .coco, path: "x")) != nil) == isSame, "\(width) × \(height)")
    }
  }

  // MARK: Frames

  @Test func framesAreMatchedByNameNumberOrTime() throws {
    let scene = DepthScene(surfaces: [DepthScene.plane([0, 0, 1], 1)])
    let numbered = try SceneRecording([DepthScene](repeating: scene, count: 6), name: { "color_\($0 + 10)" })
    let recording = try Recording.open(numbered.folder)
    let stamped = try SceneRecording([DepthScene](repeating: scene, count: 6), name: { "100.0\($0)3" })
    let byTime = try Recording.open(stamped.folder)
    let match = { (names: [String], times: [Double], kind: MotionFormat, recording: Recording) in
      FrameMatch(
        LandmarkSequence(space: .picture(width: nil, height: nil), times: times, frames: names, tracks: [:]), kind,
        recording
      ).frames
    }
    let times = [0, 1, 2].map { Double($0) / 10 }
    #expect(match(["color_12.png", "color_11", "x"], times, .coco, recording) == [2, 1, nil])
    #expect(match(["100.000000", "100.066667", "100.1"], times, .coco, recording) == [0, 2, nil])
    #expect(match(["rgb/color_15.png", "color_13_keypoints.json"], [0, 1], .openPose, recording) == [5, 3])
    // Numbers are those in the images' names; where those have none, they count frames.
    #expect(
      match(["v_000000000013_keypoints.json", "v_16_keypoints.json"], [0, 1], .openPose, recording) == [3, nil])
    #expect(match(["v_000000000003_keypoints.json", "v_6_keypoints.json"], [0, 1], .openPose, byTime) == [3, nil])
    // MediaPipe's times: of the recording's clock, or from the first frame on.
    #expect(match(["0", "1", "2"], [0, 2.0 / 30, 9], .mediaPipe, byTime) == [0, 2, nil])
    #expect(match(["0", "1"], [100.034, 100.1], .mediaPipe, byTime) == [1, 3])
    // More than half a step behind the last frame, which is at 100.1667 s, there is none.
    #expect(match(["0", "1", "2"], [100, 100.18, 100.19], .mediaPipe, byTime) == [0, 5, nil])
  }

  @Test func landmarksOfSomethingElseAreRefused() throws {
    let legs = (0..<4).map { _ in Leg(degrees: 20) }
    let made = try SceneRecording(legs.map(\.scene))
    defer { withExtendedLifetime(made) {} }
    let opened = try Recording.open(made.folder)
    let lifting = DepthLifting(opened)
    let strange = try read(legs) { "\(500 + $0)" }
    #expect(throws: PoseModelError.otherFrames(path: "k", matched: 0, count: 4)) {
      _ = try lifting.lifted(strange, .coco, path: "k")
    }
    var other = try read(legs)
    other.space = .picture(width: 1920, height: 1080)
    #expect(throws: PoseModelError.self) { _ = try lifting.lifted(other, .coco, path: "k") }
    // A library's caller may state any size; that of a file is checked where it is read.
    other.space = .picture(width: 1e300, height: 1e300)
    #expect(
      throws: PoseModelError.otherPicture(
        path: "k", found: .text("1e+300 × 1e+300"), expected: .text("320 × 240"))
    ) { _ = try lifting.lifted(other, .coco, path: "k") }
    // Twice the size in both directions is the same picture.
    other = try read(legs)
    other.space = .picture(width: 640, height: 480)
    for (point, track) in other.tracks {
      other.tracks[point]!.positions = track.positions.map { [($0.x + 0.5) * 2 - 0.5, ($0.y + 0.5) * 2 - 0.5, 0] }
    }
    let (twice, once) = (
      try lifting.lifted(other, .coco, path: "k"), try lifting.lifted(try read(legs), .coco, path: "k")
    )
    #expect((twice.tracks[.rightKnee]!.positions[0] - once.tracks[.rightKnee]!.positions[0]).length < 1e-9)
    other.space = .camera
    #expect(throws: PoseModelError.notFlat(path: "k")) { _ = try lifting.lifted(other, .coco, path: "k") }
  }
}
