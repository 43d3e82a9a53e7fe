import Foundation
import Files
import ScanPipeline
import Testing

@Suite struct OptionsPageTests {
  /// With `CALVARIA_WRITE_PAGES` in the environment the page is written instead of compared.
  @Test func thePageSaysWhatTheProgramDoes() throws {
    let text = try OptionsPage().text()
    if ProcessInfo.processInfo.environment["CALVARIA_WRITE_PAGES"] != nil {
      try Data(text.utf8).write(to: OptionsPage.file)
    }
    let page = try String(contentsOf: OptionsPage.file, encoding: .utf8)
    #expect(page == text, "run: CALVARIA_WRITE_PAGES=1 swift test --filter OptionsPageTests")
  }

  @Test func everyOptionHasAKeyOfItsOwn() {
    let keys = StageOptions().lines().map(\.key)
    #expect(Set(keys).count == keys.count)
    #expect((40...60).contains(keys.count), "as many as fit a person's head: \(keys.count)")
    for key in keys { #expect(key.wholeMatch(of: #/[a-z0-9_.]+/#) != nil, "\(key)") }
  }
}
