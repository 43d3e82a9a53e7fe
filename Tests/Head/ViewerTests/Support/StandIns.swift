import Analysis
import Diagnostics
import Foundation
import Geometry
import Images
import Landmarks
import PointClouds
import Recordings
import ScanPipeline
import TestSupport
import Workers

@testable import Viewer

/// What is picked on without a scan: nothing is placed, proposed or measured.
struct BareSubject: PickingSubject {
  var head: ShownHead { .nothing }
  var up: Vector3? { nil }
  func place(_ picks: Picks) -> Placement {
    Placement(landmarks: HeadLandmarks([:]), picked: HeadLandmarks([:]), found: HeadLandmarks([:]))
  }
  func measure(_ placement: Placement, by choices: MeasurementProtocol, withIntervals: Bool) -> HeadMeasures {
    .withheld(because: [], choices: choices)
  }
  func meet(_ landmark: Landmark, _ origin: Vector3, _ direction: Vector3) -> Picks.Pick? { nil }
  func proposal(of landmark: Landmark) -> Picks.Pick? { nil }
}

/// A source of picks that nothing stands behind, and that saves nothing itself.
struct BareSource: PickingSource {
  var name = "bare"
  /// What was picked before.
  var picks = Picks()
  /// Whether they were saved with their measures.
  var isSaved = false
  var recording: Recording?
  var mode: String { "mesh" }
  var observer: String? { nil }
  var measurement: MeasurementProtocol { .standard }
  var outputName: String? { nil }
  var clock: @Sendable () -> Date { { Date(timeIntervalSince1970: 1_700_000_000) } }

  func prepare(_ report: @escaping @Sendable (ScanProgress) -> Void) throws -> PreparedScan {
    PreparedScan(subject: BareSubject(), picks: picks, isSaved: isSaved)
  }
  func accepts(_ picks: Picks) -> Bool { true }
  func file(
    _ picks: Picks, on subject: any PickingSubject, by choices: MeasurementProtocol, at time: Date
  ) throws -> (file: LandmarkFile, measures: HeadMeasures) {
    var file = LandmarkFile(name: name, entries: [:])
    for (landmark, pick) in picks.landmarks { file.entries[landmark] = .point(pick.point!, standardDeviation: nil) }
    return (file, .withheld(because: [], choices: choices))
  }
  func save(
    _ picks: Picks, on subject: any PickingSubject, by choices: MeasurementProtocol, replacing replaced: String?,
    _ language: Language, _ report: @escaping @Sendable (ScanProgress) -> Void
  ) throws -> SaveOutcome {
    throw ViewRefusal.notReady
  }
}

/// A recording of three frames of 64 × 48 pixels, a quarter of a second apart.
struct ThreeFrames {
  private let temporary: TemporaryFolder
  var folder: URL { temporary.url }
  let recording: Recording

  init() throws {
    temporary = try TemporaryFolder()
    let (width, height) = (64, 48)
    for name in ["rgb", "depth"] {
      try FileManager.default.createDirectory(
        at: temporary.url.appending(path: name), withIntermediateDirectories: true)
    }
    let write = { [temporary] (name: String, data: Data) in try data.write(to: temporary.url.appending(path: name)) }
    var (colours, depths) = ("", "")
    for frame in 0..<3 {
      let pixels = (0..<width * height * 3).map { UInt8(($0 * 7 + 40 * frame) % 251) }
      try write(
        "rgb/\(frame).png", try ImageFile.png(ColorImage(width: width, height: height, pixels: pixels)))
      let codes = (0..<width * height).map { UInt16(2000 + $0 % 9 + frame) }
      try write("depth/\(frame).png", try ImageFile.png(depthCodes: codes, width: width, height: height))
      let time = ["100.00", "100.25", "100.50"][frame]
      colours += "\(time) rgb/\(frame).png\n"
      depths += "\(time) depth/\(frame).png\n"
    }
    try write("rgb.txt", Data(colours.utf8))
    try write("depth.txt", Data(depths.utf8))
    try write(
      "intrinsic.json", Data(#"{"width":64,"height":48,"intrinsic_matrix":[60,0,0,0,60,0,31.5,23.5,1]}"#.utf8))
    recording = try Recording.open(temporary.url)
  }
}

/// A mesh of a head's size: an ellipsoid without a face, 60 and 75 mm across, 90 mm up and 60 mm down.
struct BareHead {
  static let mesh = Mesh.globe(rings: 16, spokes: 32) { $0 * Vector3(0.06, 0.075, $0.z > 0 ? 0.09 : 0.06) }

  /// Points near its surface.
  static let places: [Landmark: Vector3] = [
    .sellion: [0, 0.073, 0], .tragionLeft: [-0.058, 0, 0], .tragionRight: [0.058, 0, 0],
  ]
}
