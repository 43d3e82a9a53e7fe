import Foundation
import Geometry
import PointClouds
import TestSupport
import Testing
import Yams

/// The recordings of the project against what their index promises.
@Suite struct DatasetsTests {
  private struct Index: Decodable {
    let recordings: [Entry]
  }

  struct Entry: Decodable, CustomTestStringConvertible {
    struct Expectation: Decodable {
      let exitCode: Int32
      let status: String
      let cvai, cva: Bound?
      let surfaceRMS: Double?

      enum CodingKeys: String, CodingKey {
        case status, cvai, cva
        case exitCode = "exit_code"
        case surfaceRMS = "surface_rms_mm"
      }
    }

    struct Bound: Decodable {
      let value, tolerance: Double
    }

    let name, sha256: String
    let markers, bytes: Int
    let expected: Expectation

    var testDescription: String { name }
  }

  private static let folder = SharedMaterial.packageRoot.appendingPathComponent("Datasets")

  private static let entries: [Entry] = {
    guard let text = try? String(contentsOf: folder.appendingPathComponent("index.yaml"), encoding: .utf8),
      let index = try? YAMLDecoder().decode(Index.self, from: text)
    else { return [] }
    return index.recordings
  }()

  @Test func theIndexNamesEveryRecordingAndAllOfThemAreSmall() throws {
    let folders = try FileManager.default.contentsOfDirectory(atPath: Self.folder.path)
      .filter { FileManager.default.fileExists(atPath: Self.folder.appendingPathComponent($0 + "/rgb.txt").path) }
    #expect(folders.sorted() == Self.entries.map(\.name).sorted())
    #expect(folders.contains("sample"))
    #expect(Self.entries.reduce(0) { $0 + $1.bytes } <= 15_000_000)
  }

  @Test(arguments: entries) func theFilesAreThoseOfTheIndex(entry: Entry) throws {
    let shell = Process()
    let pipe = Pipe()
    shell.executableURL = URL(fileURLWithPath: "/bin/sh")
    shell.currentDirectoryURL = Self.folder.appendingPathComponent(entry.name)
    shell.arguments = ["-c", "find . -type f | LC_ALL=C sort | xargs sha256sum | sha256sum"]
    shell.standardOutput = pipe
    try shell.run()
    let digest = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self).prefix(64)
    shell.waitUntilExit()
    #expect(digest == entry.sha256)
  }

  @Test(arguments: entries) func theResultIsWithinTheStatedTolerance(entry: Entry) throws {
    let workspace = try Workspace()
    let recording = Self.folder.appendingPathComponent(entry.name).path
    let outcome = try Command.run("reconstruct", recording, "-o", workspace.output.path, "--json")
    #expect(outcome.status == entry.expected.exitCode, Comment(rawValue: outcome.narration))
    let result = try ResultFile(outcome.stdout)
    #expect(result["status"] as? String == entry.expected.status)
    #expect(result["tracking.frames_used_fraction"] as? Double == 1)
    for (key, bound) in [("cvai", entry.expected.cvai), ("cva", entry.expected.cva)] {
      let value = result["measures.\(key).value"] as? Double
      guard let bound else {
        #expect(entry.expected.exitCode != 2 || value == nil)
        continue
      }
      #expect(
        abs(try #require(value) - bound.value) <= bound.tolerance, "\(key) \(value ?? .nan), truth \(bound.value)")
    }
    guard let limit = entry.expected.surfaceRMS else { return }
    let truth = try TrueSurface(Self.folder.appendingPathComponent(entry.name))
    let rms = try truth.rms(of: workspace.output.appendingPathComponent("mesh.ply"), result)
    #expect(rms <= limit, "surface \(rms) mm RMS over the cap")
  }

  /// The index states the surface's error wherever a CVAI is expected.
  @Test func everyMeasuredRecordingHasALimitOfItsSurface() {
    #expect(Self.entries.allSatisfy { ($0.expected.surfaceRMS != nil) == ($0.expected.cvai != nil) })
  }
}

/// The true surface of a simulated recording and its cap's markers, metres in the phantom's frame.
private struct TrueSurface {
  private struct Truth: Decodable {
    struct Marker: Decodable { let centre: [Double] }
    let markers: [String: Marker]
    let landmarksMm: [String: [Double]]
  }

  /// The cap is the surface within this distance of a marker's centre, as in the evaluation.
  private static let capRadius = 0.02

  private let surface: MeshDistance
  private let truth: Truth

  init(_ recording: URL) throws {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    truth = try decoder.decode(Truth.self, from: Data(contentsOf: recording.appendingPathComponent("truth.json")))
    surface = MeshDistance(
      try MeshFile.read(recording.appendingPathComponent("truth_surface.ply")).mesh(unit: .millimetres))
  }

  /// How far the cap of a mesh lies off the truth after the best rigid motion, root mean square, millimetres.
  func rms(of file: URL, _ result: ResultFile) throws -> Double {
    let mesh = try MeshFile.read(file).mesh(unit: .millimetres)
    let pairs = try ["sellion", "tragion_left", "tragion_right"].map { name in
      (
        Self.metres(try #require(result["landmarks.\(name).mm"] as? [Double])),
        Self.metres(try #require(truth.landmarksMm[name]))
      )
    }
    let guess = try #require(RigidTransform.fit(pairs.map(\.0), onto: pairs.map(\.1)))
    let sample = stride(from: 0, to: mesh.positions.count, by: 20).map { mesh.positions[$0] }
      .filter { isOnCap(guess * $0) }
    let fit = try #require(SurfaceAlignment(sample, with: surface, from: guess, iterations: 30))
    let distances = mesh.positions.map { fit.transform * $0 }.filter(isOnCap).map {
      surface.closest(to: $0)!.distance
    }
    try #require(distances.count > 10_000)
    return 1000 * RobustStatistics.rms(distances)
  }

  private func isOnCap(_ point: Vector3) -> Bool {
    truth.markers.values.contains { (Self.metres($0.centre) - point).length < Self.capRadius }
  }

  private static func metres(_ mm: [Double]) -> Vector3 { Vector3(mm[0], mm[1], mm[2]) / 1000 }
}
