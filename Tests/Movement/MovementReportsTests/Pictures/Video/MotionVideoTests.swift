import Diagnostics
import Drawing
import Feedback
import Foundation
import Geometry
import Images
import Movement
import Replay
import TestSupport
import Testing

@testable import MovementReports

/// Videos of movements: what stands where in a frame, and which frames there are.
@Suite(.serialized) struct MotionVideoTests {
  /// The knee with its clock at 100 s: it is at −5° but from frame 60 on, from 180 on and from 300 on, each for a second,
  /// at 118°, 119° and 120°.
  private func moved() -> LandmarkSequence {
    var sequence = SimulatedKnee().sequence
    sequence.times = sequence.times.map { $0 + 100 }
    return sequence
  }

  private func measured(_ sequence: LandmarkSequence) throws -> MeasuredMotion {
    let task = try MotionTask(.knee, .right, view: .lateral, direction: .clockwise)
    return try MotionMeasurement(task).measure(.landmarks(sequence, .openPose), path: "knee.json")
  }

  private func x(_ frame: Double) -> Double { 70 + 1190 * frame / 389 }

  /// Of 4 steps of 50° from −50° on.
  private func y(_ degrees: Double) -> Double { 520 + 160 * (150 - degrees) / 200 }

  @Test func aFrameHasTheCurveTheCursorAndTheNumbers() throws {
    let sequence = moved()
    let measured = try measured(sequence)
    let video = try #require(try MotionVideo(measured.result, measured.curve, sequence, pictures: nil, .english))
    let picture = DrawnPixels(try video.image(75))
    #expect((picture.image.width, picture.image.height) == (1280, 720))
    // The cursor, from 6 above the plot to 4 below it, and the angle on it.
    #expect(picture.has(.white, near: [x(75), 516], within: 1) && picture.has(.white, near: [x(75), 682], within: 1))
    #expect(
      !picture.has(.white, near: [x(75), 510], within: 2) && !picture.has(.white, near: [x(75), 688], within: 1))
    for step: Vector2 in [[0, 0], [3.5, 0], [-3.5, 0], [0, 3.5], [0, -3.5]] {
      #expect(picture.has(.yellow, near: Vector2(x(75), y(118)) + step, within: 1), "\(step)")
    }
    for step: Vector2 in [[8, 0], [-8, 0], [0, 8], [0, -8]] {
      #expect(!picture.has(.yellow, near: Vector2(x(75), y(118)) + step, within: 1.5), "\(step)")
    }
    // The curve and the rests under it.
    for frame in stride(from: 5, to: 385, by: 10) where abs(frame - 75) > 6 {
      let level = y(measured.curve.channels[0].filtered[frame])
      #expect(picture.has(.skyBlue, near: [x(Double(frame)), level], within: 1.5), "\(frame)")
    }
    let rest = Paint(120, 84, 0)
    for (frame, degrees) in [(15.0, -5.0), (135, -5), (195, 119), (315, 120)] {
      for step in [-4.5, 4.5] {
        #expect(picture.has(rest, near: [x(frame), y(degrees) + step], within: 0.8, tolerance: 12), "\(frame)")
      }
      for step in [-8.5, 8.5] {
        #expect(!picture.has(rest, near: [x(frame), y(degrees) + step], within: 1, tolerance: 12), "\(frame)")
      }
    }
    // No rest on the way.
    for frame in [45.0, 105, 165] {
      #expect(!picture.has(rest, near: [x(frame), y(-5) + 4.5], within: 1, tolerance: 12))
    }
    // The lines of −50° to 150°, and their numbers; the seconds.
    let typeface = try Typeface.installed()
    let grid = Paint(60, 64, 70)
    for degrees in [-50.0, 0, 50, 100, 150] {
      #expect(picture.has(grid, near: [x(37.5), y(degrees)], within: 1, tolerance: 18), "\(degrees)")
      #expect(!picture.has(grid, near: [66, y(degrees)], within: 1, tolerance: 18), "\(degrees)")
      let text = Language.english.number(degrees, digits: 0) + "°"
      let width = Double(try typeface.width(of: text, size: 16))
      #expect(try picture.says(text, at: [62 - width, y(degrees) + 6], sizes: 16...16, .white), "\(text)")
    }
    for seconds in stride(from: 0.0, through: 12, by: 2) {
      let text = "\(Int(seconds)) s"
      let width = Double(try typeface.width(of: text, size: 16))
      #expect(try picture.says(text, at: [x(30 * seconds) - width / 2, 704], sizes: 16...16, .white), "\(text)")
    }
    #expect(picture.places(.white, in: PixelArea(x: 1210, y: 688, width: 70, height: 20)).isEmpty, "there is no 14 s")
    // The numbers at the right.
    let english = Language.english
    let maximum = english.number(try #require(measured.result.values.maximum).degrees, digits: 1) + "°"
    let minimum = english.number(try #require(measured.result.values.minimum).degrees, digits: 1) + "°"
    let heading = [
      english.term("knee", of: "joint"), english.term("right", of: "side"), english.term("flexion", of: "movement"),
    ].joined(separator: ", ")
    let lines: [(String, Double, ClosedRange<Int>, Paint)] = [
      (heading, 44, 16...26, .white), ("118.0°", 140, 40...84, .yellow), ("repeat 1 of 3", 206, 14...24, .white),
      (english.term("minimum", of: "motion_value") + " " + minimum, 250, 14...22, .white),
      (english.term("maximum", of: "motion_value") + " " + maximum, 284, 14...22, .white),
      ("5-0-119 (extension-0-flexion)", 318, 12...20, .white),
      ("Calvaria is a research tool, not a medical device:", 470, 9...14, .gray),
      ("no basis for diagnosis or treatment.", 488, 9...14, .gray),
    ]
    for (text, top, sizes, paint) in lines {
      #expect(try picture.says(text, at: [856, top], width: 400, sizes: sizes, paint), "\(text)")
    }
    // The limb, as a stick figure in the panel.
    // Its box is 206 × 390, from x = 110, where the shank lies level; the thigh at x = 300 is 87 right of the middle.
    #expect(picture.has(.orange, near: [500, 150], within: 5))
    // Later ones: the second repeat, and the last.
    for (frame, text) in [(200, "repeat 2 of 3"), (388, "repeat 3 of 3")] {
      let picture = DrawnPixels(try video.image(frame))
      #expect(try picture.says(text, at: [856, 206], width: 400, sizes: 14...24, .white), "\(frame)")
      #expect(picture.has(.white, near: [x(Double(frame)), 516], within: 1))
    }
  }

  /// A program that stands in for ffmpeg: it keeps what it is given.
  private func tool(_ folder: TemporaryFolder) throws -> VideoTool {
    let program = folder.url.appending(path: "ffmpeg")
    let text = """
      #!/bin/sh
      case "$*" in *encoder=libx264*) echo "Encoder libx264 [x]"; exit;; esac
      for last; do :; done
      cat > "$last"
      """
    try Data(text.utf8).write(to: program)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program.path)
    return try VideoTool(path: folder.url.path)
  }

