import Foundation
import Geometry
import PointClouds
import TestSupport
import Testing

/// `compare` with several visits: an ellipsoid that grows by 2 % each time and whose shear changes its side.
@Suite struct CompareVisitsTests {
  let workspace: Workspace
  private static let shears = [-0.03, 0.0, 0.03]

  init() throws {
    workspace = try Workspace()
    for visit in try Self.visits.get() { try write(visit) }
  }

  /// The three visits, measured once for all tests.
  private static let visits = Result {
    try shears.enumerated().map { try visit("visit\($0)", shear: $1, scale: 1 + 0.02 * Double($0)) }
  }

  /// A mesh, its landmarks, and what `measure` says of them.
  private struct Visit {
    let name: String
    let mesh, landmarks, result: Data

    /// Measures the mesh of any head in mm.
    init(
      _ name: String, _ vertices: [[Double]], _ faces: [[Int]], _ points: [(String, [Double])], observer: String? = nil
    ) throws {
      let entries = points.map { "\"\($0)\": {\"point_mm\": \($1), \"sd_mm\": 0.5}" }
      let picked = observer.map { ", \"picked\": {\"by\": \"\($0)\"}" } ?? ""
      (self.name, mesh) = (name, Data(EllipsoidHead.ply(vertices, faces).utf8))
      landmarks = Data("{\"landmarks\": {\(entries.joined(separator: ", "))}\(picked)}".utf8)
      let folder = try TemporaryFolder()
      let files = ["ply", "json"].map { folder.url.appendingPathComponent("\(name).\($0)") }
      for (file, content) in zip(files, [mesh, landmarks]) { try content.write(to: file) }
      let measured = try Command.run(
        "measure", files[0].path, "--landmarks", files[1].path, "--units", "mm", "--json")
      try #require(measured.status == 0, Comment(rawValue: measured.narration))
      result = measured.stdout
    }
  }

  private static func visit(
    _ name: String, shear k: Double, scale: Double, observer: String? = nil
  ) throws -> Visit {
    let points = [("sellion", [0, 75.0, 0]), ("tragion_left", [-60.0, 0, 0]), ("tragion_right", [60.0, 0, 0])]
    return try Visit(
      name, EllipsoidHead.vertices.map { [($0[0] + k * $0[1]) * scale, $0[1] * scale, $0[2] * scale] },
      EllipsoidHead.faces, points.map { ($0, $1.map { $0 * scale }) }, observer: observer)
  }

  /// Writes a visit's mesh and landmarks, and the folder that `reconstruct` would have made of them.
  private func write(_ visit: Visit) throws {
    try visit.mesh.write(to: workspace.file("\(visit.name).ply"))
    try visit.landmarks.write(to: workspace.file("\(visit.name).json"))
    let folder = workspace.file(visit.name)
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try visit.result.write(to: folder.appendingPathComponent("result.json"))
    try visit.mesh.write(to: folder.appendingPathComponent("mesh.ply"))
  }

  /// States something of a visit in its result.
  private func state(_ name: String, _ scan: [String: String]) throws {
    let file = workspace.file(name).appendingPathComponent("result.json")
    var root = try #require(JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: Any])
    root["scan"] = scan
    try JSONSerialization.data(withJSONObject: root).write(to: file)
  }

  private func path(_ name: String) -> String { workspace.file(name).path }
  private var folders: [String] { (0..<3).map { path("visit\($0)") } }

  private func json(_ arguments: [String]) throws -> ResultFile {
    let outcome = try Command.run(["compare", "--json"] + arguments)
    #expect(outcome.status == 0, Comment(rawValue: outcome.narration))
    return try ResultFile(outcome.stdout)
  }

  /// The signed CVAI of the sheared ellipse: see `SignedChangeTests`.
  private static func signedCVAI(_ k: Double) -> Double {
    let radius = { (degrees: Double) in
      let (s, f) = (sin(degrees * .pi / 180), cos(degrees * .pi / 180))
      return 1 / (pow((s - k * f) / 60, 2) + pow(f / 75, 2)).squareRoot()
    }
    let (left, right) = (radius(-30), radius(30))
    return 100 * (left - right) / max(left, right)
  }

