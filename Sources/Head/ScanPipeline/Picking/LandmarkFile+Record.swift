import Analysis
import Diagnostics
public import Landmarks
import Reports

extension PickedScan {
  /// A warning where landmarks were picked on another scan of the same kind; nil where they were not, or nothing is said.
  func mismatch(_ kind: Kind, digest: String?) -> Finding? {
    guard kind == self.kind, let stated = self.digest, let digest, stated != digest else { return nil }
    return Finding(
      .landmarksOtherScan, ["stated": .text(String(stated.prefix(12))), "found": .text(String(digest.prefix(12)))])
  }
}

extension LandmarkFile {
  /// Records where the landmarks lie and what was measured with them.
  public mutating func record(_ measures: HeadMeasures, in frame: PlacedLandmarks.Frame) {
    let used = measures.landmarks.estimates.filter { entries[$0.key] != nil && $0.value.evidence > 0 }
    placed = PlacedLandmarks(
      frame: frame,
      points: used.mapValues { .init(position: $0.position, standardDeviation: $0.standardDeviation) })
    self.measures = RecordedMeasures(
      protocolName: measures.choices.name,
      values: measures.results.reduce(into: [:]) { all, result in
        all[result.key.rawValue] = result.value.value.map { Rounding.value($0) }
      })
  }
}
