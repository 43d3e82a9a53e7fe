import Diagnostics
import Foundation
import TestSupport
import Testing

/// `report`: the report of a result, made again.
@Suite struct ReportTests {
  let workspace: Workspace
  private var folder: URL { workspace.output }
  private var page: URL { folder.appendingPathComponent("report.html") }

  init() throws {
    workspace = try Workspace()
    try FileManager.default.copyItem(at: try SampleRecording.measured.get(), to: workspace.output)
  }

  private func report(_ more: String...) throws -> Command.Outcome { try Command.run(["report", folder.path] + more) }

  private func text(_ file: URL) throws -> String { String(decoding: try Data(contentsOf: file), as: UTF8.self) }

  static func isInstalled(_ programs: String...) -> Bool {
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    return programs.allSatisfy { program in
      folders.contains { FileManager.default.isExecutableFile(atPath: "\($0)/\(program)") }
    }
  }

  static let printsPages = isInstalled("weasyprint", "pdfinfo", "pdffonts", "pdftotext")
  static let drawsPictures = isInstalled("rsvg-convert")

  @Test func theSameResultGivesTheSamePage() throws {
    let first = try Data(contentsOf: page)
    let outcome = try report()
    #expect(outcome.status == 0 && outcome.stdout.isEmpty, Comment(rawValue: outcome.narration))
    #expect(outcome.narration == "written to \(page.path)\n")
    #expect(try Data(contentsOf: page) == first, "as reconstruct wrote it")
    #expect(try report("--language", "de").status == 0)
    #expect(try text(page).contains("<html lang=\"de\">"))
    #expect(try report("--language", "en").status == 0)
    #expect(try Data(contentsOf: page) == first)
    #expect(first.count < 4_000_000)
  }

