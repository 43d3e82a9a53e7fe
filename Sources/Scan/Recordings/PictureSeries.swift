internal import Diagnostics
internal import Files
import Geometry
public import Images
public import Platform

/// Pictures in the order in which they were taken: of a video, of a folder of images, or the colour images of a recording.
///
/// They are decoded when they are asked for. A video that was recorded with the phone turned is turned upright.
public struct PictureSeries: Sendable {
  /// A picture that is not decoded yet.
  public struct Picture: Sendable, Equatable {
    /// What it is called: the frame's number in a video, from 0; the image's file; the frame's name in a recording.
    public let name: String
    /// When it was taken, in seconds of its own clock.
    public let time: Double
    /// Its place among all pictures of the source, from 0.
    public let place: Int
    /// Whether the name is that of a file or a frame, and not the place only.
    public let isNamed: Bool

    init(name: String, time: Double, place: Int, isNamed: Bool) {
      (self.name, self.time, self.place, self.isNamed) = (name, time, place, isNamed)
    }

    /// A picture of a camera by its place, which it is called by.
    public init(_ place: Int, time: Double) { self.init(name: "\(place)", time: time, place: place, isNamed: false) }
  }

  /// The pictures that were chosen, in order of time.
  public let pictures: [Picture]
  /// The video that they come from; nil for images and recordings.
  public let video: URL?
  private let source: Source

  /// The recording that they come from; nil for images and videos.
  package var recording: Recording? { if case .recording(let recording) = source { recording } else { nil } }
  /// Whether they are the images of a folder, which have numbers and no times.
  package var areImages: Bool { if case .images = source { true } else { false } }

  private enum Source: Sendable {
    case video(VideoPictures, file: String, quarterTurns: Int)
    case images(RecordingFolder, [String])
    case recording(Recording)
  }

  /// The most pictures.
  private static let most = 1_000_000

  /// Decodes a picture.
  ///
  /// - Parameter witness: is told the name and the bytes of an image that is a file, or an item of a recording.
  public func color(
    _ picture: Picture, witness: (String, UnsafeRawBufferPointer) -> Void = { _, _ in }
  ) throws(RecordingError) -> ColorImage {
    switch source {
    case .video(let pictures, let file, let quarterTurns):
      var bytes = FileBytes()
      try pictures.read(picture.place, name: file, into: &bytes)
      let image = ColorImage(
        width: pictures.numbers.size.width, height: pictures.numbers.size.height, pixels: [UInt8](bytes.content))
      return image.turned(quarterTurns: quarterTurns)
    case .images(let folder, let names):
      let name = names[picture.place]
      let data = try RecordingFolder.data(folder.url(name), limit: RecordingFolder.imageLimit, name: name)
      data.withUnsafeBytes { witness(name, $0) }
      do throws(ImageError) { return try ImageFile.color(data, name: name) } catch {
        throw RecordingError(error, frame: picture.name, file: name)
      }
    case .recording(let recording):
      var decoder = FrameDecoder(recording)
      var image = ColorImage(width: 0, height: 0, pixels: [])
      let frame = recording.frames[picture.place]
      try decoder.color(frame, into: &image)
      decoder.withFile { witness(frame.colorImage.name, $0) }
      return image
    }
  }
}

// MARK: Opening

extension PictureSeries {
  /// The pictures of a video, so many a second, by the nearest frame.
  ///
  /// - Parameters:
  ///   - file: an MP4, MOV or Matroska file, told by its content.
  ///   - rate: pictures a second; where the video has fewer, and for nil, all of them.
  ///   - programs: the folders in which ffmpeg is looked for, as `PATH` has them.
  /// - Returns: nil where it is no such file.
  public static func video(_ file: URL, rate: Double?, programs: String) throws(RecordingError) -> PictureSeries? {
    guard let container = container(of: file) else { return nil }
    let folder = try RecordingFolder(checking: file.deletingLastPathComponent())
    let name = file.lastPathComponent
    let video = try VideoFile(folder, name, container, path: programs)
    guard let track = video.tracks.first(where: { !$0.frames.isEmpty }) else {
      throw .badContainer(file: name, fault: .phrase("no_pictures"))
    }
    // Angles in pixels that are wider than high would be wrong.
    if let oblong = track.oblong {
      throw .badContainer(file: name, fault: .phrase("oblong_pixels", ["ratio": .text(oblong)]))
    }
    let places = chosen(track.frames.map(\.time), rate)
    let pictures = places.map { place in
      Picture(name: "\(place)", time: track.frames[place].time, place: place, isNamed: false)
    }
    return PictureSeries(
      pictures: pictures, video: file,
      source: .video(VideoPictures(video, track, .color), file: name, quarterTurns: track.quarterTurns))
  }

