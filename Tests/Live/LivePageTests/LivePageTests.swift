import Capture
import Diagnostics
import Foundation
import Recordings
import TestSupport
import Testing

@testable import LivePage
@testable import Viewer

/// What the page of a scan is told, and what it may ask for.
@Suite struct LivePageTests {
  private static let sample = SharedMaterial.packageRoot.appendingPathComponent("Datasets/half")
  private static let guardian = RequestGuard(token: "t", port: 80)
  private let folder: TemporaryFolder
  private let page: LivePage
  private let responder: LiveResponder

  init() throws {
    folder = try TemporaryFolder()
    page = LivePage(try Self.options(), folder.url)
    responder = LiveResponder(
      page: page,
      folders: LiveFolders(recording: folder.url, result: folder.url.appendingPathComponent("result")),
      host: LiveHost(pick: { throw ViewError.nothingPicked }, show: { _ in }), language: .english,
      guardian: Self.guardian)
  }

  private static func options() throws -> CaptureOptions {
    try CaptureOptions(
      cap: sample.appendingPathComponent("cap.yaml"), feedback: nil, language: "en", layout: nil, quarterTurns: 0,
      announceEvery: nil)
  }

  private func ask(
    _ path: String, _ query: [String: String] = [:], post body: String? = nil, type: String = "application/json",
    method: String? = nil
  ) async -> ViewAnswer {
    var request = ViewRequest(
      method: method ?? (body == nil ? "GET" : "POST"), target: "/t/\(path)", query: query,
      fields: [("Host", "127.0.0.1:80"), ("Content-Type", type)])
    request.body = Data((body ?? "").utf8)
    return await responder.answer(request)
  }

  private func state(since: Int? = nil) async throws -> [String: Any] {
    let answer = await ask("state", since.map { ["since": "\($0)"] } ?? [:])
    return try #require(try JSONSerialization.jsonObject(with: answer.content) as? [String: Any])
  }

  /// Records the sample, as fast as it is judged.
  private func record(_ shown: (JudgedFrame) -> Void) throws {
    let source = ReplaySource(try Recording.open(Self.sample), isRealtime: false)
    let judge = ScanJudge(try Self.options(), folder.url)
    _ = try Capture(from: source, into: folder.url).run(until: { false }, report: { _ in }) {
      shown(try judge.judge($0, $1))
    }
  }

