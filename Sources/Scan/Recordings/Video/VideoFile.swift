internal import Diagnostics
import Platform

/// A video file and the tracks of pictures in it, as ffprobe lists them.
struct VideoFile: Sendable {
  let name: String
  let tracks: [VideoTrack]
  /// The first time stamp of the file, seconds.
  let start: Double
  let programs: VideoPrograms
  let container: VideoContainerKind
  /// The file as ffmpeg is given it: a path and nothing else, whatever the path looks like.
  let address: String

  /// The longest list of frames, bytes.
  private static let longestList = 64 << 20

  /// Lists the tracks and frames of a file in a recording's folder.
  init(_ folder: RecordingFolder, _ name: String, _ container: VideoContainerKind, path: String) throws(RecordingError)
  {
    guard folder.hasFile(name) else {
      throw .missing(path: folder.path + "/" + name, expected: .phrase("file"), found: .phrase("nothing_there"))
    }
    self.name = name
    self.container = container
    programs = try VideoPrograms(path: path, for: name)
    address = "file:" + folder.url(name).path(percentEncoded: false)
    let entries =
      "format=start_time:stream=index,codec_type,codec_name,codec_tag_string,width,height,pix_fmt"
      + ",sample_aspect_ratio:stream_tags:stream_side_data=rotation:packet=stream_index,pts_time,flags"
    let listed = try programs.probe(
      VideoPrograms.reading(container) + ["-show_entries", entries, "-of", "compact", address],
      limit: Self.longestList, name: name)
    var (tracks, frames): ([Int: VideoTrack], [Int: [VideoTrack.Frame]]) = ([:], [:])
    var thrownAway: [Int: [Double]] = [:]
    var start = 0.0
    for line in listed.split(separator: UInt8(ascii: "\n")) {
      let fields = line.split(separator: UInt8(ascii: "|"))
      guard let kind = fields.first.map({ String(decoding: $0, as: UTF8.self) }) else { continue }
      var values: [String: String] = [:]
      for field in fields.dropFirst() {
        let parts = field.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
        guard parts.count == 2 else { continue }
        values[String(decoding: parts[0], as: UTF8.self)] = String(decoding: parts[1], as: UTF8.self)
      }
      switch kind {
      case "packet":
        // Packets before the start of an edit are decoded and thrown away.
        guard let index = values["stream_index"].flatMap(Int.init), let time = values["pts_time"].flatMap(Double.init),
          time.isFinite, let flags = values["flags"]
        else { continue }
        guard !flags.contains("D") else {
          thrownAway[index, default: []].append(time)
          continue
        }
        frames[index, default: []].append(VideoTrack.Frame(time: time, isKey: flags.contains("K")))
      case "stream":
        if let track = VideoTrack(values) { tracks[track.index] = track }
      case "format":
        start = values["start_time"].flatMap(Double.init) ?? 0
      default: continue
      }
    }
    self.start = start
    self.tracks = tracks.values.sorted { $0.index < $1.index }.map { track in
      var track = track
      track.frames = (frames[track.index] ?? []).sorted { $0.time < $1.time }
      let first = track.frames.first?.time ?? .infinity
      track.cut = (thrownAway[track.index] ?? []).count { $0 < first }
      return track
    }
    try ImageSize.require(self.tracks.map(\.size), file: name)
  }

  /// The content of a small file that is attached.
  func attachment(limit: Int) throws(RecordingError) -> [UInt8] {
    try programs.extract(
      ["-dump_attachment:t:0", "pipe:1"] + VideoPrograms.reading(container) + ["-i", address], limit: limit, name: name)
  }
}

/// A track of pictures in a video file.
struct VideoTrack: Sendable {
  /// A picture in the order in which it is shown.
  struct Frame: Sendable {
    /// Seconds of the file's clock.
    let time: Double
    /// Whether decoding can begin there.
    let isKey: Bool
  }

  /// The number of the stream in the file.
  let index: Int
  let size: ImageSize
  /// ffmpeg's names for how pictures are packed and what their pixels are.
  let codec, pixels: String
  let title: String
  /// How many quarter turns clockwise bring the pictures upright, by what the recorder wrote of how it was held; 0 to 3.
  let quarterTurns: Int
  /// A pixel's width to its height as the file writes it, `4:3`; nil where they are as wide as high.
  let oblong: String?
  var frames: [Frame] = []
  /// How many pictures lie before the start of the track's edit and are not shown.
  var cut = 0

  /// Of a line of ffprobe's; nil where it is no track of pictures.
  fileprivate init?(_ values: [String: String]) {
    guard values["codec_type"] == "video", let index = values["index"].flatMap(Int.init),
      let width = values["width"].flatMap(Int.init), let height = values["height"].flatMap(Int.init)
    else { return nil }
    self.index = index
    size = ImageSize(width: width, height: height)
    (codec, pixels) = (values["codec_name"] ?? "", values["pix_fmt"] ?? "")
    title = (values["tag:title"] ?? values["tag:TITLE"] ?? "").uppercased()
    // ffprobe counts degrees anticlockwise.
    let degrees = values["rotation"].flatMap(Double.init).flatMap { abs($0) <= 360 ? $0 : nil } ?? 0
    quarterTurns = (8 - Int((degrees / 90).rounded())) % 4
    oblong = values["sample_aspect_ratio"].flatMap { ["1:1", "0:1", "N/A"].contains($0) ? nil : $0 }
  }
}

