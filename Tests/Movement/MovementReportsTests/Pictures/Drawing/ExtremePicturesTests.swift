import Diagnostics
import Drawing
import Feedback
import Foundation
import Geometry
import Images
import Movement
import Recordings
import TestSupport
import Testing

@testable import MovementReports

/// The angle of a joint as it is drawn.
@Suite struct JointOverlayTests {
  private static let centre = Vector2(400, 400)

  private static func way(_ degrees: Double) -> Vector2 {
    Vector2(cos(degrees * .pi / 180), sin(degrees * .pi / 180))
  }

  private func drawn(
    _ angle: DrawnAngle, _ points: [BodyPoint: Vector2], text: String?, place: (Vector2) -> Vector2 = { $0 }
  ) throws -> DrawnPixels {
    var canvas = Canvas(width: 800, height: 800, .black)
    let overlay = JointOverlay(angle, typeface: try Typeface.installed())
    try overlay.draw(points, angle: text, on: &canvas, place: place)
    return DrawnPixels(canvas.image)
  }

  /// Where the held segment comes from, where the other one goes to and where it is at zero, in degrees clockwise from the
  /// picture's right; a joint, and the movement.
  private static let limbs: [(MotionJoint, JointMovement, held: Double, moving: Double, zero: Double)] = [
    // A thigh that comes from above goes on downwards.
    (.knee, .flexion, 270, 60, 90), (.knee, .flexion, 270, 190, 90), (.knee, .flexion, 270, 330, 90),
    (.knee, .flexion, 200, 50, 20),
    // An arm at zero hangs along the trunk, to the hip.
    (.shoulder, .flexion, 90, 150, 90), (.shoulder, .abduction, 90, 20, 90), (.shoulder, .flexion, 120, 240, 120),
    // A foot at zero stands square to its shank, to the side where its toes are.
    (.ankle, .flexion, 270, 30, 0), (.ankle, .flexion, 270, 150, 180), (.ankle, .flexion, 300, 0, 30),
  ]

  /// The arc goes from where the angle is zero to the moving segment, and no farther, at 0.35 of the shorter segment.
  @Test(arguments: limbs) func theArcGoesFromZeroToTheLimb(
    _ joint: MotionJoint, _ movement: JointMovement, held: Double, moving: Double, zero: Double
  ) throws {
    let angle = try #require(DrawnAngle(joint, movement, .right))
    let ends = [Self.way(held) * 300, Vector2(0, 0), Self.way(moving) * 280].map { Self.centre + $0 }
    let picture = try drawn(angle, Dictionary(uniqueKeysWithValues: zip(angle.points, ends)), text: "1")
    let turn = (moving - zero + 540).truncatingRemainder(dividingBy: 360) - 180
    for share in [0.12, 0.3, 0.5, 0.7, 0.88] {
      #expect(picture.has(.yellow, near: Self.centre + Self.way(zero + share * turn) * 98, tolerance: 55), "\(share)")
    }
    let beyond = turn > 0 ? 14.0 : -14
    #expect(!picture.has(.yellow, near: Self.centre + Self.way(zero - beyond) * 98, within: 6))
    #expect(!picture.has(.yellow, near: Self.centre + Self.way(moving + beyond) * 98, within: 6))
    #expect(!picture.has(.yellow, near: Self.centre + Self.way(zero + 0.5 * turn) * 88, within: 5))
    #expect(!picture.has(.yellow, near: Self.centre + Self.way(zero + 0.5 * turn) * 108, within: 5))
  }

