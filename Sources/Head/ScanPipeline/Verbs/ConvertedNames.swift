import Recordings

/// The names that the frames of a recording get in another layout: timestamps, or numbers with microseconds.
struct ConvertedNames {
  let color, depth: [String]
  /// The times of the colour images in the other layout, seconds.
  let times: [String]

  /// - Parameters:
  ///   - areNumbered: Redwood's names, the number from 1 and the microseconds since the first image; else seconds.
  ///   - folder: that of the colour images, for errors.
  /// - Throws: `RecordingError` where times are too close to be told apart: one image would overwrite another.
  init(_ recording: Recording, areNumbered: Bool, folder: String) throws(RecordingError) {
    let frames = recording.frames
    let earliest = frames.map { min($0.time, $0.depthTime) }.min() ?? 0
    // Lists have no times before 0.
    let start = areNumbered ? earliest : min(0, earliest)
    // A recording in the same layout keeps its own.
    let keeps = recording.format == .tum && !areNumbered
    let stamps = keeps ? frames.map(\.name) : frames.map { Self.stamp($0.time - start) }
    times = stamps
    color = areNumbered ? frames.map { Self.numbered($0.index, $0.time - start) } : stamps
    depth = frames.map {
      areNumbered ? Self.numbered($0.index, $0.depthTime - start) : Self.stamp($0.depthTime - start)
    }
    try Self.requireDifferent(stamps, folder)
    try Self.requireDifferent(depth, "depth")
  }

  private static func requireDifferent(_ names: [String], _ folder: String) throws(RecordingError) {
    var known: Set<String> = []
    for name in names where !known.insert(name).inserted {
      throw .disordered(file: folder, name: name, previous: name)
    }
  }

  /// Seconds to the microsecond.
  private static func stamp(_ time: Double) -> String {
    let count = microseconds(time)
    return "\(count / 1_000_000)." + padded(count % 1_000_000, 6)
  }

  private static func numbered(_ index: Int, _ time: Double) -> String {
    padded(index + 1, 6) + "-" + padded(microseconds(time), 12)
  }

  private static func microseconds(_ time: Double) -> Int { Int(exactly: (time * 1e6).rounded()) ?? .max }

  private static func padded(_ number: Int, _ digits: Int) -> String {
    String(repeating: "0", count: max(0, digits - "\(number)".count)) + "\(number)"
  }
}
