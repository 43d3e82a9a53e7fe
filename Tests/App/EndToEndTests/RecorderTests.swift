import Foundation
import Geometry
import PointClouds
import Recordings
import TestSupport
import Testing

/// A whole scan in another layout gives the same measures. Docs/evaluation/recorders.md has all layouts, written by other
/// people's libraries.
@Suite struct RewrittenScanTests {
  @Test func scanNetsLayoutGivesTheSameMeasures() throws {
    let workspace = try Workspace()
    let scan = try Recording.open(try SampleRecording.whole.get())
    try FileManager.default.createDirectory(at: workspace.recording, withIntermediateDirectories: true)
    try workspace.write("scan.sens", Self.sens(scan))
    try FileManager.default.copyItem(
      at: scan.folder.appendingPathComponent("cap.yaml"), to: workspace.recording.appendingPathComponent("cap.yaml"))
    try workspace.write("landmarks.json", Self.renamed(scan))

    let outcome = try Command.run(
      "reconstruct", workspace.recording.path, "-o", workspace.output.path, "--voxel-mm", "2", "--json")
    #expect(outcome.status == 0, Comment(rawValue: outcome.narration))
    let result = try ResultFile(outcome.stdout)
    let original = try ResultFile(
      Data(contentsOf: try SampleRecording.measured.get().appendingPathComponent("result.json")))
    #expect(result["recording.format"] as? String == "sens")
    for (measure, limit) in [("cvai", 0.05), ("circumference", 0.3), ("cranial_index", 0.1)] {
      let value = try #require(result["measures.\(measure).value"] as? Double)
      let before = try #require(original["measures.\(measure).value"] as? Double)
      #expect(abs(value - before) <= limit, "\(measure): \(value), not \(before)")
    }
    #expect(result["tracking.frames_used"] as? Int == original["tracking.frames_used"] as? Int)
  }

  /// The recording as ScanNet's `SensorData` writes it (Dai et al. 2017), depth not deflated.
  private static func sens(_ recording: Recording) throws -> Data {
    let camera = recording.frames[0].camera
    let identity: [Float] = [1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1]
    var matrix = identity
    (matrix[0], matrix[2], matrix[5], matrix[6]) = (
      Float(camera.fx), Float(camera.cx), Float(camera.fy), Float(camera.cy)
    )
    var file = little(UInt32(4)) + little(UInt64(7)) + Array("phantom".utf8)
    for each in [matrix, identity, matrix, identity] { file += each.flatMap { little($0.bitPattern) } }
    file += little(UInt32(2)) + little(UInt32(0))
    for _ in 0..<2 { file += little(UInt32(camera.width)) + little(UInt32(camera.height)) }
    file += little(Float(5000).bitPattern) + little(UInt64(recording.frames.count))
    for frame in recording.frames {
      let color = try Data(contentsOf: recording.folder.appendingPathComponent(frame.colorImage.name))
      let png = try Data(contentsOf: recording.folder.appendingPathComponent(frame.depthImage.name))
      let codes = try ImageFile.depthCodes(png).pixels.withUnsafeBytes { Array($0) }
      let stamp = UInt64((1e6 * (frame.time - recording.frames[0].time)).rounded())
      file += identity.flatMap { little($0.bitPattern) } + little(stamp) + little(stamp)
      file += little(UInt64(color.count)) + little(UInt64(codes.count)) + color + codes
    }
    return Data(file + little(UInt64(0)))
  }

  /// The operator's clicks, whose frames are called by their numbers now.
  private static func renamed(_ recording: Recording) throws -> String {
    var text = try String(contentsOf: recording.folder.appendingPathComponent("landmarks.json"), encoding: .utf8)
    for frame in recording.frames {
      text = text.replacing("\"\(frame.name)\"", with: "\"\(frame.index)\"")
      text = text.replacing("\"\(frame.colorImage.name)\"", with: "\"\(frame.index)\"")
    }
    return text
  }

  private static func little<Value: FixedWidthInteger>(_ value: Value) -> [UInt8] { SmallZip.little(value) }
}