  /// The limb in its colour, a disc at each of its three points, thin lines for the rest of the body.
  @Test func pointsAndLinesStandWhereTheyBelong() throws {
    let angle = try #require(DrawnAngle(.knee, .flexion, .right))
    let points: [BodyPoint: Vector2] = [
      .rightHip: [300, 100], .rightKnee: [320, 400], .rightAnkle: [500, 600], .leftShoulder: [50, 60],
      .leftHip: [80, 300], .nose: [700, 100],
    ]
    let place = { (point: Vector2) in point * 0.8 + Vector2(10, 30) }
    let picture = try drawn(angle, points, text: nil, place: place)
    #expect(picture.has(.orange, near: place([310, 250]), within: 1))
    #expect(picture.has(.orange, near: place([410, 500]), within: 1))
    for point: Vector2 in [[300, 100], [320, 400], [500, 600]] {
      for step in stride(from: 0.0, to: 360, by: 22.5) {
        #expect(picture.has(.skyBlue, near: place(point) + Self.way(step) * 4.5, within: 0.8), "\(point) \(step)")
        #expect(!picture.has(.skyBlue, near: place(point) + Self.way(step) * 8.5, within: 1), "\(point) \(step)")
      }
    }
    // From shoulder to hip, and from hip to hip.
    #expect(picture.has(.gray, near: place([65, 180]), within: 1))
    #expect(picture.has(.gray, near: place([190, 200]), within: 1))
    // About the joint, at (266, 350).
    let all = PixelArea(x: 166, y: 250, width: 200, height: 200)
    #expect(picture.places(.yellow, in: all).isEmpty, "a frame that does not count has no arc")
    #expect(picture.places(.white, in: all).isEmpty, "and no number")
    // Without one of the three there is no limb.
    var less = points
    less[.rightAnkle] = nil
    let without = try drawn(angle, less, text: "1", place: place)
    #expect(without.places(.orange, in: all).isEmpty && without.places(.skyBlue, in: all).isEmpty)
    #expect(without.places(.yellow, in: all).isEmpty && without.places(.white, in: all).isEmpty)
    #expect(without.has(.gray, near: place([310, 250]), within: 1))
  }

  /// The number stands 44 pixels from the joint, on the side where the limb is not; of a straight limb at its right.
  /// One that is bent by 0.573° has its joint 300 · sin 0.2865° = 1.5 pixels beside the line between its ends.
  @Test(arguments: [(90.0, 0.0, 225.0), (270, 20, 145), (180, 130, 335), (270, 90, 0), (270, 89.427, 179.7)])
  func theNumberStandsBesideTheJoint(held: Double, moving: Double, side: Double) throws {
    let angle = try #require(DrawnAngle(.knee, .flexion, .left))
    // Of equal lengths the middle lies between both, so half of the way between their directions and opposite to it.
    let ends = [Self.way(held) * 300, Vector2(0, 0), Self.way(moving) * 300].map { Self.centre + $0 }
    let picture = try drawn(angle, Dictionary(uniqueKeysWithValues: zip(angle.points, ends)), text: "888")
    let white = picture.places(.white, in: PixelArea(x: 300, y: 300, width: 200, height: 200))
    try #require(white.count > 40)
    let middle = white.reduce(Vector2(0, 0), +) / Double(white.count)
    let off = middle - (Self.centre + Self.way(side) * 44)
    #expect(abs(off.x) < 2.5 && abs(off.y) < 2.5, "\(off)")
  }

  /// An arc of less than 4 pixels would be a blot.
  @Test(arguments: [(11.0, false), (12.5, true)]) func aSmallJointHasNoArc(length: Double, hasArc: Bool) throws {
    let angle = try #require(DrawnAngle(.knee, .flexion, .left))
    let ends = [Vector2(0, -300), Vector2(0, 0), Vector2(length, 0)].map { Self.centre + $0 }
    let picture = try drawn(angle, Dictionary(uniqueKeysWithValues: zip(angle.points, ends)), text: "1")
    let near = PixelArea(x: 385, y: 385, width: 30, height: 30)
    #expect(picture.places(.yellow, in: near, tolerance: 60).isEmpty != hasArc)
  }

  @Test func aNeckHasNoAngle() throws {
    #expect(DrawnAngle(.neck, .flexion, nil) == nil)
    var canvas = Canvas(width: 100, height: 100, .black)
    let overlay = JointOverlay(nil, typeface: try Typeface.installed())
    try overlay.draw([.leftEar: [10, 50], .nose: [90, 50]], angle: "1", on: &canvas) { $0 }
    let picture = DrawnPixels(canvas.image)
    #expect(picture.has(.gray, near: [50, 50], within: 1))
    #expect(picture.places(.white, in: PixelArea(x: 0, y: 0, width: 100, height: 100)).isEmpty)
  }
}

/// The points of a body in the plane of a picture.
@Suite struct FlatBodyTests {
  private func sequence(_ space: LandmarkSequence.Space, _ tracks: [BodyPoint: [Vector3]]) -> LandmarkSequence {
    let count = tracks.values.first?.count ?? 0
    return LandmarkSequence(
      space: space, times: (0..<count).map(Double.init), frames: (0..<count).map { "\($0)" },
      tracks: tracks.mapValues { LandmarkSequence.Track(positions: $0) })
  }

