import Analysis
import Foundation
import Files
import ScanPipeline
import TestSupport
import Testing

@Suite struct OptionsFileTests {
  private func parse(_ text: String) throws -> OptionsFile { try OptionsFile.parse(Data(text.utf8), file: "o.json") }

  @Test func whatIsWrittenIsReadAgainToTheLastBit() throws {
    var file = OptionsFile()
    (file.measurement, file.scales, file.format) = (.standard, SeverityScale.builtIn, .tum)
    file.stages.quality.largestClosure = 0.1 + 0.2 - 0.299
    file.stages.reconstruction.tracking.headRadius = 0.0651
    file.stages.reconstruction.markers.screening.readableSizes = 0.7...1.3
    let read = try OptionsFile.parse(try file.json(), file: "o.json")
    #expect(read == file)
    #expect(try read.json() == file.json())
  }

  @Test func everyBuiltInProtocolIsReadAgain() throws {
    for measurement in MeasurementProtocol.builtIn {
      var file = OptionsFile()
      file.measurement = measurement
      #expect(try OptionsFile.parse(try file.json(), file: "o.json").measurement == measurement)
    }
  }

  @Test func aNumberMayStandForATextOfAProtocol() throws {
    var file = OptionsFile()
    file.measurement = .standard
    let text = String(decoding: try file.json(), as: UTF8.self)
    let version = MeasurementProtocol.standard.version
    let number = text.replacing("\"version\" : \"\(version)\"", with: "\"version\" : \(version)")
    #expect(number != text)
    #expect(try parse(number).measurement == .standard)
  }

  @Test func aPartOfAFileLeavesTheRest() throws {
    let file = try parse(#"{"quality": {"largest_closure_m": 0.002}, "protocol": "ear-line-axis"}"#)
    #expect(file.stages.changes().map(\.key) == ["quality.largest_closure_m"])
    #expect(file.stages.quality.largestClosure == 0.002)
    #expect(file.measurement?.name == "ear-line-axis")
    #expect(file.scales == nil)
    #expect(file.format == nil)
    #expect(try parse("{}") == OptionsFile())
  }

  @Test func noKeyIsThatOfAnEnumeration() throws {
    var file = OptionsFile()
    (file.measurement, file.scales) = (.standard, [.choa])
    let text = String(decoding: try file.json(), as: UTF8.self)
    #expect(!text.contains("\"_0\""))
    #expect(text.contains("\"fraction_of_vertex_height\""))
  }

  @Test(arguments: [
    ("{\"qualitty\": {}}", "o.json, `qualitty`", "found an unknown key"),
    ("{\"slips\": {\"least_size\": 1}}", "o.json, `slips.least_size`", "found an unknown key"),
    (
      "{\"slips\": {\"least_size_m\": 1}}", "o.json, `slips.least_size_m`",
      "expected a number from 1e-05 to 0.02, found 1"
    ),
    ("{\"slips\": {\"least_size_m\": \"x\"}}", "o.json, `slips.least_size_m`", "found \"x\""),
    ("{\"slips\": {\"least_size_m\": null}}", "o.json, `slips.least_size_m`", "found null"),
    ("{\"slips\": {\"least_size_m\": NaN}}", "o.json, text", "expected JSON, found text that is not"),
    ("{\"slips\": {\"least_size_m\": 1e999}}", "o.json, text", "expected JSON"),
    ("{\"slips\": 3}", "o.json, `slips`", "found 3"),
    ("[]", "o.json, top", "found []"),
    ("{\"method\": \"sense\"}", "o.json, `method`", "expected one of \"markers\", \"dense\""),
    ("{\"format\": \"xyz\"}", "o.json, `format`", "\"automatic\", \"tum\""),
    ("{\"protocol\": \"mine\"}", "o.json, `protocol`", "calvaria-default"),
    ("{\"protocol\": {\"name\": \"mine\"}}", "o.json, `protocol`", "expected"),
    ("{\"scales\": []}", "o.json, `scales`", "a list of 1 to 20 scales"),
    ("{\"scales\": [\"choa\", \"choa\"]}", "o.json, `scales[1]`", "found choa twice"),
    (String(repeating: "[", count: 100), "o.json, text", "nested far more deeply"),
  ])
  func whatCanNotBeIsRefusedByItsKey(text: String, subject: String, problem: String) {
    let error = #expect(throws: FileError.self) { try parse(text) }
    #expect(error?.kind == .badConfiguration)
    #expect(error?.subject.hasPrefix(subject) == true, "\(error?.subject ?? "")")
    #expect(error?.problem.contains(problem) == true, "\(error?.problem ?? "")")
  }

  @Test func aFileThatIsNoneOrTooLargeIsRefused() throws {
    let folder = try TemporaryFolder()
    let missing = #expect(throws: FileError.self) { try OptionsFile.read(folder.url.appending(path: "none")) }
    #expect(missing?.kind == .inputMissing)
    let large = folder.url.appending(path: "large.json")
    try Data(repeating: 32, count: (1 << 20) + 1).write(to: large)
    let error = #expect(throws: FileError.self) { try OptionsFile.read(large) }
    #expect(error?.kind == .badConfiguration)
    #expect(error?.problem.contains("at most 1 MiB") == true)
  }
}
