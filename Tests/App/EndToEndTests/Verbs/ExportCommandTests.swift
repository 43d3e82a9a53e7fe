import Foundation
import Geometry
import PointClouds
import TestSupport
import Testing

/// `export`: a result for other programs.
@Suite struct ExportCommandTests {
  let workspace: Workspace
  private let result: URL
  private var output: URL { workspace.output }

  init() throws {
    workspace = try Workspace()
    result = try SampleRecording.measured.get()
  }

  private func export(_ more: String...) throws -> Command.Outcome {
    try Command.run(["export", result.path, "--output", output.path] + more)
  }

  private func names(_ folder: URL) throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
  }

  private func json(_ file: URL) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: Any])
  }

  private static let all = [
    "SHA256SUMS", "head.glb", "head.obj", "head.stl", "landmarks.mrk.json", "planes.mrk.json",
  ]

  @Test func everyFileIsWrittenAndItsDigestHolds() throws {
    let zip = workspace.file("head.zip")
    let outcome = try export("--zip", zip.path)
    #expect(outcome.status == 0 && outcome.stdout.isEmpty, Comment(rawValue: outcome.narration))
    #expect(outcome.narration == "written to \(output.path)\nwritten to \(zip.path)\n")
    #expect(try names(output) == Self.all)
    let check = try Command.shell("cd '\(output.path)' && sha256sum --check --strict SHA256SUMS")
    #expect(check.status == 0 && check.text.split(separator: "\n").count == Self.all.count - 1)
    // The ZIP has the same files, and its bytes are the same again.
    let unpacked = workspace.file("unpacked")
    let python = "import sys, zipfile; zipfile.ZipFile(sys.argv[1]).extractall(sys.argv[2])"
    #expect(try Command.shell("python3 -c '\(python)' '\(zip.path)' '\(unpacked.path)'").status == 0)
    #expect(try names(unpacked) == Self.all)
    for name in Self.all {
      #expect(
        try Data(contentsOf: unpacked.appendingPathComponent(name))
          == Data(contentsOf: output.appendingPathComponent(name)), "\(name)")
    }
    let again = workspace.file("again.zip")
    let alone = try Command.run("export", result.path, "--zip", again.path)
    #expect(alone.status == 0, Comment(rawValue: alone.narration))
    #expect(try Data(contentsOf: again) == Data(contentsOf: zip))
  }

  /// In LPS, in glTF with Y up: each corner of each triangle lies where it lies in the result, to the rounding of floats.
  @Test func everyMeshIsTheSurfaceOfTheResult() throws {
    #expect(try export().status == 0)
    let mesh = try MeshFile.read(result.appendingPathComponent("mesh.ply"))
    let lps = mesh.positions.map { $0 * [-1, -1, 1] }
    let obj = try MeshFile.read(output.appendingPathComponent("head.obj"))
    #expect(obj.positions.map { SIMD3<Float>($0) } == lps.map { SIMD3<Float>($0) })
    #expect(obj.triangles == mesh.triangles && obj.colors == mesh.colors && obj.colors.count == lps.count)
    #expect(zip(obj.normals, mesh.normals).allSatisfy { $0 == $1 * [-1, -1, 1] })
    #expect(obj.comments.contains("SPACE=LPS") && obj.comments.contains("unit mm"))
    let stl = try MeshFile.read(output.appendingPathComponent("head.stl"))
    let corners = { (mesh: MeshDocument, places: [Vector3]) in
      mesh.triangles.map { t in [t.x, t.y, t.z].map { places[Int($0)] } }
    }
    #expect(corners(stl, stl.positions) == corners(mesh, lps))
    let header = try Data(contentsOf: output.appendingPathComponent("head.stl")).prefix(80)
    #expect(header.starts(with: "SPACE=LPS; unit mm; Calvaria".utf8))
    let glb = try MeshFile.read(output.appendingPathComponent("head.glb"))
    #expect(glb.triangles == mesh.triangles && glb.positions.count == mesh.positions.count)
    for (a, b) in zip(glb.positions, mesh.positions) {
      #expect((a - Vector3(-b.x, b.z, b.y) / 1000).length < 3e-8)
    }
  }

  /// Both are in LPS: 3D Slicer puts a landmark where it lies on the mesh.
  @Test func landmarksHaveTheNumbersOfTheMesh() throws {
    #expect(try export().status == 0)
    let written = try ResultFile(Data(contentsOf: result.appendingPathComponent("result.json")))
    let mesh = try MeshFile.read(output.appendingPathComponent("head.stl"))
    let lists = try #require(
      try json(output.appendingPathComponent("landmarks.mrk.json"))["markups"] as? [[String: Any]])
    let points = try #require(lists[0]["controlPoints"] as? [[String: Any]])
    #expect(points.count >= 4)
    for point in points {
      let label = try #require(point["label"] as? String)
      let mm = try #require(written["landmarks.\(label.replacing(" ", with: "_")).mm"] as? [Double])
      let place = try #require(point["position"] as? [Double])
      #expect(place == [-mm[0], -mm[1], mm[2]], "\(label)")
      let at = Vector3(place[0], place[1], place[2])
      #expect(mesh.positions.contains { ($0 - at).length < 6 }, "\(label)")
    }
    let planes = try #require(
      try json(output.appendingPathComponent("planes.mrk.json"))["markups"] as? [[String: Any]])
    #expect(planes.map { $0["name"] as? String } == ["base plane", "section", "midline"])
    let height = try #require(written["section.height_mm"] as? Double)
    let middles = planes.compactMap {
      ($0["controlPoints"] as? [[String: Any]])?.first?["position"] as? [Double]
    }
    #expect(middles == [[0, 0, 0], [0, 0, height], [0, 0, 0]])
  }

  /// The landmarks of the export belong to its meshes, and to the result's own, which is RAS and says so.
  @Test func everyMeshMeasuresTheSameWithTheMarkups() throws {
    #expect(try export().status == 0)
    var found: [Double] = []
    for mesh in [result.appendingPathComponent("mesh.ply")]
      + ["head.stl", "head.obj"].map(output.appendingPathComponent)
    {
      let outcome = try Command.run(
        "measure", mesh.path, "--landmarks", output.appendingPathComponent("landmarks.mrk.json").path,
        "--cap-thickness-mm", "0", "--json")
      #expect(outcome.status == 0, Comment(rawValue: outcome.narration))
      found.append(try #require(try ResultFile(outcome.stdout)["measures.cvai.value"] as? Double))
    }
    for value in found { #expect(abs(value - found[0]) < 0.01, "\(found)") }
  }

  @Test func partsAreChosen() throws {
    #expect(try export("--as", "stl", "--as", "slicer").status == 0)
    #expect(try names(output) == ["SHA256SUMS", "head.stl", "landmarks.mrk.json", "planes.mrk.json"])
    #expect(try export("--as", "vrml").status == 64)
  }

  @Test func nothingIsOverwrittenUnasked() throws {
    #expect(try export("--as", "stl").status == 0)
    try export().expectFailure(73, says: [output.path, "--force"])
    #expect(try names(output) == ["SHA256SUMS", "head.stl"])
    #expect(try export("--force").status == 0)
    #expect(try names(output) == Self.all)
    let zip = workspace.file("kept.zip")
    try Data("mine".utf8).write(to: zip)
    try Command.run("export", result.path, "--zip", zip.path).expectFailure(73, says: ["kept.zip", "--force"])
    #expect(try Data(contentsOf: zip) == Data("mine".utf8))
    try Command.run("export", result.path, "--output", result.path, "--force").expectFailure(73, says: [result.path])
    try Command.run("export", result.path, "--zip", result.appendingPathComponent("mesh.ply").path, "--force")
      .expectFailure(73, says: ["mesh.ply", "input"])
    #expect(try Command.run("export", result.path).status == 64)
    #expect(try export("--zip", output.appendingPathComponent("a.zip").path).status == 64)
  }

  @Test func aResultWithoutAHeadFrameHasItsSurfaceAlone() throws {
    let scan = try SampleRecording.result.get()
    let outcome = try Command.run("export", scan.path, "--output", output.path, "--language", "de")
    #expect(outcome.status == 0, Comment(rawValue: outcome.narration))
    #expect(outcome.narration.contains("planes.mrk.json") && outcome.narration.contains("Kopfsystem"))
    #expect(try names(output) == ["SHA256SUMS", "head.glb", "head.obj", "head.stl"])
    let mesh = try MeshFile.read(scan.appendingPathComponent("mesh.ply"))
    let obj = try MeshFile.read(output.appendingPathComponent("head.obj"))
    #expect(obj.positions.map { SIMD3<Float>($0) } == mesh.positions.map { SIMD3<Float>($0) })
    #expect(!obj.comments.contains { $0.hasPrefix("SPACE") })
  }

  @Test func whatCannotBeReadIsRefused() throws {
    try Command.run("export", workspace.file("none").path, "--output", output.path)
      .expectFailure(66, says: ["none"])
    let copy = workspace.file("copy")
    try FileManager.default.copyItem(at: result, to: copy)
    let mesh = copy.appendingPathComponent("mesh.ply")
    var bytes = try Data(contentsOf: mesh)
    bytes[bytes.count - 40_000] ^= 1
    try bytes.write(to: mesh)
    let changed = try Command.run("export", copy.path, "--output", output.path, "-q")
    #expect(changed.status == 0 && changed.narration.contains("changed"), Comment(rawValue: changed.narration))
    try FileManager.default.removeItem(at: mesh)
    try Command.run("export", copy.path, "--output", workspace.file("b").path).expectFailure(66, says: ["mesh.ply"])
    #expect(try workspace.leftBehind == ["copy", "out"])
  }

  // MARK: DICOM

  static let wraps = ReportTests.isInstalled("pdf2dcm", "stl2dcm", "dcmdump", "dcm2pdf", "weasyprint")

  /// The attributes of a DICOM file by name.
  private func attributes(_ name: String, in folder: URL) throws -> [String: String] {
    let dump = try Command.shell("dcmdump --quiet '\(folder.appendingPathComponent(name).path)'")
    #expect(dump.status == 0, Comment(rawValue: dump.narration))
    let lines = dump.text.matches(
      of: /(?m)^ *\([0-9a-f,]+\) \w\w (?:\[(.*)\]|=(\w+)|\(no value available\)) +# +\d+, \d (\w+)$/)
    return Dictionary(lines.map { (String($0.3), String($0.1 ?? $0.2 ?? "")) }) { first, _ in first }
  }

  @Test(.enabled(if: wraps, "needs dcmtk and weasyprint, which are absent here"))
  func surfaceAndReportGoIntoDICOM() throws {
    let outcome = try export("--as", "dicom", "--as", "stl")
    #expect(outcome.status == 0, Comment(rawValue: outcome.narration))
    #expect(try names(output) == ["SHA256SUMS", "head.dcm", "head.stl", "report.dcm"])
    let (head, report) = (try attributes("head.dcm", in: output), try attributes("report.dcm", in: output))
    #expect(head["SOPClassUID"] == "EncapsulatedSTLStorage" && report["SOPClassUID"] == "EncapsulatedPDFStorage")
    for file in [head, report] {
      #expect(file["PatientID"] == "P017" && file["PatientName"] == "P017" && file["PatientSex"] == "F")
      #expect(file["StudyDate"] == "20260314" && file["InstanceCreationDate"] == "")
      #expect(file["MediaStorageSOPInstanceUID"] == file["SOPInstanceUID"])
      for key in ["StudyInstanceUID", "SeriesInstanceUID", "SOPInstanceUID"] {
        #expect(file[key]?.wholeMatch(of: /2\.25\.[1-9][0-9]{1,38}/) != nil, "\(key)")
      }
    }
    #expect(head["StudyInstanceUID"] == report["StudyInstanceUID"])
    #expect(head["SeriesInstanceUID"] != report["SeriesInstanceUID"])
    #expect(head["SOPInstanceUID"] != report["SOPInstanceUID"])
    #expect(head["CodeValue"] == "mm")
    // What is in them is what would stand beside them.
    let stl = try Data(contentsOf: output.appendingPathComponent("head.stl"))
    #expect(try Data(contentsOf: output.appendingPathComponent("head.dcm")).range(of: stl) != nil)
    let (pdf, printed) = (workspace.file("out.pdf"), workspace.file("printed.pdf"))
    let back = try Command.shell("dcm2pdf '\(output.path)/report.dcm' '\(pdf.path)'")
    #expect(back.status == 0, Comment(rawValue: back.narration))
    let html = workspace.file("r.html").path
    #expect(try Command.run("report", result.path, "--pdf", printed.path, "--html", html).status == 0)
    #expect(try Data(contentsOf: pdf) == Data(contentsOf: printed))
  }

  @Test(.enabled(if: wraps, "needs dcmtk and weasyprint, which are absent here"))
  func aSecondExportIsKnownForTheSame() throws {
    let (again, other) = (workspace.file("again"), workspace.file("other"))
    #expect(try export("--as", "dicom").status == 0)
    sleep(1)
    #expect(try Command.run("export", result.path, "--as", "dicom", "--output", again.path).status == 0)
    for name in ["head.dcm", "report.dcm"] {
      #expect(
        try Data(contentsOf: again.appendingPathComponent(name))
          == Data(contentsOf: output.appendingPathComponent(name)), "\(name)")
    }
    let odd = "-x; ü [1]"
    let outcome = try Command.run(
      "export", result.path, "--as", "dicom", "--output", other.path, "--subject=\(odd)", "--date", "2026-04-01")
    #expect(outcome.status == 0, Comment(rawValue: outcome.narration))
    let (head, first) = (try attributes("head.dcm", in: other), try attributes("head.dcm", in: output))
    #expect(head["PatientID"] == odd && head["StudyDate"] == "20260401")
    #expect(head["StudyInstanceUID"] != first["StudyInstanceUID"])
  }

  @Test func whatDICOMNeedsIsToldBeforeAnythingIsWritten() throws {
    let arguments = ["export", result.path, "--as", "dicom", "--output", output.path, "--language", "de"]
    try Running(arguments, path: "/nowhere").outcome().expectFailure(
      69, says: ["apt-get install"], begins: "Fehler: ")
    #expect(try workspace.leftBehind.isEmpty)
    guard Self.wraps else { return }
    let scan = try SampleRecording.result.get()
    try Command.run("export", scan.path, "--as", "dicom", "--output", output.path).expectFailure(
      64, says: ["--as dicom", "--subject"])
    try Command.run("export", result.path, "--as", "dicom", "--output", output.path, "--subject", "Doe^Jane")
      .expectFailure(64, says: ["--subject", "64", "Doe"])
    #expect(try workspace.leftBehind.isEmpty)
  }
}
