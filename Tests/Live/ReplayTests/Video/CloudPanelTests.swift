import Drawing
import Geometry
import Images
import LiveTracking
import Platform
import PointClouds
import Recordings
import Testing

@testable import Feedback
@testable import Replay

/// The cloud and the markers on it, beside what they should be. The panel is 560 × 720 from x = 420 on and shows 0.28 m
/// across: 2000 pixels a metre.
@Suite struct CloudPanelTests {
  private let middle: Vector3 = [0.02, -0.03, 0.04]
  /// The subject's right is the map's -y, forward its x.
  private let head = HeadPlace(
    middle: [0.02, -0.03, 0.04], headFromMap: Matrix3(columns: [0, 1, 0], [-1, 0, 0], [0, 0, 1]))

  private func drawn(_ scene: ReplayScene, adding isAdded: Bool = false) throws -> [UInt8] {
    var panel = CloudPanel(
      layout: DrawnScene.layout, typeface: try .installed(), book: try FeedbackFile.builtIn.phrasebook("en"))
    if isAdded { panel.add(scene) }
    var canvas = Canvas(width: 980, height: 720, .night)
    try panel.draw(scene, on: &canvas)
    return canvas.image.pixels
  }

  /// The time stands 20 pixels from the right and 18 from below.
  private func write(_ time: String, on canvas: inout Canvas) throws {
    let typeface = try Typeface.installed()
    let width = Double(try typeface.width(of: time, size: 22))
    try canvas.text(time, at: [960 - width, 702], size: 22, typeface, .white)
  }

  /// A print on a plane before the head's middle that is seen from there; its corners clockwise from its upper left.
  private func print(_ x: Double, _ y: Double, _ z: Double) -> [Vector3] {
    let half = 0.0083
    return [[x, y - half, z + half], [x, y + half, z + half], [x, y + half, z - half], [x, y - half, z - half]]
  }

  private func isSame(_ a: [UInt8], _ b: [UInt8]) -> Bool { a == b }

  @Test func withoutAHeadThereIsOnlyTheTime() throws {
    var canvas = Canvas(width: 980, height: 720, .night)
    try write("61.5 s", on: &canvas)
    let scene = DrawnScene.scene(FrameFacts(frame: 0, time: 61.5), DrawnScene.feedback(time: 61.5))
    #expect(isSame(try drawn(scene), canvas.image.pixels))
  }

  /// Of markers that overlap, the one with the greater id is on top; one on the far side of the head is not drawn.
  @Test func markersThatFaceTheViewAreDrawn() throws {
    let corners: [Int: [Vector3]] = [
      4: print(0.08, -0.0199, 0.0903), 9: print(0.08, -0.0129, 0.0853), 2: print(-0.04, -0.03, 0.01).reversed(),
    ]
    let facts = FrameFacts(frame: 0, time: 0, markers: DrawnScene.markers([(4, 1)]))
    let scene = DrawnScene.scene(facts, DrawnScene.feedback(time: 0), corners: corners, head: head)
    var canvas = Canvas(width: 980, height: 720, .night)
    // From before the head the map's y is to the right. The first marker's middle is 0.0101 m from the head's and 0.0503 m
    // above it: 20.2 and 100.6 pixels from (699.5, 359.5), its half side 16.6.
    for (box, width, paint) in [
      (DrawnScene.box(703.1, 242.3, 736.3, 275.5), 4, Paint.skyBlue),
      (DrawnScene.box(717.1, 252.3, 750.3, 285.5), 2, .yellow),
    ] {
      try canvas.line(box, closed: true, width: width + 3, .black)
      try canvas.line(box, closed: true, width: width, paint)
    }
    try write("0.0 s", on: &canvas)
    #expect(isSame(try drawn(scene), canvas.image.pixels))
  }