  /// The images of a folder, in the order of the numbers in their names, which count at a rate.
  ///
  /// - Parameter rate: how many numbers a second has.
  /// - Returns: nil where the folder has none.
  public static func images(_ folder: URL, rate: Double) throws(RecordingError) -> PictureSeries? {
    let folder = try RecordingFolder(checking: folder)
    let names = try folder.names().filter { isPicture(named: $0) }
    let numbered = names.compactMap { name in NameNumber.last(in: name).map { (name: name, number: $0) } }
      .sorted { ($0.number, $0.name) < ($1.number, $1.name) }
    guard let first = numbered.first, numbered.count <= most else { return nil }
    for (image, next) in zip(numbered, numbered.dropFirst()) where image.number == next.number {
      throw .disordered(file: folder.path, name: next.name.quoted, previous: image.name.quoted)
    }
    let sorted = numbered.map(\.name)
    return PictureSeries(
      pictures: numbered.enumerated().map {
        Picture(name: $1.name, time: Double($1.number - first.number) / rate, place: $0, isNamed: true)
      }, video: nil, source: .images(folder, sorted))
  }

  /// The colour images of a recording, so many a second; where it has fewer, and for nil, all of them.
  public init(_ recording: Recording, rate: Double?) {
    let times = recording.frames.map(\.time)
    let places = Self.chosen(times, rate)
    pictures = places.map { place in
      Picture(name: recording.frames[place].name, time: times[place], place: place, isNamed: true)
    }
    (video, source) = (nil, .recording(recording))
  }

  /// The frames nearest to times at a rate, each of them once; all of them without one. Times ascend.
  static func chosen(_ times: [Double], _ rate: Double?) -> [Int] {
    guard let rate else { return Array(times.indices.prefix(most)) }
    guard let first = times.first, let last = times.last else { return [] }
    var chosen: [Int] = []
    var (i, step) = (0, 0)
    while first + Double(step) / rate <= last + 0.25 / rate, chosen.count < most {
      let wanted = first + Double(step) / rate
      while i + 1 < times.count, abs(times[i + 1] - wanted) <= abs(times[i] - wanted) { i += 1 }
      if chosen.last != i { chosen.append(i) }
      // A pause in the recording has no pictures: on to the step that is nearest to the frame behind it.
      step += 1
      if i + 1 < times.count, times[i + 1] > wanted + 1 / rate {
        step = max(step, Int(((times[i + 1] - first) * rate - 0.5).rounded(.up)))
      }
    }
    return chosen
  }

  /// Whether a file's name is that of a picture.
  public static func isPicture(named name: String) -> Bool {
    [".png", ".jpg", ".jpeg"].contains { name.lowercased().hasSuffix($0) }
  }

  /// Whether a file that begins so is a video.
  public static func isVideo(beginning start: [UInt8]) -> Bool { container(beginning: start) != nil }

  private static func container(of file: URL) -> VideoContainerKind? {
    (try? InputFile.start(file.path(percentEncoded: false), count: 12)).flatMap { container(beginning: Array($0)) }
  }

  /// The kind of a video file by its first bytes: ISO's file type box, or Matroska's header.
  private static func container(beginning start: [UInt8]) -> VideoContainerKind? {
    if start.starts(with: [0x1A, 0x45, 0xDF, 0xA3]) { return .matroska }
    return start.count >= 12 && start[4..<8].elementsEqual("ftyp".utf8) ? .mp4 : nil
  }
}
