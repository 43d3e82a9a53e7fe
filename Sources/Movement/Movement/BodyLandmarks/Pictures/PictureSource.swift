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
  ///   - usual: pictures a second of a video or a recording without a rate.
  ///   - programs: the folders in which ffmpeg is looked for, as `PATH` has them.
  public static func open(
    _ url: URL, rate: Double?, usually usual: Double = usualRate, programs: String
  ) throws(PoseModelError) -> PictureSeries {
    let found = try series(url, RecordingReading(programs: programs), rate: rate ?? usual, numbers: rate ?? 1)
    guard rate != nil || !found.areImages else { throw .noRate(path: url.path(percentEncoded: false)) }
    return found
  }

  /// Every picture at a path; those of a folder of images have numbers and no times.
  ///
  /// - Parameter reading: how a recording is read.
  public static func all(_ url: URL, _ reading: RecordingReading) throws(PoseModelError) -> PictureSeries {
    try series(url, reading, rate: nil, numbers: 1)
  }

  /// - Parameters:
  ///   - rate: pictures a second of a video or a recording; nil for all of them.
  ///   - numbers: how many numbers of images a second has.
  private static func series(
    _ url: URL, _ reading: RecordingReading, rate: Double?, numbers: Double
  ) throws(PoseModelError) -> PictureSeries {
    let path = url.path(percentEncoded: false)
    var status = stat()
    guard stat(path, &status) == 0 else { throw .noPictures(path: path) }
    let isFolder = status.st_mode & S_IFMT == S_IFDIR
    let recording = Result { () throws(RecordingError) in try Recording.open(url, reading) }
    if case .success(let recording) = recording { return PictureSeries(recording, rate: rate) }
    // A folder that shows a layout is a recording, and its fault is told.
    if isFolder, case .failure(let error) = recording {
      guard case .unrecognised = error else { throw .recording(error) }
    }
    let found = try told { () throws(RecordingError) in
      isFolder
        ? try PictureSeries.images(url, rate: numbers)
        : try PictureSeries.video(url, rate: rate, programs: reading.programs)
    }
    guard let found else {
      // A file by the ending of recordings that can't be read as one; others are missing as a recording's folder.
      if !isFolder, case .failure(let error) = recording, error.kind != .inputMissing { throw .recording(error) }
      throw .noPictures(path: path)
    }
    return found
  }

  private static func told<Value>(
    _ body: () throws(RecordingError) -> Value
  ) throws(PoseModelError) -> Value {
    do throws(RecordingError) { return try body() } catch { throw .recording(error) }
  }
}