  @Test func thePointsOfAPictureStayAsTheyAre() throws {
    let missing = Vector3(.nan, .nan, .nan)
    let tracks: [BodyPoint: [Vector3]] = [.leftHip: [[3, 40, 0], missing], .leftKnee: [[-20, 7, 0], [9, -8, 0]]]
    let body = FlatBody(sequence(.picture(width: 640, height: 480), tracks), .flexion)
    #expect(body.isPicture && body.size == [640, 480])
    #expect(body.frames == [[.leftHip: [3, 40], .leftKnee: [-20, 7]], [.leftKnee: [9, -8]]])
    let bounds = try #require(body.bounds)
    #expect(bounds.low == [-20, -8] && bounds.high == [9, 40])
    #expect(FlatBody(sequence(.picture(width: nil, height: nil), tracks), .flexion).size == nil)
    #expect(FlatBody(sequence(.picture(width: 3, height: nil), tracks), .flexion).size == nil)
    #expect(FlatBody(sequence(.camera, [:]), .flexion).bounds == nil)
  }

  /// A subject who faces the camera, the right hip a little lower: from the right side the front, which is nearer to the
  /// camera, is at the right; from the front the subject's left is.
  @Test func pointsInSpaceAreSeenFromTheSideOrFromTheFront() throws {
    let missing = Vector3(.nan, .nan, .nan)
    let tracks: [BodyPoint: [Vector3]] = [
      .leftShoulder: [[0.2, -0.5, 2], missing], .rightShoulder: [[-0.2, -0.5, 2], [-0.2, -0.5, 2]],
      .leftHip: [[0.1, 0, 2], [0.1, 0, 2]], .rightHip: [[-0.1, 0.05, 2], [-0.1, 0.05, 2]],
      .rightKnee: [[-0.1, 0.1, 1.6], [-0.15, 0.4, 1.9]],
    ]
    for frames in [1, 2] {
      let body = sequence(.camera, tracks.mapValues { Array($0.prefix(frames)) })
      // With the second frame, the trunk's mean is that of both shoulders in the first one and of one in the second.
      let tolerance = frames == 1 ? 1e-12 : 0.1
      for (movement, wanted) in [(JointMovement.flexion, Vector2(0.4, 0.05)), (.abduction, Vector2(0, 0.05))] {
        let flat = FlatBody(body, movement)
        #expect(!flat.isPicture && flat.size == nil)
        let (hip, knee) = (try #require(flat.frames[0][.rightHip]), try #require(flat.frames[0][.rightKnee]))
        let shin = knee - hip
        #expect(abs(shin.x - wanted.x) <= tolerance && abs(shin.y - wanted.y) <= tolerance, "\(movement): \(shin)")
        let left = try #require(flat.frames[0][.leftHip])
        let across = movement == .abduction ? 0.2 : 0
        #expect(abs(left.x - hip.x - across) <= tolerance && abs(left.y - hip.y + 0.05) <= tolerance)
      }
    }
  }

  /// Where no trunk is seen, x is to the right and y is up as a laboratory has them.
  @Test func withoutATrunkTheAxesOfSpaceAreTaken() {
    let body = FlatBody(sequence(.laboratory, [.leftKnee: [[3, 4, 5]]]), .flexion)
    #expect(body.frames == [[.leftKnee: [3, -4]]])
    // One hip tells no line across.
    let one = FlatBody(sequence(.laboratory, [.leftShoulder: [[0, 2, 9]], .leftHip: [[0, 1, 9]]]), .flexion)
    #expect(one.frames == [[.leftShoulder: [0, -2], .leftHip: [0, -1]]])
  }
}

/// The frames of the values as pictures.
@Suite struct ExtremePicturesTests {
  private let knee = SimulatedKnee()
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  private func put(_ name: String, width: Int, height: Int) throws {
    let image = ColorImage(width: width, height: height, pixels: [UInt8](repeating: 255, count: 3 * width * height))
    try ImageFile.jpeg(image, quality: 90).write(to: folder.url.appending(path: name + ".jpg"))
  }

