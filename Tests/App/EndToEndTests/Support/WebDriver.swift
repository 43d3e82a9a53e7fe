import Foundation
import TestSupport
import Testing

/// A headless Chromium, driven through Debian's chromedriver (W3C WebDriver).
final class WebDriver {
  /// True where both programs are installed.
  static let isPresent = ["chromedriver", "chromium"].allSatisfy { name in
    ["/usr/bin/", "/usr/local/bin/"].contains { FileManager.default.isExecutableFile(atPath: $0 + name) }
  }

  /// Why a test is skipped where they are not.
  static let absence = "needs chromium and chromium-driver, which are not installed here"

  private let driver: Process
  private let port: Int
  private var session = ""

  struct Refused: Error { let answer: String }

  /// Starts a browser with a window of 1280 × 800 pixels.
  init() throws {
    port = try Self.freePort()
    driver = Process()
    driver.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    driver.arguments = ["chromedriver", "--port=\(port)"]
    driver.standardOutput = FileHandle.nullDevice
    driver.standardError = FileHandle.nullDevice
    try driver.run()
    try awaited {
      let answer = try? LoopbackRequest(path: "/status", headers: ["Host": "localhost:\(port)"]).send(port: port)
      return answer?.status == 200 ? () : nil
    }
    let options: [String: Any] = [
      "args": [
        "--headless=new", "--no-sandbox", "--disable-gpu-sandbox", "--use-angle=swiftshader",
        "--enable-unsafe-swiftshader", "--window-size=1280,939", "--disable-dev-shm-usage",
      ]
    ]
    let capabilities: [String: Any] = [
      "capabilities": [
        "alwaysMatch": [
          "browserName": "chrome", "goog:chromeOptions": options,
          "goog:loggingPrefs": ["browser": "ALL", "performance": "ALL"], "unhandledPromptBehavior": "accept",
        ]
      ]
    ]
    let answer = try call("POST", "/session", capabilities) as? [String: Any]
    session = try #require(answer?["sessionId"] as? String)
  }

  /// A port that nobody listens on.
  private static func freePort() throws -> Int {
    let probe = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    defer { close(probe) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = inet_addr("127.0.0.1")
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let bound = withUnsafeMutablePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        bind(probe, $0, length) == 0 && getsockname(probe, $0, &length) == 0
      }
    }
    try #require(bound)
    return Int(UInt16(bigEndian: address.sin_port))
  }

  deinit {
    _ = try? call("DELETE", "/session/\(session)", nil)
    kill(driver.processIdentifier, SIGKILL)
  }

  @discardableResult
  private func call(_ method: String, _ path: String, _ body: Any?) throws -> Any? {
    let json =
      try body.map { try JSONSerialization.data(withJSONObject: $0) } ?? Data(method == "POST" ? "{}".utf8 : "".utf8)
    let answer = try LoopbackRequest(
      method: method, path: path, headers: ["Content-Type": "application/json", "Host": "localhost:\(port)"], body: json
    ).send(port: port)
    guard answer.status == 200 else { throw Refused(answer: String(decoding: answer.body, as: UTF8.self)) }
    return try answer.json()["value"]
  }

  /// Opens an address.
  func open(_ address: String) throws { try call("POST", "/session/\(session)/url", ["url": address]) }

  /// Loads the page anew.
  func reload() throws { try call("POST", "/session/\(session)/refresh", [:] as [String: Any]) }

  /// The value of an expression of JavaScript.
  func value(_ expression: String) throws -> Any? {
    try call(
      "POST", "/session/\(session)/execute/sync",
      ["script": "return (\(expression));", "args": [Any]()] as [String: Any])
  }

  /// Waits until an expression is true.
  func wait(for expression: String) throws {
    do {
      try awaited { (try? value("Boolean(\(expression))")) as? Bool == true ? () : nil }
    } catch is Late {
      throw Refused(answer: "waited in vain for \(expression)")
    }
  }

  /// Chooses files or a folder in an input of the page.
  func choose(_ paths: [String], in selector: String) throws {
    let query = ["using": "css selector", "value": selector]
    let element = try #require(try call("POST", "/session/\(session)/element", query) as? [String: String]).values
      .first!
    try call("POST", "/session/\(session)/element/\(element)/value", ["text": paths.joined(separator: "\n")])
  }

  /// Clicks at a place of the window, CSS pixels; fractions count.
  func click(_ x: Double, _ y: Double) throws {
    try mouse([
      ["type": "pointerMove", "duration": 0, "x": x, "y": y], ["type": "pointerDown", "button": 0],
      ["type": "pointerUp", "button": 0],
    ])
  }

  /// Drags from one place of the window to another.
  func drag(from a: (Double, Double), to b: (Double, Double)) throws {
    try mouse([
      ["type": "pointerMove", "duration": 0, "x": a.0, "y": a.1], ["type": "pointerDown", "button": 0],
      ["type": "pointerMove", "duration": 60, "x": (a.0 + b.0) / 2, "y": (a.1 + b.1) / 2],
      ["type": "pointerMove", "duration": 60, "x": b.0, "y": b.1], ["type": "pointerUp", "button": 0],
    ])
  }

  private func mouse(_ actions: [[String: Any]]) throws {
    let pointer: [String: Any] = [
      "type": "pointer", "id": "mouse", "parameters": ["pointerType": "mouse"], "actions": actions,
    ]
    try call("POST", "/session/\(session)/actions", ["actions": [pointer]])
  }

  /// What the browser's console says of errors.
  func consoleErrors() throws -> [String] {
    try log("browser").filter { $0["level"] as? String == "SEVERE" }.compactMap { $0["message"] as? String }
  }

  /// The addresses that the page asked for.
  func requests() throws -> [String] {
    try log("performance").compactMap { entry in
      guard let text = entry["message"] as? String,
        let event = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any],
        let message = event["message"] as? [String: Any],
        message["method"] as? String == "Network.requestWillBeSent"
      else { return nil }
      return ((message["params"] as? [String: Any])?["request"] as? [String: Any])?["url"] as? String
    }
  }

  private func log(_ kind: String) throws -> [[String: Any]] {
    try call("POST", "/session/\(session)/se/log", ["type": kind]) as? [[String: Any]] ?? []
  }
}
