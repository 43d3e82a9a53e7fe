import Foundation
import Geometry
import Images
import Landmarks
import Recordings
import TestSupport
import Testing
import Workers

@testable import Reconstruction

/// Clicks of a landmark file on frames of a recording.
@Suite(.slow) struct ReportedClickTests {
  private static func file(_ clicks: [(frame: String, pixel: Vector2)]) -> LandmarkFile {
    LandmarkFile(
      name: "clicks.json",
      entries: [.sellion: .clicks(clicks.map { LandmarkClick(frame: $0.frame, pixel: $0.pixel) })])
  }

  private static func reported(_ clicks: [(frame: String, pixel: Vector2)], threads: Int = 1) throws -> [ReportedClick]
  {
    let recording = try BumpyRecording.rounds.get().recording
    return try ReportedClick.all(of: file(clicks), in: recording, workers: Workers(count: threads))
  }

  /// The depth of a click is that of the surface there: where its view places it lies on the head.
  @Test func aClickIsPlacedOnTheHead() throws {
    let scene = try BumpyRecording.rounds.get()
    let clicks = [0, 11, 30, 52].map { frame in
      (frame: scene.recording.frames[frame].name, pixel: Vector2(150.3 + Double(frame) / 3, 121.8))
    }
    let reported = try Self.reported(clicks)
    #expect(try reported == Self.reported(clicks, threads: 3))
    #expect(reported.map(\.frame) == [0, 11, 30, 52])
    #expect(reported.map(\.placed.pixel) == clicks.map(\.pixel))
    let tracking = scene.tracking(scene.headFromCamera.map { $0 })
    for click in reported {
      let view = try #require(scene.recording.clickView(click.frame, tracking))
      let place = try #require(view.position(of: click))
      #expect(abs(BumpyHead.distance(place)) < 0.0002, "\(BumpyHead.distance(place))")
      let seen = try #require(view.projection(of: place))
      #expect((seen.pixel - click.placed.pixel).length < 1e-9)
      #expect(abs(seen.depth - (click.depth ?? 0)) < 1e-12)
    }
    #expect(
      scene.recording.clickView(3, scene.tracking(scene.headFromCamera.enumerated().map { $0 < 4 ? nil : $1 })) == nil)
  }

  /// A wall at 0.4 m, and a depth camera 2 cm to the right of the colour camera: of 60 pixels' focal length 2 cm are 3 pixels.
  @Test func aClickKnowsItsPlaceInTheDepthImage() throws {
    let camera = Camera(width: 64, height: 48, fx: 60, fy: 60, cx: 31.5, cy: 23.5)
    let wall = DepthImage(width: 64, height: 48, pixels: Array(repeating: 0.4, count: 64 * 48))
    let folder = try SyntheticRecording.open([wall, wall], camera, times: [0, 0.1]).folder
    let numbers = "\"width\": 64, \"height\": 48, \"fx\": 60, \"fy\": 60, \"cx\": 31.5, \"cy\": 23.5"
    let pose = "[1, 0, 0, 0.02, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]"
    try Data("{\"color\": {\(numbers)}, \"depth\": {\(numbers), \"to_color\": \(pose)}}".utf8)
      .write(to: folder.appendingPathComponent("intrinsic.json"))
    let recording = try Recording.open(folder)
    let file = Self.file([(recording.frames[1].name, [40, 20])])
    let click = try #require(try ReportedClick.all(of: file, in: recording).first)
    #expect(abs((click.depth ?? 0) - 0.4) < 1e-6)
    // Pixel 37 of 64, counted from the image's edge to its other one: 75 / 64 − 1.
    let place = try #require(click.depthPlace)
    #expect(abs(place.x - 11.0 / 64) < 1e-6, "\(place)")
    #expect(abs(place.y + 7.0 / 48) < 1e-6, "\(place)")
  }

  /// The recorder lost the depth image of a picture that was clicked, and wrote another picture that has none.
  @Test func aClickInAPictureWithoutDepthIsLeftOut() throws {
    let whole = try BumpyRecording.rounds.get().recording
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("calvaria-\(UUID().uuidString)")
    try FileManager.default.copyItem(at: whole.folder, to: folder)
    defer { try? FileManager.default.removeItem(at: folder) }
    try FileManager.default.removeItem(at: folder.appendingPathComponent("depth/11.png"))
    let list = folder.appendingPathComponent("rgb.txt")
    try (Data(contentsOf: list) + Data("2000.0 rgb/0.jpg\n".utf8)).write(to: list)
    let recording = try Recording.open(folder)
    let lost = whole.frames[11].name
    let file = Self.file([(lost, [150, 120]), (whole.frames[0].name, [150, 120]), ("2000.0", [3, 3])])
    #expect(try ReportedClick.all(of: file, in: recording).map(\.frame) == [0])
    let told = ReportedClick.leftOut(of: file, in: recording)
    #expect(told.map(\.code.rawValue) == ["landmarks.click_without_depth"] && told[0].frames == [lost, "2000.0"])
    #expect(told[0].text().contains("2 clicks in frames"))
    let input = HeadRecording(recording, cap: BumpyHead.cap, leftOut: told)
    #expect(input.findings == recording.findings + told)
    // In the whole recording nothing is left out.
    #expect(ReportedClick.leftOut(of: Self.file([(lost, [150, 120])]), in: whole).isEmpty)
  }

  @Test func clicksThatCannotBeAreRefused() throws {
    let name = try BumpyRecording.rounds.get().recording.frames[0].name
    let refusals: [(clicks: [(frame: String, pixel: Vector2)], isExpected: (LandmarkFileError) -> Bool)] = [
      ([("nowhere", [100, 100])], { if case .noSuchFrame(_, .sellion, "nowhere") = $0 { true } else { false } }),
      ([(name, [319.6, 100])], { if case .outsideImage(_, .sellion, _, 320, 240) = $0 { true } else { false } }),
      ([(name, [160, -0.6])], { if case .outsideImage = $0 { true } else { false } }),
      ([(name, [3, 3])], { if case .withoutDepth(_, .sellion, _) = $0 { true } else { false } }),
      // Whichever is wrong.
      ([(name, [160, 120]), (name, [3, 3])], { if case .withoutDepth = $0 { true } else { false } }),
    ]
    for refusal in refusals {
      #expect(throws: (any Error).self) { try Self.reported(refusal.clicks) }
      do { _ = try Self.reported(refusal.clicks, threads: 2) } catch let error as LandmarkFileError {
        #expect(refusal.isExpected(error), "\(error)")
      }
    }
    let recording = try BumpyRecording.rounds.get().recording
    let point = LandmarkFile(name: "points.json", entries: [.sellion: .point(.zero, standardDeviation: nil)])
    #expect(throws: LandmarkFileError.self) { try ReportedClick.all(of: point, in: recording) }
  }
}
