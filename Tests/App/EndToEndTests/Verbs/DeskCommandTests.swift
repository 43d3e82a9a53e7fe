import Foundation
import TestSupport
import Testing

/// `calvaria desk` as a person uses it: with a mouse, in Chromium.
@Suite(.serialized, .enabled(if: WebDriver.isPresent, Comment(rawValue: WebDriver.absence)))
struct DeskCommandTests {
  /// Puts a recording into the page's folder chooser and fills in the form.
  private static func add(_ recording: URL, _ subject: String, to browser: WebDriver) throws {
    _ = try browser.value("(document.getElementById('add').click(), true)")
    try browser.choose([recording.path], in: "#folder-input")
    try browser.wait(for: "document.querySelector('#adding form') !== null")
    _ = try browser.value(
      """
      (() => { const { elements } = document.querySelector('#adding form');
      [elements.subject.value, elements.operator.value, elements.hair.value] = ['\(subject)', 'anna', '0'];
      document.querySelector('[data-id=settle]').click(); return true; })()
      """)
    try browser.wait(for: "desk.scans.some((scan) => scan.subject === '\(subject)')")
  }

  /// From the recorder's folder to the printed page, without a terminal: dropped, measured, picked, printed,
  /// exported; the value is that of `batch` on the same folder.
  @Test func fromTheRecorderToThePage() throws {
    let work = try Workspace(SampleRecording.whole)
    let clicks = try ViewBrowserTests.clicks(of: work.recording)
    try work.remove("landmarks.json")
    let folder = work.file("work")
    let page = try ViewedPage([folder.path], verb: "desk")
    let browser = try WebDriver()
    try browser.open(page.address)
    try browser.wait(for: "window.desk")
    try Self.add(work.recording, "P01", to: browser)
    let name = "sub-P01_scan-1"
    // The lower ends of the sample's ears were not scanned.
    try browser.wait(for: "desk.scan('\(name)')?.state === 'needs_landmarks' && !desk.work.working")
    let why = try browser.value("document.querySelector('#panel .why').textContent") as? String
    #expect(why?.contains("tragion") == true)
    _ = try browser.value("(document.querySelector('[data-id=pick]').click(), true)")
    try browser.wait(for: "window.app && app.session.state && app.session.state.stage.key === 'ready'")
    for (key, frame, pixel) in clicks {
      let click = "Picks.withClick(app.session.picks, '\(key)', \(frame), \(pixel))"
      _ = try browser.value("(app.session.change(\(click)), true)")
      let isThere = "app.session.landmark('\(key)').clicks.some((click) => click.frame === \(frame))"
      try browser.wait(for: "!app.session.isPending && \(isThere)")
    }
    try browser.wait(for: "!app.session.isPending && !document.getElementById('save').disabled")
    _ = try browser.value("(document.getElementById('save').click(), true)")
    // Back at the desk by itself, and measured again.
    try browser.wait(for: "window.desk && desk.selected === '\(name)'")
    try browser.wait(
      for:
        "desk.scan('\(name)')?.landmarks === 'picked' && !desk.work.working && desk.scan('\(name)').cvai !== undefined"
    )
    let shown = try #require(try browser.value("desk.scan('\(name)').cvai") as? Double)
    let result = folder.appending(path: "scans/\(name)/result/result.json")
    let value = try #require(try ResultFile(Data(contentsOf: result))["measures.cvai.value"] as? Double)
    #expect(shown == value)
    let size = { (file: String) in
      _ = try browser.value(
        "(window.size = undefined, fetch('scan/\(name)/\(file)').then((answer) => answer.ok ? answer.arrayBuffer() : null).then((bytes) => { window.size = bytes?.byteLength ?? 0; }), true)"
      )
      try browser.wait(for: "window.size !== undefined")
      return try browser.value("window.size") as? Double ?? 0
    }
    #expect(try size("export.zip") > 100_000)
    #expect(try size("report.html") > 10_000)
    let errors = try browser.consoleErrors()
    #expect(errors == [], "\(errors)")
    // A batch over the same folder finds nothing to do.
    page.running.send(SIGINT)
    _ = try page.running.outcome()
    let batch = try Command.run("batch", folder.path, "--output", folder.path, "--dry-run", "--json")
    #expect(batch.status == 0, "\(batch.narration)")
    #expect(batch.text.contains("\"known\""), "\(batch.text)")
    withExtendedLifetime(work) {}
  }