  private static let frameBytes = 1280 * 720 * 3

  /// How many frames a file has: what comes before each is far smaller than one.
  private func count(_ file: URL) throws -> Int { try Data(contentsOf: file).count / Self.frameBytes }

  /// When the frames of a file are shown, in microseconds: a cluster is its mark, its length, the time, and 13 bytes
  /// more before the pixels; lengths and times have 8 bytes.
  private func times(_ file: URL) throws -> [Int] {
    let data = try Data(contentsOf: file)
    let first = try #require(data.range(of: Data([0x1F, 0x43, 0xB6, 0x75]))).lowerBound
    return stride(from: first, to: data.count, by: 42 + Self.frameBytes).map { start in
      data[(start + 21)..<(start + 29)].reduce(0) { $0 << 8 | Int($1) }
    }
  }

  private func lastFrame(_ file: URL) throws -> DrawnPixels {
    let bytes = [UInt8](try Data(contentsOf: file).suffix(Self.frameBytes))
    return DrawnPixels(ColorImage(width: 1280, height: 720, pixels: bytes))
  }

  /// Frames that follow closer than 1/31 s are left out, but the last one; one without an angle says so.
  @Test func aVideoHasThirtyFramesASecondAndTheLastOne() throws {
    let text = """
      frame,time_s,angle_deg,filtered_deg,state
      a,7,10,10,valid
      b,7.02,20,20,valid
      c,7.04,30,30,valid
      d,7.06,40,40,valid
      e,7.1,50,50,valid
      f,7.11,,,missing

      """
    let curve = try #require(AngleCurve(csv: Array(text.utf8)))
    let result = try SimulatedKnee().measured().result
    let video = try #require(try MotionVideo(result, curve, nil, pictures: nil, .english))
    let folder = try TemporaryFolder()
    let file = folder.url.appending(path: "a.mp4")
    try video.write(try tool(folder), to: file)
    #expect(try count(file) == 4, "a, c, e and f")
    #expect(try times(file) == [0, 40_000, 100_000, 110_000])
    let picture = try lastFrame(file)
    #expect(try picture.says("–", at: [856, 140], width: 400, sizes: 40...84, .yellow))
    #expect(try picture.says("frame does not count", at: [856, 180], width: 400, sizes: 14...22, .orange))
    // No repeat of these frames has come back.
    #expect(try picture.says("repeat 1 of 3", at: [856, 206], width: 400, sizes: 14...24, .white))
    // Of 0° to 60°, no diamond where there is no angle; the cursor is at the right end.
    #expect(picture.places(.yellow, in: PixelArea(x: 1240, y: 500, width: 40, height: 190)).isEmpty)
    #expect(picture.has(.white, near: [1260, 600], within: 1))
    #expect(picture.places(.orange, in: PixelArea(x: 300, y: 100, width: 200, height: 200)).isEmpty, "no body, no limb")
  }