  /// The view is from where the camera is, here from the subject's right; every second pixel of a VGA image is taken, every
  /// one of a smaller image.
  @Test(arguments: [(640, 2), (320, 1)]) func theCloudIsSeenFromTheCamera(_ width: Int, _ step: Int) throws {
    let height = 24
    let focus = 550 * Double(width) / 640
    let camera = Camera(
      width: width, height: height, fx: focus, fy: focus, cx: Double(width - 1) / 2, cy: Double(height - 1) / 2)
    let pixels = width * height
    let color = ColorImage(
      width: width, height: height, pixels: (0..<(3 * pixels)).map { (i: Int) -> UInt8 in UInt8(i * 37 % 251) })
    let depth = DepthImage(width: width, height: height, pixels: [Float](repeating: 0.25, count: pixels))
    // 0.3 m from the head's middle, looking at it, upright.
    let pose = RigidTransform(
      rotation: Matrix3(columns: [1, 0, 0], [0, 0, -1], [0, 1, 0]), translation: [0.02, -0.33, 0.04])
    let frame = DrawnScene.frame(camera)
    let scene = ReplayScene(
      frame: frame, color: color, depth: depth, detected: [], facts: FrameFacts(frame: 0, time: 0, mapFromCamera: pose),
      feedback: DrawnScene.feedback(time: 0), corners: [:], head: head)
    var cloud = GrowingCloud()
    cloud.add(
      depth, color, cameras: frame.cameras, scanFromCamera: pose, centre: middle, radius: 0.14, step: step)
    #expect(cloud.points.count > 100)
    let view = CloudView(width: 560, height: 720, centre: middle, radius: 0.14, eye: [0, -1, 0], up: [0, 0, 1])
    var canvas = Canvas(width: 980, height: 720, .night)
    // Squares of 1.4 voxels of 1.5 mm.
    try canvas.place(
      view.image(of: cloud.points, size: 0.0021, background: [24, 26, 30]),
      in: PixelArea(x: 420, y: 0, width: 560, height: 720))
    try write("0.0 s", on: &canvas)
    let found = try drawn(scene, adding: true)
    // A point may be rounded to the next pixel.
    let different = zip(found, canvas.image.pixels).count { $0 != $1 }
    #expect(different < 300, "\(different) values")
  }

  @Test func theEyeFollowsSlowly() {
    var eye = CloudEye()
    eye.follow([0.3, 0, 0], at: 5)
    #expect((eye.direction(at: 10) - [1, 0, 0]).length < 1e-9, "the first place is taken at once")
    eye.follow([0, 0.2, 0], at: 5.25)
    // A quarter of the way after a quarter of the lag of 1 s: (0.75, 0.25), which is 18.435° of azimuth.
    let expected = Vector3(0.948_683_298_050_513_8, 0.316_227_766_016_837_9, 0)
    #expect((eye.direction(at: 10) - expected).length < 1e-9)
    // Time that goes back moves nothing; after the lag it is there.
    eye.follow([0, -1, 0], at: 4)
    #expect((eye.direction(at: 10) - expected).length < 1e-9)
    eye.follow([0, -1, 0], at: 9)
    #expect((eye.direction(at: 10) - [0, -1, 0]).length < 1e-9)
  }

  /// To the other side: a way through the middle has no direction.
  @Test func theEyeLeapsToTheOtherSide() {
    var eye = CloudEye()
    eye.follow([1, 0, 0], at: 0)
    eye.follow([-1, 0, 0], at: 0.25)
    #expect((eye.direction(at: 10) - [1, 0, 0]).length < 1e-9, "(0.5, 0, 0) has one")
    eye.follow([-1, 0, 0], at: 0.75)
    #expect((eye.direction(at: 10) - [-1, 0, 0]).length < 1e-9)
  }

  /// By 40° to either side in 10 s.
  @Test func theEyeSwings() {
    var eye = CloudEye()
    eye.follow([0.8, 0, 0.6], at: 0)
    for (time, degrees) in [(0.0, 0.0), (2.5, 40), (5, 0), (7.5, -40), (10.0 / 12, 20), (12.5, 40)] {
      let azimuth = degrees * .pi / 180
      #expect((eye.direction(at: time) - [0.8 * cos(azimuth), 0.8 * sin(azimuth), 0.6]).length < 1e-9, "\(time) s")
    }
    // Never higher or lower than a sine of 0.9.
    for z in [0.96, -0.96] {
      var steep = CloudEye()
      steep.follow([0, -0.28, z], at: 0)
      let expected = Vector3(0, -0.435_889_894_354_067_4, z > 0 ? 0.9 : -0.9)
      #expect((steep.direction(at: 10) - expected).length < 1e-9)
    }
  }
}
