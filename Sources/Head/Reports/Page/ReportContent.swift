import Analysis
import Geometry
public import HeadViews
import Landmarks
public import Platform
public import Files

/// All that the report of one scan is made of. What is missing is said in the report.
public struct ReportContent: Sendable {
  /// The result.
  public var result: ScanResult
  /// Who was scanned, when, by whom and with what.
  public var scan: ScanDescription
  /// The outline on which was measured.
  public var section: SectionFile?
  /// The head with its landmarks, markers and maps, in metres; nil without a surface.
  public var head: HeadScene?
  /// The sheets of pictures, JPEG, by their file names.
  public var sheets: [String: Data] = [:]
  /// Whether the face was left out.
  public var isDefaced = false
  /// The files of a folder of results that could not be used, by their names.
  public var unusable: [String] = []
  /// three.js as one script; nil where it is not installed.
  public var threeScript: String?

  /// The content that a result alone gives.
  public init(_ result: ScanResult) { (self.result, scan) = (result, result.scan ?? ScanDescription()) }

  /// The content without what a child could be known by: colour frames, and the face below the brow. Without landmarks nobody
  /// knows where the face is, and the whole head is left out.
  public var defaced: ReportContent {
    var content = self
    content.sheets = [:]
    content.head = head?.defaced()
    content.isDefaced = true
    return content
  }

  /// The required landmarks in the head frame, from above, millimetres; none without a head frame.
  var landmarksFromAbove: [Landmark: Vector2] {
    let landmarks = result.headLandmarks
    guard let frame = (try? result.headFrame(of: landmarks)).flatMap(\.self) else { return [:] }
    return Landmark.required.reduce(into: [:]) { points, landmark in
      guard let point = landmarks[landmark].map({ frame.headFromScan * $0 * 1000 }) else { return }
      points[landmark] = [point.x, point.y]
    }
  }

  /// The scale of the grade that stands for the head, or the first that was asked for and is for these diagonals where its measure is
  /// withheld.
  var scale: SeverityScale? {
    if let grade = result.grade { return SeverityScale(grade) }
    guard let names = result.provenance?.options["scales"]?.split(separator: " ").map(String.init) else { return .choa }
    let fit = names.first { name in result.refusal(of: name) == nil } ?? names.first
    return SeverityScale.builtIn.first { $0.name == fit }
  }
}

extension SeverityScale {
  /// The scale by which a grade was given; nil for one of a measure that this version does not know, or without borders.
  init?(_ grade: ScanResult.ScaleGrade) {
    guard let measure = MeasureName(rawValue: grade.measure), !grade.borders.isEmpty else { return nil }
    let title =
      SeverityScale.builtIn.first { $0.name == grade.scale && $0.version == grade.version }?.title ?? grade.scale
    self.init(
      name: grade.scale, version: grade.version, title: title, source: grade.source, measure: measure,
      borders: grade.borders.map { .init($0.value, belongsToLower: $0.level == "lower") },
      levelNames: grade.names ?? [])
  }
}
