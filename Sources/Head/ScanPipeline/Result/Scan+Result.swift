import Analysis
import Diagnostics
import Geometry
import Landmarks
import Markers
internal import Files
import Reports
import Tracking

extension Scan {
  /// The content of `result.json`, without its pictures.
  ///
  /// - Parameter meshDigest: the SHA-256 of the `mesh.ply` beside it.
  func result(meshDigest: String) -> ScanResult {
    var result = ScanResult(measures, meshFromScan: outputFromScan)
    result.findings = findings
    result.scan = options.description.isEmpty ? nil : options.description
    result.landmarks.observer = observer
    for (landmark, clicks) in Dictionary(grouping: landmarks.clicked.clicks, by: \.landmark) {
      result.landmarks.points[landmark.rawValue]?.clicks = clicks.map { .init($0) }
    }
    result.recording = .init(
      format: recording.format.rawValue, frames: recording.frames.count,
      durationS: rounded(recording.frames.last!.time - recording.frames[0].time, 6),
      width: recording.frames[0].camera.width, height: recording.frames[0].camera.height)
    result.markers = markersPart()
    result.depth = .init(
      validFraction: coverage.depth.whole.frame.fraction.map { rounded($0, 4) },
      headValidFraction: coverage.depth.whole.head.fraction.map { rounded($0, 4) },
      markersInvalidFraction: coverage.depth.whole.markers.fraction.map { rounded(1 - $0, 4) })
    result.tracking = .init(
      method: options.stages.reconstruction.method.rawValue, framesUsed: tracking.scanFromCamera.count { $0 != nil },
      framesUsedFraction: rounded(tracking.posedFraction, 4),
      framesDense: tracking.recovered.count,
      reprojectionRmsPx: finite(tracking.reprojectionRMS),
      closureMm: tracking.closure.map { rounded($0.distance * 1000, 4) },
      closureDegrees: tracking.closure.map { rounded($0.angleDegrees, 4) })
    result.capGap = gap.map {
      .init(
        thicknessMm: rounded($0.thickness * 1000, 4), sdMm: rounded($0.deviation * 1000, 4),
        scatterMm: rounded($0.scatter * 1000, 4), skinRmsMm: rounded($0.rms * 1000, 4), scale: rounded($0.scale, 6))
    }
    result.recordedPoses = recordedPoses()
    result.up = up()
    result.upSource = result.up.flatMap { _ in recording.gravity?.rawValue }
    result.calibration = calibrationPart()
    result.calibration?.device = options.device.map {
      .init(name: $0.name, date: $0.date, focalScale: estimate($0.focal))
    }
    result.calibration?.lensChi2 = tracking.calibration.lensSignificance.flatMap { finite($0) }
    result.calibration?.cornerSdPx = tracking.calibration.cornerSigma.flatMap { finite($0) }
    result.calibration?.scaleSd = finite(deviations.scale)
    result.calibration?.surfaceErrors = .init(deviations)
    if let map = tracking.depthCorrectionMap(at: tracking.usualDepth) {
      result.calibration?.depthFieldPeakMm = .init(rounded(map.peak * 1000, 3), ci95: nil)
      result.calibration?.depthCorrection = part(map)
    }
    result.take(measures, among: options.norms)
    result.surface = .init(
      coverage.surface, holes: coverage.holes, headFromScan: measures.frame?.headFromScan,
      vertices: mesh.positions.count,
      triangles: mesh.triangles.count)
    // Two runs give the same bytes, so the seconds are not in here; `--timings FILE` writes them.
    result.timingsS = [:]
    var stated = [
      "tracking": options.stages.reconstruction.method.rawValue, "protocol": measures.choices.name,
      "scales": measures.scales.map(\.name).joined(separator: " "),
      "voxel_size_mm": "\(options.stages.reconstruction.voxelSize * 1000)",
    ]
    // These two are stated above.
    let changes = options.stages.changes().filter { !["method", "voxel_size_m"].contains($0.key) }
    if !changes.isEmpty {
      stated["changed"] = changes.map { "\($0.key) \($0.value.summary)" }.joined(separator: ", ")
    }
    result.provenance = .init(
      version: CalvariaVersion.current, inputs: digests, options: stated,
      outputs: [ResultFolder.meshName: meshDigest])
    return result
  }

