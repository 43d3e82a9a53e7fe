import Diagnostics
import Geometry
internal import Files
import Markers
public import Platform
import Recordings
import Reports

extension RecordingInspection {
  /// Lines for people.
  public func table(_ language: Language = .english) -> String {
    var lines = recordingLines(language)
    lines += markers.map { $0.lines(language) } ?? [(language("info.markers"), language("info.no_markers"))]
    lines += findings.map { (language("info.note"), $0.text(language)) }
    lines.append((language("info.verdict"), verdict?.text(language) ?? language("info.unjudged")))
    let width = lines.map(\.0.count).max() ?? 0
    return lines.map {
      $0.0 + String(repeating: " ", count: width - $0.0.count + 2) + $0.1.printable(limit: 1000) + "\n"
    }.joined()
  }

  private func recordingLines(_ language: Language) -> [(String, String)] {
    let cameras = summary.cameras
    let rate = summary.rate.map {
      language(
        "info.rate_text",
        ["rate": .number($0, decimals: 2), "gap_s": .number(summary.largestGap, decimals: 3, unit: "s")])
    }
    let (color, depth) = (summary.colorHeader, summary.depthHeader)
    let lines = [
      (language("info.format"), summary.format.rawValue),
      (
        language("info.frames"),
        language(
          "info.frames_text",
          ["frames": .count(summary.frames), "duration_s": .number(summary.duration, decimals: 2, unit: "s")])
      ),
      (language("info.rate"), rate ?? "–"),
      (language("info.colour"), "\(color.width) × \(color.height) \(color.kind.rawValue)"),
      (
        language("info.depth"),
        language(
          "info.depth_text", ["width": .count(depth.width), "height": .count(depth.height), "bits": .count(depth.bits)])
      ),
      (language("info.intrinsics"), intrinsics(cameras.color, language)),
      (
        language("info.offset"),
        language(
          "info.offset_text",
          [
            "median_ms": .number(summary.timeDifferenceMedian * 1000, decimals: 1, unit: "ms"),
            "most_ms": .number(summary.timeDifferenceMax * 1000, decimals: 1, unit: "ms"),
          ])
      ),
    ]
    let own = cameras.areOne ? [] : [(language("info.depth_intrinsics"), intrinsics(cameras.depth, language))]
    let apart = cameras.colorFromDepth == .identity ? [] : [(language("info.depth_camera"), place(cameras, language))]
    return lines + own + apart + (validDepth(language).map { [(language("info.valid"), $0)] } ?? [])
  }

  private func intrinsics(_ camera: Camera, _ language: Language) -> String {
    let numbers = [("fx", camera.fx), ("fy", camera.fy), ("cx", camera.cx), ("cy", camera.cy)]
      .map { "\($0.0) \(language.number($0.1, digits: 2))" }
    return numbers.joined(separator: " ") + " px" + (camera.lens == nil ? "" : ", " + language("info.with_lens"))
  }

  private func place(_ cameras: CameraPair, _ language: Language) -> String {
    let pose = cameras.colorFromDepth
    return language(
      "info.depth_camera_text",
      [
        "apart_mm": .millimetres(pose.translation.length, decimals: 1),
        "turn": .number(pose.rotation.rotationVector.length * 180 / .pi, decimals: 2, unit: "°"),
      ])
  }

  private func validDepth(_ language: Language) -> String? {
    guard let fraction = summary.validDepthFraction else { return nil }
    var values: [String: FindingValue] = [
      "share_percent": .percent(fraction, decimals: 1), "frames": .count(summary.sampledFrames),
    ]
    if let range = summary.depthRange {
      values["median_mm"] = .millimetres(range.p50)
      (values["low"], values["high_mm"]) = (.number(range.p05 * 1000, decimals: 0), .millimetres(range.p95))
    }
    return language("info.valid_text", values)
  }
}

