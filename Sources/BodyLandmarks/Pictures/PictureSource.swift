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
    if let recording = try recording(at: url, isFolder: isFolder, programs) {
      return PictureSeries(recording, rate: rate ?? usualRate)
    }
    let found = try reading { () throws(RecordingError) in
      isFolder
        ? try PictureSeries.images(url, rate: rate ?? 1)
        : try PictureSeries.video(url, rate: rate ?? usualRate, programs: programs)
    }
    guard let found else { throw .noPictures(path: path) }
    guard rate != nil || !isFolder else { throw .noRate(path: path) }
    return found
  }

  /// The recording at a path; nil where there is none.
  private static func recording(
    at url: URL, isFolder: Bool, _ programs: String
  ) throws(PoseModelError) -> Recording? {
    do throws(RecordingError) { return try Recording.open(url, RecordingReading(programs: programs)) } catch {
      if case .unrecognised = error { return nil }
      // A file that is no recording may be a video: a Kinect's recording is a Matroska file, too.
      guard isFolder else { return nil }
      throw .recording(error)
    }
  }

  private static func reading<Value>(
    _ body: () throws(RecordingError) -> Value
  ) throws(PoseModelError) -> Value {
    do throws(RecordingError) { return try body() } catch { throw .recording(error) }
  }
}
