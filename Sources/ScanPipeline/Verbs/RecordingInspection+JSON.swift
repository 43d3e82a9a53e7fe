import Diagnostics
internal import Inputs
public import Platform
import Recordings

extension RecordingInspection {
  /// What was found, for machines.
  public func json() throws -> Data {
    try InspectionFile(self).machineJSON()
  }
}

/// The content of `calvaria info --json`.
private struct InspectionFile: Encodable {
  struct Camera: Encodable {
    let width, height: Int
    let fx, fy, cx, cy: Double
  }

  struct Depth: Encodable {
    let validFraction, medianMm, p05Mm, p95Mm: Double?
  }

  struct Markers: Encodable {
    let dictionary: String
    let dictionaryWasGuessed: Bool
    let frames: Int
    let meanPerFrame: Double
    let fewestPerFrame, distinct: Int
    let expected: Int?
    let markerPlanarityMm, framePlanarityMm, sizeRatio, sizeRatioSd: Double?
  }

  /// A finding, and how many frames, images or files it is about.
  struct Counted: Encodable {
    let finding: Finding

    private enum CodingKeys: CodingKey { case count }

    func encode(to encoder: any Encoder) throws {
      try finding.encode(to: encoder)
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(Int(finding.values["count"]?.figure ?? 1), forKey: .count)
    }
  }

  let schema = "calvaria/info/1"
  let format: String
  let frames: Int
  let durationS: Double
  let rateHz: Double?
  let largestGapS, timeDifferenceMedianS, timeDifferenceMaxS: Double
  let camera: Camera
  let depth: Depth
  let markers: Markers?
  let findings: [Counted]

  init(_ inspection: RecordingInspection) {
    let summary = inspection.summary
    format = summary.format.rawValue
    frames = summary.frames
    durationS = rounded(summary.duration, 6)
    rateHz = summary.rate.map { rounded($0, 4) }
    largestGapS = rounded(summary.largestGap, 6)
    timeDifferenceMedianS = rounded(summary.timeDifferenceMedian, 6)
    timeDifferenceMaxS = rounded(summary.timeDifferenceMax, 6)
    let c = summary.camera
    camera = Camera(width: c.width, height: c.height, fx: c.fx, fy: c.fy, cx: c.cx, cy: c.cy)
    let millimetres = { (metres: Double?) in metres.map { rounded($0 * 1000, 3) } }
    depth = Depth(
      validFraction: summary.validDepthFraction.map { rounded($0, 4) }, medianMm: millimetres(summary.depthRange?.p50),
      p05Mm: millimetres(summary.depthRange?.p05), p95Mm: millimetres(summary.depthRange?.p95))
    markers = inspection.markers.map { m in
      Markers(
        dictionary: m.dictionary, dictionaryWasGuessed: m.dictionaryWasGuessed, frames: m.frames,
        meanPerFrame: rounded(m.meanPerFrame, 3), fewestPerFrame: m.fewestPerFrame, distinct: m.distinct,
        expected: m.expected, markerPlanarityMm: millimetres(m.markerPlanarity),
        framePlanarityMm: millimetres(m.framePlanarity), sizeRatio: m.sizeRatio.map { rounded($0.value, 5) },
        sizeRatioSd: m.sizeRatio.map { rounded($0.deviation, 5) })
    }
    findings = inspection.findings.map(Counted.init)
  }
}
