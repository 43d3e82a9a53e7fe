import Diagnostics
import Foundation
import Geometry
import Images
import Testing

@testable import Recordings

/// What each recorder's sample gives, against the recording that it was written from.
@Suite struct RecorderSampleTests {
  private let original: Recording

  /// What keeps the pixels of a JPEG, not its bytes.
  private static let withoutJPEGBytes: [RecorderSample] = [.cyborg, .scenes, .depthData, .zeiss]

  init() throws { original = try Recording.open(RecorderSample.original) }

  @Test(arguments: RecorderSample.allCases) func isRecognisedAndHasEveryFrame(sample: RecorderSample) throws {
    let recording = try Recording.open(sample.url)
    #expect(recording.format == sample.format)
    #expect(recording.frames.count == original.frames.count)
    let names = recording.frames.map(\.name)
    switch sample {
    case .cyborg: #expect(names == ["frame-000", "frame-001", "frame-002", "frame-003"])
    case .scenes: #expect(names == ["frame-000000", "frame-000001", "frame-000002", "frame-000003"])
    case .zeiss: #expect(names == ["1000000", "1000508", "1001017", "1001525"])
    case .open3d: #expect(names == ["000000", "000001", "000002", "000003"])
    default: #expect(names == ["0", "1", "2", "3"])
    }
  }

  /// Times count from each recorder's own zero; 7-Scenes, AVDepthData and Open3D have none, ZEISS's are whole milliseconds.
  @Test(arguments: RecorderSample.allCases) func framesLieInTimeAsInTheOriginal(sample: RecorderSample) throws {
    let frames = try Recording.open(sample.url).frames
    for (frame, before) in zip(frames, original.frames) {
      let time =
        [.scenes, .depthData, .open3d].contains(sample)
        ? Double(frame.index) / 30 : before.time - original.frames[0].time
      #expect(abs(frame.time - frames[0].time - time) < (sample == .zeiss ? 0.000_501 : 1e-6))
      #expect(frame.depthTime == frame.time)
    }
  }

  @Test(arguments: RecorderSample.allCases) func camerasAreThoseOfTheOriginal(sample: RecorderSample) throws {
    let recording = try Recording.open(sample.url)
    for (frame, before) in zip(recording.frames, original.frames) {
      // `.sens` states them as 32-bit floats.
      #expect(distance(frame.cameras.color.pinhole, before.camera) < 1e-5)
      let depth = sample == .lidar ? before.camera.resized(width: 40, height: 30) : before.camera
      #expect(distance(frame.cameras.depth.pinhole, depth) < 1e-5)
      let lenses = [frame.cameras.color.lens, frame.cameras.depth.lens]
      #expect(lenses.allSatisfy { ($0 != nil) == (sample == .depthData) })
      #expect(frame.cameras.colorFromDepth == .identity)
    }
    let (color, depth) = (recording.colorHeader, recording.depthHeader)
    #expect((color.width, color.height) == (80, 60))
    #expect((depth.width, depth.height) == (sample == .lidar ? (40, 30) : (80, 60)))
    #expect(depth.isFloat == ![.scenes, .sens, .zeiss, .open3d].contains(sample))
  }

  /// What the tables of AVDepthData's sample state (Scripts/recorders/rewrite.py): radii about (0.51 w, 0.49 h) lengthen by
  /// a share that grows with their square, to 1.27 % at the farthest corner.
  @Test func theLensIsThatOfTheTables() throws {
    let camera = try Recording.open(RecorderSample.depthData.url).frames[0].camera
    let centre = Vector2(0.51 * 80 - 0.5, 0.49 * 60 - 0.5)
    let farthest = Vector2(0.51 * 80, 0.51 * 60).length
    for pixel in [Vector2(0, 0), [79, 0], [79, 59], [0, 59], [40, 30], [10, 45]] {
      let offset = pixel - centre
      let share = offset.length / farthest
      let seen = camera.project(camera.pinhole.ray(pixel))
      // The shift of 0.6 pixels is round, the pixels are so within 0.2 %.
      #expect((seen - pixel - offset * (0.0127 * share * share)).length < 0.001, "\(pixel)")
    }
  }

