import Diagnostics
import Files
import Foundation
import Studies
import TestSupport
import Testing

@testable import Desk
@testable import Viewer

/// A folder of work: what is in it, what waits, and what requests are answered with.
final class DeskTests {
  private let temporary: TemporaryFolder
  private let study: StudyFolder
  private let list: DeskList

  init() throws {
    temporary = try TemporaryFolder()
    study = try StudyFolder(work: temporary.url)
    list = try DeskList(study, .english)
  }

  private var places: ScanPlaces { ScanPlaces(study, dataset: list.dataset, language: .english) }

  /// A mesh in its place, which nothing can be measured on.
  private func mesh(_ subject: String) throws {
    let folder = temporary.url.appending(path: "sub-\(subject)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try Data("ply\n".utf8).write(to: folder.appending(path: "scan-1.ply"))
  }

  /// A queue whose program does nothing but end with an exit code.
  private func queue(_ program: String = "/bin/false", settled: @escaping @Sendable (String) -> Void = { _ in }) throws
    -> DeskQueue
  {
    try DeskQueue(study, BatchOptions(program: program, version: "0"), settled: settled)
  }

  private func waited(for condition: () -> Bool) async throws {
    for _ in 0..<500 where !condition() { try await Task.sleep(for: .milliseconds(20)) }
    #expect(condition())
  }

  @Test func anEmptyFolderHasNoScans() {
    list.refresh()
    #expect(list.scans.scans.isEmpty)
    #expect(list.state.failure == nil)
  }

  @Test func whatIsPutIntoTheFolderIsShown() throws {
    list.refresh()
    let before = list.state.revision
    list.refresh()
    #expect(list.state.revision == before)
    try mesh("A")
    list.refresh()
    #expect(list.state.revision == before + 1)
    let scan = try #require(list.scans.scans.first)
    #expect((scan.name, scan.subject, scan.kind, scan.state) == ("sub-A_scan-1", "A", "mesh", .new))
    #expect(scan.landmarks == .none && !scan.hasReport && scan.why == nil)
    #expect(list.scan("sub-A_scan-1")?.source == "sub-A/scan-1.ply")
  }

  @Test func aTableThatCantBeReadIsTold() throws {
    try mesh("A")
    try Data("nothing\tof\tuse\n".utf8).write(to: temporary.url.appending(path: "participants.tsv"))
    list.refresh()
    #expect(list.state.failure?.contains("participants.tsv") == true)
    try FileManager.default.removeItem(at: temporary.url.appending(path: "participants.tsv"))
    list.refresh()
    #expect(list.state.failure == nil)
  }

  @Test func aScanThatFailsSaysWhy() async throws {
    try mesh("A")
    let queue = try queue { [list] _ in list.refresh() }
    queue.begin()
    queue.add(["sub-A_scan-1", "sub-A_scan-1", "sub-B_scan-1"])
    try await waited { queue.now.waiting.isEmpty && queue.now.working == nil }
    await queue.end()
    let scan = try #require(list.scans.scans.first)
    #expect(scan.state == .failed)
    #expect(scan.why?.isEmpty == false)
  }

  /// What waits stands in a file, and is taken up by the next desk.
  @Test func theQueueOutlivesTheDesk() async throws {
    let first = try queue()
    first.add(["b", "a", "b", "c"])
    first.cancel(["a"])
    #expect(first.now.waiting == ["b", "c"])
    let second = try queue()
    #expect(second.now.waiting == ["b", "c"])
    second.cancel(["b", "c"])
    #expect(try queue().now.waiting.isEmpty)
  }

  @Test func anotherFileInThePlaceOfTheQueueIsNoQueue() throws {
    for text in ["", "{}", #"{"schema":"calvaria/queue/2","scans":["a"]}"#, "[1]"] {
      try Data(text.utf8).write(to: temporary.url.appending(path: "queue.json"))
      #expect(try queue().now.waiting.isEmpty)
    }
  }

  /// A scan whose run is ended by the end of the desk waits for the next one; one that somebody cancels does not.
  @Test(arguments: [true, false]) func whatIsBeingMeasured(isCancelled: Bool) async throws {
    try mesh("A")
    let program = temporary.url.appending(path: ".slow")
    try Data("#!/bin/sh\nsleep 30\n".utf8).write(to: program)
    chmod(program.path, 0o755)
    let queue = try queue(program.path)
    queue.begin()
    queue.add(["sub-A_scan-1"])
    try await waited { queue.now.working == "sub-A_scan-1" }
    if isCancelled {
      queue.cancel(["sub-A_scan-1"])
      try await waited { queue.now.working == nil }
    }
    await queue.end()
    #expect(queue.now.working == nil)
    #expect(try self.queue().now.waiting == (isCancelled ? [] : ["sub-A_scan-1"]))
  }

  // MARK: The folder

  @Test func foldersOfBIDSAreNoScans() throws {
    let other = try TemporaryFolder()
    for name in ["sub-A/scan-1", "code", "derivatives/sub-A/scan-1", ".removed/sub-B/scan-1"] {
      try FileManager.default.createDirectory(at: other.url.appending(path: name), withIntermediateDirectories: true)
    }
    let list = try DeskList(StudyFolder(work: other.url), .english)
    list.refresh()
    #expect(list.scans.scans.map(\.name) == ["sub-A_scan-1"])
  }

  @Test func aFolderOfAnythingElseIsRefused() throws {
    let other = try TemporaryFolder()
    try Data("x".utf8).write(to: other.url.appending(path: "holiday.jpg"))
    #expect(throws: StudyError.self) { try StudyFolder(work: other.url) }
    #expect(try FileManager.default.contentsOfDirectory(atPath: other.url.path) == ["holiday.jpg"])
  }

  @Test func scansThatAreThereBecomeAStudy() throws {
    let other = try TemporaryFolder()
    for name in ["sub-A", "caps", ".git"] {
      try FileManager.default.createDirectory(at: other.url.appending(path: name), withIntermediateDirectories: true)
    }
    for name in ["participants.tsv", "participants.json", "README.md", "cap.yaml"] {
      try Data().write(to: other.url.appending(path: name))
    }
    let study = try StudyFolder(work: other.url)
    #expect(try study.dataset?.resolvingSymlinksInPath().path == other.url.resolvingSymlinksInPath().path)
    #expect(StudyFolder.isMarked(other.url))
    _ = try StudyFolder(work: other.url)
  }

  @Test func aSecondDeskIsRefused() throws {
    let host = DeskHost(pick: { _, _ in throw DeskError.noCap }, show: { _ in }, programs: "")
    let options = BatchOptions(program: "/bin/false", version: "0")
    var first: Desk? = try Desk(study, options, host: host, language: .english)
    #expect(throws: DeskError.isOpen(path: study.root.path)) {
      try Desk(study, options, host: host, language: .english)
    }
    withExtendedLifetime(first) {}
    first = nil
    _ = try Desk(study, options, host: host, language: .english)
  }

