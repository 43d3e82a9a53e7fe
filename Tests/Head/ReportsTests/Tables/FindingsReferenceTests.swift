import Diagnostics
import Foundation
import TestSupport
import Testing

@testable import Reports

@Suite struct FindingsReferenceTests {
  @Test func thePageOfErrorsIsCurrent() throws {
    let page = SharedMaterial.packageRoot.appending(path: "Docs/generated/errors.md")
    let text = try String(contentsOf: page, encoding: .utf8)
    #expect(text == ErrorsReference.markdown, "run `calvaria errors > Docs/generated/errors.md`")
    for code in ErrorCode.all { #expect(text.contains("\n`\(code.rawValue)` (exit code ")) }
  }

  /// A line of a hundred characters is not broken, one of 101 is; what follows stands under it.
  @Test func linesHaveAHundredCharacters() {
    let (ten, rest) = (Array(repeating: "123456789", count: 9).joined(separator: " "), "1234567890")
    #expect(FindingsReference.wrapped("\(ten) \(rest)") == "\(ten) \(rest)\n")
    #expect(FindingsReference.wrapped("\(ten) \(rest)1", indent: "  ") == "\(ten)\n  \(rest)1\n")
    #expect(FindingsReference.wrapped("one") == "one\n")
  }

  @Test func thePageIsCurrent() throws {
    let page = SharedMaterial.packageRoot.appending(path: "Docs/generated/findings.md")
    let text = try String(contentsOf: page, encoding: .utf8)
    #expect(text == FindingsReference.markdown, "run `calvaria findings > Docs/generated/findings.md`")
    for code in FindingCode.all { #expect(text.contains("\n`\(code.rawValue)` (")) }
  }
}