/// Files of recorders that claim to be huge: refused with little memory, not after the memory is gone.
@Suite struct HostileRecorderTests {
  private static let samples = SharedMaterial.packageRoot.appendingPathComponent("Datasets/recorders")

  /// With 1 GB of address space, of which the program itself takes half.
  private func refuse(_ file: URL, says words: [String]) throws {
    let outcome = try Command.shell("ulimit -v 1000000; exec \"$0\" info '\(file.path)'")
    outcome.expectFailure(65, says: words)
  }

  @Test(arguments: [8000, 16000, 100_000, 1 << 40]) func metadataOfRecord3DThatClaimHugeImages(side: Int) throws {
    let metadata = """
      {"w": 80, "h": 60, "dw": \(side), "dh": \(side / 4 * 3), "K": [74, 0, 0, 0, 73.9, 0, 39.8, 29.5, 1]}
      """
    let color = try Data(contentsOf: Self.samples.appendingPathComponent("record3d-exr/rgb/0.jpg"))
    let depth = Array("bvx-".utf8) + SmallZip.little(UInt32.max) + [0, 0, 0, 0] + Array("bvx$".utf8)
    let zip = SmallZip([
      .init("metadata", Array(metadata.utf8)), .init("rgbd/0.jpg", Array(color)), .init("rgbd/0.depth", depth),
    ])
    let workspace = try Workspace()
    try Data(zip.bytes).write(to: workspace.file("scan.r3d"))
    try refuse(workspace.file("scan.r3d"), says: [side == 8000 ? "rgbd/0.depth" : "scan.r3d/metadata"])
  }

  /// 4 GB of zeros in 4 MB.
  @Test func aBombOfRecord3D() throws {
    var bomb = SmallZip.Entry.deflated("rgbd/0.depth", [UInt8](repeating: 0, count: 1000))
    bomb.packed = [UInt8](repeating: 0, count: 4 << 20)
    (bomb.claimedSize, bomb.isZip64) = (4 << 30, true)
    let metadata = #"{"w": 80, "h": 60, "K": [74, 0, 0, 0, 73.9, 0, 39.8, 29.5, 1]}"#
    let color = try Data(contentsOf: Self.samples.appendingPathComponent("record3d-exr/rgb/0.jpg"))
    let zip = SmallZip([.init("metadata", Array(metadata.utf8)), .init("rgbd/0.jpg", Array(color)), bomb])
    let workspace = try Workspace()
    try Data(zip.bytes).write(to: workspace.file("scan.r3d"))
    try refuse(workspace.file("scan.r3d"), says: ["rgbd/0.depth", "bytes"])
  }

  @Test(arguments: [8000, 16384, Int(UInt32.max)]) func aHeaderOfScanNetThatClaimsHugeImages(side: Int) throws {
    var file = try Data(contentsOf: Self.samples.appendingPathComponent("sens/scan.sens"))
    file.replaceSubrange(289..<297, with: SmallZip.little(UInt32(side)) + SmallZip.little(UInt32(side / 4 * 3)))
    let workspace = try Workspace()
    try file.write(to: workspace.file("scan.sens"))
    try refuse(workspace.file("scan.sens"), says: ["scan.sens"])
  }

  @Test(arguments: [8000, 16384, 1 << 40]) func aFrameOfStandardCyborgThatClaimsAHugeImage(side: Int) throws {
    let source = Self.samples.appendingPathComponent("standard-cyborg/frame-000.ply")
    let text = String(decoding: try Data(contentsOf: source).prefix(1000), as: Unicode.ASCII.self)
    let end = try #require(text.range(of: "end_header\n")).upperBound
    let header = text[..<end].replacing("4800", with: "\(side.multipliedReportingOverflow(by: side).partialValue)")
    let json =
      #"{"width": \#(side), "height": \#(side), "timestamp": 1, "camera_intrinsics": {"intrinsic_matrix": "#
      + #"[1, 0, 0, 0, 1, 0, 0, 0, 1], "intrinsic_matrix_reference_dimensions_width": 80, "#
      + #""intrinsic_matrix_reference_dimensions_height": 60}}"#
    let count = header.replacing(/element metadata \d+/, with: "element metadata \(json.utf8.count)")
    let workspace = try Workspace()
    try FileManager.default.createDirectory(at: workspace.recording, withIntermediateDirectories: true)
    try workspace.write("frame-000.ply", count + json)
    try refuse(workspace.recording, says: ["frame-000.ply"])
  }
}

