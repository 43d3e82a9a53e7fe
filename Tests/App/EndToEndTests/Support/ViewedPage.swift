import Foundation
import TestSupport
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