  private func pictures(_ measured: MeasuredMotion, landmarks: Bool = true) throws -> ExtremePictures {
    try ExtremePictures(
      measured.result, measured.curve, landmarks ? knee.sequence : nil, from: FramePictureSource(folder.url.path),
      .english)
  }

  /// The frames of start, minimum, maximum and return by their names.
  private func frames(_ result: MotionResult) throws -> [String: String] {
    var frames: [String: String] = [:]
    for key in ["start", "minimum", "maximum", "return"] { frames[key] = try #require(result.value(key)?.frames.first) }
    return frames
  }

  /// Points are pixels of the picture that the pose model saw, 640 × 600; the pictures are half as large, or too large.
  @Test func theJointIsDrawnOnItsFrames() throws {
    let measured = try knee.measured()
    let frames = try frames(measured.result)
    let maximum = try #require(frames["maximum"])
    for frame in Set(frames.values) {
      try put(frame, width: frame == maximum ? 800 : 320, height: frame == maximum ? 750 : 300)
    }
    let found = try pictures(measured)
    #expect(found.findings.isEmpty)
    #expect(found.files.map(\.name) == ["maximum.jpg", "minimum.jpg", "return.jpg", "start.jpg"])
    for (name, data) in found.files {
      let image = try ImageFile.color(data)
      let isLarge = name == "maximum.jpg"
      #expect((image.width, image.height) == (isLarge ? (720, 675) : (320, 300)), "\(name)")
      let scale = Double(image.width) / 640
      let picture = DrawnPixels(image)
      #expect(picture.has(.orange, near: Vector2(300, 200) * scale, within: 2, tolerance: 80), "\(name)")
      for joint: Vector2 in [[300, 100], [300, 300]] {
        #expect(picture.has(.skyBlue, near: joint * scale, within: 3, tolerance: 60), "\(name)")
      }
      // Bent by 118° the shank goes to the left and up: −sin 118° · 190, cos 118° · 190.
      if isLarge {
        let shank = Vector2(300, 300) + Vector2(-0.8829, -0.4695) * 95
        #expect(picture.has(.orange, near: shank * scale, within: 3.5, tolerance: 80))
      }
    }
  }

  @Test func aFrameWithoutAPictureIsNamed() throws {
    let measured = try knee.measured()
    let frames = try frames(measured.result)
    let maximum = try #require(frames["maximum"])
    for frame in Set(frames.values) where frame != maximum { try put(frame, width: 320, height: 300) }
    let found = try pictures(measured, landmarks: false)
    let missing = frames.filter { $0.value == maximum }.map(\.key)
    #expect(Set(found.pictures.keys) == Set(frames.keys).subtracting(missing))
    #expect(found.findings.map(\.code) == missing.map { _ in .motionNoPicture })
    #expect(found.findings[0].values["frame"] == .text(maximum))
    // Without landmarks the number stands at the foot, in the middle.
    let picture = DrawnPixels(try ImageFile.color(try #require(found.pictures["minimum"])))
    let rim = picture.places(.black, in: PixelArea(x: 0, y: 0, width: 320, height: 300), tolerance: 80)
    try #require(rim.count > 40)
    let middle = rim.reduce(Vector2(0, 0), +) / Double(rim.count)
    #expect(abs(middle.x - 160) < 8 && abs(middle.y - 276) < 5, "\(middle)")
  }

  @Test func picturesOfOtherFramesAreNone() throws {
    try put("g_900000", width: 32, height: 30)
    #expect(throws: MotionPictureError.self) { try pictures(try knee.measured()) }
  }

  /// Nothing of that name, a folder without pictures, and a file that is neither a folder nor a video.
  @Test func whatHasNoPicturesIsToldApart() throws {
    let path = { (name: String) in folder.url.appending(path: name).path }
    #expect(throws: MotionPictureError.missing(path: path("absent"))) { try FramePictureSource(path("absent")) }
    try FileManager.default.createDirectory(atPath: path("empty"), withIntermediateDirectories: false)
    #expect(throws: MotionPictureError.none(path: path("empty"), found: .phrase("none"))) {
      try FramePictureSource(path("empty"))
    }
    try Data("text".utf8).write(to: URL(filePath: path("notes.txt")))
    #expect(throws: MotionPictureError.unreadable(path: path("notes.txt"), found: .phrase("something_else"))) {
      try FramePictureSource(path("notes.txt"))
    }
  }
}
