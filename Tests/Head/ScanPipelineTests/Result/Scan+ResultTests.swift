import Analysis
import Diagnostics
import Files
import Foundation
import Geometry
import Landmarks
import PointClouds
import Recordings
import Reports
import TestSupport
import Testing
import Tracking

@testable import Markers
@testable import ScanPipeline

/// What a scan of the sample recording writes into its result: metres as millimetres, deviations as intervals.
@Suite struct ScanResultTests {
  private func parts() throws -> (scan: Scan, result: ScanResult) {
    (try SampleScan.scan.get(), try SampleScan.result())
  }

  private func holds(_ written: Estimate?, _ estimate: Estimate, unit: Double = 1) throws {
    let found = try #require(written)
    #expect(abs(found.value - unit * estimate.value) < 1e-5)
    let interval = try #require(found.ci95)
    // Five decimals, and 1.96 standard deviations to either side.
    #expect(abs(interval.upperBound - unit * (estimate.value + 1.96 * estimate.sigma)) < 1e-5)
    #expect(abs(interval.lowerBound - unit * (estimate.value - 1.96 * estimate.sigma)) < 1e-5)
  }

  @Test func theRecordingIsDescribed() throws {
    let result = try parts().result
    let recording = try #require(result.recording)
    #expect(recording.format == "tum")
    #expect(recording.frames == 60)
    // The names of its images are their times: 1700000000.000000 to 1700000030.000000.
    #expect(abs(recording.durationS - 30) < 1e-6)
    #expect(recording.width == 640)
    #expect(recording.height == 480)
  }

  /// A marker that left its place in two frames did so in the first of them; words on the child are taken over.
  @Test func whatMovedIsToldWithItsTime() throws {
    let id = try #require(try SampleScan.scan.get().tracking.observations[20].markers.first).id
    let result = try SampleScan.altered { frames, options in
      for k in [20, 41] { frames[k].reject { $0.id == id ? .moved : nil } }
      options.description.subject = "sub-01"
    }.result(meshDigest: "")
    let moved = try #require(result.markers).rejected.filter { $0.id == id && $0.fromS != nil }
    #expect(moved.count == 1)
    // The twenty-first of sixty frames in 30 s, to a tenth.
    let start: Double = try #require(moved.first?.fromS)
    #expect(abs(start - 600.0 / 59) < 0.06)
    #expect(result.scan?.subject == "sub-01")
    #expect(try SampleScan.result().scan == nil)
  }