  @Test func thePageAndItsFilesAreServedInWordsOfTheCatalogue() async throws {
    let words = try JSONSerialization.jsonObject(with: await ask("words").content) as? [String: Any]
    let known = try #require(words?["words"] as? [String: String])
    let scripts = ["live.js", "live-picture.js", "live-head.js", "live-cloud.js", "live-voice.js"]
    for name in ["", "live.css", "base.css", "view.css", "dom.js", "words.js", "server.js", "icon.svg"] + scripts {
      let answer = await ask(name)
      #expect(answer.status == 200 && !answer.content.isEmpty, "\(name)")
      let text = String(decoding: answer.content, as: UTF8.self)
      guard name.isEmpty || name == "live.js" else { continue }
      for match in text.matches(of: /data-(?:word|label)="(live\.[a-z_]+)"/) {
        #expect(known[String(match.1)] != nil, "\(match.1)")
      }
      for match in text.matches(of: /(?:word|figure|button|link)\("([a-z_]+)"/) {
        #expect(known["live.\(match.1)"] != nil, "\(match.1)")
      }
    }
  }

  @Test func whatIsForeignIsRefused() async {
    let request = { (target: String, host: String, origin: String) in
      ViewRequest(
        method: "POST", target: target, query: [:],
        fields: [("Host", host), ("Origin", origin), ("Content-Type", "application/json")])
    }
    for foreign in [
      request("/u/start", "127.0.0.1:80", "http://127.0.0.1:80"),
      request("/t/start", "evil.example", "http://evil.example"),
      request("/t/start", "127.0.0.1:80", "https://evil.example"),
    ] {
      #expect(responder.refusal(of: foreign)?.status == 403)
      #expect(await responder.answer(foreign).status == 403)
    }
    #expect(!page.isStarted)
  }

  @Test(arguments: [
    ("GET", "nothing", "", 404), ("GET", "frames/0", "", 404), ("GET", "frames/-1", "", 404),
    ("GET", "frames/../cap.yaml", "", 404), ("GET", "outcome", "", 404), ("GET", "report.html", "", 404),
    ("GET", "pick/", "", 409), ("POST", "state", "{}", 404), ("DELETE", "state", "", 405), ("GET", "start", "", 404),
    ("POST", "start", "", 400), ("POST", "start", "[", 400), ("POST", "done", "{}", 409), ("POST", "close", "{}", 409),
    ("POST", "pause", "{}", 409),
    ("POST", "resume", "{}", 409), ("GET", "cloud", "", 204),
    ("POST", "done/now", "{}", 404),
  ]) func whatCantBeIsTold(method: String, path: String, body: String, status: Int) async {
    #expect(await ask(path, post: body, method: method).status == status)
    #expect(!page.isStarted && !page.isDone && !page.isClosed)
  }

  @Test func aFormOfAnotherSiteStartsNothing() async {
    #expect(await ask("start", post: "{}", type: "text/plain").status == 415)
    #expect(!page.isStarted)
  }

  @Test func aPausedScanGoesOnOrEnds() async throws {
    page.start()
    #expect(!page.isPaused)
    #expect(await ask("pause", post: "{}").status == 204)
    #expect(page.isPaused)
    #expect(try await state()["is_paused"] as? Bool == true)
    #expect(await ask("resume", post: "{}").status == 204)
    #expect(!page.isPaused)
    #expect(try await state()["is_paused"] as? Bool == false)
    #expect(await ask("pause", post: "{}").status == 204)
    #expect(await ask("done", post: "{}").status == 204)
    #expect(page.isDone && !page.isPaused, "what is to end is not held up")
  }

  /// Points about the head's middle, each with a colour, and nothing twice.
  @Test func theCloudGrowsAboutTheHead() async throws {
    try record(page.show)
    var answer = await ask("cloud")
    let end = ContinuousClock.now + .seconds(60)
    while answer.status == 204, ContinuousClock.now < end {
      try await Task.sleep(for: .milliseconds(20))
      answer = await ask("cloud")
    }
    try #require(answer.status == 200)
    let bytes = [UInt8](answer.content)
    let number = { (at: Int, size: Int) in (0..<size).reduce(0) { $0 | Int(bytes[at + $1]) << (8 * $1) } }
    let count = number(4, 4)
    #expect(number(0, 4) >= 1)
    try #require(count > 500 && bytes.count == 8 + 9 * count)
    let places = (0..<count).map { point in
      (0..<3).map { Double(Int16(truncatingIfNeeded: number(8 + 6 * point + 2 * $0, 2))) / 10_000 }
    }
    let radii = places.map { ($0[0] * $0[0] + $0[1] * $0[1] + $0[2] * $0[2]).squareRoot() }
    #expect(radii.allSatisfy { $0 < 0.141 })
    #expect(radii.count { (0.05..<0.12).contains($0) } > count * 2 / 3, "a head's size")
    #expect(Set(bytes.dropFirst(8 + 6 * count)).count > 50, "in its colours")
    let newest = await ask("cloud")
    let revision = newest.content.prefix(4).enumerated().reduce(0) { $0 | Int($1.element) << (8 * $1.offset) }
    #expect(await ask("cloud", ["since": "\(revision)"]).status == 204)
  }

  @Test func aScanFromItsStartToItsEnd() async throws {
    #expect(try await state()["phase"] as? String == "waiting")
    #expect(await ask("start", post: "{}").status == 204)
    page.report("waiting for an iPhone")
    #expect(page.isStarted)
    let before = try await state()
    #expect(before["phase"] as? String == "scanning")
    #expect(before["news"] as? String == "waiting for an iPhone")
    page.report("the scan is recorded, but cannot be guided any more", isLast: true)
    #expect(try await state()["scan"] == nil)

    try record(page.show)
    let after = try await state()
    let scan = try #require(after["scan"] as? [String: Any])
    #expect((after["counts"] as? [String: Int]) == ["recorded": 22, "left_out": 0])
    #expect(after["news"] == nil)
    #expect((after["events"] as? [Any])?.isEmpty == true, "a new window is not told what was said")
    #expect(try #require(scan["prompt"] as? String).isEmpty == false)
    let markers = try #require(scan["markers"] as? [[String: Any]])
    #expect(!markers.isEmpty && markers.allSatisfy { ($0["corners"] as? [Double])?.count == 8 })
    let bands = try #require(scan["directions"] as? [String])
    #expect(bands.count == 18 && bands.joined().contains("1") && bands.joined().contains("0"))
    #expect((scan["eye"] as? [Double])?.count == 3)
    let parts = try #require(scan["parts"] as? [[String: Any]])
    #expect(parts.count == 8)
    #expect(parts.allSatisfy { ($0["share"] as? Double ?? -1 >= 0.7) == ($0["is_done"] as? Bool) })
    let progress = try #require(scan["progress"] as? [String: Any])
    #expect(progress["light"] is String && progress["sign"] is String)

    page.report("the scan is recorded, but cannot be guided any more", isLast: true)
    #expect(try await state()["scan"] == nil, "the last words are taken away")
    #expect(await ask("done", post: "{}").status == 204)
    #expect(page.isDone)
    page.reconstruct(0.5, secondsLeft: 3)
    let work = try #require(try await state()["work"] as? [String: Double])
    #expect(work == ["share": 0.5, "seconds_left": 3])
    #expect(await ask("close", post: "{}").status == 409)
    #expect(await ask("pick/words").status == 409)
    page.finish(failure: "no marker")
    // What lies below is the viewer's.
    #expect(await ask("pick/words").status == 200)
    #expect(await ask("pick/nothing").status == 404)
    #expect(try await state()["failure"] as? String == "no marker")
    #expect(await ask("close", post: "{}").status == 204)
    #expect(page.isClosed)
  }

  @Test func aWindowIsToldOnceWhatWasSaid() async throws {
    page.start()
    var (known, texts): (Int, [String]) = (try #require(try await state()["revision"] as? Int), [])
    let first = known
    try record(page.show)
    let late = try await state(since: first)
    texts = try #require(late["events"] as? [[String: Any]]).compactMap { $0["text"] as? String }
    #expect(texts.first == "Point the phone at the cap")
    #expect(Set(texts).count > 1)
    known = try #require(late["revision"] as? Int)
    #expect(await ask("state", ["since": "\(known)"]).status == 204)
    page.report("news")
    #expect((try await state(since: known)["events"] as? [Any])?.isEmpty == true)
  }

  /// The newest frames can be seen as they came; memory does not grow.
  @Test func theNewestFramesAreShownAsTheyCame() async throws {
    page.start()
    try record(page.show)
    let frames = try Recording.open(folder.url).frames
    let newest = try #require(frames.last)
    let shown = await ask("frames/\(newest.index)")
    #expect(shown.type == "image/jpeg")
    #expect(try shown.content == Data(contentsOf: folder.url.appendingPathComponent(newest.colorImage.name)))
    #expect(await ask("frames/\(newest.index)").content == shown.content)
    #expect(await ask("frames/\(newest.index - 19)").status == 200)
    #expect(await ask("frames/\(newest.index - 20)").status == 404)
    #expect(await ask("frames/\(frames.count)").status == 404)
  }

  /// A report may have 256 MiB.
  @Test func aReportOfAnySizeIsNotRead() async throws {
    let result = folder.url.appendingPathComponent("result")
    try FileManager.default.createDirectory(at: result, withIntermediateDirectories: true)
    let report = result.appendingPathComponent("report.html")
    try Data("<p>".utf8).write(to: report)
    #expect(await ask("report.html").status == 200)
    let handle = try FileHandle(forWritingTo: report)
    try handle.truncate(atOffset: (256 << 20) + 1)
    try handle.close()
    #expect(await ask("report.html").status == 404)
  }
}
