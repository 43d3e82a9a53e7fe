import Analysis
import Diagnostics
import Markers
import Recordings
import Reports

extension RecordingInspection {
  /// Lines for people.
  public var table: String {
    var lines = recordingLines
    lines += markers.map(\.lines) ?? [("markers", "none recognised; name the cap file with --cap")]
    lines += findings.map { ("note", $0.text) }
    let width = lines.map(\.0.count).max() ?? 0
    return lines.map {
      $0.0 + String(repeating: " ", count: width - $0.0.count + 2) + $0.1.printable(limit: 1000) + "\n"
    }.joined()
  }

  private var recordingLines: [(String, String)] {
    let camera = summary.camera
    var lines = [
      ("format", summary.format.rawValue),
      ("frames", "\(summary.frames) in \(NumberText.number(summary.duration, digits: 2)) s"),
      (
        "rate",
        summary.rate.map {
          "\(NumberText.number($0, digits: 2)) a second, largest gap \(NumberText.number(summary.largestGap, digits: 3)) s"
        } ?? "–"
      ),
      ("colour", "\(summary.colorHeader.width) × \(summary.colorHeader.height) \(summary.colorHeader.kind.rawValue)"),
      ("depth", "\(summary.depthHeader.width) × \(summary.depthHeader.height), \(summary.depthHeader.bits) bits"),
      (
        "intrinsics",
        "fx \(NumberText.number(camera.fx, digits: 2)) fy \(NumberText.number(camera.fy, digits: 2)) cx \(NumberText.number(camera.cx, digits: 2)) cy \(NumberText.number(camera.cy, digits: 2)) px"
      ),
      (
        "colour–depth",
        "\(NumberText.number(summary.timeDifferenceMedian * 1000, digits: 1)) ms apart (median), "
          + "\(NumberText.number(summary.timeDifferenceMax * 1000, digits: 1)) ms at most"
      ),
    ]
    if let fraction = summary.validDepthFraction, let range = summary.depthRange {
      lines.append(
        (
          "valid depth",
          valid(fraction) + ", "
            + "median \(NumberText.number(range.p50 * 1000, digits: 0)) mm, 5–95 %: \(NumberText.number(range.p05 * 1000, digits: 0))–\(NumberText.number(range.p95 * 1000, digits: 0)) mm"
        ))
    } else if let fraction = summary.validDepthFraction {
      lines.append(("valid depth", valid(fraction)))
    }
    return lines
  }

  private func valid(_ fraction: Double) -> String {
    "\(NumberText.number(fraction * 100, digits: 1)) % of the pixels of \(summary.sampledFrames) frames"
  }
}

extension MarkerInspection {
  /// Lines for people.
  fileprivate var lines: [(String, String)] {
    let guessed = dictionaryWasGuessed ? " (recognised by trying all; name the cap file with --cap to check sizes)" : ""
    let ids = expected.map { "\(distinct) of \($0) ids" } ?? "\(distinct) ids"
    var lines = [
      ("dictionary", dictionary + guessed),
      (
        "markers",
        "\(NumberText.number(meanPerFrame, digits: 1)) a frame, \(fewestPerFrame) at least, \(ids) in \(frames) frames"
      ),
    ]
    if let markerPlanarity, let framePlanarity {
      lines.append(
        (
          "planarity",
          "corners \(NumberText.number(markerPlanarity * 1000, digits: 3)) mm RMS off their marker's plane, "
            + "\(NumberText.number(framePlanarity * 1000, digits: 2)) mm off one plane through all"
        ))
    }
    if let sizeRatio {
      lines.append(
        (
          "marker size",
          "\(MarkerSizeRatio.text(sizeRatio.value)) of the print (SD \(NumberText.number(sizeRatio.deviation, digits: 4)))"
        ))
    }
    return lines
  }
}