extension MarkerInspection {
  /// Lines for people.
  fileprivate func lines(_ language: Language) -> [(String, String)] {
    var ids: [String: FindingValue] = ["seen": .count(distinct)]
    ids["expected"] = expected.map { .count($0) }
    let named = dictionaryWasGuessed ? language("info.guessed", ["dictionary": .text(dictionary)]) : dictionary
    var lines = [
      (language("info.dictionary"), named),
      (
        language("info.markers"),
        language(
          "info.markers_text",
          [
            "mean": .number(meanPerFrame, decimals: 1), "fewest": .count(fewestPerFrame),
            "ids": .text(language(expected == nil ? "info.ids" : "info.ids_of", ids)), "frames": .count(frames),
          ])
      ),
    ]
    if let markerPlanarity, let framePlanarity {
      lines.append(
        (
          language("info.planarity"),
          language(
            "info.planarity_text",
            [
              "marker_mm": .millimetres(markerPlanarity, decimals: 3),
              "frame_mm": .millimetres(framePlanarity, decimals: 2),
            ])
        ))
    }
    if let sizeRatio {
      lines.append(
        (
          language("info.size"),
          language(
            "info.size_text",
            [
              "ratio": MarkerSizeRatio.shown(sizeRatio.value),
              "deviation": .number(sizeRatio.deviation, decimals: 4),
            ])
        ))
    }
    return lines
  }
}

extension InspectionVerdict {
  fileprivate func text(_ language: Language) -> String {
    obstacles.isEmpty
      ? language("info.fit", ["frames": .count(frames)])
      : language("info.unfit", ["reasons": .text(obstacles.map { $0.text(language) }.joined(separator: "; "))])
  }
}

extension RecordingInspection {
  /// What was found, for machines.
  public func json() throws -> Data { try Document(self).machineJSON() }

  /// The content of `calvaria info --json`.
  private struct Document: Encodable {
    struct Camera: Encodable {
      let width, height: Int
      let fx, fy, cx, cy: Double
      /// The lens: radial coefficients of r², r⁴, …, tangential ones, and its centre, all on the plane at depth 1.
      let radial, tangential, centre: [Double]?

      init(_ camera: Geometry.Camera) {
        (width, height) = (camera.width, camera.height)
        (fx, fy, cx, cy) = (camera.fx, camera.fy, camera.cx, camera.cy)
        radial = camera.lens.map { lens in (0..<8).map { lens.radial[$0] } }
        tangential = camera.lens.map { [$0.tangential.x, $0.tangential.y] }
        centre = camera.lens.map { [$0.centre.x, $0.centre.y] }
      }
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

    struct Verdict: Encodable {
      struct Obstacle: Encodable {
        let code, text: String
      }

      let fit: Bool
      let frames: Int
      let against: [Obstacle]

      init(_ verdict: InspectionVerdict) {
        (fit, frames) = (verdict.obstacles.isEmpty, verdict.frames)
        against = verdict.obstacles.map { Obstacle(code: $0.code, text: $0.text()) }
      }
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
    /// Nil where one camera gives both images.
    let depthCamera: Camera?
    let depth: Depth
    let markers: Markers?
    let findings: [Counted]
    /// Nil without a cap file.
    let verdict: Verdict?

    init(_ inspection: RecordingInspection) {
      let summary = inspection.summary
      format = summary.format.rawValue
      frames = summary.frames
      durationS = rounded(summary.duration, 6)
      rateHz = summary.rate.map { rounded($0, 4) }
      largestGapS = rounded(summary.largestGap, 6)
      timeDifferenceMedianS = rounded(summary.timeDifferenceMedian, 6)
      timeDifferenceMaxS = rounded(summary.timeDifferenceMax, 6)
      camera = Camera(summary.cameras.color)
      depthCamera = summary.cameras.areOne ? nil : Camera(summary.cameras.depth)
      let millimetres = { (metres: Double?) in metres.map { rounded($0 * 1000, 3) } }
      depth = Depth(
        validFraction: summary.validDepthFraction.map { rounded($0, 4) },
        medianMm: millimetres(summary.depthRange?.p50),
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
      verdict = inspection.verdict.map(Verdict.init)
    }
  }
}
