import Foundation

/// A request of HTTP to a server of this machine, with whatever headers a test wants, `Host` too.
public struct LoopbackRequest: Sendable {
  /// What a server answered.
  public struct Answer: Sendable {
    /// The number in its first line.
    public let status: Int
    /// The fields of its head, their names in small letters.
    public let headers: [String: String]
    /// What follows the head.
    public let body: Data

    /// The body as JSON.
    public func json() throws -> [String: Any] {
      guard let object = try JSONSerialization.jsonObject(with: body) as? [String: Any] else {
        throw NotUnderstood(body)
      }
      return object
    }
  }

  /// Nobody answers at a port: an error, not an issue, so that a test can wait for a server.
  public struct NobodyListens: Error { let port: Int }

  /// An answer that is not HTTP, or whose body is not a JSON object.
  public struct NotUnderstood: Error {
    let text: String
    fileprivate init(_ data: Data) { text = String(decoding: data, as: UTF8.self) }
  }

  /// The first word of the request, and where it goes.
  public let method: String, path: String
  /// Fields of its head besides, or instead of, those that every request has.
  public let headers: [String: String]
  private let body: Data
  private let announced: Int?

  /// - Parameter announced: what `Content-Length` says instead of the body's own size.
  public init(
    method: String = "GET", path: String, headers: [String: String] = [:], body: Data = Data(), announced: Int? = nil
  ) {
    (self.method, self.path, self.headers) = (method, path, headers)
    (self.body, self.announced) = (body, announced)
  }

  /// Sends it and reads the answer, as long as its `Content-Length` says, else to the end of the connection.
  public func send(port: Int) throws -> Answer {
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
  public static func exchange(_ text: String, port: Int) throws -> String {
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
  public static func begun(_ text: String, port: Int) throws -> Int32 {
    let connection = try connected(to: port)
    write(Data(text.utf8), to: connection)
    return connection
  }

  private static func connected(to port: Int) throws(NobodyListens) -> Int32 {
    let connection = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    precondition(connection >= 0, "no socket can be had")
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

  private static func parse(_ data: Data) throws(NotUnderstood) -> Answer {
    guard let end = data.range(of: Data("\r\n\r\n".utf8)) else { throw NotUnderstood(data) }
    let lines = String(decoding: data[..<end.lowerBound], as: UTF8.self).components(separatedBy: "\r\n")
    guard let status = lines[0].split(separator: " ").dropFirst().first.flatMap({ Int($0) }) else {
      throw NotUnderstood(data)
    }
    let headers = lines.dropFirst().reduce(into: [String: String]()) { all, line in
      let parts = line.split(separator: ":", maxSplits: 1)
      if parts.count == 2 { all[parts[0].lowercased()] = parts[1].trimmingCharacters(in: .whitespaces) }
    }
    return Answer(status: status, headers: headers, body: data[end.upperBound...])
  }
}
