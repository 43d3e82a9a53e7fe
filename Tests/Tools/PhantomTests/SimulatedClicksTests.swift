import Geometry
import Images
import Recordings
import Testing

@testable import Phantom

/// Which landmarks an operator can click in a frame, and which frames they choose.
@Suite struct SimulatedClicksTests {
  private static let made = Result {
    var options = PhantomOptions()
    options.sensor.camera = Camera(width: 96, height: 72, fx: 89, fy: 89, cx: 48, cy: 36)
    (options.frames, options.markerCount, options.clickNoise) = (2, 0, 0)
    return try PhantomRecording(options)
  }
  private let clicker: SimulatedClicks
  private let (tip, normal): (Vector3, Vector3)

  init() throws {
    let recording = try Self.made.get()
    clicker = SimulatedClicks(recording: recording)
    tip = recording.head.position(of: .noseTip)
    normal = recording.head.normal(toward: tip.normalized)
  }

  /// The sight of the tip of the nose, 30 cm away towards a direction: the colour image shows it at `pixel`, that of
  /// depth, which has a camera of its own, at (17, 23).
  private func sight(
    at pixel: Vector2 = [48, 36], from direction: Vector3? = nil, farther: Double = 0,
    code: (Int, Int) -> UInt16 = { _, _ in 1 }
  ) -> SimulatedClicks.Sight? {
    let out = direction ?? normal
    let right = out.anyOrthogonal
    let pose = RigidTransform(
      rotation: Matrix3(columns: right, right.cross(out), -out), translation: tip + out * 0.3)
    let depth = Camera(width: 48, height: 40, fx: 60, fy: 60, cx: 17, cy: 23)
    let frame = PhantomFrame(
      time: 0, color: ColorImage(width: 96, height: 72, pixels: [UInt8](repeating: 0, count: 96 * 72 * 3)),
      cameras: CameraPair(
        color: Camera(width: 96, height: 72, fx: 89, fy: 89, cx: pixel.x, cy: pixel.y), depth: depth),
      depthCodes: (0..<48 * 40).map { code($0 % 48, $0 / 48) },
      exactDepth: DepthImage(width: 96, height: 72, pixels: [Float](repeating: Float(0.3 + farther), count: 96 * 72)),
      cosines: [], headFromCamera: pose, rows: RowPoses(pose))
    return clicker.sights(in: frame).first { $0.landmark == .noseTip }
  }

  @Test func aLandmarkIsClickedWhereItIsSeen() throws {
    let direction = (normal + normal.anyOrthogonal * 0.5).normalized
    let found = try #require(sight(from: direction))
    #expect((found.pixel - [48, 36]).length < 1e-9 && abs(found.cosine - normal.dot(direction)) < 1e-9)
    // A thirty-second of the width is left free at all borders.
    for (pixel, isSeen): (Vector2, Bool) in [
      ([3.1, 36], true), ([2.9, 36], false), ([92.9, 36], true), ([93.1, 36], false), ([48, 3.1], true),
      ([48, 2.9], false), ([48, 68.9], true), ([48, 69.1], false),
    ] {
      #expect((sight(at: pixel) != nil) == isSeen, "\(pixel)")
    }
    // Something in front of it, or the surface behind it.
    for (farther, isSeen) in [(0.0019, true), (-0.0019, true), (0.0021, false), (-0.0021, false)] {
      #expect((sight(farther: farther) != nil) == isSeen, "\(farther)")
    }
    // What leans away by more than acos 0.35.
    for (cosine, isSeen) in [(0.36, true), (0.34, false)] {
      let aside = normal * cosine + normal.anyOrthogonal * (1 - cosine * cosine).squareRoot()
      #expect((sight(from: aside) != nil) == isSeen, "\(cosine)")
    }
  }

  @Test func depthIsNeededWhereItsCameraShowsTheLandmark() {
    #expect(sight { x, y in x == 17 && y == 23 ? 1 : 0 } != nil)
    #expect(sight { x, y in x == 17 && y == 23 ? 0 : 1500 } == nil)
  }

  /// At most four of the frames that face a landmark best, more than a fortieth of all apart; of equal ones the first.
  @Test func theBestFramesAreClicked() {
    let best = [300: 0.95, 290: 0.94, 100: 0.9, 105: 0.89, 110: 0.88, 111: 0.87, 20: 0.8, 350: 0.79]
    let sights = (0..<400).map { frame -> [SimulatedClicks.Sight] in
      let tip = SimulatedClicks.Sight(landmark: .noseTip, pixel: [12.34, 56.78], cosine: best[frame] ?? 0.5)
      let ear = SimulatedClicks.Sight(landmark: .tragionLeft, pixel: [7, 9], cosine: 0.6)
      return [3, 7].contains(frame) ? [tip, ear] : [tip]
    }
    let clicks = clicker.clicks(sights)
    #expect(clicks[.noseTip]?.map(\.frame) == [300, 100, 111, 20])
    #expect(clicks[.tragionLeft]?.map(\.frame) == [3] && clicks[.sellion] == nil)
    // Without noise, to a tenth of a pixel.
    for click in clicks[.noseTip] ?? [] { #expect((click.pixel - Vector2(12.3, 56.8)).length < 1e-9) }
  }
}
