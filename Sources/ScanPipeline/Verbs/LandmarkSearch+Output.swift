internal import Inputs
import Analysis
import Diagnostics
import Geometry
import Landmarks
public import Platform
import Reports

extension LandmarkSearch {
  /// The landmarks as a table for a terminal.
  public var table: String {
    var table = TextTable(rightAligned: [1, 2, 3, 4, 5])
    table.add("landmark", "x mm", "y mm", "z mm", "sd mm", "score", "source")
    for (landmark, estimate) in used.estimates.sorted(by: { $0.key < $1.key }) {
      let score =
        estimate.source == .automatic ? found.scores[landmark].map { NumberText.number($0, digits: 2) } ?? "–" : ""
      if estimate.evidence == 0 {
        table.add(landmark.title, "–", "–", "–", "–", score, estimate.rejection ?? "")
        continue
      }
      let p = (0..<3).map { NumberText.number(estimate.position[$0] * 1000, digits: 1) }
      let deviation = NumberText.number(estimate.standardDeviation * 1000, digits: 1)
      let note = estimate.rejection.map { ", not used: \($0)" } ?? ""
      table.add(landmark.title, p[0], p[1], p[2], deviation, score, estimate.source.rawValue + note)
    }
    return table.text
  }

  /// The same as JSON.
  public func json() throws -> Data {
    try Document(
      landmarks: entries(used), automatic: entries(found.landmarks),
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
        reason: estimate.rejection)
    }
  }

  private struct Document: Encodable {
    var schema = "calvaria/landmarks/1"
    var landmarks, automatic: [String: Entry]
    /// Millimetres.
    var features: [String: Double]?

    enum CodingKeys: String, CodingKey {
      case schema, landmarks, automatic
      case features = "features_mm"
    }
  }

  private struct Entry: Encodable {
    var mm: [Double]?
    var sdMm: Double?
    var evidence: Int
    var source: String
    var score: Double?
    var reason: String?
  }
}