  /// But for the names of formats and what three.js says in its own code.
  @Test func thePageAsksForNothing() throws {
    let html = try text(page)
    var own = html
    while let start = own.range(of: "<script>/*! three.js"),
      let end = own.range(of: "</script>", range: start.upperBound..<own.endIndex)
    {
      own.removeSubrange(start.lowerBound..<end.upperBound)
    }
    for address in own.matches(of: /https?:\/\/[^\s"'<)]*/) {
      #expect(address.0.hasPrefix("http://www.w3.org/"), "\(address.0)")
    }
    #expect(html.contains("http-equiv=\"Content-Security-Policy\" content=\"default-src &#39;none&#39;"))
    #expect(!html.contains(" src=") && !html.contains("<link") && !html.contains("@import"))
    #expect(!html.contains(folder.deletingLastPathComponent().path), "no path of the machine")
  }

  /// The frame of a scan without landmarks is not that of a head.
  @Test func withoutLandmarksNoSideIsNamed() throws {
    let target = workspace.file("r.html")
    let outcome = try Command.run("report", try SampleRecording.result.get().path, "--html", target.path)
    #expect(outcome.status == 0, Comment(rawValue: outcome.narration))
    let html = try text(target)
    #expect(html.contains("<figcaption>View 1</figcaption>") && !html.contains("<figcaption>Front</figcaption>"))
    #expect(try text(page).contains("<figcaption>Front</figcaption>"))
  }

  @Test func whoAndWhenAreStated() throws {
    let result = try ResultFile(Data(contentsOf: folder.appendingPathComponent("result.json")))
    #expect(result["scan.subject"] as? String == "P017" && result["scan.date"] as? String == "2026-03-14")
    #expect(result["scan.age_months"] as? Double == 5.5 && result["norm.age_months"] as? Double == 5.5)
    #expect((result["provenance.inputs"] as? [String: Any])?["scan"] != nil)
    #expect(try text(page).contains("<bdi>P017</bdi>") && text(page).contains("<bdi>2026-03-14</bdi>"))
    #expect(try report("--subject", "Q1", "--session", "3", "--operator", "B").status == 0)
    let html = try text(page)
    #expect(html.contains("<bdi>Q1</bdi>") && html.contains("<bdi>3</bdi>") && html.contains("<bdi>2026-03-14</bdi>"))
    #expect(!html.replacing(/base64,[^"')]*/, with: "").contains("P017"), "but by chance in a picture")
  }

  @Test func clicksAndPicturesComeWithTheResult() throws {
    let result = try ResultFile(Data(contentsOf: folder.appendingPathComponent("result.json")))
    let clicks = try #require(result["landmarks.sellion.clicks"] as? [[String: Any]])
    #expect(clicks.count == result["landmarks.sellion.evidence"] as? Int)
    #expect(clicks.allSatisfy { ($0["residual_mm"] as? Double).map { $0 < 3 } == true && $0["used"] as? Bool == true })
    #expect((result["pictures.frames.cells"] as? [Any])?.count == 12)
    for name in ["clicks.jpg", "frames.jpg"] {
      let bytes = try Data(contentsOf: folder.appendingPathComponent(name))
      #expect(bytes.starts(with: [0xFF, 0xD8]) && bytes.count < 400_000)
      #expect(try text(page).contains(bytes.base64EncodedString()), "\(name)")
    }
  }

  @Test(
    .enabled(
      if: FileManager.default.fileExists(atPath: "/usr/share/javascript/three"),
      "needs libjs-three, which is absent here"))
  func aDefacedPageHasNoPhotograph() throws {
    let file = workspace.file("defaced.html")
    #expect(try report("--deface", "--html", file.path).status == 0)
    let html = try text(file)
    #expect(!html.contains("data:image/jpeg") && !html.contains("base64,/9j/"), "the first bytes of a JPEG")
    #expect(html.contains("The face is left out."))
    let scene = try #require(html.range(of: "id=\"scene\">"))
    let end = try #require(html.range(of: "</script>", range: scene.upperBound..<html.endIndex))
    let root =
      try JSONSerialization.jsonObject(with: Data(html[scene.upperBound..<end.lowerBound].utf8)) as? [String: Any]
    #expect(root?["color"] is NSNull)
    #expect((root?["landmarks"] as? [[String: Any]])?.contains { $0["key"] as? String == "sellion" } == false)
  }

  @Test func anEarlierFolderHasAReport() throws {
    for name in ["section.json", "clicks.jpg", "frames.jpg"] {
      try FileManager.default.removeItem(at: folder.appendingPathComponent(name))
    }
    let file = folder.appendingPathComponent("result.json")
    var root = try #require(try JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: Any])
    root["pictures"] = nil
    root["scan"] = nil
    var landmarks = try #require(root["landmarks"] as? [String: Any])
    for key in landmarks.keys {
      if var entry = landmarks[key] as? [String: Any] {
        entry["clicks"] = nil
        landmarks[key] = entry
      }
    }
    root["landmarks"] = landmarks
    try JSONSerialization.data(withJSONObject: root).write(to: file)
    #expect(try report().status == 0)
    var html = try text(page)
    for part in ["section.json is missing", "No frames", "not stated", "was changed after it was written", "CVAI"] {
      #expect(html.contains(part), "\(part)")
    }
    try FileManager.default.removeItem(at: folder.appendingPathComponent("mesh.ply"))
    #expect(try report().status == 0)
    html = try text(page)
    #expect(html.contains("There is no surface to show.") && html.contains("mesh.ply could not be used"))
    try Data("ply\nnonsense".utf8).write(to: folder.appendingPathComponent("mesh.ply"))
    #expect(try report().status == 0)
  }

  @Test(arguments: [
    "<script>alert(1)</script>", "\"><img src=x onerror=alert(1)>", "../../etc/passwd", "שלום \u{202E}abc",
    String(repeating: "long", count: 2500),
  ]) func whatIsStatedStaysText(_ name: String) throws {
    #expect(try report("--subject", name, "--device", name, "--operator", name).status == 0)
    let html = try text(page)
    #expect(!html.contains("<script>alert") && !html.contains("<img src=x") && !html.contains("\u{202E}"))
    #expect(!html.contains(String(repeating: "long", count: 50)))
    #expect(html.components(separatedBy: "<bdi>").count > 4)
  }

  @Test func whatIsWrongIsSaid() throws {
    try Command.run("report", workspace.file("none").path).expectFailure(66, says: ["none:", "result.json"])
    let empty = workspace.file("empty")
    try FileManager.default.createDirectory(at: empty, withIntermediateDirectories: false)
    try Command.run("report", empty.path).expectFailure(66, says: ["empty:", "result.json"])
    try Data(#"{"schema": "other/1"}"#.utf8).write(to: empty.appendingPathComponent("result.json"))
    try Command.run("report", empty.path).expectFailure(65, says: ["result.json:", "other/1"])
    for (option, value) in [
      ("--date", "2026-02-30"), ("--subject", " "), ("--operator", String(repeating: "x", count: 20_000)),
    ] {
      let wrong = try report(option, value)
      #expect(wrong.status == 64 && wrong.narration.contains(option), Comment(rawValue: wrong.narration))
    }
    let taken = workspace.file("taken.html")
    try Data("keep me".utf8).write(to: taken)
    try report("--html", taken.path).expectFailure(73, says: ["taken.html", "--force"])
    try report("--html", folder.appendingPathComponent("mesh.ply").path, "--force").expectFailure(
      73, says: ["mesh.ply", "input"])
    #expect(try text(taken) == "keep me")
    let same = try report("--html", taken.path, "--pdf", taken.path)
    #expect(same.status == 64)
  }

  @Test func aMissingProgramIsToldBeforeAnythingIsWritten() throws {
    let before = try Data(contentsOf: page)
    let run = { (option: String, target: URL) in
      try Running(["report", self.folder.path, "--language", "de", option, target.path], path: "/nowhere").outcome()
    }
    try run("--pdf", workspace.file("r.pdf")).expectFailure(
      69, says: ["weasyprint", "apt-get install weasyprint"], begins: "Fehler: ")
    try run("--figures", workspace.file("figures")).expectFailure(
      69, says: ["rsvg-convert", "librsvg2-bin"], begins: "Fehler: ")
    #expect(try Data(contentsOf: page) == before && workspace.leftBehind == ["out"])
  }

  @Test(
    .enabled(if: printsPages, "needs weasyprint and poppler-utils, which are absent here"), arguments: ["en", "de"])
  func paperHasTwoPages(_ language: String) throws {
    let (file, again) = (workspace.file("r.pdf"), workspace.file("r2.pdf"))
    let long = String(repeating: "Ein langer Name ", count: 100)
    for (target, more) in [
      (file, []), (again, []), (workspace.file("long.pdf"), ["--subject", long, "--device", long]),
    ] {
      let outcome = try Command.run(["report", folder.path, "--pdf", target.path, "--language", language] + more)
      #expect(outcome.status == 0, Comment(rawValue: outcome.narration))
      let info = try Command.shell("pdfinfo '\(target.path)'").text
      #expect(info.contains("Pages:           2\n") && info.contains("(A4)"), Comment(rawValue: info))
    }
    #expect(try Data(contentsOf: file) == Data(contentsOf: again))
    let fonts = try Command.shell("pdffonts '\(file.path)'").text.split(separator: "\n").dropFirst(2)
    #expect(!fonts.isEmpty && fonts.allSatisfy { $0.contains(/yes yes \S+ +[0-9]+ +0$/) }, "\(fonts)")
    let words = try Command.shell("pdftotext -layout '\(file.path)' -").text
    // The words for the state are longer in German, and leave room for the protocol's name only.
    let last = language == "en" ? ["wider than 3", "each point"] : ["Seite des Berichts", "jedem Punkt"]
    for word in last { #expect(words.contains(word), "\(word)") }
  }

  /// Every word of the paper, in every drawing: 9 pt of DejaVu Sans are 10.4 pt from the lowest to the highest line.
  @Test(
    .enabled(if: printsPages, "needs weasyprint and poppler-utils, which are absent here"), arguments: ["en", "de"])
  func nothingIsCutOffOrTooSmallOnPaper(_ language: String) throws {
    for result in [folder, try SampleRecording.result.get()] {
      try nothingIsCutOffOrTooSmall(on: result, Language(rawValue: language)!)
    }
  }

  private func nothingIsCutOffOrTooSmall(on result: URL, _ language: Language) throws {
    let (file, page) = (workspace.file("r.pdf"), workspace.file("r.html"))
    let outcome = try Command.run([
      "report", result.path, "--html", page.path, "--pdf", file.path, "--force", "--language", language.rawValue,
      "--session", "2", "--device", "phone",
    ])
    #expect(outcome.status == 0, Comment(rawValue: outcome.narration))
    let words = try Command.shell("pdftotext -bbox '\(file.path)' -").text.matches(
      of: /xMin="([0-9.]+)" yMin="([0-9.]+)" xMax="([0-9.]+)" yMax="([0-9.]+)">([^<]*)</)
    #expect(words.count > 200)
    let foot = 283.5 / 25.4 * 72  // of the sheets, in points; under it stand the notice and the number of the page
    let below = Set((language("report.notice") + " 1 / 2").split(separator: " ").map(String.init))
    for word in words {
      let box = [word.1, word.2, word.3, word.4].compactMap { Double($0) }
      #expect(box[3] - box[1] > 10.3, "\(word.5) is too small: \(box)")
      #expect(box[3] < foot || below.contains(String(word.5)), "\(word.5) is cut off: \(box)")
      #expect(box[0] > 36 && box[2] < 595.3 - 36, "\(word.5) stands in the margin: \(box)")
    }
  }

  @Test(.enabled(if: drawsPictures, "needs rsvg-convert, which is absent here")) func drawingsAreFiles() throws {
    let target = workspace.file("figures")
    let outcome = try report("--figures", target.path)
    #expect(outcome.status == 0, Comment(rawValue: outcome.narration))
    let list = try ResultFile(Data(contentsOf: target.appendingPathComponent("figures.json")))
    let figures = try #require(list["figures"] as? [[String: String]])
    #expect(figures.count == 16 && list["schema"] as? String == "calvaria/figures/1")
    for figure in figures {
      let name = try #require(figure["name"])
      #expect(try text(target.appendingPathComponent(name + ".svg")).contains("<svg "))
      let png = try Data(contentsOf: target.appendingPathComponent(name + ".png"))
      #expect(png.starts(with: [0x89, 0x50, 0x4E, 0x47]) && png.count > 500, "\(name)")
    }
    try report("--figures", target.path).expectFailure(73, says: ["figures", "--force"])
    #expect(try report("--figures", target.path, "--force").status == 0)
  }

  @Test func aMeasuredMeshHasAReport() throws {
    let target = workspace.file("mesh-result")
    let outcome = try workspace.measure(EllipsoidHead.text, ["--units", "mm", "-o", target.path, "--subject", "M1"])
    #expect(outcome.status == 0 && outcome.narration.contains("written to"), Comment(rawValue: outcome.narration))
    let names = try FileManager.default.contentsOfDirectory(atPath: target.path).sorted()
    #expect(names == ["mesh.ply", "report.html", "result.json", "section.json"])
    let file = target.appendingPathComponent("report.html")
    let first = try Data(contentsOf: file)
    #expect(try Command.run("report", target.path).status == 0)
    #expect(try Data(contentsOf: file) == first)
    let html = try text(file)
    #expect(html.contains("<bdi>M1</bdi>") && html.contains("a mesh, no recording") && html.contains("class=\"ray\""))
    let copy = workspace.file("copy")
    try FileManager.default.copyItem(at: target, to: copy)
    #expect(try Command.run("compare", target.path, copy.path).status == 0, "the folder is a result like any other")
    let clash = try workspace.measure(EllipsoidHead.text, ["-o", target.path, "--all-protocols"])
    #expect(clash.status == 64)
  }

  @Test func aDescriptionThatIsNoneStopsTheScan() throws {
    let workspace = try Workspace(SampleRecording.glimpse)
    try workspace.write("scan.json", #"{"subjct": "P"}"#)
    try Command.run("reconstruct", workspace.recording.path, "-o", workspace.output.path)
      .expectFailure(78, says: ["scan.json", "subjct", "Docs/formats/scan.md"])
  }
}
