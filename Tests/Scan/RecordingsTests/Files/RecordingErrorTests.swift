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

  /// EXIF 2.32, 4.6.4: what is stored with orientation 6 is shown turned by a quarter to the right, with 8 to the left.
  @Test(arguments: [(6, 90), (8, 270)]) func aTurnIsToldInDegrees(orientation: Int, degrees: Int) {
    let error = RecordingError.turned(file: "f", color: "16×12", depth: "12×16", orientation: orientation)
    #expect(error.problem.contains("by \(degrees)° clockwise"))
  }
}