/// Recordings of real phones, reconstructed. The limits are the figures of Docs/evaluation/recorders.md and a quarter more.
@Suite(.enabled(if: SharedMaterial.isPresent, Comment(rawValue: SharedMaterial.absence)))
struct RealRecordingTests {
  private static let real = SharedMaterial.folder.appendingPathComponent("real")

  /// A ChArUco board of 10 × 8 squares on a sheet of paper, taped to a wall, by an iPhone 11 Pro: five frames, fused as the
  /// scan of a cap would be. The board is no head, so nothing is measured.
  @Test func aBoardHasItsSizeAndIsFlat() throws {
    let workspace = try Workspace(.success(Self.real.appendingPathComponent("truedepth-iphone11pro")))
    try workspace.write("cap.yaml", "dictionary: DICT_ARUCO_ORIGINAL\nmarker_size_mm: 10.4375\nids: [0-39]\n")
    let outcome = try Command.run("reconstruct", workspace.recording.path, "-o", workspace.output.path, "--json")
    #expect(outcome.status == 2, Comment(rawValue: outcome.narration))
    let result = try ResultFile(outcome.stdout)
    #expect(result["tracking.frames_used"] as? Int == 5)
    // The other seven lie under a ruler or at the rim, where the board has no depth.
    let board = try Board(workspace.output.appendingPathComponent("markers.json"))
    #expect(board.centres.count == 33)
    let fit = try #require(board.fit)
    #expect(abs(board.size - 1) < 0.0025, "\(board.size) of its printed size")
    #expect(board.rms(fit) < 0.72, "centres \(board.rms(fit)) mm RMS from the print's")
    let mesh = try MeshFile.read(workspace.output.appendingPathComponent("mesh.ply")).mesh(unit: .millimetres)
    let heights = mesh.positions.map { 1000 * (fit.inverse * $0) }.filter(board.contains).map(\.z)
    #expect(heights.count > 15_000)
    #expect(RobustStatistics.rms(heights) < 0.74, "\(RobustStatistics.rms(heights)) mm RMS off the board's plane")
  }

  /// Six frames of a mannequin by StandardCyborg's recorder, without markers: fused, but a fifth of a second shows too little
  /// of a head to measure it.
  @Test func aMannequinIsFusedAndNotMeasured() throws {
    let workspace = try Workspace()
    let recording = Self.real.appendingPathComponent("standardcyborg-mannequin").path
    let outcome = try Command.run(
      "reconstruct", recording, "-o", workspace.output.path, "--tracking", "dense", "--json")
    #expect(outcome.status == 2, Comment(rawValue: outcome.narration))
    let result = try ResultFile(outcome.stdout)
    #expect(result["tracking.method"] as? String == "dense")
    #expect(result["tracking.frames_used"] as? Int == 6)
    #expect(result["tracking.frames_dense"] as? Int == 6)
    #expect(try #require(result["surface.vertices"] as? Int) > 7000)
    #expect(result.has("measures.cvai.value"))
    #expect(result["measures.cvai.value"] == nil)
    #expect(result.has("measures.circumference.value"))
    #expect(result["measures.circumference.value"] == nil)
    #expect(try result.findings.contains { $0.severity == "withheld" && $0.text.contains("no nose was recognised") })
    // A hand that holds a phone moves by millimetres from frame to frame.
    let poses = try String(contentsOf: workspace.output.appendingPathComponent("trajectory.txt"), encoding: .utf8)
      .split(separator: "\n").filter { !$0.hasPrefix("#") }
      .map { $0.split(separator: " ").compactMap { Double($0) } }
    #expect(poses.count == 6)
    for (pose, next) in zip(poses, poses.dropFirst()) {
      #expect((Vector3(pose[1], pose[2], pose[3]) - Vector3(next[1], next[2], next[3])).length < 0.02)
    }
  }
}