  @Test func growthShapeAndSideAreFoundVisitByVisit() throws {
    let result = try json(folders)
    let comparisons = try #require(result["comparisons"] as? [[String: Any]])
    #expect(comparisons.map { "\($0["a"]!)\($0["b"]!)" } == ["AB", "AC", "BC"])
    for (comparison, pair) in zip(comparisons, [(0, 1), (0, 2), (1, 2)]) {
      let part = try ResultFile(JSONSerialization.data(withJSONObject: comparison))
      let growth = (1 + 0.02 * Double(pair.1)) / (1 + 0.02 * Double(pair.0))
      // A shear by k is no growth: it changes the scale by k² at most.
      #expect(abs(try #require(part["growth.value"] as? Double) - growth) < 0.002, "\(pair)")
      let signed = Self.signedCVAI(Self.shears[pair.1]) - Self.signedCVAI(Self.shears[pair.0])
      #expect(abs(try #require(part["changes.cvai.signed.change"] as? Double) - signed) < 0.15, "\(pair)")
      #expect(part["changes.cvai.signed.detected"] as? Bool == true)
      // A shear of k moves the surface by less than k times half the length.
      let shape = try #require(part["vault.shape.rms_mm"] as? Double)
      #expect(shape > 0.2 && shape < 75 * abs(Self.shears[pair.1] - Self.shears[pair.0]), "\(pair)")
    }
    #expect(result["changes.cvai.detected"] as? Bool == false, "without its side nothing has changed")
    #expect(result["a.name"] as? String == "visit0")
    #expect(result["b.name"] as? String == "visit2")
    #expect(result["growth.value"] as? Double == (comparisons[1]["growth"] as? [String: Any])?["value"] as? Double)
    let visits = try #require(result["visits"] as? [[String: Any]])
    #expect(visits.compactMap { $0["label"] as? String } == ["A", "B", "C"])
    #expect(result["order"] as? String == "given")
  }

  /// Values as the version before several visits gave them for the first two; intervals with observers, who are not stated.
  @Test func theNumbersOfTwoScansAreThoseOfBefore() throws {
    let meshes = ["visit0", "visit1"].map { path($0 + ".ply") }
    let result = try json(
      meshes + ["--landmarks-a", path("visit0.json"), "--landmarks-b", path("visit1.json"), "--units-a", "mm"]
        + ["--units-b", "mm"])
    let expected: [(String, [Double])] = [
      ("growth.value", [1.0201]), ("growth.ci95", [1.0158, 1.0244]), ("registration.rms_mm", [0.576]),
      ("registration.inlier_share", [0.9315]), ("changes.cvai.change", [-3.4845]),
      ("changes.cvai.ci95", [-5.3537, -0.8503]), ("changes.cvai.smallest_detectable", [2.6342]),
      ("changes.width.change", [2.2887]), ("changes.width.ci95", [0.7388, 3.7554]),
      ("changes.circumference.smallest_detectable", [3.0902]), ("changes.volume.change", [51.7851]),
      ("changes.volume.ci95", [16.9274, 86.628]), ("changes.oclr.ci95", [-5.9058, -0.9518]),
      ("changes.ear_shift.ci95", [-7.9071, 7.9063]), ("vault.distance.mean_mm", [1.525]),
      ("vault.shape.rms_mm", [0.54]), ("regions.back-left.distance.p95_mm", [2.376]),
    ]
    for (key, values) in expected {
      let found = (result[key] as? [Double]) ?? (result[key] as? Double).map { [$0] }
      #expect(found == values, "\(key)")
    }
  }

  @Test func datesPutTheVisitsInOrder() throws {
    let dated = ["2026-09-01", "2026-03-14", "2026-06-10T09:30"].flatMap { ["--date", $0] }
    let result = try json([folders[2], folders[0], folders[1]] + dated)
    let visits = try #require(result["visits"] as? [[String: Any]])
    #expect(visits.compactMap { $0["name"] as? String } == ["visit0", "visit1", "visit2"])
    #expect(visits.compactMap { $0["date"] as? String } == ["2026-03-14", "2026-06-10T09:30", "2026-09-01"])
    #expect(result["order"] as? String == "date")
    #expect((result["notes"] as? [String])?.contains { $0.contains("order of their dates") } == true)
    // Dates of the results do the same.
    for (name, date) in [("visit0", "2026-03-14"), ("visit1", "2026-06-10"), ("visit2", "2026-09-01")] {
      try state(name, ["date": date, "subject": "K-17"])
    }
    let stated = try json([folders[2], folders[0], folders[1]])
    #expect(stated["order"] as? String == "date")
    #expect(stated["a.name"] as? String == "visit0")
    #expect(stated["growth.value"] as? Double == result["growth.value"] as? Double)
    // With one missing they stand as given, and that is said.
    try state("visit1", ["subject": "K-17"])
    let partly = try json([folders[2], folders[0], folders[1]])
    #expect(partly["order"] as? String == "given")
    #expect(partly["a.name"] as? String == "visit2")
    #expect((partly["notes"] as? [String])?.contains { $0.hasPrefix("1 of 3 scans have no date") } == true)
  }

