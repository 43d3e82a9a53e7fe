import Diagnostics
import Files
import Foundation
import Images
import Recordings
import ScanPipeline
import Studies
import Synchronization
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

  /// No more wait than a dataset has scans; those that came first stay.
  @Test func theQueueIsNoLongerThanADataset() throws {
    let queue = try queue()
    queue.add(["first"])
    queue.add((0..<200_000).map(String.init))
    let waiting = queue.now.waiting
    #expect(waiting.count == 200_000)
    #expect(waiting.first == "first")
    #expect(waiting.last == "199998")
  }

  @Test func aFileOfTheQueueThatIsTooLargeIsNotRead() throws {
    let file = temporary.url.appending(path: "queue.json")
    let text = Data(#"{"schema": "calvaria/queue/1", "scans": ["a"]}"#.utf8)
    try (text + Data(repeating: UInt8(ascii: " "), count: 1 << 16)).write(to: file)
    #expect(try queue().now.waiting == ["a"])
    try (text + Data(repeating: UInt8(ascii: " "), count: (64 << 20) + 1 - text.count)).write(to: file)
    #expect(try queue().now.waiting.isEmpty)
  }

  /// What waits for somebody's clicks is told from what is withheld for another reason.
  @Test func whatWaitsForLandmarksIsToldApart() throws {
    try mesh("A")
    // The same file once more.
    try mesh("B")
    var options = BatchOptions(program: "/bin/false", version: "0")
    options.findsLandmarks = false
    _ = try Batch(Dataset.read(list.dataset).scans, in: study, store: StudyStore(study), options).run()
    list.refresh()
    #expect(list.scans.scans.map(\.state) == [.needsLandmarks, .withheld])
    #expect(list.scans.scans.allSatisfy { $0.landmarks == .none && $0.why?.isEmpty == false })
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

  /// It looks every two seconds, whether anybody asks or not.
  @Test func aDeskSeesWhatIsPutIntoItsFolder() async throws {
    let host = DeskHost(pick: { _, _ in throw DeskError.noCap }, show: { _ in }, programs: "")
    let desk = try Desk(study, BatchOptions(program: "/bin/false", version: "0"), host: host, language: .english)
    let (asked, end) = AsyncStream<Never>.makeStream()
    let (addresses, address) = AsyncStream<String>.makeStream()
    let served = Task {
      try await desk.run(until: { for await _ in asked {} }, started: { address.yield($0) })
    }
    var found = addresses.makeAsyncIterator()
    let page = try #require(await found.next().flatMap(URL.init(string:)))
    let request = LoopbackRequest(path: page.path + "/state")
    let revision = { try request.send(port: page.port ?? 0).json()["revision"] as? Int }
    let before = try revision()
    try mesh("A")
    try await waited { (try? revision()).map { $0 != before } ?? false }
    end.finish()
    #expect(try await !served.value, "nothing was picked")
  }

  // MARK: Requests

  private static let guardian = RequestGuard(token: "t", port: 80)

  private func responder(
    language: Language = .english, program: String = "/bin/false", _ shown: @escaping @Sendable (URL) -> Void = { _ in }
  ) throws -> DeskResponder {
    let host = DeskHost(pick: { _, _ in throw DeskError.noCap }, show: shown, programs: "")
    let queue = try queue(program)
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

  @Test func whatThePageDoesNotUnderstandHasItsOwnWords() async throws {
    let responder = try responder()
    let error = { (method: String, path: String) in
      try Self.json(await responder.answer(Self.request(method, path)))["error"] as? String
    }
    #expect(try await error("POST", "queue") == Language.english("desk.bad_request"))
    #expect(try await error("GET", "nothing") == Language.english(ViewRefusal.notFound.word))
    #expect(Language.english("desk.bad_request") != Language.english(ViewRefusal.notFound.word))
  }

  /// A scan's picking page is opened by being loaded, and by nothing else.
  @Test func aPickingPageIsOpenedByBeingLoaded() async throws {
    try mesh("A")
    list.refresh()
    let responder = try responder()
    let status = { (method: String, path: String) in
      await responder.answer(Self.request(method, "pick/sub-A_scan-1/" + path)).status
    }
    #expect(await status("GET", "words") == 404)
    #expect(await status("POST", "") == 404)
    #expect(await status("GET", "") == 200)
    #expect(await status("GET", "words") == 200)
    #expect(await status("GET", "nothing") == 404)
    #expect(await status("POST", "") == 405)
  }

  @Test func howFarAScanHasComeIsTold() async throws {
    try mesh("A")
    list.refresh()
    let program = temporary.url.appending(path: ".slow")
    try Data("#!/bin/sh\nsleep 30\n".utf8).write(to: program)
    chmod(program.path, 0o755)
    let responder = try responder(program: program.path)
    responder.queue.begin()
    responder.queue.add(["sub-A_scan-1"])
    let place = temporary.url.appending(path: "scans/sub-A_scan-1")
    try await waited { FileManager.default.fileExists(atPath: place.appending(path: ".job.json").path) }
    let state = { try Self.json(await responder.answer(Self.request("GET", "state"))) }
    let begun = try await state()
    #expect((begun["working"] as? [String: Any])?["scan"] as? String == "sub-A_scan-1")
    #expect((begun["working"] as? [String: Any])?["share"] as? Double == 0)
    #expect(begun["is_stopped"] as? Bool == false)
    ScanJobProgress(share: 0.25, secondsLeft: 60).write(to: place.appending(path: ".progress.json"))
    let working = try await state()["working"] as? [String: Any]
    #expect(working?["share"] as? Double == 0.25)
    #expect(working?["seconds_left"] as? Double == 60)
    await responder.queue.end()
  }

  /// Where the dataset can't be read, nothing is measured, and what waits goes on waiting.
  @Test func aQueueThatStandsStillSaysWhy() async throws {
    try mesh("A")
    list.refresh()
    try Data("nothing\tof\tuse\n".utf8).write(to: temporary.url.appending(path: "participants.tsv"))
    let responder = try responder()
    responder.queue.begin()
    responder.queue.add(["sub-A_scan-1"])
    try await waited { responder.queue.now.failure != nil }
    let state = try Self.json(await responder.answer(Self.request("GET", "state")))
    #expect(state["is_stopped"] as? Bool == true)
    #expect((state["failure"] as? String)?.contains("participants.tsv") == true)
    #expect(state["waiting"] as? [String] == ["sub-A_scan-1"])
    await responder.queue.end()
  }

  /// The folder of a scan's result where there is a report in it, that of the scan otherwise.
  @Test func aFolderIsShown() async throws {
    try mesh("A")
    list.refresh()
    let shown = Box()
    let responder = try responder { url in shown.paths.withLock { $0.append(url.path) } }
    let open = Self.request("POST", "scan/sub-A_scan-1/open", [:], "{}")
    #expect(await responder.answer(open).status == 204)
    let result = study.result(of: "sub-A_scan-1")
    try FileManager.default.createDirectory(at: result, withIntermediateDirectories: true)
    try Data("<html>".utf8).write(to: result.appending(path: "report.html"))
    #expect(await responder.answer(open).status == 204)
    #expect(shown.paths.withLock { $0 } == [result.deletingLastPathComponent().path, result.path])
  }

  private final class Box: Sendable { let paths = Mutex<[String]>([]) }

  // MARK: What is handed over

  @Test func aReportThatIsTooLargeIsNotShown() async throws {
    try mesh("A")
    list.refresh()
    let page = study.result(of: "sub-A_scan-1").appending(path: "report.html")
    try FileManager.default.createDirectory(at: page.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data().write(to: page)
    try #require(truncate(page.path, off_t(256 << 20) + 1) == 0)
    let answer = await (try responder()).answer(Self.request("GET", "scan/sub-A_scan-1/report.html"))
    #expect(answer.status == 422)
  }

  /// A result for other programs has DICOM in it where its programs are there, and the child has a code. Here they hand on what
  /// they are given.
  @Test(arguments: [
    (#"{"subject": "P01"}"#, true, true), (#"{"subject": "P01"}"#, false, false), ("null", true, false),
  ])
  func anArchiveHasDICOMWhereItCan(scan: String, hasPrograms: Bool, hasDICOM: Bool) throws {
    let result = study.result(of: "sub-A_scan-1")
    try FileManager.default.createDirectory(at: result, withIntermediateDirectories: true)
    try ArrivalsTests.mesh().write(to: result.appending(path: "mesh.ply"))
    let text = """
      {"schema": "calvaria/result/1", "status": "complete", "reasons": [], "notes": [], "findings": [],
       "landmarks": {"source": "picked"}, "severities": [], "scan": \(scan),
       "protocol": {"name": "calvaria-default", "version": "3", "ap_axis": "sellion", "level": "longest_section",
         "centre": "midline", "diagonal_angle_degrees": 30, "denominators": {}, "bridged_gap_mm": 5},
       "measures": {"cvai": {"value": 5, "unit": "%", "ci95": [4, 6]}},
       "provenance": {"version": "0.1.0", "inputs": {}, "options": {}}}
      """
    try Data(text.utf8).write(to: result.appending(path: "result.json"))
    let programs = temporary.url.appending(path: ".programs")
    try FileManager.default.createDirectory(at: programs, withIntermediateDirectories: true)
    for name in hasPrograms ? ["weasyprint", "pdf2dcm", "stl2dcm"] : [] {
      let program = programs.appending(path: name)
      try Data("#!/bin/sh\nexec cat\n".utf8).write(to: program)
      chmod(program.path, 0o755)
    }
    let answer = try Papers(study, programs: programs.path, language: .english).archive(of: "sub-A_scan-1")
    #expect(answer.type == "application/zip")
    #expect(answer.fields["Content-Disposition"] == "attachment; filename=\"sub-A_scan-1.zip\"")
    let holds = { (name: String) in answer.content.range(of: Data(name.utf8)) != nil }
    #expect(holds("head.stl"))
    #expect(holds("head.dcm") == hasDICOM)
    #expect(holds("report.dcm") == hasDICOM)
  }

  /// Six frames, each of its own grey: the fourth is the middle.
  @Test func thePictureOfARecordingIsItsMiddleFrame() throws {
    let (width, height) = (16, 12)
    let place = temporary.url.appending(path: "sub-A/scan-1")
    for folder in ["color", "depth"] {
      try FileManager.default.createDirectory(at: place.appending(path: folder), withIntermediateDirectories: true)
    }
    for frame in 1...6 {
      let grey = [UInt8](repeating: UInt8(30 * frame), count: 3 * width * height)
      try ImageFile.png(ColorImage(width: width, height: height, pixels: grey))
        .write(to: place.appending(path: "color/\(frame).png"))
      let depth = [UInt16](repeating: UInt16(400 + frame), count: width * height)
      try ImageFile.png(depthCodes: depth, width: width, height: height)
        .write(to: place.appending(path: "depth/\(frame).png"))
    }
    let lens = #"{"width":16,"height":12,"intrinsic_matrix":[15,0,0,0,14.8,0,7.5,5.5,1]}"#
    try Data(lens.utf8).write(to: place.appending(path: "camera_intrinsic.json"))
    try mesh("B")
    list.refresh()
    let papers = Papers(study, programs: "", language: .english)
    let answer = try papers.picture(of: try #require(list.scan("sub-A_scan-1")))
    #expect(answer.type == "image/jpeg")
    let picture = try ImageFile.color(answer.content)
    #expect((picture.width, picture.height) == (width, height))
    #expect(picture.pixels.allSatisfy { abs(Int($0) - 120) < 5 })
    #expect(throws: ViewRefusal.notFound) { try papers.picture(of: try #require(list.scan("sub-B_scan-1"))) }
  }
}
