import Foundation
import Geometry
import Phantom
import TestSupport
import Workers

/// Simulated recordings, each made once for all tests.
enum SampleRecording {
  /// A whole scan that supports a CVAI: 60 frames, 480 × 360 pixels, little noise.
  static let whole = Result {
    var options = PhantomOptions()
    options.frames = 60
    options.jitter = 0.5
    (options.sensor.depthNoise, options.sensor.holes) = (0.3, 0)
    options.sensor.camera = Camera(width: 480, height: 360, fx: 444, fy: 444, cx: 241, cy: 179)
    return try simulated("whole", options)
  }

  /// A scan that sees nose and ears from below, too, of a face unlike the usual one.
  static let face = Result {
    var options = PhantomOptions(preset: .face)
    options.shape.faceSeed = 409
    (options.frames, options.jitter) = (60, 0.5)
    options.sensor.camera = Camera(width: 480, height: 360, fx: 444, fy: 444, cx: 241, cy: 179)
    return try simulated("face", options)
  }

  /// A child that turns its head by 50° to either side, once: 36 frames, five a second, in full-size colour, in which nearly
  /// all markers are read from half a metre.
  static let neck = Result {
    var options = PhantomOptions(preset: .neck)
    var cameras = CameraChoice()
    (cameras.colorSize, cameras.depthSize) = ((1280, 960), (320, 240))
    cameras.apply(to: &options.sensor)
    var movement = NeckOptions()
    (movement.rotation, movement.lateral, movement.repeats) = (50, 0, 1)
    (options.neck, options.duration, options.frames) = (movement, movement.duration, 36)
    options.truthSubdivisions = 3
    return try simulated("neck", options)
  }

  /// A flat board whose focal length is stated 2 % too long: 40 frames, eight a second, sharp.
  static let board = Result {
    var options = PhantomOptions(preset: .board)
    (options.frames, options.duration) = (40, 5)
    (options.sensor.exposure, options.sensor.focalError) = (0.001, 0.02)
    return try simulated("board", options)
  }

  /// The first six frames of ``whole`` without landmarks: enough to be fused, too little to be measured.
  static let glimpse = Result {
    let (url, files) = (folder.appendingPathComponent("glimpse"), FileManager.default)
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
    return url
  }

  /// What `reconstruct` makes of the whole scan, with a description beside it.
  static let measured = Result {
    let url = folder.appendingPathComponent("measured")
    let stated = #"{"subject": "P017", "date": "2026-03-14", "age_months": 5.5, "sex": "female"}"#
    let recording = folder.appendingPathComponent("described/rec")
    try FileManager.default.createDirectory(
      at: recording.deletingLastPathComponent(), withIntermediateDirectories: true)
    try FileManager.default.copyItem(at: try whole.get(), to: recording)
    try Data(stated.utf8).write(to: recording.deletingLastPathComponent().appendingPathComponent("scan.json"))
    _ = try Command.run("reconstruct", recording.path, "--output", url.path, "--voxel-mm", "2")
    return url
  }

  /// What `reconstruct` makes of the glimpse: a whole result folder, its measures withheld.
  static let result = Result {
    let url = folder.appendingPathComponent("result")
    _ = try Command.run("reconstruct", try glimpse.get().path, "--output", url.path)
    return url
  }

  private static func simulated(_ name: String, _ options: PhantomOptions) throws -> URL {
    let (url, workers) = (folder.appendingPathComponent(name), Workers(count: 2))
    try PhantomWriter(PhantomRecording(options, workers: workers)).write(to: url, workers: workers)
    return url
  }

  /// Where they lie until the process ends.
  private static let folder: URL = {
    atexit { try? FileManager.default.removeItem(at: SampleRecording.place) }
    try? FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
    return place
  }()

  private static let place = FileManager.default.temporaryDirectory
    .appendingPathComponent("calvaria-samples-\(ProcessInfo.processInfo.processIdentifier)")
}
