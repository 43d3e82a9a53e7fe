internal import Geometry
internal import Motion
internal import Recordings

/// Which frame of a recording each frame of landmarks is of.
struct FrameMatch {
  /// The recording's frame for each frame of the landmarks; nil where it has none.
  let frames: [Int?]

  /// Matches frames by their names; else by the numbers in them, which are those in the names of the recording's colour
  /// images or, where these have none, count its frames from 0. MediaPipe's have times instead, of the recording's clock or from
  /// its first frame on.
  init(_ sequence: LandmarkSequence, _ kind: LandmarkFormat, _ recording: Recording) {
    if kind == .mediaPipe {
      frames = Self.byTime(sequence.times, recording.frames.map(\.time))
      return
    }
    let named = Self.byName(sequence.frames, recording)
    frames = named.contains { $0 != nil } ? named : Self.byNumber(sequence.frames, recording)
  }

  /// How many frames have one.
  var matched: Int { frames.count { $0 != nil } }

  // MARK: Names

  private static func byName(_ names: [String], _ recording: Recording) -> [Int?] {
    var places: [String: Int] = [:]
    for frame in recording.frames {
      for name in [frame.name, frame.colorImage.name, stem(frame.colorImage.name)] { places[name] = frame.index }
    }
    return names.map { places[$0] ?? places[stem($0)] }
  }

  /// A file's name without its folder, its ending, and what pose models put behind it.
  private static func stem(_ name: String) -> String {
    var stem = name.split(separator: "/").last.map { String($0) } ?? name
    for ending in [".json", ".png", ".jpg", ".jpeg", "_keypoints"] where stem.hasSuffix(ending) {
      stem.removeLast(ending.count)
    }
    return stem
  }

  // MARK: Numbers

  private static func byNumber(_ names: [String], _ recording: Recording) -> [Int?] {
    let numbers = recording.frames.map { ownNumber(stem($0.colorImage.name)) }
    let isNumbered = numbers.allSatisfy { $0 != nil } && Set(numbers).count == numbers.count
    let places = Dictionary(
      uniqueKeysWithValues: recording.frames.map { (isNumbered ? numbers[$0.index]! : $0.index, $0.index) })
    return names.map { name in FrameNumbers.number(in: stem(name)).flatMap { places[$0] } }
  }

  /// The number of a frame whose name ends with one; nil for timestamps, which have a point or too many digits.
  private static func ownNumber(_ stem: String) -> Int? {
    guard !stem.contains("."), let number = FrameNumbers.number(in: stem), number < 10_000_000,
      stem.last?.isNumber == true
    else {
      return nil
    }
    return number
  }

  // MARK: Times

  private static func byTime(_ times: [Double], _ recorded: [Double]) -> [Int?] {
    guard let first = recorded.first, recorded.count > 1 else { return times.map { _ in nil } }
    let steps = zip(recorded.dropFirst(), recorded).map { $0 - $1 }
    let window = RobustStatistics.median(steps) / 2
    let own = nearest(times, recorded, window)
    if own.contains(where: { $0 != nil }) { return own }
    return nearest(times.map { $0 + first }, recorded, window)
  }

  /// The recorded frame nearest to each time within a window; both ascend.
  private static func nearest(_ times: [Double], _ recorded: [Double], _ window: Double) -> [Int?] {
    var place = 0
    return times.map { time in
      while place + 1 < recorded.count, abs(recorded[place + 1] - time) <= abs(recorded[place] - time) { place += 1 }
      // Half a step to either side, and a thousandth of it for rounding.
      return abs(recorded[place] - time) <= 1.001 * window ? place : nil
    }
  }
}
