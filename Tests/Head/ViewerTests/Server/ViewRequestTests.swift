import Foundation
import Testing

@testable import Viewer

/// What a request says, and which are let in.
@Suite struct ViewRequestTests {
  private static let mebibyte = 1_048_576

  private func request(_ target: String = "/t/state", _ fields: [(name: String, value: String)] = []) -> ViewRequest {
    ViewRequest(method: "POST", target: target, query: [:], fields: fields)
  }

  @Test func fieldsAreFoundByTheirNames() {
    let some = request("/", [("Accept", "a"), ("host", "h"), ("ACCEPT", "b")])
    #expect(some["accept"] == "a, b")
    #expect(some["Host"] == "h")
    #expect(some["Origin"] == nil)
    #expect(some.values(of: "Accept") == ["a", "b"])
  }

  /// A body of a mebibyte is taken, and a byte more is not; announced or sent.
  @Test func aBodyMayHaveAMebibyte() {
    #expect(!request("/", [("Content-Length", "\(Self.mebibyte)")]).isTooLarge)
    #expect(request("/", [("Content-Length", "\(Self.mebibyte + 1)")]).isTooLarge)
    #expect(!request("/", [("Content-Length", "many")]).isTooLarge)
    var sent = request()
    let half = [UInt8](repeating: 32, count: Self.mebibyte / 2)
    half.withUnsafeBytes { sent.append($0) }
    half.withUnsafeBytes { sent.append($0) }
    #expect(!sent.isTooLarge)
    #expect(sent.body.count == Self.mebibyte)
    [UInt8(32)].withUnsafeBytes { sent.append($0) }
    #expect(sent.isTooLarge)
    #expect(sent.body.isEmpty)
    // What comes behind it is not taken for a body of its own.
    [UInt8(32)].withUnsafeBytes { sent.append($0) }
    #expect(sent.isTooLarge)
    #expect(sent.body.isEmpty)
    #expect(throws: ViewRefusal.tooLarge) { let _: [Int] = try sent.body() }
  }

  @Test func aBodyIsJSONAndSaysSo() throws {
    var some = request("/", [("Content-Type", "application/json; charset=utf-8")])
    some.body = Data("[1, 2]".utf8)
    let numbers: [Int] = try some.body()
    #expect(numbers == [1, 2])
    #expect(throws: ViewRefusal.badRequest) { let _: [String] = try some.body() }
    for type in ["text/plain", "text/plain; application/json"] {
      var other = request("/", [("Content-Type", type)])
      other.body = some.body
      #expect(throws: ViewRefusal.wrongType) { let _: [Int] = try other.body() }
    }
    #expect(throws: ViewRefusal.wrongType) { let _: [Int] = try request().body() }
  }

  private static let guardian = RequestGuard(token: "0f3a", port: 8080)

  private func path(
    _ target: String, host: String = "127.0.0.1:8080", _ more: [(name: String, value: String)] = []
  ) throws -> [String] {
    try Self.guardian.path(of: request(target, [(name: "Host", value: host)] + more))
  }

  @Test func thePathIsWhatStandsBehindTheToken() throws {
    #expect(try path("/0f3a/") == [""])
    #expect(try path("/0f3a/state") == ["state"])
    #expect(try path("/0f3a/2/frames/1.jpg", host: "localhost:8080") == ["2", "frames", "1.jpg"])
    #expect(try path("http://127.0.0.1:8080/0f3a/2/state") == ["2", "state"], "a target may name its host")
    #expect(try path("/0f3a/x", [("Origin", "http://127.0.0.1:8080"), ("Sec-Fetch-Site", "same-origin")]) == ["x"])
  }

  @Test(arguments: ["/0f3b/state", "/0f3/state", "/0f3a0/state", "//state", "/state", "/0f3a", "/"])
  func withoutTheTokenNobodyIsLetIn(_ target: String) {
    #expect(throws: ViewRefusal.foreign) { try path(target) }
  }

  @Test func otherHostsAndPagesAreForeign() {
    for host in ["127.0.0.1:8081", "127.0.0.1", "evil.example:8080", "localhost"] {
      #expect(throws: ViewRefusal.foreign) { try path("/0f3a/state", host: host) }
    }
    for field in [
      ("Origin", "http://evil.example"), ("Origin", "http://localhost:8080"), ("Sec-Fetch-Site", "cross-site"),
    ] {
      #expect(throws: ViewRefusal.foreign) { try path("/0f3a/state", [(name: field.0, value: field.1)]) }
    }
  }

  @Test func itMustBeClearWhichServerIsMeant() {
    #expect(throws: ViewRefusal.badRequest) { try path("/0f3a/state", [("Host", "127.0.0.1:8080")]) }
    #expect(throws: ViewRefusal.badRequest) { try path("http://evil.example/0f3a/state") }
    #expect(throws: ViewRefusal.badRequest) { try Self.guardian.path(of: request("/0f3a/state")) }
  }
}