  /// An ellipsoid under a cloth that is thicker on its right side.
  @Test func whatLiesUnderTheCapIsInMillimetres() throws {
    let bare = MeshMeasurementTests.head
    var capped = bare
    capped.positions = bare.positions.map { p in
      let out = Vector3(p.x / (0.06 * 0.06), p.y / (0.075 * 0.075), p.z / (0.09 * 0.09)).normalized
      return p.z > 0.025 ? p + out * (p.x < 0 ? 0.001 : 0.0028) : p
    }
    let landmarks = HeadLandmarks(
      [.sellion: [0, 0.075, 0], .tragionLeft: [-0.06, 0, 0], .tragionRight: [0.06, 0, 0]], standardDeviation: 0.001)
    let ring = (0..<72).map { Vector3(0.0566 * cos(Double($0) * .pi / 36), 0.0707 * sin(Double($0) * .pi / 36), 0.03) }
    let gap = try CapGap(
      HeadSurface(capped), landmarks, under: CapLayer(thickness: 0.0005, points: ring), bare: HeadSurface(bare),
      landmarks)
    #expect((0.0009...0.0029).contains(gap.thickness) && gap.scatter > 0.0004)
    let written = try #require(try SampleScan.altered(gap: gap).result(meshDigest: "").capGap)
    for (millimetres, metres) in [
      (written.thicknessMm, gap.thickness), (written.sdMm, gap.deviation), (written.scatterMm, gap.scatter),
      (written.skinRmsMm, gap.rms),
    ] { #expect(abs(millimetres - 1000 * metres) < 0.000_051) }
    #expect(abs(written.scale - gap.scale) < 1e-6)
  }

  @Test func theMarkersAreCounted() throws {
    let (scan, result) = try parts()
    let markers = try #require(result.markers)
    let ids = try #require(scan.cap.ids)
    #expect(markers.expected == 45)
    #expect(markers.seen == scan.tracking.map.ids.count)
    #expect(abs((markers.coverage ?? .nan) - Double(scan.tracking.map.ids.count) / 45) < 1e-4)
    #expect(Set(markers.missing) == ids.subtracting(scan.tracking.map.ids))
    #expect(markers.progress.allSatisfy { (0...30).contains($0[0]) })
    #expect(markers.progress.first?[0] == 0)
    for (before, after) in zip(markers.progress, markers.progress.dropFirst()) {
      #expect(before[0] < after[0] && before[1] < after[1])
    }
    let rejected = scan.tracking.observations.reduce(0) { $0 + $1.rejected.count }
    #expect(markers.rejected.reduce(0) { $0 + ($1.count ?? 0) } == rejected)
  }

  @Test func depthAndTrackingAreInTheUnitsOfTheirNames() throws {
    let (scan, result) = try parts()
    let (depth, whole) = (try #require(result.depth), scan.coverage.depth.whole)
    #expect(abs((depth.validFraction ?? .nan) - whole.frame.fraction!) < 5.1e-5)
    #expect(abs((depth.headValidFraction ?? .nan) - whole.head.fraction!) < 5.1e-5)
    #expect(abs((depth.markersInvalidFraction ?? .nan) + whole.markers.fraction! - 1) < 5.1e-5)
    let tracking = try #require(result.tracking)
    let closure = try #require(scan.tracking.closure)
    #expect(tracking.framesUsed == scan.tracking.scanFromCamera.count { $0 != nil })
    #expect(abs((tracking.framesUsedFraction ?? .nan) - Double(tracking.framesUsed) / 60) < 1e-4)
    #expect(abs((tracking.closureMm ?? .nan) - 1000 * closure.distance) < 1e-4)
    #expect(abs((tracking.closureDegrees ?? .nan) - closure.angleDegrees) < 1e-4)
    #expect(abs((tracking.reprojectionRmsPx ?? .nan) - scan.tracking.reprojectionRMS) < 1e-4)
  }

  @Test func theCalibrationHasItsIntervals() throws {
    let (scan, result) = try parts()
    let (written, own) = (try #require(result.calibration), scan.tracking.calibration)
    try holds(written.focalScale, own.focalScale)
    try holds(written.depthScale, own.depthScaleWidened)
    try holds(written.depthOffsetMm, own.depthOffset, unit: 1000)
    try holds(written.timeOffsetMs, own.timeOffset, unit: 1000)
    #expect(abs((written.depthFieldMm?.value ?? .nan) - 1000 * scan.tracking.depthFieldDeviation) < 1e-3)
    #expect(written.depthFieldMm?.ci95 == nil)
    #expect(abs((written.markerSizeRatio?.value ?? .nan) - scan.quality.markerSizeRatio) < 1e-4)
    #expect(abs((written.correctedMarkerSizeRatio?.value ?? .nan) - scan.quality.correctedSizeRatio) < 1e-4)
    #expect((written.lens != nil) == own.hasLens)
    #expect(abs((written.scaleSd ?? .nan) - scan.deviations.scale) < 5.1e-5)
    let map = try #require(scan.tracking.depthCorrectionMap(at: scan.tracking.usualDepth))
    #expect(abs((written.depthFieldPeakMm?.value ?? .nan) - 1000 * map.peak) < 1e-3)
    let correction = try #require(written.depthCorrection)
    #expect(abs(correction.depthMm - 1000 * scan.tracking.usualDepth) < 1e-3)
    #expect((200...450).contains(correction.depthMm))
    try holds(
      correction.meanMm, Estimate(map.mean, sigma: scan.tracking.depthDeviation * map.depth), unit: 1000)
    for (row, cells) in zip(correction.addedMm, map.added) {
      for (cell, metres) in zip(row, cells) {
        #expect((cell == nil) == (metres == nil))
        if let cell, let metres { #expect(abs(cell - 1000 * metres) < 1e-3) }
      }
    }
  }

  /// The clicks of the landmark file, and how far each is from where all agree.
  @Test func theClicksAreThoseOfTheFile() throws {
    let (scan, result) = try parts()
    let text = try Data(contentsOf: SampleScan.folder.appendingPathComponent("landmarks.json"))
    let file = try #require(try JSONSerialization.jsonObject(with: text) as? [String: [String: [[String: Any]]]])
    for (landmark, clicks) in try #require(file["landmarks"]) {
      let written = try #require(result.landmarks.points[landmark]?.clicks)
      #expect(written.map(\.frame) == clicks.compactMap { $0["frame"] as? String })
      #expect(written.map(\.pixel) == clicks.compactMap { $0["pixel"] as? [Double] })
      let own = scan.landmarks.clicked.clicks.filter { $0.landmark.rawValue == landmark }
      for (one, click) in zip(written, own) {
        #expect(abs((one.residualMm ?? .nan) - 1000 * (click.apart ?? .nan)) < 1e-3, "\(landmark)")
        #expect(one.used == click.isUsed)
      }
    }
  }

  @Test func whatWasDoneIsStated() throws {
    let (scan, result) = try parts()
    let provenance = try #require(result.provenance)
    #expect(provenance.options["voxel_size_mm"] == "2.0")
    #expect(provenance.options["tracking"] == "markers")
    #expect(provenance.options["protocol"] == MeasurementProtocol.standard.name)
    let changed = try #require(provenance.options["changed"])
    #expect(changed.contains("draws") && changed.contains("20"))
    #expect(!changed.contains("voxel"))
    let mesh = try #require(try SampleScan.file("mesh.ply"))
    #expect(provenance.outputs?["mesh.ply"] == Checksum.sha256(mesh))
    #expect(provenance.inputs["frames"] == scan.framesDigest)
    #expect(result.surface?.vertices == scan.mesh.positions.count)
    #expect(result.surface?.triangles == scan.mesh.triangles.count)
    #expect(result.up == nil, "the recorder has no sense of gravity")
    #expect(result.recordedPoses == nil)
  }
}
