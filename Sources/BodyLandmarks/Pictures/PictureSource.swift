public import Platform
public import Recordings

/// Where the pictures of a movement are: a video, a recording, or a folder of images.
public enum PictureSource {
  /// Pictures a second of a video or a recording, where nothing else is said.
  public static let usualRate = 3.0

  /// The pictures at a path, which is told by what is there.
  ///
  /// - Parameters:
  ///   - rate: pictures a second of a video or a recording; for a folder of images the rate that their numbers count.
  ///   - programs: the folders in which ffmpeg is looked for, as `PATH` has them.
  public static func open(
    _ url: URL, rate: Double?, programs: String
  ) throws(PoseModelError) -> PictureSeries {
    let path = url.path(percentEncoded: false)
    var status = stat()
    guard stat(path, &status) == 0 else { throw .noPictures(path: path) }
    let isFolder = status.st_mode & S_IFMT == S_IFDIR
    let recording = Result { () throws(RecordingError) in
      try Recording.open(url, RecordingReading(programs: programs))
    }
    if case .success(let recording) = recording { return PictureSeries(recording, rate: rate ?? usualRate) }
    // A folder that shows a layout is a recording, and its fault is told.
    if isFolder, case .failure(let error) = recording {
      guard case .unrecognised = error else { throw .recording(error) }
    }
    let found = try reading { () throws(RecordingError) in
      isFolder
        ? try PictureSeries.images(url, rate: rate ?? 1)
        : try PictureSeries.video(url, rate: rate ?? usualRate, programs: programs)
    }
    guard let found else {
      // A file by the ending of recordings that can't be read as one; others are missing as a recording's folder.
      if !isFolder, case .failure(let error) = recording, error.kind != .inputMissing { throw .recording(error) }
      throw .noPictures(path: path)
    }
    guard rate != nil || !isFolder else { throw .noRate(path: path) }
    return found
  }

  private static func reading<Value>(
    _ body: () throws(RecordingError) -> Value
  ) throws(PoseModelError) -> Value {
    do throws(RecordingError) { return try body() } catch { throw .recording(error) }
  }
}
