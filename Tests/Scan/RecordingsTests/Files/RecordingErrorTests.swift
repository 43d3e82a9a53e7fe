import Foundation
import Testing

@testable import Recordings

/// What errors name.
@Suite struct RecordingErrorTests {
  @Test func ofManyFilesTheFirstAreNamed() {
    let names = (11...22).map { "scan-\($0).r3d" }
    let words = RecordingError.several(folder: "f", files: names).problem
    #expect(words.contains("found 12"))
    #expect(names.filter { words.contains($0) } == Array(names[..<8]))
  }
}
