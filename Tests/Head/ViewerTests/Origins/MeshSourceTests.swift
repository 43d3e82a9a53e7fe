import Analysis
import Diagnostics
import Files
import Foundation
import Geometry
import Landmarks
import PointClouds
import Reports
import ScanPipeline
import TestSupport
import Testing
import Workers

@testable import Viewer

/// What was picked on a mesh or a result before, and where a save goes.
@Suite struct MeshSourceTests {
  private let temporary: TemporaryFolder

  init() throws {
    temporary = try TemporaryFolder()
    for name in ["result", "output"] {
      try FileManager.default.createDirectory(at: place(name), withIntermediateDirectories: true)
    }
    try MeshFile.encode(BareHead.mesh, as: .ply, unit: .millimetres).write(to: mesh)
  }

  private func place(_ name: String) -> URL { temporary.url.appending(path: name) }
  private var folder: URL { place("result") }
  private var mesh: URL { place("result/mesh.ply") }

  private static let clock: @Sendable () -> Date = { Date(timeIntervalSince1970: 1_700_000_000) }

  private static func analysis(_ choices: MeasurementProtocol = .standard) -> HeadAnalysis {
    HeadAnalysis(choices: choices, uncertainty: nil)
  }

  /// Makes the folder that of a result whose left tragion a program found.
  private func writeResult() throws {
    var landmarks = HeadLandmarks(BareHead.places, standardDeviation: 0.001)
    landmarks.estimates[.tragionLeft]?.source = .automatic
    try ScanResult(.withheld(because: [Finding(.measureMissing)], landmarks: landmarks)).json()
      .write(to: place("result/result.json"))
  }

  private func write(_ url: URL, by observer: String?, digest: String? = nil) throws {
    var file = LandmarkFile(
      name: "landmarks.json", entries: [.sellion: .point([0.001, 0.074, 0], standardDeviation: nil)])
    var picking = LandmarkPicking()
    picking.observer = observer
    picking.scan = digest.map { PickedScan(.mesh, name: "mesh.ply", digest: $0) }
    file.picking = picking
    try file.json().write(to: url)
  }

  private func mesh(_ output: String? = nil, landmarks: URL? = nil, by observer: String? = nil) -> any PickingSource {
    var description = ScanDescription()
    description.subject = "c1"
    return View.mesh(
      mesh, landmarks: landmarks, analysis: Self.analysis(), output: output.map(place), observer: observer,
      description: description, clock: Self.clock
    ).source
  }

  private func result(
    _ output: String? = nil, by observer: String? = nil, _ choices: MeasurementProtocol = .standard
  ) -> any PickingSource {
    View.result(
      folder, analysis: Self.analysis(choices), output: output.map(place), observer: observer, clock: Self.clock
    ).source
  }

  private func picks(_ source: any PickingSource) throws -> (picks: Picks, proposals: HeadLandmarks, isSaved: Bool) {
    try #require(source as? MeshSource).earlierPicks(on: HeadMesh.read(mesh))
  }

  @Test func aMeshIsNoResult() {
    #expect(mesh().mode == "mesh")
    #expect(mesh().name == "mesh.ply")
    #expect(mesh().outputName == nil)
    #expect(result().mode == "result")
    #expect(result().name == "result")
    #expect(result().outputName == "result")
    #expect(result("output").outputName == "output")
  }

  /// A result is renewed in its folder; the folder that a mesh lies in is not replaced.
  @Test func aMeshIsNotOverwrittenByItsResult() throws {
    try writeResult()
    #expect(throws: OutputError.self) { try mesh("result").prepare { _ in } }
    let prepared = try result().prepare { _ in }
    #expect(prepared.picks.landmarks.count == 2)
    #expect(prepared.isSaved)
    #expect(prepared.subject.proposal(of: .tragionLeft)?.isProposed == true)
    #expect(try mesh("output").prepare { _ in }.picks.landmarks.isEmpty)
  }

  /// What a program found is proposed, and the rest was picked.
  @Test func theLandmarksOfAResultAreGoneOnFrom() throws {
    try writeResult()
    let earlier = try picks(result())
    #expect(Set(earlier.picks.landmarks.keys) == [.sellion, .tragionRight])
    #expect(Set(earlier.proposals.estimates.keys) == [.tragionLeft])
    let sellion = try #require(earlier.picks[.sellion].point)
    #expect((sellion - Vector3(0, 0.073, 0)).length < 1e-7)
    #expect(abs((earlier.picks[.sellion].deviation ?? 0) - 0.001) < 1e-7)
    #expect(!earlier.picks[.sellion].isProposed)
  }

