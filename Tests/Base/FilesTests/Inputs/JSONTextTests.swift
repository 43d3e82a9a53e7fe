import Diagnostics
import Foundation
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

/// JSON as it is written.
@Suite struct WrittenJSONTests {
  private struct Sample: Codable, Equatable {
    var markerSize = 2
    var a = "x/y"
  }

  @Test func keysAreSortedAndALineBreakEnds() throws {
    let text = { (data: Data) in String(decoding: data, as: UTF8.self) }
    #expect(text(try JSONText.encode(Sample(), isOneLine: true)) == #"{"a":"x/y","markerSize":2}"# + "\n")
    #expect(text(try Sample().machineJSON()).contains("\"marker_size\""))
    #expect(text(try JSONText.encode(Sample())).split(separator: "\n").count == 4)
    let read = try JSONText.decode(Sample.self, from: Sample().machineJSON(), keys: .convertFromSnakeCase)
    #expect(read == Sample())
  }

  @Test func whatIsNoJSONIsStrange() {
    for text in ["", "{", #"{"a": 1}"#] {
      let fault = #expect(throws: JSONText.Fault.self) { try JSONText.decode(Sample.self, from: Data(text.utf8)) }
      #expect(fault?.found == .phrase("something_else"))
    }
  }
}