  /// Where the JPEG is kept, byte for byte; else the pixels, as its decoder rounds them.
  @Test(arguments: RecorderSample.allCases) func colorIsThatOfTheOriginal(sample: RecorderSample) throws {
    let recording = try Recording.open(sample.url)
    var decoder = FrameDecoder(recording)
    var image = ColorImage(width: 0, height: 0, pixels: [])
    for (frame, before) in zip(recording.frames, original.frames) {
      try decoder.color(frame, into: &image)
      #expect(try image == original.color(before))
      #expect(try recording.gray(frame) == graysOf(sample, before))
      if !Self.withoutJPEGBytes.contains(sample) {
        let bytes = decoder.withFile { Data($0) }
        #expect(bytes == (try Data(contentsOf: RecorderSample.original.appendingPathComponent(before.colorImage.name))))
      }
    }
  }

  /// Floats keep a code of 0.2 mm, millimetres round it, and floats of 16 bits by up to 0.24 mm from half a metre on.
  @Test(arguments: RecorderSample.allCases.filter { $0 != .lidar })
  func depthIsThatOfTheOriginal(sample: RecorderSample) throws {
    let recording = try Recording.open(sample.url)
    for (frame, before) in zip(recording.frames, original.frames) {
      let (depth, truth) = (try recording.depth(frame).pixels, try original.depth(before).pixels)
      #expect(zip(depth, truth).allSatisfy { $0.isNaN == $1.isNaN })
      let worst = zip(depth, truth).map { abs($0 - $1) }.filter(\.isFinite).max() ?? .nan
      let rounding: [RecorderSample: Float] = [.scenes: 0.000_500_1, .open3d: 0.000_500_1, .depthData: 0.000_244_3]
      #expect(worst <= rounding[sample, default: 1e-7], "\(worst)")
      #expect(depth.count { $0 > 0 } > 1000)
    }
  }

  /// Every other pixel along both axes; a third of them unsure.
  @Test func unsureDepthOfLiDARIsNone() throws {
    let recording = try Recording.open(RecorderSample.lidar.url)
    for (k, (frame, before)) in zip(recording.frames, original.frames).enumerated() {
      let (depth, truth) = (try recording.depth(frame), try original.depth(before))
      var measured = 0
      for (y, x) in (0..<30).flatMap({ y in (0..<40).map { (y, $0) } }) {
        let (found, expected) = (depth[x, y], truth[2 * x, 2 * y])
        if (x + y + k) % 3 == 0 || expected.isNaN {
          #expect(found.isNaN)
        } else {
          #expect(abs(found - expected) < 1e-7)
          measured += 1
        }
      }
      #expect(measured > 150)
    }
  }

  /// The camera of frame k is turned by 0.02 k about y (Scripts/recorders/rewrite.py), in each recorder's own axes.
  @Test(arguments: RecorderSample.allCases) func posesAreRead(sample: RecorderSample) throws {
    for (k, frame) in try Recording.open(sample.url).frames.enumerated() {
      let pose = frame.recordedPose
      if [.cyborg, .depthData, .zeiss, .open3d].contains(sample) {
        #expect(pose == nil)
        continue
      }
      let expected = RigidTransform(
        rotation: .rotation([0, 0.02 * Double(k), 0]), translation: Double(k) * Vector3(0.01, -0.02, 0.03))
      for point in [Vector3(0, 0, 0), [0.1, 0, 0.4], [0, 0.1, 0.4]] {
        #expect((try #require(pose) * point - expected * point).length < 1e-6)
      }
    }
  }

