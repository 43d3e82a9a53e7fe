internal import Diagnostics
import Platform

/// A list of pairs that TUM's tools write (`associate.py`): lines `timestamp path timestamp path`, comments after `#`.
enum AssociationList {
  private static let names = ["associations.txt", "association.txt", "associate.txt", "associated.txt", "assoc.txt"]

  /// The list of a recording; nil where there is none.
  static func file(of folder: RecordingFolder) -> String? { names.first(where: folder.hasFile) }

  /// The pairs of a list, those left out whose files are missing.
  static func read(_ folder: RecordingFolder, _ file: String) throws(RecordingError) -> RecordingIndex {
    let all = try parsed(folder.index(file), file: file, folder)
    guard let first = all.first else {
      throw .badIndex(file: file, line: nil, expected: .phrase("timed_lines"), found: .phrase("none"))
    }
    let (timed, finding) = Self.timed(all, file: file)
    try ImageStreams.requireOrder(timed.map(\.color), file: file)
    try ImageStreams.requireSeconds(timed.map(\.depth), file: file)
    var streams = ImageStreams(color: timed.map(\.color), depth: timed.map(\.depth))
    streams.dropMissing(folder)
    let pairs = timed.filter { folder.has($0.color.image) && folder.has($0.depth.image) }
    guard !pairs.isEmpty else {
      throw .missing(
        path: first.color.image.name, expected: .phrase("images_of_list", ["list": .text(file)]),
        found: .phrase("none_of_them"))
    }
    var index = streams.index(pairs)
    index.findings += [finding].compactMap(\.self)
    return index
  }

  /// The pairs of a list's text.
  private static func parsed(
    _ data: Data, file: String, _ folder: RecordingFolder
  ) throws(RecordingError) -> [ImagePair] {
    var pairs: [ImagePair] = []
    for (line, number) in TimedImageList.lines(data) {
      let words = line.split(whereSeparator: TimedImageList.isSpace)
      guard words.count == 4 else { throw Self.notAssociated(line, file, number) }
      let images = [
        try TimedImageList.image(words[0], words[1], line, file: file, number: number, folder),
        try TimedImageList.image(words[2], words[3], line, file: file, number: number, folder),
      ]
      // TUM has colour first, ICL-NUIM depth.
      let isDepth = images.map { $0.image.name.lowercased().contains("depth") }
      guard isDepth[0] != isDepth[1] else { throw Self.notAssociated(line, file, number) }
      pairs.append(ImagePair(color: images[isDepth[0] ? 1 : 0], depth: images[isDepth[0] ? 0 : 1]))
    }
    return pairs
  }

  private static func notAssociated(_ line: Substring, _ file: String, _ number: Int) -> RecordingError {
    .badIndex(file: file, line: number, expected: .phrase("associated_line"), found: .quoted(line))
  }

  /// Pairs in seconds, whatever unit the list has, or at the usual rate where it has numbers in place of times (ICL-NUIM);
  /// and what is said of that.
  private static func timed(_ pairs: [ImagePair], file: String) -> ([ImagePair], Finding?) {
    let times = pairs.map(\.color.time)
    let unit = TimeUnit(of: times) ?? .seconds
    let isNumbered =
      unit == .seconds && pairs.count > 1
      && pairs.flatMap { [$0.color.time, $0.depth.time] }.allSatisfy { $0 == $0.rounded() && $0 < largestNumber }
    let (start, perSecond) = isNumbered ? (times[0], FrameRate.assumed) : (0, unit.rawValue)
    let inSeconds = { (image: TimedImage) in
      TimedImage(name: image.name, time: (image.time - start) / perSecond, image: image.image)
    }
    return (
      pairs.map { ImagePair(color: inSeconds($0.color), depth: inSeconds($0.depth)) },
      isNumbered ? FrameRate.finding(frames: pairs.count) : unit.finding(file: file, times: times)
    )
  }

  /// Whole numbers below are those of frames; seconds since 1970 lie beyond.
  private static let largestNumber = 1e7
}
