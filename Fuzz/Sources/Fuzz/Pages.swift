import Capture
import Diagnostics
import Foundation
import Platform
import Synchronization

@testable import Desk
@testable import LivePage
@testable import Studies
@testable import Viewer

extension Target {
  /// Requests to the pages' servers: raw bytes to the one that all share, and requests to what answers for each page.
  static let pages: [Target] = [
    Target(name: "http", words: words, seeds: { seeds }, prepare: { try RawServer().send }),
    answering("desk-requests") { try desk() },
    answering("view-requests") {
      ViewResponder("scan", home: "../", language: .english, guardian: guardian) { throw ViewRefusal.notFound }
    },
    answering("live-requests") { try live() },
  ]

  private static let guardian = RequestGuard(token: "t", port: 80)

  private static let words = [
    "GET ", "POST ", "HEAD ", " HTTP/1.1\r\n", "Host: 127.0.0.1:80\r\n", "Content-Type: application/json\r\n",
    "Content-Length: ", "Transfer-Encoding: chunked\r\n", "Expect: 100-continue\r\n", "Origin: ", "\r\n\r\n", "/t/",
    "words",
    "state?since=", "list", "caps", "compare.html?scans=", "scan/sub-01_scan-1/", "report.html", "rating", "export.zip",
    "queue", "add", "look", "drop", "settle", "edit", "remove", "pick/", "frames/0.jpg", "pictures/left.png", "picks",
    "protocol", "probe", "save", "walk", "start", "pause", "done", "cloud", "%2e%2e", "%00", "..", "{\"add\":[",
    "\"cancel\":",
    "{\"revision\":0", "\"picks\":{", "\"clicks\":", "path=", "&offset=", "replace=1",
  ]

  private static let seeds = [
    "GET /t/ HTTP/1.1\r\nHost: 127.0.0.1:80\r\n\r\n", "GET /t/state?since=1 HTTP/1.1\r\nHost: 127.0.0.1:80\r\n\r\n",
    "POST /t/queue HTTP/1.1\r\nHost: 127.0.0.1:80\r\nContent-Type: application/json\r\nContent-Length: 11\r\n\r\n{\"add\":[]}\n",
    "POST /t/1/picks HTTP/1.1\r\nHost: 127.0.0.1:80\r\nContent-Type: application/json\r\n\r\n{\"revision\":0,\"picks\":{}}",
    "POST /t/add HTTP/1.1\r\nHost: localhost:80\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n",
    "HEAD http://127.0.0.1:80/t/words HTTP/1.0\r\nHost: 127.0.0.1:80\r\nOrigin: http://127.0.0.1:80\r\n\r\n",
  ].map { Data($0.utf8) }

  /// Requests in the form in which they come; a body may be of any length.
  private static func answering(
    _ name: String, _ responder: @escaping @Sendable () throws -> any ViewResponding
  ) -> Target {
    Target(
      name: name, words: words, seeds: { seeds },
      prepare: {
        let responder = try responder()
        return { bytes in
          guard let request = request(bytes) else { return }
          let answer = waiting {
            if let refusal = responder.refusal(of: request) { return refusal }
            return await responder.answer(request)
          }
          Check.that(200..<600 ~= answer.status && answer.status != 500, "status \(answer.status)")
          if answer.type == "application/json" { Check.json(answer.content) }
        }
      })
  }

  private static func request(_ bytes: Data) -> ViewRequest? {
    let parts = String(decoding: bytes, as: UTF8.self).split(separator: "\r\n\r\n", maxSplits: 1)
    let lines = (parts.first ?? "").split(separator: "\r\n")
    let words = (lines.first ?? "").split(separator: " ")
    guard words.count == 3 else { return nil }
    let target = words[1].split(separator: "?", maxSplits: 1)
    let query = target.dropFirst().first.map(String.init) ?? ""
    let fields = lines.dropFirst().compactMap { line in
      let field = line.split(separator: ":", maxSplits: 1)
      return field.count == 2 ? (name: String(field[0]), value: field[1].trimmingCharacters(in: .whitespaces)) : nil
    }
    let arguments = query.split(separator: "&").map { $0.split(separator: "=", maxSplits: 1).map(String.init) }
    var request = ViewRequest(
      method: String(words[0]), target: target.first?.removingPercentEncoding ?? "",
      query: Dictionary(arguments.map { ($0.first ?? "", ($0.dropFirst().first ?? "").removingPercentEncoding ?? "") })
      {
        first, _ in first
      }, fields: fields)
    request.body = Data((parts.dropFirst().first ?? "").utf8)
    return request
  }