  /// A desk that is killed while it measures goes on with the scan when it is opened again, and leaves nothing half-done.
  @Test func aKilledDeskGoesOn() throws {
    let work = try Workspace(SampleRecording.whole)
    let folder = work.file("work")
    let scan = folder.appending(path: "sub-A/scan-1")
    try FileManager.default.createDirectory(at: scan.deletingLastPathComponent(), withIntermediateDirectories: true)
    try FileManager.default.copyItem(at: work.recording, to: scan)
    for pause in [0.05, 0.4, 1.0] {
      let page = try ViewedPage([folder.path], verb: "desk")
      _ = try awaited { try (page.get("list")["scans"] as? [Any])?.count == 1 ? true : nil }
      #expect(try page.post("queue", ["add": ["sub-A_scan-1"]]).status == 200)
      Thread.sleep(forTimeInterval: pause)
      page.running.send(SIGKILL)
    }
    let page = try ViewedPage([folder.path], verb: "desk")
    let measured = try awaited { () -> [String: Any]? in
      let scans = try page.get("list")["scans"] as? [[String: Any]]
      return scans?.first { $0["state"] as? String == "measured" }
    }
    #expect(measured["cvai"] is Double)
    let left = try FileManager.default.contentsOfDirectory(atPath: folder.appending(path: "scans/sub-A_scan-1").path)
    #expect(left.allSatisfy { !$0.hasPrefix(".job") && !$0.hasPrefix(".progress") }, "\(left)")
    withExtendedLifetime((work, page)) {}
  }

  /// A desk that is killed while it moves a scan leaves it whole at one place, with all that somebody has done for it.
  @Test func aKilledMoveLeavesOneScan() throws {
    let work = try Workspace(SampleRecording.whole)
    let folder = work.file("work")
    try FileManager.default.createDirectory(at: folder.appending(path: "sub-A"), withIntermediateDirectories: true)
    try Data("ply\n".utf8).write(to: folder.appending(path: "sub-A/scan-1.ply"))
    let first = try ViewedPage([folder.path], verb: "desk")
    first.running.send(SIGINT)
    _ = try first.running.outcome()
    var name = "sub-A_scan-1"
    let scans = folder.appending(path: "scans")
    let names = { (place: URL) in
      ((try? FileManager.default.contentsOfDirectory(atPath: place.path)) ?? []).filter { !$0.hasPrefix(".") }.sorted()
    }
    // Much to copy, so that kills meet every step.
    let earlier = scans.appending(path: "\(name)/earlier")
    try FileManager.default.createDirectory(at: earlier, withIntermediateDirectories: true)
    for number in 0..<300 { try Data("x".utf8).write(to: earlier.appending(path: "\(number)-landmarks.json")) }
    var ends: Set<String> = []
    for pause in [0.0, 0.004, 0.01, 0.02, 0.03, 0.04, 0.06, 0.08, 0.15, 0.3] {
      let page = try ViewedPage([folder.path], verb: "desk")
      _ = try awaited { try (page.get("list")["scans"] as? [Any])?.count == 1 ? true : nil }
      #expect(names(scans) == [name], "\(pause)")
      #expect(names(scans.appending(path: "\(name)/earlier")).count == 300)
      let other = name == "sub-A_scan-1" ? "B" : "A"
      let body = #"{"subject": "\#(other)"}"#
      let head = [
        "POST \(page.path("scan/\(name)/edit")) HTTP/1.1", "Host: 127.0.0.1:\(page.port)",
        "Content-Type: application/json", "Content-Length: \(body.utf8.count)", "", "",
      ]
      // Nobody waits for the answer, which a killed desk does not give.
      let connection = try LoopbackRequest.begun(head.joined(separator: "\r\n") + body, port: page.port)
      Thread.sleep(forTimeInterval: pause)
      page.running.send(SIGKILL)
      _ = try page.running.outcome()
      close(connection)
      let meshes = ["A", "B"].flatMap { child in
        names(folder.appending(path: "sub-\(child)")).filter { $0.hasSuffix(".ply") }.map {
          "sub-\(child)_\($0.dropLast(4))"
        }
      }
      #expect(meshes.count == 1, "\(meshes)")
      ends.insert(meshes[0] == name ? "stayed" : "moved")
      name = meshes[0]
      #expect(names(scans.appending(path: "\(name)/earlier")).count == 300, "\(pause)")
    }
    let page = try ViewedPage([folder.path], verb: "desk")
    _ = try awaited { try (page.get("list")["scans"] as? [Any])?.count == 1 ? true : nil }
    #expect(names(scans) == [name])
    #expect(ends.contains("moved"))
    withExtendedLifetime((work, page)) {}
  }

  @Test func whatIsNoFolderOfWorkIsRefused() throws {
    let work = try Workspace(SampleRecording.whole)
    let run = try Command.run("desk", work.recording.path, "--no-open")
    #expect(run.status == 73 || run.status == 65, "\(run.status)")
    #expect(run.narration.contains("error"))
    let file = try Command.run("desk", work.recording.appending(path: "cap.yaml").path, "--no-open")
    #expect(file.status != 0)
  }
}
