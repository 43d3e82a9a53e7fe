import Analysis
import Diagnostics
import Reports
import ScanPipeline

/// What the page is told of a result. Keys become snake case.
struct LiveOutcome: Encodable, Sendable {
  struct Landmark: Encodable, Sendable {
    let name: String
    /// `picked`, `cap` or `automatic`; nil for one that could not be used.
    let source: String?
  }

  /// The CVAI in per cent with its 95 % interval; nil where it is withheld.
  let value: Double?, ci95: [Double]?
  let grade: String?
  /// Why there is no CVAI, and what to do.
  let why: String?
  let landmarks: [Landmark]
  /// Where the recording and the result lie.
  let recording, folder: String

  init(_ result: ScanResult, of folders: LiveFolders, _ language: Language) {
    let cvai = result.measures[MeasureName.cvai.rawValue]
    (value, ci95) = (cvai?.value, cvai?.ci95)
    grade = value == nil ? nil : result.grade?.line(language)
    let causes = result.findings.withheld.filter { $0.measures.contains(MeasureName.cvai.rawValue) }
    why = value == nil ? (causes.isEmpty ? cvai?.reason : causes.causes(language)) : nil
    landmarks = result.landmarks.points.sorted { $0.key < $1.key }.map { key, point in
      Landmark(name: language.term(key, of: "landmark"), source: point.reason == nil ? point.source : nil)
    }
    (recording, folder) = (folders.recording.path, folders.result.path)
  }
}
