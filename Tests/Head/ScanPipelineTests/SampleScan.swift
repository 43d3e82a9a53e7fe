import Analysis
import Foundation
import Geometry
import PointClouds
import Recordings
import Reports
import TestSupport

@testable import DepthFilters
@testable import Markers
@testable import Reconstruction
@testable import ScanPipeline
@testable import Tracking

/// The project's sample recording of 60 frames, reconstructed and measured once for all tests: coarsely and with few draws.
enum SampleScan {
  static let folder = SharedMaterial.packageRoot.appendingPathComponent("Datasets/sample")

  static let scan = Result {
    var options = ScanOptions(recording: folder)
    options.stages.reconstruction.voxelSize = 0.002
    options.stages.analysis.intervals.draws = 20
    return try ScanPipeline(options).run()
  }

  private static let written = Result { try scan.get().files() }

  /// What `result.json` holds.
  static func result() throws -> ScanResult { try written.get().result }

  /// The content of a file of the result.
  static func file(_ name: String) throws -> Data? { try written.get().files.first { $0.name == name }?.content }

  /// The scan with other parts; nothing is reconstructed or measured anew.
  ///
  /// - Parameters:
  ///   - seen: what the first pass saw.
  ///   - change: of what each frame shows after screening, and of the options.
  static func altered(
    recording: Recording? = nil, seen: [FrameObservations] = [], gap: CapGap? = nil,
    _ change: (inout [FrameObservations], inout ScanOptions) -> Void = { _, _ in }
  ) throws -> Scan {
    let scan = try scan.get()
    var (frames, options, tracking) = (scan.tracking.observations, scan.options, scan.tracking)
    change(&frames, &options)
    tracking = Tracking(
      scanFromCamera: tracking.scanFromCamera, rejections: tracking.rejections, recovered: tracking.recovered,
      observations: frames, map: tracking.map, calibration: tracking.calibration,
      depthCorrection: tracking.depthCorrection, reprojectionRMS: tracking.reprojectionRMS, depthRMS: tracking.depthRMS,
      closure: tracking.closure)
    let signs = DepthSigns(frames: 8, outlines: 100, bridged: 0, persistence: 0, fineNoise: 0.5, steps: 3)
    return Scan(
      inputs: ScanInputs(
        head: HeadRecording(recording ?? scan.recording, cap: scan.cap), filtering: DepthFiltering(signs),
        observer: nil, pickedScan: nil, digests: [:]),
      options: options, views: Views(observations: seen, usable: seen, depthValidity: [], digest: ""),
      tracking: tracking, head: FusedHead(mesh: scan.mesh, headValidity: [], samples: []),
      landmarks: scan.landmarks, gap: gap, deviations: scan.deviations, measures: scan.measures,
      coverage: scan.coverage, quality: scan.quality)
  }

  /// Writes the result into a folder.
  static func write(to folder: URL) throws {
    for (name, content) in try written.get().files { try content.write(to: folder.appendingPathComponent(name)) }
  }
}