  /// A flat curve has a scale of 1°, and a short rest is two pixels wide.
  @Test func aFlatCurveAndAShortRestAreSeen() throws {
    let text = "frame,time_s,angle_deg,filtered_deg,state\na,0,0,0,valid\nb,5950,0,0,valid\n"
    let curve = try #require(AngleCurve(csv: Array(text.utf8)))
    var root = try #require(
      try JSONSerialization.jsonObject(with: SimulatedKnee().measured().result.json()) as? [String: Any])
    // A fifth of a pixel a second.
    root["plateaus"] = [["degrees": 0.5, "from_s": 500, "to_s": 501, "frames": 3] as [String: Any]]
    let result = try MotionResult.checked([UInt8](JSONSerialization.data(withJSONObject: root)), file: "a")
    let picture = DrawnPixels(
      try #require(try MotionVideo(result, curve, nil, pictures: nil, .english)).image(0))
    let width = Double(try Typeface.installed().width(of: "1.0°", size: 16))
    #expect(try picture.says("1.0°", at: [62 - width, 526], sizes: 16...16, .white))
    // From x = 170 on, half-way up.
    #expect(picture.has(Paint(120, 84, 0), near: [171, 604], within: 1, tolerance: 12))
    #expect(!picture.has(Paint(120, 84, 0), near: [176, 604], within: 2, tolerance: 12))
  }

