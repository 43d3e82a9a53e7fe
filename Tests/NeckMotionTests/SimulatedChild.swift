import Foundation
import Landmarks
import Markers
import Phantom
import Reconstruction
import Recordings
import Workers

/// A simulated recording of a head on its neck, written once for the process: 30 frames of 480 × 360 pixels.
enum SimulatedChild {
  /// A head at rest before a camera that is held, without a patch.
  static let held = Result {
    var options = PhantomOptions(preset: .neck)
    var choice = CameraChoice()
    choice.colorSize = (480, 360)
    choice.apply(to: &options.sensor)
    options.neck?.hasPatch = false
    (options.jitter, options.duration, options.frames, options.truthSubdivisions) = (1, 2, 30, 3)
    // Large enough to be read at half a metre in so small a picture.
    (options.markerSize, options.markerCount) = (0.022, 28)
    let workers = Workers(count: ProcessInfo.processInfo.activeProcessorCount)
    try PhantomWriter(try PhantomRecording(options, workers: workers)).write(to: place, workers: workers)
    atexit { try? FileManager.default.removeItem(at: SimulatedChild.place) }
    return place
  }

  /// The recording with its clicks, and a patch that its cap file does not have.
  static func input(patch: TorsoPatch? = nil) throws -> HeadRecording {
    let url = try held.get()
    let recording = try Recording.open(url)
    let cap = try CapFile.read(url.appendingPathComponent("cap.yaml"))
    let clicks = try ClickSighting.all(
      of: try LandmarkFile.read(url.appendingPathComponent("landmarks.json")), in: recording)
    let stated = Cap(
      dictionary: cap.dictionary, markerSize: cap.markerSize, ids: cap.ids, thickness: cap.thickness,
      landmarks: cap.landmarks, torso: patch)
    return HeadRecording(recording, cap: stated, clicks: clicks)
  }

  private static let place = FileManager.default.temporaryDirectory
    .appendingPathComponent("calvaria-neck-\(ProcessInfo.processInfo.processIdentifier)")
}
