import Analysis
import Capture
import Diagnostics
import Foundation
import Landmarks
import Platform
import Synchronization

@testable import Desk
@testable import LivePage
@testable import Studies
@testable import Viewer

extension Target {
  /// Requests to the pages' servers: raw bytes to the one that all share, and requests to what answers for each page.
  static let pages: [Target] = [
    Target(name: "http", words: words, seeds: { raw }, prepare: { try RawServer(sound: get("state")).send }),
    answering(
      "desk-requests",
      {
        [
          get(""), get("state"), get("list"), get("caps"), head, post("add"),
          post("queue", "{\"add\":[\"sub-01_scan-1\"],\"cancel\":[]}"),
        ]
      }
    ) { try desk() },
    // A mesh has no pixels that could be probed.
    answering("view-requests", refusesSeeds: true, { try picking() }) {
      try waiting { try await PickingPage(guardian) }
    },
    answering(
      "live-requests",
      { [get(""), get("state?since=1"), get("cloud"), head] + ["start", "pause", "resume", "done"].map { post($0) } }
    ) { try live() },
  ]

  private static let guardian = RequestGuard(token: "t", port: 80)

  private static let words = [
    "GET ", "POST ", "HEAD ", " HTTP/1.1\r\n", "Host: 127.0.0.1:80\r\n", "Content-Type: application/json\r\n",
    "Content-Length: ", "Connection: close\r\n", "Transfer-Encoding: chunked\r\n", "Expect: 100-continue\r\n",
    "Origin: ", "\r\n\r\n", "/t/",
    "words",
    "state?since=", "list", "caps", "compare.html?scans=", "scan/sub-01_scan-1/", "report.html", "rating", "export.zip",
    "queue", "add", "look", "drop", "settle", "edit", "remove", "pick/", "frames/0.jpg", "pictures/left.png", "picks",
    "protocol", "probe", "save", "walk", "start", "pause", "done", "cloud", "%2e%2e", "%00", "..", "{\"add\":[",
    "\"cancel\":",
    "{\"revision\":0", "\"picks\":{", "\"clicks\":", "path=", "&offset=", "replace=1",
  ]

  private static func get(_ path: String) -> Data {
    Data("GET /t/\(path) HTTP/1.1\r\nHost: 127.0.0.1:80\r\n\r\n".utf8)
  }
  private static func post(_ path: String, _ body: String = "{}") -> Data {
    Data("POST /t/\(path) HTTP/1.1\r\nHost: 127.0.0.1:80\r\nContent-Type: application/json\r\n\r\n\(body)".utf8)
  }
  private static let head = Data(
    "HEAD http://127.0.0.1:80/t/words HTTP/1.0\r\nHost: 127.0.0.1:80\r\nOrigin: http://127.0.0.1:80\r\n\r\n".utf8)

  /// Bytes in which a server finds requests, one of them without the length of its body.
  private static let raw =
    [get(""), get("state?since=1"), head, post("1/picks", "{\"revision\":0,\"picks\":{}}")]
    + [
      "POST /t/queue HTTP/1.1\r\nHost: 127.0.0.1:80\r\nContent-Type: application/json\r\nContent-Length: 11\r\n\r\n{\"add\":[]}\n",
      "POST /t/add HTTP/1.1\r\nHost: localhost:80\r\nTransfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n",
    ].map { Data($0.utf8) }

  /// What the page of a head asks for while its landmarks are picked: by points, by a ray, and as they are proposed.
  private static func picking() throws -> [Data] {
    let points = try Head().points
    let picks = { (pick: (Landmark) -> String) in
      let all = Landmark.required.map { "\"\($0.rawValue)\":\(pick($0))" }.joined(separator: ",")
      return post("picks", "{\"revision\":0,\"picks\":{\(all)}}")
    }
    let point = { (landmark: Landmark) in
      let p = points[landmark]! * 1000
      return "{\"point\":{\"mm\":[\(p.x),\(p.y),\(p.z)]}}"
    }
    let ray = "{\"point\":{\"ray\":{\"origin\":[0,500,20],\"direction\":[0,-1,0]}}}"
    return [
      get(""), get("state"), get("head"), get("frames"), get("pictures/left.png?map=asymmetry"), head, picks(point),
      picks { $0 == .sellion ? ray : point($0) }, picks { _ in "{\"state\":\"accepted\"}" },
      post("protocol", "{\"name\":\"longest-section\"}"), post("probe", "{\"frame\":0,\"pixel\":[1,2]}"),
      post("save", "{\"revision\":0}"), post("save", "{\"revision\":0,\"replacing\":\"1\"}"),
    ]
  }

