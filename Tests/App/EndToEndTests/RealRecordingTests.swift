import Foundation
import Geometry
import PointClouds
import TestSupport
import Testing

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