/// How long a Matroska file says that it is (RFC 9559: the sizes of its header and of its one segment).
enum MatroskaLength {
  /// The two elements that a file consists of.
  private static let (header, segment): (UInt32, UInt32) = (0x1A45_DFA3, 0x1853_8067)
  /// No header is longer.
  private static let longestHeader = 4096
  /// So many first bytes say it.
  static let enough = 2 * longestHeader

  /// The bytes of a whole file; nil where the first bytes do not say: another kind of file, or a segment of unknown size, as
  /// recorders write that were stopped by force.
  static func stated(_ first: [UInt8]) -> Int? {
    var bytes = first[...]
    guard id(&bytes) == header, let length = size(&bytes), length <= longestHeader, bytes.count > length else {
      return nil
    }
    bytes = bytes.dropFirst(length)
    guard id(&bytes) == segment, let content = size(&bytes) else { return nil }
    let (whole, overflows) = bytes.startIndex.addingReportingOverflow(content)
    return overflows ? nil : whole
  }

  private static func id(_ bytes: inout ArraySlice<UInt8>) -> UInt32? {
    guard bytes.count >= 4 else { return nil }
    defer { bytes = bytes.dropFirst(4) }
    return bytes.prefix(4).reduce(0) { $0 << 8 | UInt32($1) }
  }

  /// A number of variable length: as many bytes as its first one has zeros in front, and one; nil where all its bits are 1.
  private static func size(_ bytes: inout ArraySlice<UInt8>) -> Int? {
    guard let first = bytes.first, first != 0, bytes.count > first.leadingZeroBitCount else { return nil }
    let count = first.leadingZeroBitCount + 1
    let value = bytes.prefix(count).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
    bytes = bytes.dropFirst(count)
    let bits = UInt64(7 * count)
    let number = value & (1 << bits - 1)
    return number == 1 << bits - 1 ? nil : Int(number)
  }
}

/// The containers of videos that are read, by ffmpeg's names.
enum VideoContainerKind: String, Sendable {
  case mp4 = "mov"
  case matroska
}

/// ffmpeg and ffprobe, which decode videos and list their frames.
struct VideoPrograms: Sendable {
  private let decoder, prober: String

  /// How long a program may write nothing, seconds: seeking in a long video takes parts of one.
  static let patience = 30

  /// Finds both programs.
  ///
  /// - Parameters:
  ///   - path: the folders to look in, as `PATH` has them.
  ///   - file: the video, for the message where one is missing.
  init(path: String, for file: String) throws(RecordingError) {
    let find = { (name: String) -> String? in
      let candidates: [String] = path.split(separator: ":").map { $0 + "/" + name }
      return candidates.first { access($0, X_OK) == 0 }
    }
    guard let decoder = find("ffmpeg"), let prober = find("ffprobe") else { throw .noVideoProgram(file: file) }
    (self.decoder, self.prober) = (decoder, prober)
  }

  /// What must stand before the video's name: no other files or addresses are opened, whatever the video says; no other
  /// container is tried than the one that it should be; and no picture is larger than those of files may be.
  static func reading(_ container: VideoContainerKind) -> [String] {
    ["-protocol_whitelist", "file,pipe", "-f", container.rawValue]
  }

  /// What ffprobe writes about a file.
  func probe(_ arguments: [String], limit: Int, name: String) throws(RecordingError) -> [UInt8] {
    guard var process = ChildProcess(prober, ["-v", "error"] + arguments) else {
      throw .badContainer(file: name, fault: .phrase("no_start", ["program": .text("ffprobe")]))
    }
    return try Self.all(of: &process, limit: limit, name: name)
  }

  /// What ffmpeg writes of a small part of a file, whatever it says at its end.
  func extract(_ arguments: [String], limit: Int, name: String) throws(RecordingError) -> [UInt8] {
    guard var process = decoding(arguments) else {
      throw .badContainer(file: name, fault: .phrase("no_start", ["program": .text("ffmpeg")]))
    }
    return try Self.all(of: &process, limit: limit, name: name, mayComplain: true)
  }

  /// ffmpeg at work; nil where it can't be started.
  func decoding(_ arguments: [String]) -> ChildProcess? {
    ChildProcess(decoder, ["-nostdin", "-hide_banner", "-loglevel", "error"] + arguments)
  }

  private static func all(
    of process: inout ChildProcess, limit: Int, name: String, mayComplain: Bool = false
  ) throws(RecordingError) -> [UInt8] {
    let bytes: [UInt8]?
    do throws(ChildProcess.Silence) { bytes = try process.readAll(limit: limit, patience: patience) } catch {
      throw .badContainer(file: name, fault: silence)
    }
    guard let bytes else { throw .tooLarge(file: name, bytes: limit + 1, limit: limit) }
    guard process.endedWell(patience: patience) || mayComplain else {
      throw .badContainer(file: name, fault: words(&process))
    }
    return bytes
  }

  /// What is wrong by the words of a program that ended.
  static func words(_ process: inout ChildProcess) -> FindingValue {
    process.lastWords().map { .text($0) } ?? .phrase("said_nothing")
  }

  static let silence = FindingValue.phrase(
    "program_silent", ["time": .number(Double(patience), decimals: 0, unit: "s")])
}