  /// What one observer does wrong twice cancels; two who are not known to be one count twice, whoever held the phone.
  @Test func oneObserverDetectsSmallerChanges() throws {
    let detectable = { (names: [String?]) throws -> Double in
      for (index, name) in names.enumerated() {
        try write(
          Self.visit("visit\(index)", shear: Self.shears[index], scale: 1 + 0.02 * Double(index), observer: name))
        try state("visit\(index)", ["operator": "Kim", "subject": "K-17"])
      }
      let result = try json(Array(folders[0...1]))
      return try #require(result["changes.cvai.signed.smallest_detectable"] as? Double)
    }
    let (one, two, unknown) = (
      try detectable(["Kim", "Kim"]), try detectable(["Kim", "Lee"]), try detectable([nil, nil])
    )
    #expect(one > 1, "\(one) and \(two)")
    #expect(one < 0.8 * two, "\(one) and \(two)")
    #expect(unknown == two)
  }

  @Test func meshesTakeTheirLandmarksAndUnitsInOrder() throws {
    let meshes = (0..<3).map { path("visit\($0).ply") }
    let landmarks = (0..<3).flatMap { ["--landmarks", path("visit\($0).json")] }
    let result = try json(meshes + landmarks + ["--units", "mm"])
    #expect(abs(try #require(result["growth.value"] as? Double) - 1.04) < 0.002)
    // A folder between them has its own.
    let mixed = try json(
      [meshes[0], folders[1], meshes[2], "--units", "mm"] + landmarks[0...1] + landmarks[4...5])
    #expect(mixed["growth.value"] as? Double == result["growth.value"] as? Double)
  }

