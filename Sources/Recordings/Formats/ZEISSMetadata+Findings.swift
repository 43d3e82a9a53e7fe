import Geometry

extension ZEISSMetadata {
  func notes(resized: Int, referenced: Int, missing: Int, size: ImageSize) -> [Finding] {
    var findings: [Finding] = []
    if referenced > 0 {
      let text = "intrinsics name another reference size, but are at the images' \(size) by their principal point"
      findings.append(Finding(.intrinsicsReference, count: referenced, text))
    }
    if resized > 0 {
      let text = "intrinsics were scaled from their reference size to \(size)"
      findings.append(Finding(.intrinsicsReference, count: resized, text))
    }
    if missing > 0 {
      let text = "\(missing) frames have no metadata; the nearest frame's intrinsics are used"
      findings.append(Finding(.missingMetadata, count: missing, text))
    }
    return findings
  }

  static func notes(_ entries: [ZEISSEntry]) -> [Finding] {
    var findings: [Finding] = []
    let filtered = entries.count { $0.isFiltered == true }
    if filtered > 0 {
      let text = "\(filtered) depth images were smoothed and filled by the recorder"
      findings.append(Finding(.filteredDepth, count: filtered, text))
    }
    // AVDepthData.Accuracy: 0 is relative, 1 absolute.
    let relative = entries.count { $0.accuracy == 0 }
    if relative > 0 {
      findings.append(
        Finding(.relativeDepth, count: relative, "\(relative) depth images are of relative accuracy only"))
    }
    return findings
  }

  static func variation(_ cameras: [PinholeCamera]) -> [Finding] {
    let focal = cameras.map(\.fx)
    let changes = zip(cameras.dropFirst(), cameras).count { $0 != $1 }
    guard changes > 0, let low = focal.min(), let high = focal.max() else { return [] }
    let text =
      "intrinsics change \(changes) times (focal length \(Text.fixed(low, 2)) to \(Text.fixed(high, 2)) pixels)"
    return [Finding(.varyingIntrinsics, count: changes, text)]
  }
}