  // MARK: Requests

  private static let guardian = RequestGuard(token: "t", port: 80)

  private func responder(
    language: Language = .english, _ shown: @escaping @Sendable (URL) -> Void = { _ in }
  ) throws -> DeskResponder {
    let host = DeskHost(pick: { _, _ in throw DeskError.noCap }, show: shown, programs: "")
    let queue = try queue()
    let arrivals = try Arrivals(places)
    return DeskResponder(
      list: list, queue: queue, arrivals: arrivals,
      corrections: Corrections(list: list, queue: queue, arrivals: arrivals, places: places),
      papers: Papers(study, programs: "", language: .english), pages: PickingPages(list, queue, host, .english),
      show: shown, language: language, guardian: Self.guardian)
  }

  private static func request(
    _ method: String, _ path: String, _ query: [String: String] = [:], _ body: String? = nil,
    type: String = "application/json", token: String = "t"
  ) -> ViewRequest {
    var request = ViewRequest(
      method: method, target: "/\(token)/\(path)", query: query,
      fields: [("Host", "127.0.0.1:80"), ("Content-Type", type)])
    request.body = Data((body ?? "").utf8)
    return request
  }

  private static func json(_ answer: ViewAnswer) throws -> [String: Any] {
    try #require(try JSONSerialization.jsonObject(with: answer.content) as? [String: Any])
  }

