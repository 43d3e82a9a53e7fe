import Testing

@testable import Files

/// How deeply JSON may be nested.
@Suite struct JSONTextTests {
  @Test func deepListsAreTold() {
    let nested = { (n: Int) in String(repeating: "[", count: n) + String(repeating: "]", count: n) }
    #expect(!JSONText.isTooDeep(nested(32).utf8))
    #expect(JSONText.isTooDeep(nested(33).utf8))
    #expect(JSONText.isTooDeep(String(repeating: "{\"a\":", count: 40).utf8))
    #expect(!JSONText.isTooDeep("[\"\(String(repeating: "[", count: 100))\\\"[[[\"]".utf8))
    #expect(!JSONText.isTooDeep(String(repeating: "[]", count: 100).utf8))
  }
}
