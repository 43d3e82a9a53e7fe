import Foundation
import Geometry
import TestSupport
import Testing
import Workers

@testable import Phantom

@Suite struct PhantomRecordingTests {
  private static func options() -> PhantomOptions {
    var options = PhantomOptions()
    options.sensor.camera = Camera(width: 96, height: 72, fx: 89, fy: 89, cx: 48, cy: 36)
    options.frames = 8
    options.markerCount = 20
    return options
  }

  private static func contents(_ folder: URL) throws -> [String: Data] {
    let paths = try FileManager.default.subpathsOfDirectory(atPath: folder.path)
    return try paths.reduce(into: [:]) { files, path in
      let url = folder.appendingPathComponent(path)
      if !(try url.resourceValues(forKeys: [.isDirectoryKey]).isDirectory ?? false) {
        files[path] = try Data(contentsOf: url)
      }
    }
  }

  @Test func bytesDependOnTheOptionsAlone() throws {
    let folder = try TemporaryFolder()
    var runs: [[String: Data]] = []
    for (name, threads, seed) in [("a", 1, UInt64(1)), ("b", 2, 1), ("c", 2, 2)] {
      var options = Self.options()
      options.seed = seed
      let url = folder.url.appendingPathComponent(name)
      try PhantomWriter(PhantomRecording(options, workers: Workers(count: threads)))
        .write(to: url, workers: Workers(count: threads))
      runs.append(try Self.contents(url))
    }
    #expect(runs[0] == runs[1])
    #expect(runs[0] != runs[2])
    #expect(runs[0].count == 2 * 8 + 7)
  }

  @Test func theLayoutIsThatOfTheTruth() throws {
    let folder = try TemporaryFolder()
    let url = folder.url.appendingPathComponent("rec")
    let recording = try PhantomRecording(Self.options())
    try PhantomWriter(recording).write(to: url, workers: Workers(count: 2))
    let truth = try #require(
      try JSONSerialization.jsonObject(with: Data(contentsOf: url.appendingPathComponent("truth.json")))
        as? [String: Any])
    let poses = try #require(truth["head_from_camera"] as? [[[Double]]])
    let landmarks = try #require(truth["landmarks_mm"] as? [String: [Double]])
    let markers = try #require(truth["markers"] as? [String: [String: Any]])
    #expect(poses.count == 8)
    #expect(landmarks.count == 4)
    #expect(markers.count == recording.cap.markers.count)
    #expect(truth["depth_factor"] as? Double == 5000)
    let frame = recording.frame(3)
    let isMetres = zip(frame.depth.pixels, frame.depthCodes).allSatisfy { depth, code in
      code == 0 ? depth.isNaN : abs(Double(depth) - Double(code) / 5000) < 1e-6
    }
    #expect(isMetres && frame.depthCodes.contains { $0 > 0 })
    let pose = frame.headFromCamera
    #expect(abs(poses[3][0][3] - pose.translation.x * 1000) < 1e-5)
    #expect(abs(poses[3][1][2] - pose.rotation.c2.y) < 1e-14)
    let list = try String(contentsOf: url.appendingPathComponent("depth.txt"), encoding: .utf8)
    #expect(list.contains("1700000020.000000 depth/1700000020.000000.png\n"))
  }

  @Test func clicksAreNearTheLandmarks() throws {
    var options = Self.options()
    options.frames = 24
    options.clickNoise = 0.2
    let recording = try PhantomRecording(options)
    let clicker = SimulatedClicks(recording: recording)
    let frames = (0..<24).map(recording.frame)
    let clicks = clicker.clicks(frames.map(clicker.sights))
    #expect(clicks.count == 4)
    for (landmark, list) in clicks {
      #expect(list.count >= 2, "\(landmark)")
      #expect(list.count <= 4, "\(landmark)")
      for click in list {
        let inCamera = frames[click.frame].headFromCamera.inverse * recording.head.position(of: landmark)
        #expect((options.sensor.camera.project(inCamera) - click.pixel).length < 1.2, "\(landmark)")
      }
    }
  }

  @Test func anEarlierRecordingIsReplacedWhenAskedFor() throws {
    let folder = try TemporaryFolder()
    let url = folder.url.appendingPathComponent("rec")
    var options = Self.options()
    for frames in [3, 2] {
      options.frames = frames
      try PhantomWriter(PhantomRecording(options)).write(to: url, replacing: true, workers: Workers(count: 1))
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: url.appendingPathComponent("rgb").path).count == 2)
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["rec"])
  }

  @Test func impossibleOptionsAreRefused() {
    let changes: [@Sendable (inout PhantomOptions) -> Void] = [
      { $0.frames = 0 }, { $0.duration = -1 }, { $0.duration = .nan }, { $0.sway = 9 }, { $0.clickNoise = -1 },
      { $0.sensor.depthNoise = .infinity }, { $0.sensor.jpegQuality = 0 }, { $0.sensor.camera.width = 0 },
      { $0.sensor.camera.fx = .nan }, { $0.sensor.exposure = 5 }, { $0.jitter = -1 }, { $0.shape.width = 0 },
      { $0.dictionary = "none" }, { $0.markerSize = 1 }, { $0.missingMarkers = -1 }, { $0.markerCount = -1 },
    ]
    for (number, change) in changes.enumerated() {
      var options = Self.options()
      change(&options)
      #expect(throws: PhantomError.self, "change \(number)") { try PhantomRecording(options) }
    }
  }

  /// The middles of equal parts, around the frame's time.
  @Test func exposuresAreSpreadEvenly() throws {
    var options = Self.options()
    options.sensor.exposure = 0.012
    let recording = try PhantomRecording(options)
    for (found, expected) in zip(recording.exposures(4), [-0.0045, -0.0015, 0.0015, 0.0045]) {
      #expect(abs(found - expected) < 1e-15)
    }
    #expect(recording.exposures(1) == [0] && recording.exposures(4).count == 4)
  }
}