/// The markers of the board: five in a row of ten squares, in every other square.
private struct Board {
  private struct Content: Decodable {
    struct Marker: Decodable { let cornersMm: [[Double]] }
    let markers: [String: Marker]
  }

  /// Where they were found and where they are printed, metres.
  let centres: [(found: Vector3, printed: Vector3)]
  private static let square = 0.020875

  init(_ file: URL) throws {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    let content = try decoder.decode(Content.self, from: Data(contentsOf: file))
    centres = content.markers.map { id, marker in
      let (row, column) = (Int(id)! / 5, Int(id)! % 5)
      let printed = Vector3(Double(2 * column + row % 2) + 0.5, Double(row) + 0.5, 0) * Self.square
      let sum = marker.cornersMm.reduce(Vector3.zero) { $0 + Vector3($1[0], $1[1], $1[2]) }
      return (sum / 4 * 0.001, printed)
    }
  }

  /// The pose of the print.
  var fit: RigidTransform? { .fit(centres.map(\.printed), onto: centres.map(\.found)) }

  /// All distances of two markers over those of the print.
  var size: Double {
    var (found, printed) = (0.0, 0.0)
    for (i, a) in centres.enumerated() {
      for b in centres[..<i] {
        found += (a.found - b.found).length
        printed += (a.printed - b.printed).length
      }
    }
    return found / printed
  }

  /// How far the centres lie from the print's, root mean square, millimetres.
  func rms(_ fit: RigidTransform) -> Double {
    1000 * RobustStatistics.rms(centres.map { (fit * $0.printed - $0.found).length })
  }

  /// Whether a point, millimetres in the print's frame, lies between the outermost markers and not on the ruler.
  func contains(_ point: Vector3) -> Bool {
    let place = point / 20.875
    return (0.5...9.5).contains(place.x) && (0.5...7.5).contains(place.y) && abs(point.z) < 5
  }
}

/// Scans of another program's making.
@Suite(.enabled(if: SharedMaterial.isPresent, Comment(rawValue: SharedMaterial.absence)))
struct SharedScanTests {
  @Test func anUnfinishedScanIsWrittenButNotMeasured() throws {
    let workspace = try Workspace()
    let scan = SharedMaterial.folder.appendingPathComponent("scans/practice_half").path
    let outcome = try Command.run("reconstruct", scan, "-o", workspace.output.path, "--json")
    #expect(outcome.status == 2, Comment(rawValue: outcome.narration))
    let result = try ResultFile(outcome.stdout)
    #expect(result.has("measures.cvai.value"))
    #expect(result["measures.cvai.value"] == nil)
    #expect(try result.findings.contains { $0.severity == "withheld" && $0.text.contains("tragion left") })
    // Nothing was measured, so no section was cut, and landmarks that were not clicked have no pictures.
    let written = try FileManager.default.contentsOfDirectory(atPath: workspace.output.path)
    #expect(Set(ResultTests.names).subtracting(written).isSubset(of: ["section.json", "clicks.jpg"]))
    #expect(Set(written).isSubset(of: ResultTests.names))
  }

  @Test func infoOfARealRecording() throws {
    let recording = SharedMaterial.folder.appendingPathComponent("real/truedepth-iphone11pro").path
    let outcome = try Command.run("info", recording, "--json")
    #expect(outcome.status == 0, Comment(rawValue: outcome.narration))
    let info = try ResultFile(outcome.stdout)
    #expect(info["format"] as? String == "zeiss")
    #expect(info["markers.dictionary"] as? String == "DICT_ARUCO_ORIGINAL")
    #expect(try #require(info["markers.fewest_per_frame"] as? Int) >= 30)
  }
}