  @Test func thePageAndItsFilesAreServed() async throws {
    let responder = try responder()
    for name in [
      "", "desk.css", "desk.js", "desk-list.js", "desk-panel.js", "desk-add.js", "dom.js", "words.js", "icon.svg",
    ] {
      let answer = await responder.answer(Self.request("GET", name))
      #expect(answer.status == 200 && !answer.content.isEmpty, "\(name)")
    }
    let words = try Self.json(await responder.answer(Self.request("GET", "words")))
    let keys = try #require(words["words"] as? [String: String])
    #expect(keys["desk.add"] == "Add a scan")
  }

  @Test func everyWordOfThePageIsInTheCatalogue() async throws {
    let responder = try responder()
    let words = try Self.json(await responder.answer(Self.request("GET", "words")))["words"] as? [String: String]
    for name in ["", "desk.js", "desk-list.js", "desk-panel.js", "desk-add.js"] {
      let text = String(decoding: await responder.answer(Self.request("GET", name)).content, as: UTF8.self)
      for match in text.matches(of: /"(desk\.[a-z_]+)"/) where !match.1.hasSuffix(".js") && match.1 != "desk.css" {
        #expect(words?[String(match.1)] != nil, "\(match.1)")
      }
    }
  }

  @Test func whatIsForeignIsRefused() async throws {
    let responder = try responder()
    #expect(responder.refusal(of: Self.request("GET", "", token: "u"))?.status == 403)
    #expect(responder.refusal(of: Self.request("GET", "")) == nil)
    #expect(await responder.answer(Self.request("GET", "state", token: "u")).status == 403)
  }

  @Test(arguments: [
    ("GET", "nothing", 404), ("GET", "scan/x/report.html", 404), ("GET", "scan/x/../../secret", 404),
    ("POST", "state", 404), ("DELETE", "list", 405), ("GET", "compare.html", 404), ("GET", "pick/x/", 404),
    ("POST", "queue", 400), ("POST", "scan/x/open", 404), ("POST", "add/0/look", 400),
  ]) func whatIsNotThereIsTold(method: String, path: String, status: Int) async throws {
    #expect(try await responder().answer(Self.request(method, path)).status == status)
  }