  /// Its measures are saved with them where they are by the protocol that is asked for, and in the folder that is written.
  @Test func aResultIsSavedWhereItStays() throws {
    try writeResult()
    let other = try #require(MeasurementProtocol.builtIn.first { $0.name != MeasurementProtocol.standard.name })
    #expect(try picks(result()).isSaved)
    #expect(try !picks(result("output")).isSaved, "another folder")
    #expect(try !picks(result(nil, other)).isSaved, "another protocol")
    #expect(try !picks(result("output", other)).isSaved)
  }

  @Test func observersSeeTheirOwnPicks() throws {
    try writeResult()
    let own = place("output/landmarks.json")
    let found = { (observer: String?) throws -> Bool in
      let point = try self.picks(self.mesh("output", by: observer)).picks[.sellion].point
      return point.map { ($0 - Vector3(0.001, 0.074, 0)).length < 1e-7 } ?? false
    }
    try write(own, by: "A")
    #expect(try found(nil))
    #expect(try found("A"))
    #expect(try !found("B"))
    try write(own, by: nil)
    #expect(try found(nil))
    #expect(try !found("A"), "nobody knows whose they are")
    // Nor what a result holds.
    #expect(try picks(result(nil, by: "A")).picks.landmarks.isEmpty)
    #expect(try picks(result(nil, by: "A")).proposals.estimates.isEmpty)
  }

  /// Points of another mesh lie in another frame.
  @Test func picksOnAnotherMeshAreNone() throws {
    let named = place("named.json")
    try write(named, by: nil, digest: String(repeating: "a", count: 64))
    #expect(try picks(mesh(nil, landmarks: named)).picks.landmarks.isEmpty)
    try write(named, by: nil, digest: try #require(Checksum.sha256(of: mesh)))
    #expect(try !picks(mesh(nil, landmarks: named)).picks.landmarks.isEmpty)
    #expect(try picks(mesh(nil, landmarks: named)).isSaved, "who keeps them elsewhere has them")
    #expect(try !picks(mesh("output", landmarks: named)).isSaved, "no result follows from them")
  }

  /// Points lie on a mesh, clicks in frames.
  @Test func clicksAreOfNoMesh() {
    var picks = Picks()
    #expect(mesh().accepts(picks))
    picks[.sellion] = .init(point: [0, 0, 0])
    #expect(mesh().accepts(picks))
    picks[.tragionLeft] = .init(clicks: [LandmarkClick(frame: "1", pixel: [2, 3])])
    #expect(!mesh().accepts(picks))
  }

  @Test func aSaveWithoutAFolderIsRefused() throws {
    let source = mesh()
    let subject = try source.prepare { _ in }.subject
    #expect(throws: ViewRefusal.notReady) {
      try source.save(Picks(), on: subject, by: .standard, replacing: nil, .english) { _ in }
    }
    let (file, _) = try source.file(Picks(), on: subject, by: .standard, at: Self.clock())
    #expect(file.picking?.time == Self.clock())
    #expect(file.picking?.scan?.name == "mesh.ply")
    #expect(file.picking?.scan?.digest == Checksum.sha256(of: mesh))
  }

  /// A save writes the result with the picks, says who was scanned, and spares the folder that the mesh lies in.
  @Test func aSaveWritesPicksAndResult() throws {
    try writeResult()
    let source = mesh("output", by: "A")
    let subject = try source.prepare { _ in }.subject
    var picks = Picks()
    for (landmark, place) in BareHead.places { picks[landmark] = .init(point: place) }
    #expect(throws: OutputError.self) {
      try mesh("result").save(picks, on: subject, by: .standard, replacing: nil, .english) { _ in }
    }
    let outcome = try source.save(picks, on: subject, by: .standard, replacing: nil, .english) { _ in }
    #expect(outcome.file == "landmarks.json")
    #expect(outcome.time == "2023-11-14T22:13:20Z")
    let file = try LandmarkFile.read(place("output/landmarks.json"))
    #expect(file.entries.count == 3)
    #expect(file.picking?.observer == "A")
    let saved = try ResultFolder.read(place("output"), for: .rating).result
    #expect(saved.scan?.subject == "c1")
    #expect(saved.protocol.name == MeasurementProtocol.standard.name)
    #expect(try self.picks(source).isSaved)
  }
}