  private func markersPart() -> ScanResult.Markers {
    let map = tracking.map
    var reasons: [Int: [MarkerRejection: Int]] = [:]
    for frame in tracking.observations {
      for marker in frame.rejected { reasons[marker.id, default: [:]][marker.reason, default: 0] += 1 }
    }
    let rejected = reasons.sorted { $0.key < $1.key }.flatMap { id, counts in
      counts.sorted { $0.key.rawValue < $1.key.rawValue }.map { reason, count in
        ScanResult.RejectedMarker(id: id, finding(reason, of: id), count: count)
      }
    }
    return .init(
      expected: cap.ids?.count, seen: map.ids.count,
      coverage: cap.ids.map { rounded(Double(map.ids.count) / Double($0.count), 4) },
      missing: (cap.ids ?? []).subtracting(map.ids).sorted(), rejected: rejected,
      progress: coverage.markers.progress.map { [rounded($0.time, 3), Double($0.count)] })
  }

  /// Why sightings of a marker are not used; with the time when it left its place, where it did.
  private func finding(_ reason: MarkerRejection, of id: Int) -> Finding {
    guard reason == .moved,
      let first = tracking.observations.first(where: { $0.rejected.contains { $0 == (id, reason) } })
    else { return Finding(reason.code) }
    let time = recording.frames[first.frame].time - recording.frames[0].time
    return Finding(reason.code, ["from_s": .number(time, decimals: 1, unit: "s")])
  }

  /// A number to four decimals; nil where there is none.
  private func finite(_ value: Double) -> Double? { value.isFinite ? rounded(value, 4) : nil }

  private func calibrationPart() -> ScanResult.Calibration {
    let calibration = tracking.calibration
    return .init(
      verdict: quality.verdict.rawValue, focalScale: estimate(calibration.focalScale),
      depthScale: estimate(calibration.depthScaleWidened),
      depthOffsetMm: estimate(calibration.depthOffset, unit: 0.001),
      depthFieldMm: finite(tracking.depthFieldDeviation * 1000).map { .init(rounded($0, 3), ci95: nil) },
      timeOffsetMs: estimate(calibration.timeOffset, unit: 0.001),
      markerSizeRatio: finite(quality.markerSizeRatio).map { .init($0, ci95: nil) },
      correctedMarkerSizeRatio: finite(quality.correctedSizeRatio).map { .init($0, ci95: nil) },
      lens: calibration.hasLens ? calibration.lens.map { estimate($0) } : nil)
  }

  private func part(_ map: DepthCorrectionMap) -> ScanResult.DepthCorrection {
    let sigma = tracking.depthDeviation * map.depth
    return .init(
      depthMm: rounded(map.depth * 1000, 3), meanMm: estimate(.init(map.mean, sigma: sigma), unit: 0.001),
      addedMm: map.added.map { row in row.map { $0.map { rounded($0 * 1000, 3) } } })
  }

  /// An estimate with its interval, which is absent for a value that was held fixed.
  ///
  /// It counts with 1.96 and not ``Estimate/normalReach``: five decimals would tell the two apart, and those of files that
  /// were written before.
  private func estimate(_ estimate: Estimate, unit: Double = 1) -> Estimate {
    let (value, reach) = (estimate.value / unit, 1.96 * estimate.sigma / unit)
    return Estimate(
      rounded(value, 5),
      ci95: estimate.sigma > 0 ? ClosedRange(finite: rounded(value - reach, 5), rounded(value + reach, 5)) : nil)
  }
}

extension ScanResult.LandmarkClick {
  /// The click as it is written.
  fileprivate init(_ click: ReportedClick) {
    self.init(
      frame: click.placed.frame, pixel: [click.placed.pixel.x, click.placed.pixel.y].map { rounded($0, 3) },
      residualMm: click.apart.map { rounded($0 * 1000, 3) }, used: click.isUsed)
  }
}
