import Diagnostics
import Foundation
import Images
import Recordings
import TestSupport
import Testing

/// What `motion` writes beside its numbers: the report, pictures, a video; `report` and `compare` of its folders.
@Suite struct MotionReportTests {
  let workspace: Workspace
  private let knee = SharedMaterial.packageRoot.appendingPathComponent("Datasets/movements/knee.trc").path
  private var call: [String] { ["motion", knee, "--joint", "knee", "--side", "right", "--output"] }
  private var folder: URL { workspace.output }
  private var page: URL { folder.appendingPathComponent("report.html") }

  init() throws { workspace = try Workspace() }

  private func text(_ file: URL) throws -> String { String(decoding: try Data(contentsOf: file), as: UTF8.self) }

  /// A folder of a measurement.
  private func measured(_ name: String, _ more: [String] = []) throws -> URL {
    let folder = workspace.file(name)
    let outcome = try Command.run(call + [folder.path] + more)
    #expect(outcome.status == 0 || outcome.status == 2, Comment(rawValue: outcome.narration))
    return folder
  }

  /// A copy of the landmarks with every coordinate moved a little, so that it is another recording.
  private func other(_ name: String) throws -> String {
    let file = workspace.file(name)
    let lines = try String(contentsOfFile: knee, encoding: .utf8).split(
      separator: "\n", omittingEmptySubsequences: false)
    let moved = lines.map { line -> String in
      var fields = line.split(separator: "\t", omittingEmptySubsequences: false).map(String.init)
      guard fields.count > 40, Int(fields[0]) != nil else { return String(line) }
      for column in 2..<fields.count { if let value = Double(fields[column]) { fields[column] = "\(value + 0.25)" } }
      return fields.joined(separator: "\t")
    }
    try Data(moved.joined(separator: "\n").utf8).write(to: file)
    return file.path
  }

  /// The call with the first repeat of the movement alone.
  private func short() throws -> [String] {
    let file = workspace.file("short.trc")
    let lines = try String(contentsOfFile: knee, encoding: .utf8).split(
      separator: "\n", omittingEmptySubsequences: false)
    let head = lines.prefix(6).map { String($0).replacing("342", with: "130") }
    try Data((head + lines[6..<136].map(String.init)).joined(separator: "\n").appending("\n").utf8).write(to: file)
    return call.map { $0 == knee ? file.path : $0 }
  }

  @Test func theReportIsMadeAgainAsItWas() throws {
    let folder = try measured("out", ["--subject", "P017", "--date", "2026-03-14"])
    let first = try Data(contentsOf: page)
    #expect(first.count < 1_000_000)
    let html = String(decoding: first, as: UTF8.self)
    #expect(html.contains("<bdi>P017</bdi>"))
    #expect(html.contains("<bdi>2026-03-14</bdi>"))
    #expect(html.contains("4-0-118"))
    #expect(!html.contains(workspace.output.deletingLastPathComponent().path), "no path of the machine")
    #expect(try Command.run("report", folder.path, "--language", "de").status == 0)
    let german = try text(page)
    #expect(german.contains("<html lang=\"de\">"))
    #expect(german.contains("kein Medizinprodukt"))
    #expect(german.contains("Extension/Flexion"))
    let again = try Command.run("report", folder.path, "--language", "en")
    #expect(again.status == 0)
    #expect(again.stdout.isEmpty)
    #expect(try Data(contentsOf: page) == first)
    #expect(try Command.run("report", folder.appendingPathComponent("motion.json").path).status == 0)
    #expect(try Data(contentsOf: page) == first)
  }

  @Test func whatIsChangedIsRefused() throws {
    let folder = try measured("out")
    let file = folder.appendingPathComponent("motion.json")
    let whole = try text(file)
    for wrong in [
      whole.replacing("calvaria/motion/1", with: "calvaria/motion/9"),
      whole.replacing("\"ci95\" : [", with: "\"ci95\" : [ 1e9,"),
      String(whole.prefix(500)), "", String(repeating: "[", count: 200_000),
    ] {
      try Data(wrong.utf8).write(to: file)
      for verb in [
        ["report", folder.path], ["compare", folder.path, folder.path],
        call + [workspace.file("x").path, "--history", folder.path],
      ] {
        try Command.run(verb).expectFailure(65, says: ["motion.json"])
      }
    }
    try FileManager.default.removeItem(at: file)
    try Command.run(call + [workspace.file("x").path, "--history", folder.path]).expectFailure(
      66, says: ["motion.json"])
    #expect(try workspace.leftBehind == ["out"])
  }

