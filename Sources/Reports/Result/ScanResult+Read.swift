import Analysis
import Diagnostics
import Geometry
import Landmarks

extension ScanResult {
  /// The measures as they were measured, by their names; what this version does not know is left out.
  public var measureResults: [MeasureName: MeasureResult] {
    measures.reduce(into: [:]) { results, entry in
      guard let name = MeasureName(rawValue: entry.key) else { return }
      let interval = entry.value.ci95.flatMap { $0.count == 2 && $0[0] <= $0[1] ? $0[0]...$0[1] : nil }
      results[name] = MeasureResult(
        value: entry.value.value, unit: entry.value.unit, ci95: interval, reasons: reasons(entry.key, entry.value))
    }
  }

  /// Why a measure is withheld: the findings that say so, or the text where there are none.
  private func reasons(_ key: String, _ measure: Measure) -> [Finding] {
    guard measure.value == nil else { return [] }
    let own = findings.withheld.filter { $0.measures.contains(key) }
    guard own.isEmpty, let reason = measure.reason else { return own }
    return [Finding(.measureOtherReason, ["reason": .text(reason)])]
  }

  /// The landmarks in metres, in the frame of the mesh.
  public var headLandmarks: HeadLandmarks {
    let source = landmarks.source.flatMap(LandmarkSource.init) ?? .picked
    return HeadLandmarks(
      landmarks.points.reduce(into: [:]) { estimates, entry in
        guard let landmark = Landmark(rawValue: entry.key), entry.value.mm.count == 3 else { return }
        let at = entry.value.mm
        estimates[landmark] = LandmarkEstimate(
          position: Vector3(at[0], at[1], at[2]) / 1000, standardDeviation: entry.value.sdMm / 1000,
          evidence: entry.value.evidence ?? 1, source: source,
          rejection: entry.value.reason.map { reason in
            Finding(
              entry.value.code.flatMap(FindingCode.init) ?? .landmarksRejected, ["reason": .text(reason)],
              written: reason)
          })
      })
  }
}

extension ScanResult.ProtocolChoices {
  /// The first choice in which another protocol differs, in words; nil for the same one.
  public func difference(from other: ScanResult.ProtocolChoices) -> FindingValue? {
    guard self != other else { return nil }
    if (name, version) != (other.name, other.version) {
      return .phrase(
        "both", ["a": .text("\(name) \(version)"), "b": .text("\(other.name) \(other.version)")])
    }
    return .phrase("different_choices", ["protocol": .text("\(name) \(version)")])
  }
}
