import Diagnostics
import Geometry

extension ZEISSMetadata {
  func notes(resized: Int, referenced: Int, missing: Int, size: ImageSize) -> [Finding] {
    var findings: [Finding] = []
    if referenced > 0 {
      findings.append(
        Finding(.recordingIntrinsicsReference, ["count": .count(referenced), "size": .text("\(size)")]))
    }
    if resized > 0 {
      findings.append(Finding(.recordingIntrinsicsScaled, ["count": .count(resized), "size": .text("\(size)")]))
    }
    if missing > 0 {
      findings.append(Finding(.recordingMissingMetadata, ["count": .count(missing)]))
    }
    return findings
  }

  static func notes(_ entries: [ZEISSEntry]) -> [Finding] {
    var findings: [Finding] = []
    let filtered = entries.count { $0.isFiltered == true }
    if filtered > 0 {
      findings.append(Finding(.recordingFilteredDepth, ["count": .count(filtered)]))
    }
    // AVDepthData.Accuracy: 0 is relative, 1 absolute.
    let relative = entries.count { $0.accuracy == 0 }
    if relative > 0 {
      findings.append(Finding(.recordingRelativeDepth, ["count": .count(relative)]))
    }
    return findings
  }

  static func variation(_ cameras: [PinholeCamera]) -> [Finding] {
    let focal = cameras.map(\.fx)
    let changes = zip(cameras.dropFirst(), cameras).count { $0 != $1 }
    guard changes > 0, let low = focal.min(), let high = focal.max() else { return [] }
    return [
      Finding(
        .recordingVaryingIntrinsics,
        [
          "count": .count(changes), "low_px": .number(low, decimals: 2),
          "high_px": .number(high, decimals: 2, unit: "px"),
        ])
    ]
  }
}
