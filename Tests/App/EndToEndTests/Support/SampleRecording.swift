import Foundation
import Geometry
import Phantom
import TestSupport
import Testing
import Workers

/// Simulated recordings, and what the program makes of them, each made once for all tests: nobody changes them.
enum SampleRecording {
  /// A whole scan that supports a CVAI: 60 frames, 480 × 360 pixels, little noise.
  static let whole = made("whole") {
    var options = PhantomOptions()
    options.frames = 60
    options.jitter = 0.5
    (options.sensor.depthNoise, options.sensor.holes) = (0.3, 0)
    options.sensor.camera = Camera(width: 480, height: 360, fx: 444, fy: 444, cx: 241, cy: 179)
    try simulate(options, $0)
  }

  /// A scan that sees nose and ears from below, too, of a face unlike the usual one.
  static let face = made("face") {
    var options = PhantomOptions(preset: .face)
    options.shape.faceSeed = 409
    (options.frames, options.jitter) = (60, 0.5)
    options.sensor.camera = Camera(width: 480, height: 360, fx: 444, fy: 444, cx: 241, cy: 179)
    try simulate(options, $0)
  }

  /// A child that turns its head by 50° to either side, once: 36 frames, five a second, in full-size colour, in which nearly
  /// all markers are read from half a metre.
  static let neck = made("neck") {
    var options = PhantomOptions(preset: .neck)
    var cameras = CameraChoice()
    (cameras.colorSize, cameras.depthSize) = ((1280, 960), (320, 240))
    cameras.apply(to: &options.sensor)
    var movement = NeckOptions()
    (movement.rotation, movement.lateral, movement.repeats) = (50, 0, 1)
    (options.neck, options.duration, options.frames) = (movement, movement.duration, 36)
    options.truthSubdivisions = 3
    try simulate(options, $0)
  }

  /// A flat board whose focal length is stated 2 % too long: 40 frames, eight a second, sharp.
  static let board = made("board") {
    var options = PhantomOptions(preset: .board)
    (options.frames, options.duration) = (40, 5)
    (options.sensor.exposure, options.sensor.focalError) = (0.001, 0.02)
    try simulate(options, $0)
  }

  /// The first six frames of ``whole`` without landmarks: enough to be fused, too little to be measured.
  static let glimpse = made("glimpse") { url in
    let files = FileManager.default
    let whole = try SampleRecording.whole.get()
    for (list, images) in [("rgb.txt", "rgb"), ("depth.txt", "depth")] {
      try files.createDirectory(at: url.appendingPathComponent(images), withIntermediateDirectories: true)
      let text = try String(contentsOf: whole.appendingPathComponent(list), encoding: .utf8)
      let lines = text.split(separator: "\n").filter { !$0.hasPrefix("#") }.prefix(6)
      try Data((lines.joined(separator: "\n") + "\n").utf8).write(to: url.appendingPathComponent(list))
      for image in lines.map({ String($0.split(separator: " ")[1]) }) {
        try files.copyItem(at: whole.appendingPathComponent(image), to: url.appendingPathComponent(image))
      }
    }
    for name in ["cap.yaml", "intrinsic.json"] {
      try files.copyItem(at: whole.appendingPathComponent(name), to: url.appendingPathComponent(name))
    }
  }

  /// What `reconstruct` makes of the whole scan, with a description beside it.
  static let measured = made("measured") { url in
    let stated = #"{"subject": "P017", "date": "2026-03-14", "age_months": 5.5, "sex": "female"}"#
    let recording = url.deletingLastPathComponent().appendingPathComponent("described/rec")
    try FileManager.default.createDirectory(
      at: recording.deletingLastPathComponent(), withIntermediateDirectories: true)
    try FileManager.default.copyItem(at: try whole.get(), to: recording)
    try Data(stated.utf8).write(to: recording.deletingLastPathComponent().appendingPathComponent("scan.json"))
    _ = try Command.run("reconstruct", recording.path, "--output", url.path, "--voxel-mm", "2")
  }

  /// What `reconstruct` makes of the glimpse: a whole result folder, its measures withheld.
  static let result = made("result") {
    _ = try Command.run("reconstruct", try glimpse.get().path, "--output", $0.path)
  }

  private static func simulate(_ options: PhantomOptions, _ url: URL) throws {
    let workers = Workers(count: 2)
    try PhantomWriter(PhantomRecording(options, workers: workers)).write(to: url, workers: workers)
  }

  /// What lies in the folder under a name, made by the first process that asks for it while the others wait.
  private static func made(_ name: String, _ make: (URL) throws -> Void) -> Result<URL, any Error> {
    Result {
      let (url, files) = (folder.appendingPathComponent(name), FileManager.default)
      let lock = open(url.path + ".lock", O_CREAT | O_RDWR | O_CLOEXEC, 0o600)
      defer { close(lock) }
      try #require(flock(lock, LOCK_EX) == 0)
      if files.fileExists(atPath: url.path) { return url }
      try withExtendedLifetime(TemporaryFolder()) { draft in
        let whole = draft.url.appendingPathComponent(name)
        try make(whole)
        try files.moveItem(at: whole, to: url)
      }
      return url
    }
  }

  /// Where they lie: `CALVARIA_SAMPLES` names a folder for several processes, and who made it removes it; else until the
  /// process ends.
  private static let folder: URL = {
    if let shared = ProcessInfo.processInfo.environment["CALVARIA_SAMPLES"] { return URL(fileURLWithPath: shared) }
    atexit { try? FileManager.default.removeItem(at: SampleRecording.place) }
    try? FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
    return place
  }()

  private static let place = FileManager.default.temporaryDirectory
    .appendingPathComponent("calvaria-samples-\(ProcessInfo.processInfo.processIdentifier)")
}
