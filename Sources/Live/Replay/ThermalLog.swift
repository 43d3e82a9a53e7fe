import Diagnostics
import Feedback
internal import Files
import Recordings

import Foundation

/// The thermal state that the device reported during a recording: `thermal.txt` in its folder.
struct ThermalLog: Sendable {
  private let entries: [(time: Double, heat: Heat)]

  private static let name = "thermal.txt"
  private static let largestBytes = 1 << 24

  /// The log of a recording; empty where it has none.
  static func beside(_ recording: Recording) throws(ThermalLogError) -> ThermalLog {
    let url = recording.folder.appending(path: name)
    guard FileManager.default.fileExists(atPath: url.path) else { return ThermalLog(entries: []) }
    guard let bytes = try? InputFile.bytes(url.path, atMost: largestBytes),
      let text = String(validating: bytes, as: UTF8.self)
    else {
      throw .invalid(file: url.path, line: nil, found: .phrase("no_text", ["limit_mib": .count(largestBytes >> 20)]))
    }
    return try parse(text, file: url.path)
  }

  /// Lines `seconds state`, in order of time, on the recording's clock; `#` begins a comment.
  static func parse(_ text: String, file: String) throws(ThermalLogError) -> ThermalLog {
    var entries: [(time: Double, heat: Heat)] = []
    for (i, line) in text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).enumerated() {
      let words = line.prefix { $0 != "#" }.split(whereSeparator: \.isWhitespace)
      if words.isEmpty { continue }
      guard words.count == 2, let time = Double(words[0]), time.isFinite, let heat = Heat(rawValue: String(words[1])),
        time >= entries.last?.time ?? -.infinity
      else { throw .invalid(file: file, line: i + 1, found: .text("`\(line.prefix(60))`")) }
      entries.append((time, heat))
    }
    return ThermalLog(entries: entries)
  }

  /// The last state before or at a time; nil before the first.
  func state(at time: Double) -> Heat? {
    var (low, high) = (0, entries.count)
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].time <= time { low = middle + 1 } else { high = middle }
    }
    return low == 0 ? nil : entries[low - 1].heat
  }
}

/// Why a thermal log can't be used.
public enum ThermalLogError: UserFacingError {
  /// The log's content is not what it should be.
  case invalid(file: String, line: Int?, found: FindingValue)

  public var message: ErrorMessage {
    switch self {
    case .invalid(let file, let line, let found):
      ErrorMessage(
        .thermalLogInvalid, at: file, line.map { .line($0) },
        ["known": .names(Heat.allCases.map(\.rawValue)), "found": found])
    }
  }
}
