public import Diagnostics
import Geometry
import Images
public import Landmarks
import PointClouds
public import Recordings
import Tracking
public import Workers

extension ReportedClick {
  /// The clicks of a landmark file, each checked against its frame; those in pictures without depth are left out.
  ///
  /// - Throws: a `LandmarkFileError` for a frame that does not exist, a pixel outside the image or without depth.
  public static func all(
    of file: LandmarkFile, in recording: Recording, workers: Workers = Workers(count: 1)
  ) throws -> [ReportedClick] {
    var all: [(landmark: Landmark, click: LandmarkClick)] = []
    for (landmark, entry) in file.entries.sorted(by: { $0.key < $1.key }) {
      guard case .clicks = entry else {
        throw LandmarkFileError.pointWithoutMesh(file: file.name, landmark: landmark)
      }
      all += file.clicks(on: landmark).filter { !recording.isWithoutDepth($0.frame) }.map { (landmark, $0) }
    }
    let clicks = all
    return try workers.map(clicks.count) {
      try reported(clicks[$0].click, on: clicks[$0].landmark, file, recording)
    }
  }

  /// Says which clicks of a landmark file lie in pictures without depth.
  public static func leftOut(of file: LandmarkFile, in recording: Recording) -> [Finding] {
    file.entries.keys.sorted().compactMap { landmark in
      let frames = file.clicks(on: landmark).map(\.frame).filter(recording.isWithoutDepth)
      return frames.isEmpty
        ? nil : Finding(.landmarksClickWithoutDepth, ["landmarks": landmark.shown], frames: frames)
    }
  }

  private static func reported(
    _ click: LandmarkClick, on landmark: Landmark, _ file: LandmarkFile, _ recording: Recording
  ) throws -> ReportedClick {
    guard let frame = recording.frame(named: click.frame) else {
      throw LandmarkFileError.noSuchFrame(file: file.name, landmark: landmark, frame: click.frame)
    }
    guard frame.camera.contains(click.pixel) else {
      throw LandmarkFileError.outsideImage(
        file: file.name, landmark: landmark, click: click, width: frame.camera.width, height: frame.camera.height)
    }
    let image = RegisteredDepth(try recording.depth(frame), frame.cameras)
    guard let depth = depth(at: click.pixel, in: image) else {
      throw LandmarkFileError.withoutDepth(file: file.name, landmark: landmark, click: click)
    }
    return ReportedClick(
      LandmarkClick(frame: frame.name, pixel: click.pixel, isProposed: click.isProposed), on: landmark,
      source: file.source(of: landmark), frame: frame.index, depth: depth,
      depthPlace: frame.cameras.depthPlace(of: click.pixel, at: frame.camera.ray(click.pixel) * depth))
  }
}

extension Recording {
  /// A frame in which landmarks are clicked; nil where it has no pose.
  package func clickView(
    _ frame: Int, _ tracking: Tracking, on surface: Mesh? = nil
  ) -> ClickView? {
    tracking.scanFromCamera[frame].map {
      ClickView(
        camera: tracking.calibration.corrected(frames[frame].camera), scanFromCamera: $0,
        depthCorrection: tracking.depthCorrection, surface: surface)
    }
  }
}
