import Diagnostics
import Geometry
import Landmarks

/// What was measured on a head, by which protocol, and what had to be withheld.
public struct HeadMeasures: Sendable {
  /// The protocol.
  public var choices: MeasurementProtocol
  /// The landmarks that were used, scan frame.
  public var landmarks: HeadLandmarks
  /// The head frame, or nil where the landmarks don't give one.
  public var frame: HeadFrame?
  /// The landmarks beside those that the surface shows; nil where there is no head frame.
  public var comparison: LandmarkComparison?
  /// The hands that hold the head, which were left out; nil where there is no head frame.
  public var hands: HoldingHands?
  /// The midline by the symmetry of the face, where the protocol asks for it.
  public var symmetry: FaceSymmetry?
  /// The protocol's index with that midline, where the protocol takes another one and intervals were asked for: what an
  /// operator's sellion hardly moves, to stand beside what it does; without a budget.
  public var indexBySymmetry: MeasureResult?
  /// Every measure: its value, or the reason why it is withheld.
  public var results: [MeasureName: MeasureResult]
  /// The severity scales that were asked for.
  public var scales: [SeverityScale] = [.choa]
  /// The grade by each of them whose measure is not withheld.
  public var grades: [Severity] = []
  /// The height of the vertex over the base plane in metres.
  public var vertexHeight: Double?
  /// The section, for drawing.
  public var section: Section?
  /// The outline's distances from ``centre`` at the angles of ``OutlineRadii/degrees``; empty without a centre.
  public var radii: [MeasureResult] = []
  /// The diagonals' centre, metres in the plane of the section.
  public var centre: Vector2?
  /// The diagonals.
  public var leftFront, rightFront: Diagonal?
  /// Remarks that don't withhold anything.
  public var notes: [Finding] = []

  /// The grade by the first scale that is for what the protocol measures, or nil where its measure is withheld.
  public var severity: Severity? {
    let first = scales.first { $0.refusal(of: choices) == nil }
    return grades.first { $0.scale == first }
  }

  /// The result of one measure.
  public subscript(name: MeasureName) -> MeasureResult {
    results[name] ?? MeasureResult(value: nil, unit: name.unit, reasons: [Finding(.measureMissing)])
  }

  /// Why measures are withheld: each cause once with the measures that it concerns, in the order of the measures. What
  /// withholds research numbers alone is a note.
  public var reasons: [Finding] {
    let causes = MeasureName.allCases.flatMap { name in self[name].reasons.map { $0.withholding(name) } }.byCause
    let research = Set(MeasureName.allCases.filter(\.isForResearch).map(\.rawValue))
    return causes.map { research.isSuperset(of: $0.measures) ? $0.with(severity: .note) : $0 }
  }

  /// True when the CVAI is there: the scan is fit to report.
  public var isComplete: Bool { self[.cvai].value != nil }

  /// A result in which every measure is withheld for one reason.
  public static func withheld(
    because reasons: [Finding], landmarks: HeadLandmarks = HeadLandmarks([:]), choices: MeasurementProtocol = .standard,
    scales: [SeverityScale] = [.choa]
  ) -> HeadMeasures {
    let results = MeasureName.allCases.map { ($0, MeasureResult(value: nil, unit: $0.unit, reasons: reasons)) }
    return HeadMeasures(
      choices: choices, landmarks: landmarks, results: Dictionary(uniqueKeysWithValues: results), scales: scales)
  }
}

extension Finding {
  /// The finding as the reason why a measure is withheld.
  public func withholding(_ name: MeasureName) -> Finding {
    var finding = with(severity: .withheld)
    finding.measures = [name.rawValue]
    return finding
  }
}
