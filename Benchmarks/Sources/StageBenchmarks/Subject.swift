import Foundation
import Markers
import PointClouds
import Reconstruction
import Recordings
import ScanPipeline
import Tracking
import Workers

/// A recording, and what later stages need of earlier ones; that is made when it is first asked for.
final class Subject {
  let recording: Recording
  let cap: Cap
  let workers: Workers
  /// The frames that stages are timed on, evenly chosen from all.
  let frames: [RecordedFrame]
  private let capFile: URL

  init(_ folder: URL, cap capFile: URL, mostFrames: Int, workers: Workers) throws {
    recording = try Recording.open(folder)
    cap = try CapFile.read(capFile)
    frames = recording.frames.evenly(mostFrames)
    (self.capFile, self.workers) = (capFile, workers)
  }

  /// The whole reconstruction.
  lazy var scan: Result<Scan, any Error> = Result {
    let options = ScanOptions(recording: recording.folder, cap: capFile, threads: workers.count)
    return try ScanPipeline(options).run()
  }

  /// The chosen frames that have a pose, with their depth.
  lazy var posed: Result<[PosedFrame], any Error> = Result {
    let tracking = try scan.get().tracking
    return try recording.frames.compactMap { frame in
      tracking.scanFromDepthCamera(frame.index).map { (frame, $0) }
    }.evenly(frames.count).map { frame, pose in
      PosedFrame(
        frame: frame, depth: try recording.depth(frame), camera: tracking.calibration.corrected(frame.camera),
        scanFromCamera: pose, correction: tracking.depthCorrection)
    }
  }

  /// Where the head is: around the cap, down to a little below the landmarks.
  func region() throws -> FusionRegion? {
    let scan = try scan.get()
    return try? FusionRegion.around(scan.tracking.map, scan.measures.landmarks)
  }

  /// How the head is fused, with the truncation that a reconstruction chooses for such voxels (metres).
  func fusionOptions(voxelSize: Double) throws -> FusionOptions {
    guard let region = try region() else { throw SubjectError.noHead }
    return FusionOptions(region: region, voxelSize: voxelSize)
  }
}

/// Why a stage can't be timed.
enum SubjectError: Error, CustomStringConvertible {
  case noHead

  var description: String { "no marker was found, so there is no head to fuse" }
}

extension Array {
  /// At most `most` of the elements, evenly spaced, in their order.
  func evenly(_ most: Int) -> [Element] {
    count <= most ? self : (0..<most).map { self[$0 * count / most] }
  }
}