  /// The ankle's colours begin at 0.8 and 0.5 of 20° and of −50°.
  @Test func aGuidedLimbIsShownWithItsColours() throws {
    let folder = try TemporaryFolder()
    let task = try MotionTask(.ankle, .right, view: .lateral, direction: .anticlockwise)
    let (sequence, english) = (SimulatedKnee().sequence, Language.english)
    let file = MotionFile.landmarks(sequence, .openPose)
    let plan = try #require(JointGuidance.standard.plan("ankle", .flexion))
    var knee = try #require(GuidedLimb(MotionTask(.knee, .right, view: .lateral), .standard, path: "a"))
    let book = try JointGuidance.standard.phrasebook("en", "ankle", .flexion)
    var feedback = try knee.step(file).feedback
    let tool = try tool(folder)
    func film(_ name: String, _ times: [Double]) throws -> URL {
      let url = folder.url.appending(path: name)
      let video = try LimbVideo(
        task, plan, book, english, file, drawn: sequence, pictures: nil, tool, to: url)
      for time in times {
        feedback.time = time
        try video.add(feedback)
      }
      try video.finish()
      return url
    }
    (feedback.degrees, feedback.light) = (12.4, .amber)
    let all = try film("a.mp4", [0, 0.02, 0.04, 0.06])
    #expect(try count(all) == 2)
    let picture = try lastFrame(all)
    let heading = [
      english.term("ankle", of: "joint"), english.term("right", of: "side"), english.term("flexion", of: "movement"),
    ].joined(separator: ", ")
    let (minus40, minus25) = (english.number(-40, digits: 0), english.number(-25, digits: 0))
    let lines: [(String, Double, ClosedRange<Int>, Paint)] = [
      (heading, 50, 16...26, .white), ("▲ 12°", 160, 40...84, TrafficLight.amber.paint),
      (english.term(feedback.state.name, of: "guide_state"), 220, 16...28, .white),
      ("● 16°, \(minus40)°", 300, 14...24, TrafficLight.green.paint),
      ("▲ 10°, \(minus25)°", 336, 14...24, TrafficLight.amber.paint),
    ]
    for (text, top, sizes, paint) in lines {
      #expect(try picture.says(text, at: [904, top], width: 352, sizes: sizes, paint), "\(text)")
    }
    #expect(try picture.says(book.prompt(feedback), at: [40, 660], sizes: 20...44, .white))
    #expect(try picture.says(english("guide.notice"), at: [40, 704], sizes: 10...16, .gray))
    for x in [2.0, 640, 1277] { #expect(picture.has(.gray, near: [x, 580], within: 1.5)) }
    // Without an angle; what is said is made small where it is wider than 1200 pixels.
    (feedback.degrees, feedback.light) = (nil, nil)
    (feedback.state, feedback.reason) = (.error(.unclear), "turned")
    let without = try lastFrame(try film("b.mp4", [5]))
    #expect(try without.says("–", at: [904, 160], width: 352, sizes: 40...84, .gray))
    #expect(try without.says(book.prompt(feedback), at: [40, 660], sizes: 20...44, .white))
  }
}

/// Where the body stands in a frame.
@Suite struct BodyPanelTests {
  private func panel(_ width: Int, _ height: Int) throws -> BodyPanel {
    BodyPanel(
      area: PixelArea(x: 0, y: 0, width: width, height: height),
      overlay: JointOverlay(DrawnAngle(.knee, .flexion, .right), typeface: try Typeface.installed()))
  }

  private func body(_ space: LandmarkSequence.Space, _ frames: [[Vector2]]) -> FlatBody {
    let points: [BodyPoint] = [.rightHip, .rightKnee, .rightAnkle]
    let tracks = points.enumerated().map { place, point in
      (point, LandmarkSequence.Track(positions: frames.map { Vector3($0[place].x, $0[place].y, 0) }))
    }
    return FlatBody(
      LandmarkSequence(
        space: space, times: frames.indices.map(Double.init), frames: frames.indices.map { "\($0)" },
        tracks: Dictionary(uniqueKeysWithValues: tracks)), .flexion)
  }

  private func drawn(
    _ body: FlatBody?, _ index: Int = 0, picture: ColorImage? = nil, width: Int = 300, height: Int = 200
  ) throws -> DrawnPixels {
    var canvas = Canvas(width: width + 20, height: height + 20, .black)
    try panel(width, height).draw(body, index, picture: picture, angle: nil, on: &canvas)
    return DrawnPixels(canvas.image)
  }

