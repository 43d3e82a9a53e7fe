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

  @Test func thePageIsCurrent() throws {
    let page = SharedMaterial.packageRoot.appending(path: "Docs/generated/findings.md")
    let text = try String(contentsOf: page, encoding: .utf8)
    #expect(text == FindingsReference.markdown, "run `calvaria findings > Docs/generated/findings.md`")
    for code in FindingCode.all { #expect(text.contains("\n`\(code.rawValue)` (")) }
  }
}
