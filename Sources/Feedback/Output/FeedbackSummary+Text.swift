#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension FeedbackSummary {
  /// A table for people.
  public var table: String {
    var rows: [(String, String)] = [
      ("frames", "\(frames) in \(seconds(duration))"),
      ("ended", guidance.name),
      ("scan began", began.map { "at " + seconds($0) } ?? "never: the cap was not found"),
    ]
    if let goodShare {
      rows.append(("good position", "\(seconds(good)) of \(seconds(scanned)), \(Int((100 * goodShare).rounded())) %"))
    }
    rows.append(
      ("longest vibration", longestBad.map { seconds($0.duration) + " from " + seconds($0.start) } ?? "none"))
    rows += hints.sorted { $0.key < $1.key }.map { ("hint " + $0.key, seconds($0.value)) }
    rows += alerts.sorted { $0.key.rawValue < $1.key.rawValue }.map { ("alert " + $0.key.rawValue, seconds($0.value)) }
    rows += steps.map { ("\($0.percent) % of markers", "at " + seconds($0.time)) }
    if !missing.isEmpty {
      rows.append(("markers never seen", "\(missing.count): " + missing.map(String.init).joined(separator: ", ")))
    }
    if let naming { rows.append(("parts named", naming)) }
    rows += parts.sorted { $0.key < $1.key }.map { part, share in
      (part.rawValue, "\(Int((100 * share).rounded())) %" + (missingParts.contains(part) ? ", not scanned" : ""))
    }
    let width = rows.map(\.0.count).max() ?? 0
    return rows.map { $0.0 + String(repeating: " ", count: width - $0.0.count + 2) + $0.1 + "\n" }.joined()
  }

  private var naming: String? {
    switch partsSource {
    case .layout: "by --layout"
    case .cap: "by the cap's landmarks"
    case .firstView:
      "on the assumption that the scan began before the \(firstView?.rawValue ?? "head"); --layout tells for certain"
    case nil: nil
    }
  }

  private func seconds(_ value: Double) -> String {
    let tenths = Int((value * 10).rounded())
    return "\(tenths / 10).\(tenths % 10) s"
  }

  /// The content of `summary.json`: keys sorted, a line break at the end.
  ///
  /// - Parameters:
  ///   - file: the thresholds that were used.
  ///   - language: the language of the phrases.
  public func json(_ file: FeedbackFile, language: String) throws -> Data {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    return try encoder.encode(Content(self, file, language)) + Data("\n".utf8)
  }

  private struct Content: Encodable {
    let schema = "calvaria/feedback/1"
    let rules, rulesVersion, language: String
    let frames: Int
    let durationS: Double
    let ended: String
    let beganS: Double?
    let goodS: Double
    let goodShare: Double?
    let longestVibration: [String: Double]?
    let hintsS, alertsS: [String: Double]
    let steps: [[String: Double]]
    let missingMarkers: [Int]
    let parts: [String: Double]
    let partsBy: String?
    let missingParts: [String]

    enum CodingKeys: String, CodingKey {
      case schema, rules, language, frames, ended, steps, parts
      case rulesVersion = "rules_version"
      case durationS = "duration_s"
      case beganS = "began_s"
      case goodS = "good_s"
      case goodShare = "good_share"
      case longestVibration = "longest_vibration"
      case hintsS = "hints_s"
      case alertsS = "alerts_s"
      case missingMarkers = "missing_markers"
      case partsBy = "parts_by"
      case missingParts = "missing_parts"
    }

    init(_ summary: FeedbackSummary, _ file: FeedbackFile, _ language: String) {
      (rules, rulesVersion, self.language) = (file.name, file.version, language)
      frames = summary.frames
      durationS = rounded(summary.duration, 3)
      ended = summary.guidance.name
      beganS = summary.began.map { rounded($0, 3) }
      goodS = rounded(summary.good, 3)
      goodShare = summary.goodShare.map { rounded($0, 4) }
      longestVibration = summary.longestBad.map {
        ["start_s": rounded($0.start, 3), "duration_s": rounded($0.duration, 3)]
      }
      hintsS = summary.hints.mapValues { rounded($0, 3) }
      alertsS = Dictionary(uniqueKeysWithValues: summary.alerts.map { ($0.key.rawValue, rounded($0.value, 3)) })
      steps = summary.steps.map { ["percent": Double($0.percent), "time_s": rounded($0.time, 3)] }
      missingMarkers = summary.missing
      parts = Dictionary(uniqueKeysWithValues: summary.parts.map { ($0.key.rawValue, rounded($0.value, 4)) })
      partsBy = summary.partsSource?.rawValue
      missingParts = summary.missingParts.map(\.rawValue)
    }
  }
}