  @Test(
    .enabled(if: ReportTests.printsPages, "needs weasyprint and poppler-utils, which are absent here"),
    arguments: ["en", "de"])
  func nothingIsCutOffOrTooSmallOnPaper(_ language: String) throws {
    let early = try measured("early", ["--date", "2026-01-10"])
    let whole = try measured("whole", ["--history", early.path, "--date", "2026-03-14", "--subject", "P017"])
    let withheld = try measured("withheld", ["--side", "left", "--subject", String(repeating: "long ", count: 300)])
    for result in [whole, withheld] {
      let file = workspace.file("r.pdf")
      let outcome = try Command.run("report", result.path, "--pdf", file.path, "--force", "--language", language)
      #expect(outcome.status == 0, Comment(rawValue: outcome.narration))
      let info = try Command.shell("pdfinfo '\(file.path)'").text
      #expect(info.contains("(A4)"), Comment(rawValue: info))
      #expect(info.contains(/Pages: +[1-5]\n/), Comment(rawValue: info))
      let pages = try Command.shell("pdftotext -bbox '\(file.path)' -").text
      let words = pages.matches(of: /xMin="([0-9.]+)" yMin="([0-9.]+)" xMax="([0-9.]+)" yMax="([0-9.]+)">([^<]*)</)
      #expect(words.count > 150)
      // Under the foot of the pages stand the notice and the number of the page.
      let foot = (297 - 13) / 25.4 * 72
      let notice = Language(rawValue: language)!("report.notice")
      let below = Set((notice + " / 1 2 3 4 5").split(separator: " ").map(String.init))
      for word in words {
        let box = [word.1, word.2, word.3, word.4].compactMap { Double($0) }
        #expect(box[3] - box[1] > 10.3, "\(word.5) is too small: \(box)")
        #expect(box[3] < foot || below.contains(String(word.5)), "\(word.5) is cut off: \(box)")
        #expect(box[0] > 36, "\(word.5) stands in the margin: \(box)")
        #expect(box[2] < 595.3 - 36, "\(word.5) stands in the margin: \(box)")
      }
      let text = try Command.shell("pdftotext -layout '\(file.path)' -").text
      #expect(text.contains(notice.split(separator: ":")[0]))
    }
  }

