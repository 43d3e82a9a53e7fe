import Diagnostics
import Testing

@testable import Movement

@Suite struct MotionErrorTests {
  /// A table may have hundreds of columns.
  @Test func theFirstTwelveColumnsAreNamed() {
    let names = (1...13).map { "column \($0)" }
    let found = { (names: [String]) in
      MotionError.missingColumn(path: "made.mot", wanted: ["knee_angle_r"], found: names).message.values["found"]
    }
    #expect(found(names) == .names(names.dropLast()))
    #expect(found(["one"]) == .names(["one"]) && found([]) == .phrase("none"))
  }
}
