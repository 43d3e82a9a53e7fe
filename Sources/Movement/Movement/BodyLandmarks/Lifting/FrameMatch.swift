internal import Geometry
package import Recordings

/// Which picture, or frame of a recording, each frame of landmarks is of.
package struct FrameMatch {
  /// The place among the pictures for each frame of the landmarks; nil where none is of it.
  package let frames: [Int?]

  /// Matches frames by their names or, where more of them are found so, by the numbers in them, which are those in the
  /// pictures' names or, where these have none, count the pictures from 0. MediaPipe's, TRC's and MOT's have times instead
  /// where the pictures have them: of the pictures' clock, or from the first picture on.
  ///
  /// - Parameters:
  ///   - names: what the motion file calls its frames.
  ///   - times: when they were taken, in seconds; ascending.
  ///   - kind: the kind of the file.
  package init(_ names: [String], _ times: [Double], _ kind: MotionFormat, in series: PictureSeries) {
    self.init(names, times, kind, Picture.all(of: series))
  }

  /// The frames of a recording for those of landmarks.
  init(_ sequence: LandmarkSequence, _ kind: MotionFormat, _ recording: Recording) {
    self.init(sequence.frames, sequence.times, kind, recording.frames.map(Picture.init))
  }

  private init(_ names: [String], _ times: [Double], _ kind: MotionFormat, _ pictures: [Picture]) {
    let taken = pictures.compactMap(\.time)
    if [.mediaPipe, .trc, .c3d, .mot].contains(kind), taken.count == pictures.count {
      frames = Self.byTime(times, taken)
      return
    }
    let (named, numbered) = (Self.byName(names, pictures), Self.byNumber(names, pictures))
    // Where names are numbers, some may be written alike by chance: 100 and 100.png, but 99 and 099.png.
    let isNamed = named.count { $0 != nil } >= numbered.count { $0 != nil }
    frames = isNamed ? named : numbered
  }

  /// How many frames have one.
  var matched: Int { frames.count { $0 != nil } }

  // MARK: Names

  private static func byName(_ names: [String], _ pictures: [Picture]) -> [Int?] {
    var places: [String: Int] = [:]
    for (place, picture) in pictures.enumerated() { for name in picture.names { places[name] = place } }
    return names.map { places[$0] ?? places[Picture.stem($0)] }
  }

  // MARK: Numbers

  private static func byNumber(_ names: [String], _ pictures: [Picture]) -> [Int?] {
    let numbers = pictures.map(\.number)
    let isNumbered = numbers.allSatisfy { $0 != nil } && Set(numbers).count == numbers.count
    let places = Dictionary(
      uniqueKeysWithValues: numbers.enumerated().map { (isNumbered ? $0.element! : $0.offset, $0.offset) })
    return names.map { name in FrameNumbers.number(in: Picture.stem(name)).flatMap { places[$0] } }
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

/// What a picture is known by.
private struct Picture {
  /// What it is called, with its folder and ending or without.
  let names: [String]
  /// The number in its name; nil where its name has none that counts frames.
  let number: Int?
  /// When it was taken, in seconds of its own clock; nil where only its number tells.
  let time: Double?

  /// The pictures of a series.
  static func all(of series: PictureSeries) -> [Picture] {
    if let recording = series.recording { return series.pictures.map { Picture(recording.frames[$0.place]) } }
    return series.pictures.map { picture in
      guard picture.isNamed else { return Picture(names: [], number: nil, time: picture.time) }
      let stem = Self.stem(picture.name)
      return Picture(names: [picture.name, stem], number: FrameNumbers.number(in: stem), time: nil)
    }
  }

  private init(names: [String], number: Int?, time: Double?) {
    (self.names, self.number, self.time) = (names, number, time)
  }

  /// A frame of a recording.
  init(_ frame: RecordedFrame) {
    let stem = Self.stem(frame.colorImage.name)
    self.init(names: [frame.name, frame.colorImage.name, stem], number: Self.number(stem), time: frame.time)
  }

  /// A file's name without its folder, its ending, and what pose models put behind it.
  static func stem(_ name: String) -> String {
    var stem = name.split(separator: "/").last.map { String($0) } ?? name
    for ending in [".json", ".png", ".jpg", ".jpeg", "_keypoints"] where stem.hasSuffix(ending) {
      stem.removeLast(ending.count)
    }
    return stem
  }

  /// The number of a name that ends with one; nil for timestamps, which have a point or too many digits.
  private static func number(_ stem: String) -> Int? {
    guard !stem.contains("."), let number = FrameNumbers.number(in: stem), number < 10_000_000,
      stem.last?.isNumber == true
    else {
      return nil
    }
    return number
  }
}
