import Analysis
import Diagnostics
import Geometry
internal import Files
import Landmarks
public import Platform
import Reports

extension LandmarkSearch {
  /// The landmarks as a table for a terminal.
  public func table(_ language: Language = .english) -> String {
    var table = TextTable(rightAligned: [1, 2, 3, 4, 5])
    table.addRow(language("landmarks.columns").split(separator: ";").map(String.init))
    for (landmark, estimate) in used.estimates.sorted(by: { $0.key < $1.key }) {
      let score =
        estimate.source == .automatic ? found.scores[landmark].map { language.number($0, digits: 2) } ?? "–" : ""
      if estimate.evidence == 0 {
        table.add(landmark.title(language), "–", "–", "–", "–", score, estimate.rejection?.text(language) ?? "")
        continue
      }
      let p = (0..<3).map { language.number(estimate.position[$0] * 1000, digits: 1) }
      let deviation = language.number(estimate.standardDeviation * 1000, digits: 1)
      let note = estimate.rejection.map {
        language("landmarks.not_used", ["reason": .text($0.text(language))])
      }
      table.add(
        landmark.title(language), p[0], p[1], p[2], deviation, score,
        language("source." + estimate.source.rawValue) + (note ?? ""))
    }
    return table.text
  }

  /// The landmarks that were found as JSON.
  public func json() throws -> Data {
    try Document(
      landmarks: entries(used), automatic: entries(found.landmarks),
      findings: used.faults + remarks + used.sourceFindings,
      features: found.features.map {
        [
          "nasal_root_depth": rounded($0.rootDepth * 1000, 2), "ear_height_left": rounded($0.earHeightLeft * 1000, 2),
          "ear_height_right": rounded($0.earHeightRight * 1000, 2),
          "ear_protrusion_left": rounded($0.protrusionLeft * 1000, 2),
          "ear_protrusion_right": rounded($0.protrusionRight * 1000, 2),
        ]
      }
    ).machineJSON()
  }

  private func entries(_ landmarks: HeadLandmarks) -> [String: Entry] {
    landmarks.estimates.reduce(into: [:]) { all, item in
      let (landmark, estimate) = (item.key, item.value)
      let p = estimate.position * 1000
      all[landmark.rawValue] = Entry(
        mm: estimate.evidence > 0 ? [rounded(p.x, 3), rounded(p.y, 3), rounded(p.z, 3)] : nil,
        sdMm: estimate.evidence > 0 ? rounded(estimate.standardDeviation * 1000, 3) : nil,
        evidence: estimate.evidence, source: estimate.source.rawValue,
        score: estimate.source == .automatic ? found.scores[landmark].map { rounded($0, 3) } : nil,
        reason: estimate.rejection?.text(), code: estimate.rejection?.code.rawValue)
    }
  }

  private struct Document: Encodable {
    var schema = "calvaria/landmarks/1"
    var landmarks, automatic: [String: Entry]
    var findings: [Finding]
    /// Millimetres.
    var features: [String: Double]?

    enum CodingKeys: String, CodingKey {
      case schema, landmarks, automatic, findings
      case features = "features_mm"
    }
  }

  private struct Entry: Encodable {
    var mm: [Double]?
    var sdMm: Double?
    var evidence: Int
    var source: String
    var score: Double?
    var reason, code: String?
  }
}