  /// A message that a mail program opens: it holds the very report that is printed; without WeasyPrint nothing is written.
  @Test(.enabled(if: ReportTests.printsPages, "needs weasyprint and poppler-utils, which are absent here"))
  func aMessageHoldsTheReport() throws {
    let result = try measured("whole", ["--effort", "passive"])
    let file = workspace.file("r.eml")
    let outcome = try Command.run("report", result.path, "--eml", file.path)
    #expect(outcome.status == 0, Comment(rawValue: outcome.narration))
    let script = """
      import email, email.policy, sys
      m = email.message_from_bytes(open(sys.argv[1], "rb").read(), policy=email.policy.default)
      text, pdf = m.iter_parts()
      print(m["subject"], m["to"], pdf.get_filename(), pdf.get_content()[:5], "passive" in text.get_content())
      """
    let read = try Command.shell("python3 -c '\(script)' '\(file.path)'").text
    #expect(
      read.contains("None report.pdf b'%PDF-' True") || read.contains("None report.pdf b\"%PDF-\" True"),
      Comment(rawValue: read))
    try Command.run("report", result.path, "--eml", file.path).expectFailure(73, says: ["--force"])
  }

  /// Pictures of one colour a frame, so that the one that is shown can be told.
  private func pictures(_ count: Int, from first: Int = 1) throws -> URL {
    let folder = workspace.file("pictures")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    for number in first..<(first + count) {
      let color = [UInt8(number % 200 + 20), UInt8((number / 200 * 60 + 20) % 256), 40]
      let image = ColorImage(width: 96, height: 72, pixels: (0..<(96 * 72)).flatMap { _ in color })
      try ImageFile.png(image).write(to: folder.appendingPathComponent(String(format: "view_%06d.png", number)))
    }
    return folder
  }

  @Test func theExtremesAreShown() throws {
    let folder = try measured("out", ["--pictures", pictures(342).path])
    let result = try ResultFile(Data(contentsOf: folder.appendingPathComponent("motion.json")))
    for name in ["start", "minimum", "maximum", "return"] {
      let bytes = try Data(contentsOf: folder.appendingPathComponent(name + ".jpg"))
      #expect(try text(page).contains(bytes.base64EncodedString()))
      let frame = try #require((result["values.\(name).frames"] as? [String])?.first.flatMap { Int($0) })
      let corner = try ImageFile.color(bytes)
      #expect(abs(Int(corner.pixels[0]) - (frame % 200 + 20)) < 4, "the frame that motion.json names")
      #expect(abs(Int(corner.pixels[1]) - (frame / 200 * 60 + 20)) < 4)
    }
    let again = try Command.run("report", folder.path, "--deface", "--html", workspace.file("d.html").path)
    #expect(try again.status == 0 && !text(workspace.file("d.html")).contains("data:image/jpeg"))
  }

  /// Frames of a recording are found by the numbers or the time stamps that the landmarks call them by.
  @Test(arguments: PicturedKnee.Names.allCases) func theFramesOfARecordingAreShown(_ names: PicturedKnee.Names) throws {
    let knee = PicturedKnee(names: names)
    let (recording, landmarks) = (workspace.file("recording"), workspace.file("landmarks"))
    try knee.write(recording: recording)
    let more = try knee.write(landmarks: landmarks)
    let outcome = try Command.run(
      [
        "motion", landmarks.path, "--joint", "knee", "--side", "right", "--view", "lateral", "--direction", "clockwise",
        "--pictures", recording.path, "--output", folder.path,
      ] + more)
    #expect([0, 2].contains(outcome.status), Comment(rawValue: outcome.narration))
    let result = try ResultFile(Data(contentsOf: folder.appendingPathComponent("motion.json")))
    let all = PicturedKnee.angles.indices.map(knee.label)
    for name in ["start", "minimum", "maximum", "return"] {
      let frame = try #require((result["values.\(name).frames"] as? [String])?.first.flatMap(all.firstIndex(of:)))
      let picture = try ImageFile.color(Data(contentsOf: folder.appendingPathComponent(name + ".jpg")))
      let color = PicturedKnee.color(frame)
      #expect(zip(picture.pixels, color).allSatisfy { abs(Int($0) - Int($1)) < 4 }, "\(name): frame \(frame)")
    }
    // A recording whose list is damaged is no folder of images, and says what is wrong with it.
    try Data("x\n".utf8).write(to: recording.appendingPathComponent("rgb.txt"))
    let damaged = try Command.run(call + [workspace.file("x").path, "--pictures", recording.path])
    damaged.expectFailure(65, says: ["rgb.txt"])
  }

  @Test func picturesThatAreNoneAreRefused() throws {
    let empty = workspace.file("empty")
    try FileManager.default.createDirectory(at: empty, withIntermediateDirectories: false)
    try Command.run(call + [folder.path, "--pictures", empty.path]).expectFailure(65, says: ["empty"])
    try Command.run(call + [folder.path, "--pictures", workspace.file("none").path]).expectFailure(66, says: ["none"])
    let others = try pictures(3, from: 9000)
    try Command.run(call + [folder.path, "--pictures", others.path]).expectFailure(65, says: ["pictures"])
    for name in try FileManager.default.contentsOfDirectory(atPath: others.path) {
      try Data("no image".utf8).write(to: others.appendingPathComponent(name))
    }
    try Data("no image".utf8).write(to: others.appendingPathComponent("000001.jpg"))
    #expect(try Command.run(call + [folder.path, "--pictures", others.path]).status == 65)
    let alone = try Command.run(["motion", knee, "--joint", "knee", "--side", "right", "--pictures", others.path])
    #expect(alone.status == 64)
    #expect(alone.narration.contains("--output"))
    #expect(try workspace.leftBehind == ["empty", "pictures"])
  }

  @Test(.enabled(if: FFmpeg.isInstalled, "needs ffmpeg and ffprobe, which are absent here"))
  func theVideoHasEveryFrame() throws {
    let video = workspace.file("knee.mp4")
    let short = try short()
    let made = try Command.run(short + [folder.path, "--video", video.path, "--language", "de"])
    #expect(made.status == 0, Comment(rawValue: made.narration))
    #expect(made.narration.contains("knee.mp4"), Comment(rawValue: made.narration))
    let probe = try FFmpeg.probe(video, in: folder)
    let first = { (key: String) in probe.first { $0.key == key }?.value }
    #expect(first("codec_name") == "h264")
    #expect(first("width") == "1280")
    #expect(first("height") == "720")
    #expect(first("nb_frames") == "130")
    let taken = try Command.run(call + [workspace.file("more").path, "--video", video.path])
    taken.expectFailure(73, says: ["knee.mp4", "--force"])
    let inside = try Command.run(call + [workspace.file("more").path, "--video", workspace.file("more/v.mp4").path])
    #expect(inside.status == 64)
    // Its own video serves as pictures.
    #expect(try Command.run(short + [workspace.file("seen").path, "--pictures", video.path]).status == 0)
    #expect(try Data(contentsOf: workspace.file("seen/maximum.jpg")).starts(with: [0xFF, 0xD8]))
    let broken = workspace.file("broken.mp4")
    try Data(repeating: 7, count: 5000).write(to: broken)
    try Command.run(call + [workspace.file("more").path, "--pictures", broken.path]).expectFailure(
      65, says: ["broken.mp4"])
    let missing = try Running(
      call + [workspace.file("more").path, "--video", workspace.file("w.mp4").path], path: "/nowhere"
    ).outcome()
    missing.expectFailure(69, says: ["ffmpeg"])
  }

  @Test(
    .enabled(if: FFmpeg.isInstalled, "needs ffmpeg and ffprobe, which are absent here"), arguments: [SIGINT, SIGKILL])
  func anEndedRunLeavesNothingThatLooksFinished(_ signal: Int32) throws {
    let running = try Running(call + [folder.path, "--video", workspace.file("knee.mp4").path])
    // The video is begun when the report is written: all that an unfinished run could leave is there.
    let isFilming = {
      try workspace.leftBehind.contains { name in
        FileManager.default.fileExists(atPath: workspace.file(name).appendingPathComponent("video.mp4").path)
      }
    }
    while try !isFilming() && running.isRunning { usleep(500) }
    running.send(signal)
    let outcome = try running.outcome()
    let left = try workspace.leftBehind
    if signal == SIGINT {
      #expect(!outcome.wasKilled, "\(left)")
      #expect(outcome.status == 130, "\(left)")
      #expect(left.isEmpty, "\(left)")
    } else {
      #expect(outcome.wasKilled, "\(left)")
      #expect(!left.isEmpty, "\(left)")
      #expect(left.allSatisfy { $0.hasPrefix(".out.partial-") }, "\(left)")
    }
  }

  @Test func resultsAreCompared() throws {
    let a = try measured("a", ["--date", "2026-01-10", "--subject", "P017"])
    let b = workspace.file("b")
    #expect(
      try Command.run([
        "motion", other("b.trc"), "--joint", "knee", "--side", "right", "--output", b.path, "--date", "2026-03-14",
      ]).status == 0)
    let outcome = try Command.run("compare", b.path, a.path, "--output", workspace.file("c").path)
    #expect(outcome.status == 0, Comment(rawValue: outcome.narration + outcome.text))
    #expect(outcome.text.contains("A → B"))
    #expect(outcome.text.contains("within error"))
    let result = try ResultFile(Data(contentsOf: workspace.file("c/compare.json")))
    #expect(result["schema"] as? String == "calvaria/motion-compare/1")
    #expect(result["order"] as? String == "date")
    let html = try text(workspace.file("c/report.html"))
    #expect(html.contains("2026-01-10"))
    #expect(html.contains("not a medical device"))
    #expect(!html.contains("<script"))
    let printed = try Command.run("compare", b.path, a.path, "--json")
    #expect(try printed.stdout == Data(contentsOf: workspace.file("c/compare.json")))
    try Command.run("compare", b.path, a.path, "--output", workspace.file("c").path).expectFailure(
      73, says: ["--force"])
    #expect(
      try Command.run("compare", b.path, a.path, "--output", workspace.file("c").path, "--force", "--language", "de")
        .status == 0)
    #expect(try text(workspace.file("c/report.html")).contains("im Fehlerbereich"))
  }

  @Test func whatCanNotBeComparedHasAReason() throws {
    let a = try measured("a")
    let left = try measured("left", ["--side", "left"])
    let same = try Command.run("compare", a.path, a.path)
    #expect(same.status == 2)
    #expect(same.text.contains("same recording"))
    let sides = try Command.run("compare", a.path, left.path)
    #expect(sides.status == 2)
    #expect(sides.text.contains("differ in side"))
    try Command.run("compare", a.path, knee).expectFailure(64, says: ["motion"])
    for word in [["--deface"], ["--registration", "vault"]] {
      let outcome = try Command.run(["compare", a.path, left.path] + word)
      #expect(outcome.status == 64)
      #expect(outcome.narration.contains("is for scans of heads, not for ranges of motion"))
    }
    let dates = try Command.run("compare", a.path, left.path, "--date", "2026-01-01", "--date", "2025-01-01", "--json")
    #expect(try ResultFile(dates.stdout)["order"] as? String == "date")
  }
}