  @Test func aScanIsAddedAndWaits() async throws {
    let responder = try responder()
    let id = try #require(
      try Self.json(await responder.answer(Self.request("POST", "add", [:], "{}")))["id"] as? String)
    let piece = Self.request(
      "POST", "add/\(id)", ["path": "a.ply", "offset": "0"],
      String(decoding: ArrivalsTests.mesh(), as: UTF8.self), type: "application/octet-stream")
    #expect(await responder.answer(piece).status == 204)
    #expect(await responder.answer(Self.request("POST", "add/\(id)", ["path": "a.ply"], "x")).status == 400)
    let look = try Self.json(await responder.answer(Self.request("POST", "add/\(id)/look", [:], "{}")))
    #expect(look["kind"] as? String == "mesh")
    let wrong = await responder.answer(Self.request("POST", "add/\(id)/settle", [:], #"{"subject":"Anna Smith"}"#))
    #expect(wrong.status == 422)
    #expect((try Self.json(wrong)["error"] as? String)?.contains("letters and digits") == true)
    let settled = try Self.json(
      await responder.answer(Self.request("POST", "add/\(id)/settle", [:], #"{"subject":"A","age_months":4}"#)))
    #expect(settled["scan"] as? String == "sub-A_scan-1")
    let state = try Self.json(await responder.answer(Self.request("GET", "state")))
    #expect(state["waiting"] as? [String] == ["sub-A_scan-1"])
    let listed = try Self.json(await responder.answer(Self.request("GET", "list")))
    let scans = try #require(listed["scans"] as? [[String: Any]])
    #expect(scans.count == 1)
    #expect(scans[0]["age_months"] as? Double == 4)
    #expect(scans[0]["state"] as? String == "new")
    // Cancelled, and put in again; what is no scan is not.
    let cancelled = Self.request("POST", "queue", [:], #"{"cancel":["sub-A_scan-1"],"add":["sub-X_scan-1"]}"#)
    #expect(try Self.json(await responder.answer(cancelled))["waiting"] as? [String] == [])
  }

  @Test func whatCantBeShownIsToldOnAPage() async throws {
    let german = try responder(language: .german)
    for path in ["compare.html", "scan/x/report.html"] {
      let answer = await german.answer(Self.request("GET", path))
      #expect(answer.status == 404 && answer.type.hasPrefix("text/html"))
      let page = String(decoding: answer.content, as: UTF8.self)
      #expect(
        page.contains("<html lang=\"de\">") && page.contains("<p role=\"alert\">"), "\(page)")
      #expect(!page.contains("\"error\""))
    }
    #expect(await german.answer(Self.request("GET", "scan/x/report.pdf")).type == "application/json")
  }

  @Test func theQuestionsAreInThePagesLanguageAndARatingIsNotReplacedUnasked() async throws {
    try mesh("A")
    list.refresh()
    let german = try responder(language: .german)
    let asked = Self.request("GET", "scan/sub-A_scan-1/rating")
    let questions = try Self.json(await german.answer(asked))
    let fields = try #require(questions["fields"] as? [[String: Any]])
    #expect(questions["is_rated"] as? Bool == false)
    for (field, form) in zip(fields, try RatingForm.find("standard").fields) {
      #expect(field["key"] as? String == form.key && field["question"] as? String != form.question)
    }
    let choices = try #require(fields[1]["choices"] as? [[String: String]])
    #expect(choices.map { $0["key"] } == ["good", "loose", "tight", "slipped"] && choices[0]["text"] == "gut")
    let rated = Self.request(
      "POST", "scan/sub-A_scan-1/rating", [:],
      #"{"overall":"4","cap_fit":"good","infant":"calm","markers_fallen_off":"0"}"#)
    #expect(await german.answer(rated).status == 204)
    #expect(await german.answer(rated).status == 422)
    let again = Self.request(
      "POST", "scan/sub-A_scan-1/rating", ["replace": "1"],
      #"{"overall":"2","cap_fit":"good","infant":"calm","markers_fallen_off":"0"}"#)
    #expect(await german.answer(again).status == 204)
    #expect(try Self.json(await german.answer(asked))["is_rated"] as? Bool == true)
  }

  @Test func whatIsWrongWithAMeshIsToldByItsName() async throws {
    let responder = try responder()
    let id = try responder.arrivals.begin()
    try responder.arrivals.take(ArrivalsTests.mesh(faces: 0), of: "head.ply", at: 0, in: id)
    let answer = await responder.answer(Self.request("POST", "add/\(id)/look", [:], "{}"))
    let error = try #require(try Self.json(answer)["error"] as? String)
    #expect(answer.status == 422 && error.hasPrefix("head.ply: ") && error.contains("faces"), "\(error)")
  }

  /// A study may come from elsewhere, with a link to what is none of its own.
  @Test func aLinkIsNotFollowed() async throws {
    try mesh("A")
    list.refresh()
    let secret = try TemporaryFolder()
    try Data("secret".utf8).write(to: secret.url.appending(path: "report.html"))
    let result = study.result(of: "sub-A_scan-1")
    try FileManager.default.createDirectory(at: result.deletingLastPathComponent(), withIntermediateDirectories: true)
    try FileManager.default.createSymbolicLink(at: result, withDestinationURL: secret.url)
    let answer = await (try responder()).answer(Self.request("GET", "scan/sub-A_scan-1/report.html"))
    #expect(answer.status == 422)
    #expect(!String(decoding: answer.content, as: UTF8.self).contains("secret"))
  }

  /// A body whose size nobody announced is measured as it comes.
  @Test func aBodyThatTurnsOutTooLargeIsRefused() async throws {
    var request = Self.request(
      "POST", "add/0123456789abcdef", ["path": "a", "offset": "0"], type: "application/octet-stream")
    let piece = [UInt8](repeating: 0, count: 1 << 19)
    for _ in 0..<3 { piece.withUnsafeBytes { request.append($0) } }
    #expect(await (try responder()).answer(request).status == 413)
  }

  /// A report brings scripts of its own, which may do nothing here.
  @Test func aReportIsShownInASandbox() async throws {
    try mesh("A")
    list.refresh()
    let result = study.result(of: "sub-A_scan-1")
    try FileManager.default.createDirectory(at: result, withIntermediateDirectories: true)
    try Data("<html>".utf8).write(to: result.appending(path: "report.html"))
    let answer = await (try responder()).answer(Self.request("GET", "scan/sub-A_scan-1/report.html"))
    #expect(answer.status == 200)
    let policy = try #require(answer.head["Content-Security-Policy"])
    #expect(policy.contains("sandbox allow-scripts") && !policy.contains("allow-same-origin"))
    #expect(policy.contains("default-src 'none'"))
  }
}
