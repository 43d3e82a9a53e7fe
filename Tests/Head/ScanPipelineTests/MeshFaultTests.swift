import Analysis
import Diagnostics
import Foundation
import Landmarks
import PointClouds
import Reports
import TestSupport
import Testing

@testable import ScanPipeline

/// Sound heads as other programs write them, and what must be measured on them: material that is not part of the project.
@Suite(.enabled(if: SharedMaterial.isPresent, Comment(rawValue: SharedMaterial.absence)))
struct MeshFaultTests {
  static let folder = SharedMaterial.folder.appendingPathComponent("faults/meshes")

  func measure(
    _ mesh: String, by landmarks: String? = nil, unit: LengthUnit? = nil, _ choices: MeasurementProtocol = .standard
  ) throws -> ScanResult {
    let file = Self.folder.appendingPathComponent(mesh)
    let picked =
      landmarks.map { Self.folder.appendingPathComponent($0) }
      ?? file.deletingLastPathComponent().appendingPathComponent("landmarks.json")
    var uncertainty = UncertaintyOptions()
    uncertainty.intervals.draws = 40
    return try MeshMeasurement.measure(
      meshFile: file, landmarkFile: picked, unit: unit,
      analysis: HeadAnalysis(choices: choices, uncertainty: uncertainty)
    ).result
  }

  func expect(_ result: ScanResult, _ expected: [MeasureName: Double], _ name: String) throws {
    let limits: [MeasureName: Double] = [.cranialIndex: 0.05, .cvai: 0.04, .circumference: 0.25, .volume: 1.5]
    for (measure, right) in expected {
      let found = try #require(result.measureResults[measure]?.value, "\(name): \(measure)")
      #expect(abs(found - right) < limits[measure]!, "\(name): \(measure) \(found)")
    }
  }

  static let control: [MeasureName: Double] = [.cranialIndex: 89.17, .cvai: 2.52, .circumference: 433.4]

  @Test(arguments: [
    "closed-lid-refused/lid_meshfix.ply", "closed-lid-refused/lid_rings.ply", "duplicate-faces/two_faces_twice_a.ply",
    "meshlab-quality/signed_distance.ply", "other-bodies/toy_15mm_above.ply", "other-bodies/wall_behind.ply",
    "unwelded-seam/seam_0.1um.ply",
  ]) func soundHeadsAreMeasured(_ mesh: String) throws {
    let result = try measure(mesh)
    try expect(result, Self.control, mesh)
    if !mesh.contains("lid") { try expect(result, [.volume: 1205], mesh) }
    #expect(!result.findings.contains { $0.code == .surfaceDamaged }, "\(mesh)")
    let interval = try #require(result.measureResults[.cranialIndex]?.ci95)
    #expect(interval.lowerBound > 87.5, "\(mesh): \(interval)")
    #expect(interval.upperBound < 91, "\(mesh): \(interval)")
    #expect(result.findings.contains { $0.code == .surfaceParts } == mesh.hasPrefix("other-bodies"))
  }

  @Test func thinnedHeadsAreReadFromEveryFormat() throws {
    let expected: [MeasureName: Double] = [.cranialIndex: 89.21, .cvai: 2.5, .circumference: 433.28]
    for mesh in [
      "formats-stl/plain.stl", "formats-stl/count_0.stl", "formats-stl/trailing_92_bytes.stl", "formats-other/head.glb",
      "formats-other/continuation.obj", "formats-other/tristrips.ply", "formats-other/nan_unreferenced.ply",
    ] {
      try expect(measure(mesh), expected, mesh)
    }
    let noted = try measure("formats-other/nan_unreferenced.ply").findings
    #expect(noted.contains { $0.code == .surfaceUnusedVertices })
    for mesh in ["formats-stl/ascii_decimal_comma.stl", "formats-other/decimal_comma.ply"] {
      let error = #expect(throws: MeshFileError.self) { try measure(mesh) }
      #expect(error?.problem.contains("decimal comma") == true)
    }
  }

  @Test func aMeanShapeHasNoDamage() throws {
    let result = try measure("false-damage-note/ms_metopic.ply")
    #expect(!result.findings.contains { $0.code == .surfaceDamaged })
    #expect(result.measureResults[.cvai]?.value != nil)
  }

  @Test func aSmallHoleAtTheCrownWithholdsNothing() throws {
    let mesh = "hole-at-crown/crown_hole_27mm.ply"
    try expect(measure(mesh), Self.control, mesh)
    let text = try String(
      contentsOf: Self.folder.appendingPathComponent("hole-at-crown/fixed_height.yaml"), encoding: .utf8)
    let fixed = try MeasurementProtocol.parse(text, file: "fixed_height.yaml")
    let names = ["longest-section", "greatest-circumference"]
    for choices in [fixed] + MeasurementProtocol.builtIn.filter({ names.contains($0.name) }) {
      let result = try measure(mesh, choices)
      for name in [MeasureName.cranialIndex, .cvai, .circumference] {
        #expect(result.measureResults[name]?.value != nil, "\(choices.name): \(name)")
      }
      #expect(!result.findings.contains { $0.code == .surfaceVertexHidden })
    }
  }

  @Test func aGuessedUnitIsAFindingAndInchesCanBeNamed() throws {
    let mesh = "guessed-unit-not-recorded/adult_inches.ply"
    let guessed = try measure(mesh).findings.filter { $0.code == .inputUnitGuessed }
    #expect(guessed.map { $0.values["unit"] } == [.text("cm")])
    #expect(guessed.first?.values["other"] == .text("in"))
    #expect(guessed.first?.severity == .warning)
    let named = try measure(mesh, unit: .inches)
    let circumference = try #require(named.measureResults[.circumference]?.value)
    #expect(abs(circumference - 544) < 1)
    #expect(!named.findings.contains { $0.code == .inputUnitGuessed })
  }

  @Test(arguments: ["landmark-files/ml.pp", "landmark-files/sl_LPS.mrk.json"])
  func landmarksOfOtherProgramsAreRead(_ landmarks: String) throws {
    let result = try measure("unwelded-seam/seam_0.1um.ply", by: landmarks)
    try expect(result, [.cranialIndex: 89.17, .circumference: 433.4], landmarks)
  }
}
