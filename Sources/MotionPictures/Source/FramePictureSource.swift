internal import Diagnostics
internal import Images
internal import Inputs
internal import Motion
internal import MotionReports
internal import Platform
internal import Recordings

/// Where the pictures of landmark frames come from: a folder of numbered images, a video, or a recording's colour frames.
///
/// Frames must be asked for in ascending order: a video is decoded once, from its beginning.
public final class FramePictureSource {
  private enum Kind {
    case folder([Int: URL])
    case video(VideoFrames)
    case recording(Recording)
  }

  private let kind: Kind
  /// What it is called in errors.
  let path: String

  /// No image file is larger, in bytes, and no folder has more entries.
  private static let (largestImage, mostFiles) = (64 << 20, 1_000_000)
  private static let endings: Set<String> = ["jpg", "jpeg", "png"]

  /// Opens what a path names.
  ///
  /// - Parameter programs: the folders in which ffmpeg is looked for, as `PATH` has them.
  public init(_ path: String, programs: String) throws {
    self.path = path
    let url = URL(fileURLWithPath: path)
    let isFolder = (try? FileManager.default.contentsOfDirectory(atPath: path)) != nil
    guard isFolder || FileManager.default.fileExists(atPath: path) else {
      throw MotionPictureError.missing(path: path)
    }
    if let recording = try? Recording.open(url, RecordingReading(programs: programs)) {
      kind = .recording(recording)
    } else if isFolder {
      kind = .folder(try Self.images(in: url, path: path))
    } else {
      kind = .video(try VideoFrames(path, programs: programs))
    }
  }

  /// The images of a folder by the last numbers in their names; of one number the first by name.
  private static func images(in folder: URL, path: String) throws(MotionPictureError) -> [Int: URL] {
    let names = ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).sorted()
    guard names.count <= mostFiles else { throw .none(path: path, found: .count(names.count)) }
    let found = names.compactMap { name -> (Int, URL)? in
      let file = folder.appending(path: name)
      guard endings.contains(file.pathExtension.lowercased()),
        let number = FrameNumber.last(in: file.deletingPathExtension().lastPathComponent)
      else { return nil }
      return (number, file)
    }
    guard !found.isEmpty else { throw .none(path: path, found: .phrase("none")) }
    return Dictionary(found) { first, _ in first }
  }

  /// The picture of a frame; nil where there is none.
  ///
  /// - Parameters:
  ///   - name: what the landmark file calls the frame.
  ///   - index: its number in the video.
  func picture(_ name: String, number index: Int) throws -> ColorImage? {
    let number = FrameNumber.last(in: name) ?? index
    switch kind {
    case .folder(let images):
      guard let file = images[number] else { return nil }
      let bytes: [UInt8]
      do throws(InputFile.Fault) { bytes = try InputFile.bytes(file.path, atMost: Self.largestImage) } catch {
        throw MotionPictureError.none(path: file.path, found: error.found)
      }
      return try ImageFile.color(Data(bytes), name: file.lastPathComponent)
    case .video(let frames): return try frames.picture(index)
    case .recording(let recording):
      let frame =
        recording.frame(named: name) ?? (recording.frames.indices.contains(number) ? recording.frames[number] : nil)
      guard let frame else { return nil }
      var decoder = FrameDecoder(recording)
      var image = ColorImage(width: 0, height: 0, pixels: [])
      try decoder.color(frame, into: &image)
      return image
    }
  }
}

/// Numbers in names of frames.
enum FrameNumber {
  /// The last number in a name, such as 12 of `video_000000000012_keypoints`.
  static func last(in name: String) -> Int? {
    let digits = name.split { !($0.isASCII && $0.isNumber) }
    return digits.last.flatMap { $0.utf8.count <= 18 ? Int($0) : nil }
  }

  /// The number of a frame in its video, from 0: that in its name. Frames of TRC files are counted from any number and those of
  /// MOT files have none, so that their times count, at the rate of the landmarks.
  static func inVideo(_ index: Int, _ curve: AngleCurve, _ format: LandmarkFormat) -> Int {
    if format == .trc || format == .mot {
      return curve.step > 0 ? Int(min(max(curve.times[index] / curve.step, 0), 1e9).rounded()) : index
    }
    return last(in: curve.names[index]) ?? index
  }
}
