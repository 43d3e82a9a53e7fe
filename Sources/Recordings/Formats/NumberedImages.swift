import Diagnostics

/// An image whose name carries a number.
struct NumberedImage {
  /// The file's name without its extension.
  let stem: String
  /// The number that pairs colour and depth.
  let number: Int
  /// Seconds, where the name carries a time.
  let time: Double?
  /// The path within the recording.
  let path: String

  func timed(at time: Double) -> TimedImage { TimedImage(name: stem, time: time, path: path) }
}

/// The numbered images of a folder in the order of their numbers, so that 10 follows 9.
struct NumberedImages {
  let images: [NumberedImage]
  let findings: [Finding]

  init(_ folder: RecordingFolder, _ subfolder: String, extensions: [String]) throws(RecordingError) {
    let names = try folder.names(in: subfolder)
    let images = names.compactMap { Self.image($0, in: subfolder, extensions) }.filter { folder.hasFile($0.path) }
    guard !images.isEmpty else {
      throw .badIndex(
        file: subfolder, line: nil, expected: .phrase("numbered_images", ["endings": .names(extensions)]),
        found: .phrase("none"))
    }
    self.images = images.sorted { $0.number < $1.number }
    for (image, next) in zip(self.images, self.images.dropFirst()) where image.number == next.number {
      throw .disordered(file: subfolder, name: next.stem.quoted, previous: image.stem.quoted)
    }
    let ignored = names.count - images.count
    findings =
      ignored == 0
      ? [] : [Finding(.recordingIgnoredFiles, ["count": .count(ignored), "folder": .text(subfolder)])]
  }

  private static func image(_ name: String, in subfolder: String, _ extensions: [String]) -> NumberedImage? {
    guard let dot = name.lastIndex(of: ".") else { return nil }
    guard extensions.contains(name[name.index(after: dot)...].lowercased()) else { return nil }
    let stem = String(name[..<dot])
    guard let (number, time) = number(stem[...]) else { return nil }
    return NumberedImage(stem: stem, number: number, time: time, path: subfolder + "/" + name)
  }

  /// The number and time of a name: `NUMBER-MICROSECONDS` (Redwood), `SECONDS.FRACTION`, else its last digits.
  static func number(_ stem: Substring) -> (Int, Double?)? {
    let parts = stem.split(omittingEmptySubsequences: false) { !isDigit($0) }.map { Int($0) }
    if parts.count == 2, let first = parts[0], let second = parts[1] {
      if stem.contains("-") { return (first, Double(second) / 1e6) }
      if stem.contains("."), let all = Int(stem.filter(isDigit)) { return (all, Double(stem)) }
    }
    return parts.last { $0 != nil }?.map { ($0, nil) }
  }

  private static func isDigit(_ character: Character) -> Bool { ("0"..."9").contains(character) }
}