  /// ZEISS's phone felt (9, −3.6, 1.2) m/s² along its right, its top and towards who holds it. The front camera's image has
  /// the phone's top on its left and its right below, and looks at who holds it. ARKit's world has y up; the made-up cameras
  /// have theirs along it, so that they stand on their heads.
  @Test(arguments: RecorderSample.allCases) func downIsWhereTheRecorderFeltIt(sample: RecorderSample) throws {
    let recording = try Recording.open(sample.url)
    switch sample {
    case .zeiss: #expect(recording.gravity == .accelerometer)
    case .r3d, .lidar, .exr: #expect(recording.gravity == .poses)
    default: #expect(recording.gravity == nil)
    }
    guard recording.gravity != nil else { return }
    let down = sample == .zeiss ? Vector3(3.6, 9, 1.2).normalized : Vector3(0, -1, 0)
    for frame in recording.frames { #expect((try #require(frame.down) - down).length < 1e-6) }
  }

  @Test(arguments: RecorderSample.allCases) func allFilesThatAreReadAreNoted(sample: RecorderSample) throws {
    let sources = try Recording.open(sample.url).sources
    switch sample {
    case .r3d, .lidar: #expect(sources == ["recording": ["scan.r3d"]])
    case .sens: #expect(sources == ["recording": ["scan.sens"]])
    case .exr: #expect(sources == ["metadata.json": ["metadata.json"]])
    case .cyborg: #expect(sources == ["frame-*.ply": (0..<4).map { "frame-00\($0).ply" }])
    case .depthData: #expect(sources == ["calibration.json": ["calibration.json"]])
    case .zeiss:
      let files = ["Accelerometer.txt", "DepthMetadata.json"]
      #expect(sources == Dictionary(uniqueKeysWithValues: files.map { ($0, [$0]) }))
    case .open3d: #expect(sources == ["camera_intrinsic.json": ["camera_intrinsic.json"]])
    case .scenes:
      #expect(sources["intrinsic.json"] == ["intrinsic.json"])
      #expect(sources.count == 2)
      #expect(sources["frame-*.pose.txt"] == (0..<4).map { "frame-00000\($0).pose.txt" })
    }
  }

  @Test(arguments: RecorderSample.allCases) func nothingIsOddButWhatIs(sample: RecorderSample) throws {
    let summary = try Recording.open(sample.url).summary()
    let odd: [RecorderSample: [FindingCode]] = [
      .scenes: [.recordingAssumedRate, .recordingUnregisteredDepth],
      .depthData: [.recordingAssumedRate, .recordingOneIntrinsics],
      .zeiss: [.recordingIntrinsicsReference],
      .open3d: [.recordingAssumedRate],
    ]
    #expect(summary.findings.map(\.code) == odd[sample, default: []])
    #expect(summary.sampledFrames == 4)
    let range = try #require(summary.depthRange)
    #expect(range.p50 > 0.25)
    #expect(range.p50 < 0.4)
  }

  private func graysOf(_ sample: RecorderSample, _ frame: RecordedFrame) throws -> GrayImage {
    guard Self.withoutJPEGBytes.contains(sample) else { return try original.gray(frame) }
    // Luma of the colours, which a JPEG's own luma differs from by rounding.
    let color = try original.color(frame)
    return GrayImage(
      width: color.width, height: color.height,
      pixels: (0..<(color.width * color.height)).map { i in
        let (r, g, b) = (Int(color.pixels[3 * i]), Int(color.pixels[3 * i + 1]), Int(color.pixels[3 * i + 2]))
        return UInt8((299 * r + 587 * g + 114 * b + 500) / 1000)
      })
  }

  private func distance(_ a: Camera, _ b: Camera) -> Double {
    guard (a.width, a.height) == (b.width, b.height), a.lens == nil, b.lens == nil else { return .infinity }
    return zip([a.fx, a.fy, a.cx, a.cy], [b.fx, b.fy, b.cx, b.cy]).map { abs($0 - $1) }.max() ?? .infinity
  }
}
