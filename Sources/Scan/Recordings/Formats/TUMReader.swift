internal import Diagnostics
import Platform

/// The TUM RGB-D layout (Sturm et al. 2012): lists of colour and depth images that are not synchronised.
struct TUMReader: FolderReader {
  static let signature = FindingValue.phrase("tum_files")
  let folder: RecordingFolder
  let index: RecordingIndex

  static func recognises(_ place: RecordingPlace) -> Bool {
    // Either of them is enough. A missing or unreadable other one is an error: no other layout, whose depth has another
    // unit, may be tried instead.
    hasLists(place.folder) || AssociationList.file(of: place.folder) != nil
  }

  private static func hasLists(_ folder: RecordingFolder) -> Bool {
    folder.hasEntry("rgb.txt") || folder.hasEntry("depth.txt")
  }

  init(_ place: RecordingPlace) throws(RecordingError) {
    folder = place.folder
    var index = try Self.index(folder)
    index.codesPerMetre = 5000
    PoseList.locate(&index, in: folder)
    self.index = index
  }

  private static func index(_ folder: RecordingFolder) throws(RecordingError) -> RecordingIndex {
    if !hasLists(folder), let file = AssociationList.file(of: folder) { return try AssociationList.read(folder, file) }
    let (color, unit) = try TimedImageList.read(folder, "rgb.txt")
    let (depth, depthUnit) = try TimedImageList.read(folder, "depth.txt")
    var streams = ImageStreams(color: color, depth: depth, findings: [unit ?? depthUnit].compactMap(\.self))
    streams.dropMissing(folder)
    guard !streams.color.isEmpty, !streams.depth.isEmpty else {
      let list = streams.color.isEmpty ? "rgb.txt" : "depth.txt"
      let first = streams.color.isEmpty ? color[0] : depth[0]
      throw .missing(
        path: first.image.name, expected: .phrase("images_of_list", ["list": .text(list)]),
        found: .phrase("none_of_them"))
    }
    return try streams.paired(folder)
  }
}

/// A list of images in the TUM layout: lines `timestamp path`, comments after `#`.
enum TimedImageList {
  /// The images of a list in the recording, in order of time, and a finding where its times are no seconds.
  static func read(
    _ folder: RecordingFolder, _ file: String
  ) throws(RecordingError) -> (images: [TimedImage], unit: Finding?) {
    var images = try parse(folder.index(file), file: file, folder)
    guard !images.isEmpty else {
      throw .badIndex(file: file, line: nil, expected: .phrase("timed_lines"), found: .phrase("none"))
    }
    let times = images.map(\.time)
    let unit = TimeUnit(of: times) ?? .seconds
    if unit != .seconds {
      images = images.map { TimedImage(name: $0.name, time: $0.time / unit.rawValue, image: $0.image) }
    }
    try ImageStreams.requireOrder(images, file: file)
    return (images, unit.finding(file: file, times: times))
  }

  /// The images of a list's text.
  ///
  /// - Parameter folder: of the recording, where a file may have a backslash in its name.
  static func parse(
    _ data: Data, file: String, _ folder: RecordingFolder? = nil
  ) throws(RecordingError) -> [TimedImage] {
    var images: [TimedImage] = []
    for (line, number) in lines(data) {
      let name = line.prefix { !isSpace($0) }
      images.append(
        try image(name, trimmed(line[name.endIndex...]), line, file: file, number: number, folder))
    }
    return images
  }

  /// The lines of a list's text that are neither empty nor comments, with their numbers, from 1.
  static func lines(_ data: Data) -> [(line: Substring, number: Int)] {
    data.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated().compactMap {
      index, bytes in
      let line = trimmed(String(decoding: bytes, as: UTF8.self)[...])
      return line.isEmpty || line.hasPrefix("#") ? nil : (line, index + 1)
    }
  }

  /// The image of a time and a path, which Windows writes with backslashes.
  static func image(
    _ name: Substring, _ written: Substring, _ line: Substring, file: String, number: Int, _ folder: RecordingFolder?
  ) throws(RecordingError) -> TimedImage {
    let isWindows = written.contains("\\") && folder?.hasFile(String(written)) != true
    let path = isWindows ? written.replacing("\\", with: "/") : written
    guard let time = Double(name), time >= 0, time < latest, !path.isEmpty else {
      throw .badIndex(
        file: file, line: number, expected: .phrase("timed_line"), found: .quoted(line))
    }
    guard isInside(path) else { throw .escapingPath(file: file, line: number, path: path.quoted) }
    return TimedImage(name: String(name), time: time, path: String(path))
  }

  /// The latest time in any unit: nanoseconds of ``TimedImage/latest``.
  private static let latest = TimedImage.latest * TimeUnit.nanoseconds.rawValue

  /// True for a relative path that no `..` leads out of.
  static func isInside(_ path: Substring) -> Bool {
    !path.hasPrefix("/") && !path.dropFirst().hasPrefix(":/") && !path.utf8.contains(0)
      && !path.split(separator: "/").contains("..")
  }

  private static func trimmed(_ text: Substring) -> Substring {
    var text = text.drop { isSpace($0) }
    while let last = text.last, isSpace(last) { text.removeLast() }
    return text
  }

  static func isSpace(_ character: Character) -> Bool {
    character.isWhitespace || character == "\u{FEFF}" || character == "\0"
  }
}
