import Foundation
import Testing

/// Tables and reports in two languages; machine files in one.
@Suite struct LanguageTests {
  @Test func germanIsForPeopleOnly() throws {
    let workspace = try Workspace()
    let plain = try workspace.measure(EllipsoidHead.text, ["--units", "mm"])
    let german = try workspace.measure(EllipsoidHead.text, ["--units", "mm", "--language", "de"])
    #expect(plain.text.contains("Circumference") && !plain.text.contains("Umfang"))
    #expect(german.text.contains("Umfang") && german.text.contains("Gemessen: nichts zurückgehalten."))
    let json = try workspace.measure(EllipsoidHead.text, ["--units", "mm", "--json"])
    #expect(
      try workspace.measure(EllipsoidHead.text, ["--units", "mm", "--json", "--language", "de"]).stdout == json.stdout)
  }
}