  /// Requests in the form in which they come; a body may be of any length.
  private static func answering(
    _ name: String, refusesSeeds: Bool = false, _ seeds: @escaping @Sendable () throws -> [Data],
    _ responder: @escaping @Sendable () throws -> any ViewResponding
  ) -> Target {
    Target(
      name: name, words: words, refusesSeeds: refusesSeeds, seeds: seeds,
      prepare: {
        let responder = try responder()
        return { bytes in
          guard let request = request(bytes) else { throw Refused() }
          let answer = try waiting {
            if let refusal = responder.refusal(of: request) { return refusal }
            return await responder.answer(request)
          }
          Check.that(200..<600 ~= answer.status && answer.status != 500, "status \(answer.status)")
          if answer.type == "application/json" { Check.json(answer.content) }
          if answer.status >= 400 { throw Refused(status: answer.status) }
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
    try FileManager.default.moveItem(
      at: Head().write(to: Material.folder()).mesh, to: place.appending(path: "scan-1.ply"))
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
private func waiting<Value: Sendable>(_ work: @escaping @Sendable () async throws -> Value) throws -> Value {
  let done = DispatchSemaphore(value: 0)
  let result = Mutex<Result<Value, any Error>?>(nil)
  Task {
    do {
      let value = try await work()
      result.withLock { $0 = .success(value) }
    } catch { result.withLock { $0 = .failure(error) } }
    done.signal()
  }
  done.wait()
  return try result.withLock { $0! }.get()
}

/// The page of a small head that is prepared, as the desk shows it: what is picked is kept nowhere.
private struct PickingPage: ViewResponding {
  private let page: ViewResponder
  private let session: PickingSession

  var language: Language { page.language }
  var guardian: RequestGuard { page.guardian }

  init(_ guardian: RequestGuard) async throws {
    let files = try Head().write(to: Material.folder())
    let view = View.mesh(
      files.mesh, unit: .millimetres, landmarks: files.landmarks, analysis: HeadAnalysis(uncertainty: nil), output: nil,
      clock: { Date(timeIntervalSince1970: 1_700_000_000) }
    ).kept(as: "scan", by: PickKeeper { _, _, _ in "landmarks.json" })
    page = ViewResponder("scan", home: "../", language: .english, guardian: guardian) { view }
    session = try await page.sittings.session(1)
    while true {
      let stage = await session.state()!.stage.key
      if stage == "ready" { return }
      if stage == "failed" { throw Refused() }
      try await Task.sleep(for: .milliseconds(10))
    }
  }

  /// A `"revision":0` stands for the present one, which each change raises: the page knows it, an input can't.
  func answer(_ request: ViewRequest) async -> ViewAnswer {
    let (text, zero) = (String(decoding: request.body, as: UTF8.self), "\"revision\":0")
    guard text.contains(zero) else { return await page.answer(request) }
    var request = request
    let present = await session.state()!.revision
    request.body = Data(text.replacing(zero, with: "\"revision\":\(present)").utf8)
    return await page.answer(request)
  }
}

/// The server of all pages on a loopback address, to which bytes are sent as they are.
private struct RawServer {
  private let port: UInt16
  /// A request that is answered.
  private let sound: Data

  /// What answers: the words of nothing but the server count.
  private struct Responder: ViewResponding {
    let language = Language.english
    let guardian: RequestGuard
    func answer(_ request: ViewRequest) async -> ViewAnswer { ViewAnswer(content: request.body, type: "text/plain") }
  }

  init(sound: Data) throws {
    self.sound = sound
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

  /// Sends bytes on a connection of their own.
  ///
  /// The library may overlook that no more will come of a request that is not whole, and wait for it for a minute: that is not
  /// waited for as long as others are answered.
  func send(_ bytes: Data) {
    if !isAnswered(bytes, within: 20) { Check.that(isAnswered(sound, within: 60_000), "the server does not answer") }
  }

  /// Whether bytes are answered and their connection closed by the server before nothing came for some milliseconds.
  private func isAnswered(_ bytes: Data, within patience: Int) -> Bool {
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
    Check.that(isThere == 0, "the server does not listen")
    var limit = timeval(tv_sec: patience / 1000, tv_usec: patience % 1000 * 1000)
    setsockopt(connection, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    // A connection that is left is reset, so that the server does not keep it.
    var reset = linger(l_onoff: 1, l_linger: 0)
    setsockopt(connection, SOL_SOCKET, SO_LINGER, &reset, socklen_t(MemoryLayout<linger>.size))
    let text =
      Data(String(decoding: bytes, as: UTF8.self).utf8) == bytes
      ? Data(String(decoding: bytes, as: UTF8.self).replacing(":80\r", with: ":\(port)\r").utf8) : bytes
    _ = text.withUnsafeBytes { Platform.send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
    shutdown(connection, Int32(SHUT_WR))
    var answer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = recv(connection, &answer, answer.count, 0)
      // libFuzzer's timer interrupts calls; what is reset is closed, too.
      if count == 0 || count < 0 && errno != EINTR { return count == 0 || errno != EAGAIN }
    }
  }
}
