import Analysis
import Diagnostics
import Files
import Foundation
import Geometry
import Landmarks
import PointClouds
import Reports
import TestSupport
import Testing

@testable import ScanPipeline

@Suite struct MeshMeasurementTests {
  let folder: TemporaryFolder
  static let points: [String: [Double]] = [
    "sellion": [0, 73, 0], "tragion_left": [-58, 0, 0], "tragion_right": [58, 0, 0],
  ]

  init() throws { folder = try TemporaryFolder() }

  /// An ellipsoid, 60 and 75 mm across, 90 mm up and 60 mm down.
  static let head = Mesh.globe(rings: 40, spokes: 80) { $0 * Vector3(0.06, 0.075, $0.z > 0 ? 0.09 : 0.06) }

  func landmarks(_ points: [String: [Double]] = points) throws -> URL {
    let url = folder.url.appendingPathComponent("landmarks.json")
    let object = ["landmarks": points.mapValues { ["point_mm": $0] }]
    try JSONSerialization.data(withJSONObject: object).write(to: url)
    return url
  }

  func write(_ mesh: Mesh, _ name: String, _ unit: LengthUnit = .millimetres) throws -> URL {
    let url = folder.url.appendingPathComponent(name)
    try MeshFile.encode(mesh, as: #require(MeshFormat(fileName: name)), unit: unit).write(to: url)
    return url
  }

  /// What the landmark file says that it was picked on is compared with what is measured, where both are of a kind.
  @Test func landmarksOfAnotherMeshAreNoticed() throws {
    let mesh = try write(Self.head, "head.ply")
    let (own, other) = (try #require(Checksum.sha256(of: mesh)), String(repeating: "0123456789abcdef", count: 4))
    for (kind, digest, isOther) in [("mesh", own, false), ("mesh", other, true), ("recording", other, false)] {
      let file = folder.url.appendingPathComponent("picked.json")
      let object: [String: Any] = [
        "landmarks": Self.points.mapValues { ["point_mm": $0] }, "picked": ["on": [kind: "a", "sha256": digest]],
      ]
      try JSONSerialization.data(withJSONObject: object).write(to: file)
      let result = try MeshMeasurement.measure(meshFile: mesh, landmarkFile: file).result
      let said = result.findings.filter { $0.code == .landmarksOtherScan }
      #expect(said.map(\.severity) == (isOther ? [.warning] : []), "\(kind)")
      #expect(said.allSatisfy { $0.values["found"] == .text(String(own.prefix(12))) })
      #expect(said.allSatisfy { $0.values["stated"] == .text("0123456789ab") })
    }
  }

  @Test(arguments: MeshFormat.allCases, LengthUnit.allCases) func everyFormatAndUnitMeasuresTheSame(
    format: MeshFormat, unit: LengthUnit
  ) throws {
    let measured = try MeshMeasurement.measure(
      meshFile: write(Self.head, "head.\(format.rawValue)", unit), landmarkFile: landmarks())
    #expect(measured.unit == unit)
    #expect(measured.unitWasGuessed)
    let direct = try HeadAnalysis.measure(Self.head, landmarks: LandmarkFile.read(landmarks()).points())
    for name in MeasureName.allCases {
      #expect(abs(measured.measures[name].value! - direct[name].value!) < 2e-3, "\(name)")
    }
    #expect(measured.result.surface?.coverage == 1)
    #expect(measured.result.surface?.holes.isEmpty == true)
  }

  @Test func theMeshSaysThatItIsInTheHeadFrame() throws {
    let mesh = try write(Self.head, "head.ply")
    let measured = try MeshMeasurement.measure(meshFile: mesh, landmarkFile: landmarks())
    let files = try measured.files(inputs: ["mesh": mesh], .english, threads: 1).files
    let written = try #require(files.first { $0.name == ResultFolder.meshName })
    let header = String(decoding: written.content.prefix(1000), as: UTF8.self)
    #expect(header.contains("frame head, RAS"), "\(header)")
    #expect(!header.contains("frame scan"))
  }

  /// In inches an adult's head has the numbers of an infant's in centimetres; with a wall beside it a head has no head's size.
  @Test func landmarksTellTheUnit() throws {
    var adult = Self.head
    adult.positions = adult.positions.map { $0 * 2 }
    let url = try write(adult, "adult.ply", .inches)
    #expect(LengthUnit.guess(try MeshFile.read(url).positions) == .centimetres)
    let points = Self.points.mapValues { $0.map { $0 * 2 } }
    #expect(try HeadMesh.readHead(meshFile: url, landmarkFile: landmarks(points)).unit == .inches)
    #expect(try HeadMesh.read(url).unit == .centimetres)
    var room = Self.head
    let first = Int32(room.positions.count)
    room.positions += Self.head.positions.map { $0 * 8 + [1.4, 0, 0] }
    room.triangles += Self.head.triangles.map { $0 &+ first }
    let beside = try write(room, "room.stl")
    let head = try HeadMesh.readHead(meshFile: beside, landmarkFile: landmarks())
    #expect(head.unit == .millimetres)
    #expect(head.unitWasGuessed)
    #expect(head.surface.partsLeftOut == 1)
    #expect(throws: MeshMeasurementError.self) { try HeadMesh.read(beside) }
  }

  @Test func aGuessedUnitIsAFindingOfTheResult() throws {
    let guessed = try MeshMeasurement.measure(meshFile: write(Self.head, "head.ply"), landmarkFile: landmarks())
    #expect(guessed.result.findings.contains { $0.code == .inputUnitGuessed && $0.values["unit"] == .text("mm") })
    let named = try MeshMeasurement.measure(
      meshFile: write(Self.head, "head.ply"), landmarkFile: landmarks(), unit: .millimetres)
    #expect(!named.result.findings.contains { $0.code == .inputUnitGuessed })
  }

  /// A head of 15 cm up and down is 3.8 m tall where its millimetres are taken for inches.
  @Test func aWrongUnitIsToldWithOneThatFits() throws {
    let wrong = #expect(throws: MeshMeasurementError.self) {
      try HeadMesh.read(write(Self.head, "a.ply"), unit: .inches)
    }
    guard case .unitWrong(_, let extent, .inches, .millimetres?)? = wrong else {
      Issue.record("\(String(describing: wrong))")
      return
    }
    #expect((3.4...3.82).contains(extent))
    #expect(wrong?.message.values["low"]?.figure == 0.08 && wrong?.message.values["high"]?.figure == 3)
    // Two of any unit are no head.
    var large = Self.head
    large.positions = large.positions.map { $0 * 13.5 }
    let unknown = #expect(throws: MeshMeasurementError.self) { try HeadMesh.read(write(large, "b.ply", .metres)) }
    #expect(unknown?.code == .meshUnitUnknown)
    #expect(unknown?.message.values["low"]?.figure == 0.1 && unknown?.message.values["high"]?.figure == 0.6)
  }

  @Test func aVertexWithoutCoordinatesIsCounted() throws {
    var odd = Self.head
    odd.positions.append([.nan, 0, 0])
    let remarks = { (mesh: Mesh) in
      try HeadMesh.read(write(mesh, "odd.ply")).remarks.filter { $0.code == .surfaceUnusedVertices }
    }
    #expect(try remarks(odd).map { $0.values["count"]?.figure } == [1])
    #expect(try remarks(Self.head).isEmpty)
  }

  func kind(_ mesh: URL, _ landmarks: URL, unit: LengthUnit? = nil) -> UserFacingErrorKind? {
    do {
      _ = try MeshMeasurement.measure(meshFile: mesh, landmarkFile: landmarks, unit: unit)
      return nil
    } catch { return (error as? any UserFacingError)?.kind }
  }

  @Test func badInputNamesItsKind() throws {
    let good = try write(Self.head, "head.ply")
    let none = folder.url.appendingPathComponent("none.ply")
    #expect(try kind(none, landmarks()) == .inputMissing)
    #expect(kind(good, none) == .inputMissing)
    #expect(try kind(write(Mesh(positions: Self.head.positions), "cloud.ply"), landmarks()) == .badData)
    #expect(try kind(good, landmarks(), unit: .metres) == .badData)
    #expect(try kind(write(Self.head, "big.ply", .millimetres), landmarks(), unit: .centimetres) == .badData)
    var points = Self.points
    points["sellion"] = [0, 120, 0]
    #expect(try kind(good, landmarks(points)) == .badData)
    points["sellion"] = [58, 1, 0]
    #expect(try kind(good, landmarks(points)) == .badData)
    points = ["sellion": [0, 73, 0], "tragion_left": [58, 0, 0], "tragion_right": [-58, 0, 0]]
    #expect(try kind(good, landmarks(points)) == .badData)
    let clicks = folder.url.appendingPathComponent("clicks.json")
    try Data("{\"landmarks\": {\"sellion\": [{\"frame\": \"1\", \"pixel\": [1, 2]}]}}".utf8).write(to: clicks)
    #expect(kind(good, clicks) == .badConfiguration)
  }

  @Test func aMissingLandmarkWithholdsInsteadOfFailing() throws {
    var points = Self.points
    points["sellion"] = nil
    let measured = try MeshMeasurement.measure(meshFile: write(Self.head, "head.ply"), landmarkFile: landmarks(points))
    #expect(measured.result.status == .incomplete)
    #expect(measured.result.findings.withheld.map(\.code) == [.landmarksNotPicked])
  }
}

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