  @Test func theFirstAndTheLastOfTwoAreTheSameAsWithoutAThird() throws {
    let (two, three) = (try json([folders[0], folders[2]]), try json(folders))
    for key in ["growth", "changes", "vault", "regions", "registration", "protocol", "a"] {
      let part = { (result: ResultFile) in
        try JSONSerialization.data(withJSONObject: try #require(result[key]), options: [.sortedKeys])
      }
      #expect(try part(two) == part(three), "\(key)")
    }
  }

  @Test func otherSubjectsAreNotCompared() throws {
    try state("visit0", ["subject": "K-17"])
    try state("visit1", ["subject": "<script>alert(1)</script>"])
    let outcome = try Command.run(["compare", folders[0], folders[1], "-o", path("change")])
    #expect(outcome.status == 2)
    #expect(outcome.text.contains("A of \"K-17\", B of \"<script>alert(1)</script>\""))
    let result = try ResultFile(Data(contentsOf: workspace.file("change").appendingPathComponent("compare.json")))
    #expect(result["growth.value"] == nil)
    #expect(result["changes.cvai.change"] == nil)
    #expect(result["changes.cvai.code"] as? String == "comparison.different_subjects")
    // A third visit of the first child does not make it right.
    let three = try Command.run(["compare", folders[0], folders[1], folders[2], "--json"])
    #expect(three.status == 2)
    #expect(try ResultFile(three.stdout)["compared.state"] as? String == "measured")
  }

  @Test func hostileNamesAppearAsText() throws {
    let names = [
      "<script>alert(1)</script>\"'&<b>../../etc/passwd\u{202E}drow", String(repeating: "x", count: 10_000),
    ]
    for name in names {
      try state(
        "visit0", ["subject": name, "session": name, "operator": name, "device": name, "date": "2026-03-14"])
      try state("visit1", ["subject": name, "operator": name, "date": name])
      let outcome = try Command.run(["compare"] + folders + ["-o", path("change"), "--force", "--language", "de"])
      #expect([0, 2].contains(outcome.status), Comment(rawValue: outcome.narration))
      let page = try String(contentsOf: workspace.file("change").appendingPathComponent("report.html"), encoding: .utf8)
      #expect(!page.contains("<script>alert"))
      #expect(!page.contains("<b>"))
      #expect(!page.contains("\u{202E}"))
      #expect(!page.contains(String(repeating: "x", count: 200)))
    }
  }

  @Test func thePageHasAllVisitsAndNothingOfTheMachine() throws {
    let output = workspace.file("change")
    let outcome = try Command.run(["compare"] + folders + ["-o", output.path])
    #expect(outcome.status == 0, Comment(rawValue: outcome.narration))
    let page = try String(contentsOf: output.appendingPathComponent("report.html"), encoding: .utf8)
    #expect(page.components(separatedBy: "<figure class=\"trend\"").count == 7)
    // Five sides of two later visits, at their own sizes and at one size.
    #expect(page.components(separatedBy: "data:image/png;base64,").count == 21)
    #expect(page.contains("▼"))
    #expect(page.contains("A → B"))
    #expect(page.contains("not stated"))
    #expect(!page.contains(workspace.output.deletingLastPathComponent().path), "no path of the machine")
    #expect(page.contains("http-equiv=\"Content-Security-Policy\" content=\"default-src &#39;none&#39;"))
    #expect(!page.contains("src=\"http"))
    #expect(!page.contains("<link"))
    #expect(!page.contains("@import"))
    #expect(page.utf8.count < 4_000_000)
    #expect(outcome.text.split(separator: "\n").last?.contains("CVAI") == true)
    let again = try Command.run(["compare"] + folders + ["-o", output.path, "--force", "--all"])
    #expect(again.text.contains("since the one before"))
    #expect(try String(contentsOf: output.appendingPathComponent("report.html"), encoding: .utf8) == page)
  }

  /// With the sellion at (0, s, 0), the face has y > s/3 and z < s/5 (``HeadScene/defaced()``). The frame of the pictures is
  /// that of the first head; the fit turns the last one by some tenths of a millimetre.
  @Test func theFaceIsLeftOutWhereThatIsAsked() throws {
    let (face, scales) = (AnalyticFace(), [1, 1.02])
    let ears = [-1.0, 1].map { face.point([0.062 * $0, -0.004, -0.020]) }
    let mesh = face.mesh()
    for scale in scales {
      let mm = { (p: SIMD3<Double>) in [p.x, p.y, p.z].map { $0 * 1000 * scale } }
      try write(
        Visit(
          "face\(scale)", mesh.positions.map(mm), mesh.triangles.map { [Int($0.x), Int($0.y), Int($0.z)] },
          [("sellion", mm(face.sellion)), ("tragion_left", mm(ears[0])), ("tragion_right", mm(ears[1]))]))
    }
    let (whole, part) = (workspace.file("whole"), workspace.file("part"))
    for (output, more) in [(whole, []), (part, ["--deface"])] {
      let outcome = try Command.run(["compare"] + scales.map { path("face\($0)") } + ["-o", output.path] + more)
      #expect(outcome.status == 0, Comment(rawValue: outcome.narration))
    }
    let s = Float((face.sellion - (ears[0] + ears[1]) / 2).length * 1000 * scales[1])
    let isFace = { (point: SIMD3<Float>) in point.y > s / 3 + 1 && point.z < s / 5 - 1 }
    let (all, shown) = (try vertices(whole), try vertices(part))
    #expect(all.contains { isFace($0) })
    #expect(!shown.contains { isFace($0) })
    // All else is there, but for what lies beside the cut.
    let rest = all.filter { $0.y < s / 3 - 8 || $0.z > s / 5 + 8 }
    #expect(Set(rest).subtracting(shown).isEmpty)
    #expect(shown.count < all.count)
    let json = { (folder: URL) in try Data(contentsOf: folder.appendingPathComponent("compare.json")) }
    #expect(try json(whole) == json(part))
  }

  /// A head without a nose: whoever asks for a page to be passed on gets none.
  @Test func aFaceThatIsNotFoundIsNotTakenForLeftOut() throws {
    let output = workspace.file("part")
    let calls = [
      ["compare"] + folders + ["-o", output.path], ["report", folders[0], "--html", output.path],
    ]
    for call in calls {
      try Command.run(call + ["--deface"]).expectFailure(65, says: ["visit", "face", "--deface"])
      #expect(!FileManager.default.fileExists(atPath: output.path))
    }
  }

  /// The places of a binary PLY whose vertices begin with three floats.
  private func vertices(_ folder: URL) throws -> [SIMD3<Float>] {
    let bytes = try Data(contentsOf: folder.appendingPathComponent("distance.ply"))
    let end = try #require(bytes.range(of: Data("end_header\n".utf8)))
    let header = String(decoding: bytes[..<end.lowerBound], as: UTF8.self).split(separator: "\n")
    let count = try #require(header.first { $0.hasPrefix("element vertex ") }.flatMap { Int($0.dropFirst(15)) })
    let properties = header.drop { !$0.hasPrefix("element vertex") }.dropFirst().prefix { $0.hasPrefix("property") }
    let stride = properties.reduce(0) { $0 + ($1.hasPrefix("property float") ? 4 : 1) }
    return (0..<count).map { index in
      let start = end.upperBound + index * stride
      let value = { (k: Int) in
        bytes[(start + 4 * k)..<(start + 4 * k + 4)].withUnsafeBytes { $0.loadUnaligned(as: Float.self) }
      }
      return [value(0), value(1), value(2)]
    }
  }

  @Test(.enabled(if: ReportTests.printsPages, "needs weasyprint and poppler-utils, which are absent here"))
  func paperHasTwoPagesAndAThirdForMoreFindings() throws {
    for (index, language) in ["en", "de"].enumerated() {
      let file = workspace.file("\(language).pdf")
      let visits = index == 0 ? folders : Array(folders.prefix(2))
      let outcome = try Command.run(["compare"] + visits + ["--pdf", file.path, "--language", language])
      #expect(outcome.status == 0, Comment(rawValue: outcome.narration))
      let info = try Command.shell("pdfinfo '\(file.path)'").text
      let words = try Command.shell("pdftotext -layout '\(file.path)' -").text
      // What the first page points to is there.
      let pointsOn = words.contains(language == "en" ? /under\s+Findings/ : /unter\s+den\s+Befunden/)
      #expect(info.contains("Pages:           \(pointsOn ? 3 : 2)\n"), Comment(rawValue: info))
      #expect(info.contains("(A4)"), Comment(rawValue: info))
      #expect(!pointsOn || words.contains(language == "en" ? /\n *Findings *\n/ : /\n *Befunde *\n/))
      let second = try Command.shell("pdftotext -f 2 -l 2 -layout '\(file.path)' -").text
      #expect(second.contains(language == "en" ? "Head shape compared" : "Kopfform"), "whose it is")
      // The last words of each sheet are there: nothing is cut off at its foot.
      for word in language == "en" ? ["at one size", "fit RMS, mm"] : ["bei gleicher Größe", "Passung RMS, mm"] {
        #expect(words.contains(word), "\(word)")
      }
    }
    try Command.run(["compare"] + folders + ["--pdf", path("en.pdf")]).expectFailure(73, says: ["en.pdf", "--force"])
  }

  /// A wrong call is told in a line, with the usage below it.
  private func refusal(_ arguments: String...) throws -> String {
    let outcome = try Command.run(["compare"] + arguments)
    #expect(outcome.status == 64, Comment(rawValue: outcome.narration))
    #expect(outcome.stdout.isEmpty, Comment(rawValue: outcome.narration))
    return outcome.narration
  }

  @Test func wrongCallsAreExplained() throws {
    let (a, b, mesh, landmarks) = (folders[0], folders[1], path("visit0.ply"), path("visit0.json"))
    #expect(try refusal(a).contains("expected at least two scans, found 1;"))
    #expect(try refusal().contains("expected at least two scans, found 0;"))
    #expect(try refusal(a, b, a).contains("visit0: expected different scans, found this one twice;"))
    #expect(try refusal(a, path("visit0/../visit0")).contains("this one twice"))
    #expect(try refusal(a, b, "--date", "2026-02-30", "--date", "2026-03-01").contains("'2026-02-30' is invalid"))
    #expect(try refusal(a, b, "--date", "2026-03-01").contains("--date: expected one for each, 2 in all, found 1"))
    #expect(
      try refusal(mesh, b, "--landmarks", landmarks, "--landmarks", "b")
        .contains("--landmarks: expected one for each, 1 in all, found 2"))
    #expect(
      try refusal(mesh, b, "--landmarks", landmarks, "--landmarks-a", landmarks).contains("--landmarks, --landmarks-a"))
    #expect(try refusal(a, b, "-o", path("out2"), "--pdf", path("out2/r.pdf")).contains("--pdf"))
    try Command.run("compare", a, b, path("none")).expectFailure(66, says: ["none"])
  }

  @Test func optionsAreReadAndStated() throws {
    let file = workspace.file("options.json")
    try Data("{\"comparison\": {\"largest_residual_m\": 0.00001}}".utf8).write(to: file)
    let outcome = try Command.run(["compare", folders[0], folders[1], "--options", file.path, "--json"])
    #expect(outcome.status == 2)
    let result = try ResultFile(outcome.stdout)
    #expect(result["provenance.options.changed"] as? String == "comparison.largest_residual_m 1e-05")
    #expect(try json([folders[0], folders[1]])["provenance.options.changed"] == nil)
    try Data("{\"comparison\": {\"largest_residual_m\": 1}}".utf8).write(to: file)
    try Command.run("compare", folders[0], folders[1], "--options", file.path)
      .expectFailure(78, says: ["comparison.largest_residual_m", "0.02"])
  }
}
