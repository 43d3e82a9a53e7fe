internal import Diagnostics
import Platform

/// A video file and the tracks of pictures in it, as ffprobe lists them.
struct VideoFile: Sendable {
  let name: String
  let tracks: [VideoTrack]
  /// The first time stamp of the file, seconds.
  let start: Double
  /// What the file says of itself, names in capitals.
  let tags: [String: String]
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
      "format=start_time:format_tags:stream=index,codec_type,codec_name,codec_tag_string,width,height,pix_fmt"
      + ",sample_aspect_ratio:stream_tags:stream_side_data=rotation:packet=stream_index,pts_time,flags"
    let listed = try programs.probe(
      VideoPrograms.reading(container) + ["-show_entries", entries, "-of", "compact", address],
      limit: Self.longestList, name: name)
    var (tracks, frames): ([Int: VideoTrack], [Int: [VideoTrack.Frame]]) = ([:], [:])
    var thrownAway: [Int: [Double]] = [:]
    var (start, tags) = (0.0, [String: String]())
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
        for (key, value) in values where key.hasPrefix("tag:") { tags[key.dropFirst(4).uppercased()] = value }
      default: continue
      }
    }
    (self.start, self.tags) = (start, tags)
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
