public import Diagnostics
internal import Images
internal import Movement
internal import Platform
public import Recordings

/// Where the pictures of landmark frames come from: a folder of numbered images, a video, or a recording's colour frames.
public struct FramePictureSource: Sendable {
  private let series: PictureSeries
  /// What it is called in errors.
  let path: String

  /// Opens what a path names.
  ///
  /// - Parameter reading: how a recording is read.
  public init(_ path: String, _ reading: RecordingReading = RecordingReading()) throws {
    self.path = path
    do throws(PoseModelError) { series = try PictureSource.all(URL(fileURLWithPath: path), reading) } catch {
      guard case .noPictures = error else { throw error }
      throw Self.fault(path)
    }
  }

  /// Why a path has no pictures.
  private static func fault(_ path: String) -> MotionPictureError {
    guard FileManager.default.fileExists(atPath: path) else { return .missing(path: path) }
    let isFolder = (try? FileManager.default.contentsOfDirectory(atPath: path)) != nil
    return isFolder
      ? .none(path: path, found: .phrase("none")) : .unreadable(path: path, found: .phrase("something_else"))
  }

  /// The pictures of frames by their names and their times, in seconds.
  func pictures(_ names: [String], _ times: [Double], _ format: MotionFormat) -> CurvePictures {
    CurvePictures(series: series, places: FrameMatch(names, times, format, in: series).frames)
  }
}

/// The pictures of the frames of a curve, decoded when they are asked for.
///
/// Frames are best asked for in ascending order: a video is then decoded once, from its beginning.
struct CurvePictures {
  fileprivate let series: PictureSeries
  /// The picture of each frame; nil where there is none.
  fileprivate let places: [Int?]

  /// The picture of a frame; nil where there is none.
  func picture(_ index: Int) throws -> ColorImage? {
    try places[index].map { try series.color(series.pictures[$0]) }
  }
}

/// Why there are no pictures of frames.
public enum MotionPictureError: UserFacingError, Equatable {
  /// Nothing has that name.
  case missing(path: String)
  /// It holds no picture of the frames.
  case none(path: String, found: FindingValue)
  /// ffmpeg can't decode it.
  case unreadable(path: String, found: FindingValue)

  public var message: ErrorMessage {
    switch self {
    case .missing(let path): ErrorMessage(.motionPicturesMissing, at: path, nil, ["found": .phrase("none")])
    case .none(let path, let found): ErrorMessage(.motionPicturesNone, at: path, nil, ["found": found])
    case .unreadable(let path, let found): ErrorMessage(.motionPicturesUnreadable, at: path, nil, ["found": found])
    }
  }
}
