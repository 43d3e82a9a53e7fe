import Foundation
import Geometry
import Images
import Landmarks
import Markers
import Phantom
import Reconstruction
import Recordings
import Workers

/// Simulated recordings of a head that turns, written once for the process: 480 × 360 pixels, 15 frames a second.
enum SimulatedChild {
  /// What the head turns to either side, in degrees.
  static let rotation = 35.0

  /// A child with a patch, before a camera that stands still.
  static let still = Result { try write(name: "still") { _ in } }
  /// A camera that is held, and no patch.
  static let held = Result {
    try write(name: "held") { options in
      options.jitter = 1
      options.neck?.hasPatch = false
      (options.duration, options.frames) = (2, 30)
    }
  }

  private static func write(name: String, _ change: (inout PhantomOptions) -> Void) throws -> URL {
    var options = PhantomOptions(preset: .neck)
    var neck = NeckOptions()
    (neck.rotation, neck.lateral, neck.repeats, neck.hold, neck.speed) = (rotation, 0, 1, 0.5, 120)
    var choice = CameraChoice()
    choice.colorSize = (480, 360)
    choice.apply(to: &options.sensor)
    options.neck = neck
    options.duration = neck.duration
    options.frames = Int(options.duration * 15) + 1
    options.truthSubdivisions = 3
    change(&options)
    let workers = Workers(count: ProcessInfo.processInfo.activeProcessorCount)
    let url = folder.appendingPathComponent(name)
    try PhantomWriter(try PhantomRecording(options, workers: workers)).write(to: url, workers: workers)
    return url
  }

  /// A recording with its cap and clicks.
  static func input(_ url: URL, cap: ((Cap) -> Cap)? = nil, hasClicks: Bool = true) throws -> HeadRecording {
    let recording = try Recording.open(url)
    let stated = try CapFile.read(url.appendingPathComponent("cap.yaml"))
    let file = url.appendingPathComponent("landmarks.json")
    let clicks = hasClicks ? try ClickSighting.all(of: try LandmarkFile.read(file), in: recording) : []
    return HeadRecording(recording, cap: cap?(stated) ?? stated, clicks: clicks)
  }

  /// A copy of a recording in which the patch is painted over in some frames.
  static func copy(_ url: URL, hidingPatchIn isHidden: (Int) -> Bool) throws -> URL {
    let copy = folder.appendingPathComponent(UUID().uuidString)
    try FileManager.default.copyItem(at: url, to: copy)
    let recording = try Recording.open(copy)
    for frame in recording.frames where isHidden(frame.index) {
      let image = try recording.color(frame)
      var pixels = image.pixels
      // Below the chin: the lower two fifths of the picture.
      for at in (3 * image.width * (image.height * 3 / 5))..<pixels.count { pixels[at] = 120 }
      let gray = ColorImage(width: image.width, height: image.height, pixels: pixels)
      try ImageFile.jpeg(gray, quality: 90).write(to: copy.appendingPathComponent(frame.colorImage.name))
    }
    return copy
  }

  private static let folder: URL = {
    atexit { try? FileManager.default.removeItem(at: SimulatedChild.place) }
    try? FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
    return place
  }()
  private static let place = FileManager.default.temporaryDirectory
    .appendingPathComponent("calvaria-neck-\(ProcessInfo.processInfo.processIdentifier)")
}

extension Cap {
  /// The same cap without a patch, or with one of other ids.
  func with(_ torso: TorsoPatch?) -> Cap {
    Cap(
      dictionary: dictionary, markerSize: markerSize, ids: ids, thickness: thickness, landmarks: landmarks, torso: torso
    )
  }
}
