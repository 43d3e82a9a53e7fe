import Foundation
import Landmarks
import Markers
import Phantom
import Reconstruction
import Recordings
import Workers

/// Simulated recordings of a head on its neck, each written once for the process.
enum SimulatedChild {
  /// A head at rest before a camera that is held, without a patch: 30 frames of 480 × 360 pixels.
  static let held = written("held", at(rest: 2, frames: 30, jitter: 1, sway: 0.5))

  /// A head that turns by 50° to either side, once, held for 1.5 s at each end, with a patch, before a camera that stands
  /// still: 50 frames, six a second, in full-size colour, in which nearly all markers are read from half a metre.
  static let turning: Result<URL, any Error> = {
    var options = PhantomOptions(preset: .neck)
    var cameras = CameraChoice()
    (cameras.colorSize, cameras.depthSize) = ((1280, 960), (320, 240))
    cameras.apply(to: &options.sensor)
    var movement = NeckOptions()
    (movement.rotation, movement.lateral, movement.repeats, movement.hold) = (50, 0, 1, 1.5)
    (options.neck, options.duration, options.frames) = (movement, movement.duration, 50)
    options.truthSubdivisions = 3
    return written("turning", options)
  }()

  /// The recording of a head at rest with its clicks, and a patch that its cap file does not have.
  static func input(patch: TorsoPatch? = nil) throws -> HeadRecording {
    let read = try input(held)
    let cap = read.cap
    let stated = Cap(
      dictionary: cap.dictionary, markerSize: cap.markerSize, ids: cap.ids, thickness: cap.thickness,
      landmarks: cap.landmarks, torso: patch)
    return HeadRecording(read.recording, cap: stated, clicks: read.clicks)
  }

  /// A recording with its cap and its clicks.
  static func input(_ written: Result<URL, any Error>) throws -> HeadRecording {
    let url = try written.get()
    let recording = try Recording.open(url)
    let cap = try CapFile.read(url.appendingPathComponent("cap.yaml"))
    let clicks = try ReportedClick.all(
      of: try LandmarkFile.read(url.appendingPathComponent("landmarks.json")), in: recording)
    return HeadRecording(recording, cap: cap, clicks: clicks)
  }

  /// A head at rest, whose markers are large enough to be read at half a metre in so small a picture.
  private static func at(rest seconds: Double, frames: Int, jitter: Double, sway: Double) -> PhantomOptions {
    var options = PhantomOptions(preset: .neck)
    var choice = CameraChoice()
    choice.colorSize = (480, 360)
    choice.apply(to: &options.sensor)
    options.neck?.hasPatch = false
    (options.jitter, options.sway, options.duration) = (jitter, sway, seconds)
    (options.frames, options.truthSubdivisions) = (frames, 3)
    (options.markerSize, options.markerCount) = (0.022, 28)
    return options
  }

  private static func written(_ name: String, _ options: PhantomOptions) -> Result<URL, any Error> {
    Result {
      let workers = Workers(count: ProcessInfo.processInfo.activeProcessorCount)
      let url = folder.appendingPathComponent(name)
      try PhantomWriter(try PhantomRecording(options, workers: workers)).write(to: url, workers: workers)
      return url
    }
  }

  /// Where they lie until the process ends.
  private static let folder: URL = {
    atexit { try? FileManager.default.removeItem(at: SimulatedChild.place) }
    try? FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
    return place
  }()

  private static let place = FileManager.default.temporaryDirectory
    .appendingPathComponent("calvaria-neck-\(ProcessInfo.processInfo.processIdentifier)")
}
