import Foundation
import Testing

/// A page of `calvaria view` that is being served.
final class ViewedPage {
  let port: Int
  let token: String
  let running: Running

  /// The path of something on the page.
  func path(_ name: String = "") -> String { "/\(token)/\(name)" }

  var address: String { "http://127.0.0.1:\(port)\(path())" }

  /// Starts `calvaria view`, or another verb with a page, and waits for its address.
  convenience init(_ arguments: [String], verb: String = "view", directory: URL? = nil) throws {
    try self.init(Running([verb, "--no-open"] + arguments, directory: directory))
  }

  /// Waits for the address of a verb that was started.
  init(_ running: Running) throws {
    self.running = running
    let address = try awaited { [running] in
      try #require(running.isRunning)
      return try running.narration.split(separator: " ").first { $0.hasPrefix("http://127.0.0.1:") }
    }
    let parts = address.split(separator: "/")
    port = try #require(Int(parts[1].split(separator: ":")[1]))
    token = String(parts[2])
  }

  deinit { running.send(SIGKILL) }

  /// What the page is told, as soon as intervals are there.
  func ready(_ key: String = "intervals") throws -> [String: Any] {
    try awaited {
      let state = try state()
      let stage = try #require(state["stage"] as? [String: Any])["key"] as? String
      try #require(stage != "failed", "\(state["stage"] ?? "")")
      let measures = try #require(state["measures"] as? [String: Any])
      return stage == "ready" && measures["state"] as? String == key ? state : nil
    }
  }

  func get(_ name: String) throws -> [String: Any] {
    try LoopbackRequest(path: path(name)).send(port: port).json()
  }

  func state() throws -> [String: Any] { try LoopbackRequest(path: path("state")).send(port: port).json() }

  /// Sends a body of JSON.
  func post(_ name: String, _ body: Any, headers: [String: String] = [:]) throws -> LoopbackRequest.Answer {
    let json = try JSONSerialization.data(withJSONObject: body)
    let fields = ["Content-Type": "application/json"].merging(headers) { $1 }
    return try LoopbackRequest(method: "POST", path: path(name), headers: fields, body: json).send(port: port)
  }

  /// The measures of a state by their keys, as the page shows them.
  static func values(_ state: [String: Any]) throws -> [String: String] {
    let measures = try #require(state["measures"] as? [String: Any])
    let rows = try #require(measures["rows"] as? [[String: Any]])
    return rows.reduce(into: [:]) { all, row in
      if let key = row["key"] as? String, let value = row["value"] as? String { all[key] = value }
    }
  }

  /// The picks that a state holds, in the form in which they are sent.
  static func picks(_ state: [String: Any]) throws -> [String: Any] {
    let landmarks = try #require(state["landmarks"] as? [[String: Any]])
    return landmarks.reduce(into: [:]) { all, landmark in
      guard let key = landmark["key"] as? String else { return }
      all[key] = [
        "clicks": landmark["clicks"] ?? [], "point": landmark["point"] ?? NSNull(),
        "state": landmark["state"] ?? "open",
      ]
    }
  }
}

extension ViewedPage {
  /// The memory that the server holds.
  func residentMegabytes() throws -> Int {
    let status = try String(contentsOfFile: "/proc/\(running.processIdentifier)/status", encoding: .utf8)
    let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmRSS:") })
    return try #require(line.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) }) / 1024
  }
}

/// A request of HTTP to a server of this machine, with whatever headers a test wants, `Host` too.
struct LoopbackRequest {
  /// What a server answered.
  struct Answer {
    let status: Int
    let headers: [String: String]
    let body: Data

    /// The body as JSON.
    func json() throws -> [String: Any] {
      try #require(try JSONSerialization.jsonObject(with: body) as? [String: Any])
    }
  }

  /// Nobody answers at a port: an error, not an issue, so that a test can wait for a server.
  struct NobodyListens: Error { let port: Int }

  var method = "GET"
  var path: String
  var headers: [String: String] = [:]
  var body = Data()
  /// What `Content-Length` says instead of the body's own size.
  var announced: Int?