  private static func desk() throws -> any ViewResponding {
    let root = try Material.folder()
    let place = root.appending(path: "sub-01")
    try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
    let (study, host) = (
      try StudyFolder(work: root),
      DeskHost(pick: { _, _ in throw DeskError.noCap }, show: { _ in }, programs: "")
    )
    let list = try DeskList(study, .english)
    let queue = try DeskQueue(study, BatchOptions(program: "/bin/false", version: "0")) { _ in }
    let places = ScanPlaces(study, dataset: list.dataset, language: .english)
    let arrivals = try Arrivals(places)
    return DeskResponder(
      list: list, queue: queue, arrivals: arrivals,
      corrections: Corrections(list: list, queue: queue, arrivals: arrivals, places: places),
      papers: Papers(study, programs: "", language: .english), pages: PickingPages(list, queue, host, .english),
      show: { _ in }, language: .english, guardian: guardian)
  }

  private static func live() throws -> any ViewResponding {
    let folder = try Material.folder()
    let options = try CaptureOptions(
      cap: Material.url("Datasets/sample/cap.yaml"), feedback: nil, language: "en", layout: nil, quarterTurns: 0,
      announceEvery: nil)
    return LiveResponder(
      page: LivePage(options, folder),
      folders: LiveFolders(recording: folder, result: folder.appending(path: "result")),
      host: LiveHost(pick: { throw ViewRefusal.notFound }, show: { _ in }), language: .english, guardian: guardian)
  }
}

/// Runs a task to its end on the calling thread's account.
private func waiting<Value: Sendable>(_ work: @escaping @Sendable () async -> Value) -> Value {
  let done = DispatchSemaphore(value: 0)
  let result = Mutex<Value?>(nil)
  Task {
    let value = await work()
    result.withLock { $0 = value }
    done.signal()
  }
  done.wait()
  return result.withLock { $0! }
}

/// The server of all pages on a loopback address, to which bytes are sent as they are.
private struct RawServer {
  private let port: UInt16

  /// What answers: the words of nothing but the server count.
  private struct Responder: ViewResponding {
    let language = Language.english
    let guardian: RequestGuard
    func answer(_ request: ViewRequest) async -> ViewAnswer { ViewAnswer(content: request.body, type: "text/plain") }
  }

  init() throws {
    let started = Mutex<UInt16?>(nil)
    let waiting = DispatchSemaphore(value: 0)
    Task {
      try await Loopback.serve(
        port: 0, until: { while true { try? await Task.sleep(for: .seconds(3600)) } },
        started: { address in
          started.withLock { $0 = URL(string: address)?.port.flatMap { UInt16($0) } }
          waiting.signal()
        }
      ) { Responder(guardian: RequestGuard(token: "t", port: $0.port)) }
    }
    waiting.wait()
    port = started.withLock { $0! }
  }

  /// Sends bytes on a connection of their own, and reads what comes back until the server closes it.
  func send(_ bytes: Data) {
    let connection = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(connection) }
    var address = sockaddr_in()
    (address.sin_family, address.sin_port) = (sa_family_t(AF_INET), port.bigEndian)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let isThere = withUnsafePointer(to: &address) { place in
      place.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(connection, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    Check.that(isThere == 0, "the server does not answer")
    let text =
      Data(String(decoding: bytes, as: UTF8.self).utf8) == bytes
      ? Data(String(decoding: bytes, as: UTF8.self).replacing(":80\r", with: ":\(port)\r").utf8) : bytes
    _ = text.withUnsafeBytes { Platform.send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
    shutdown(connection, Int32(SHUT_WR))
    var answer = [UInt8](repeating: 0, count: 1 << 16)
    while recv(connection, &answer, answer.count, 0) > 0 {}
  }
}