  private func white(_ width: Int, _ height: Int) -> ColorImage {
    ColorImage(width: width, height: height, pixels: [UInt8](repeating: 255, count: 3 * width * height))
  }

  /// As large as the panel has room, in the middle of it, in proportion.
  @Test(arguments: [
    (100, 40, PixelArea(x: 0, y: 40, width: 300, height: 120)),
    (20, 100, PixelArea(x: 130, y: 0, width: 40, height: 200)),
    (600, 800, PixelArea(x: 75, y: 0, width: 150, height: 200)),
    (1000, 1, PixelArea(x: 0, y: 99, width: 300, height: 1)),
    (1, 1000, PixelArea(x: 149, y: 0, width: 1, height: 200)),
  ]) func aPictureStandsInTheMiddle(width: Int, height: Int, area: PixelArea) throws {
    let picture = try drawn(nil, picture: white(width, height))
    let lit = picture.places(.white, in: PixelArea(x: 0, y: 0, width: 320, height: 220))
    #expect(lit.count == area.width * area.height)
    #expect(lit.first == Vector2(Double(area.x), Double(area.y)))
    #expect(lit.last == Vector2(Double(area.x + area.width - 1), Double(area.y + area.height - 1)))
  }

  /// Points are pixels of the picture that was seen, 200 × 80, which is shown at 300 × 120 from (0, 40) on; where that is not
  /// known, of the one that is shown, 100 × 40.
  @Test func pointsLieOnThePicture() throws {
    let points: [[Vector2]] = [[[30, 6], [60, 16], [90, 20]]]
    let seen = try drawn(body(.picture(width: 200, height: 80), points), picture: white(100, 40))
    for place: Vector2 in [[45, 49], [90, 64], [135, 70]] { #expect(seen.has(.skyBlue, near: place, within: 1)) }
    #expect(seen.has(.orange, near: [67.5, 56.5], within: 1.5))
    let shown = try drawn(body(.picture(width: nil, height: nil), points), picture: white(100, 40))
    for place: Vector2 in [[90, 58], [180, 88], [270, 100]] { #expect(shown.has(.skyBlue, near: place, within: 1)) }
    // Points in space don't lie on a picture.
    let space = try drawn(body(.laboratory, points), picture: white(100, 40))
    #expect(space.places(.white, in: PixelArea(x: 0, y: 40, width: 300, height: 120)).count == 300 * 120)
  }

  /// Without a picture a stick figure fills the panel less 120 pixels, the box of all frames in its middle.
  @Test func aStickFigureFillsThePanel() throws {
    // 60 × 40 into 180 × 80: twice as large.
    let high = body(
      .picture(width: 640, height: 480), [[[0, 0], [50, 10], [40, 30]], [[5, 5], [60, 40], [20, 20]]])
    let first = try drawn(high, 0)
    for place: Vector2 in [[90, 60], [190, 80], [170, 120]] { #expect(first.has(.skyBlue, near: place, within: 1)) }
    #expect(first.has(.orange, near: [140, 70], within: 1))
    let second = try drawn(high, 1)
    for place: Vector2 in [[100, 70], [210, 140], [130, 100]] { #expect(second.has(.skyBlue, near: place, within: 1)) }
    // 90 × 20 into 180 × 80: twice as large, too.
    let wide = try drawn(body(.picture(width: nil, height: nil), [[[10, 10], [55, 30], [100, 10]]]))
    for place: Vector2 in [[60, 80], [150, 120], [240, 80]] { #expect(wide.has(.skyBlue, near: place, within: 1)) }
    let one = try drawn(body(.picture(width: nil, height: nil), [[[7, 7], [7, 7], [7, 7]]]))
    #expect(one.has(.skyBlue, near: [150, 100], within: 1))
    #expect(try drawn(nil).places(.black, in: PixelArea(x: 0, y: 0, width: 320, height: 220)).count == 320 * 220)
  }
}