  /// Sends it and reads the answer, as long as its `Content-Length` says, else to the end of the connection.
  func send(port: Int) throws -> Answer {
    let connection = try Self.connected(to: port)
    defer { close(connection) }
    var head = "\(method) \(path) HTTP/1.1\r\n"
    var fields = ["Host": "127.0.0.1:\(port)", "Connection": "close"]
    if method == "POST", headers["Transfer-Encoding"] == nil { fields["Content-Length"] = "\(announced ?? body.count)" }
    for (name, value) in fields.merging(headers, uniquingKeysWith: { $1 }) { head += "\(name): \(value)\r\n" }
    Self.write(Data((head + "\r\n").utf8) + body, to: connection)
    return try Self.parse(Self.read(connection))
  }

  /// Sends text as it is, and gives all that comes until the server closes the connection.
  static func exchange(_ text: String, port: Int) throws -> String {
    let connection = try connected(to: port)
    defer { close(connection) }
    write(Data(text.utf8), to: connection)
    var (all, chunk) = (Data(), [UInt8](repeating: 0, count: 1 << 16))
    while true {
      let count = recv(connection, &chunk, chunk.count, 0)
      guard count > 0 else { return String(decoding: all, as: UTF8.self) }
      all.append(contentsOf: chunk[..<count])
    }
  }

  /// A connection on which some text was sent; whoever gets it closes it.
  static func begun(_ text: String, port: Int) throws -> Int32 {
    let connection = try connected(to: port)
    write(Data(text.utf8), to: connection)
    return connection
  }

  private static func connected(to port: Int) throws -> Int32 {
    let connection = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    try #require(connection >= 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = UInt16(port).bigEndian
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    // A server that never answers fails the test instead of holding up all that come after it.
    var patience = timeval(tv_sec: 120, tv_usec: 0)
    setsockopt(connection, SOL_SOCKET, SO_RCVTIMEO, &patience, socklen_t(MemoryLayout<timeval>.size))
    let isConnected = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(connection, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
      }
    }
    guard isConnected else {
      close(connection)
      throw NobodyListens(port: port)
    }
    return connection
  }

  private static func write(_ data: Data, to connection: Int32) {
    var sent = 0
    data.withUnsafeBytes { bytes in
      while sent < bytes.count {
        let count = Foundation.send(connection, bytes.baseAddress! + sent, bytes.count - sent, Int32(MSG_NOSIGNAL))
        // A server that refuses a body need not read all of it.
        guard count > 0 else { return }
        sent += count
      }
    }
  }

  private static func read(_ connection: Int32) -> Data {
    var (all, chunk) = (Data(), [UInt8](repeating: 0, count: 1 << 16))
    while true {
      let count = recv(connection, &chunk, chunk.count, 0)
      guard count > 0 else { return all }
      all.append(contentsOf: chunk[..<count])
      if let length = wholeLength(of: all), all.count >= length { return all }
    }
  }

  /// How long an answer is with its head, as soon as the head says so.
  private static func wholeLength(of data: Data) -> Int? {
    guard let end = data.range(of: Data("\r\n\r\n".utf8)) else { return nil }
    let fields = String(decoding: data[..<end.lowerBound], as: UTF8.self).lowercased().components(separatedBy: "\r\n")
    guard let field = fields.first(where: { $0.hasPrefix("content-length:") }) else { return nil }
    return Int(field.dropFirst(15).trimmingCharacters(in: .whitespaces)).map { end.upperBound + $0 }
  }

  private static func parse(_ data: Data) throws -> Answer {
    let end = try #require(data.range(of: Data("\r\n\r\n".utf8)))
    let lines = String(decoding: data[..<end.lowerBound], as: UTF8.self).components(separatedBy: "\r\n")
    let status = try #require(lines[0].split(separator: " ").dropFirst().first.flatMap { Int($0) })
    let headers = lines.dropFirst().reduce(into: [String: String]()) { all, line in
      let parts = line.split(separator: ":", maxSplits: 1)
      if parts.count == 2 { all[parts[0].lowercased()] = parts[1].trimmingCharacters(in: .whitespaces) }
    }
    return Answer(status: status, headers: headers, body: data[end.upperBound...])
  }
}
