import Foundation
import Testing

@testable import Recordings

/// The lists of images that TUM's layout has.
@Suite struct TUMReaderTests {
  @Test func aListIsReadLineByLine() throws {
    let text = "\u{FEFF}# comment\r\n\n 1.5 rgb/a b.png \r\n2e0\trgb/c.png\n"
    let images = try TimedImageList.parse(Data(text.utf8), file: "rgb.txt")
    #expect(images.map(\.name) == ["1.5", "2e0"])
    #expect(images.map(\.time) == [1.5, 2])
    #expect(images.map(\.image.name) == ["rgb/a b.png", "rgb/c.png"])
  }

  @Test(arguments: ["x rgb/a.png", "1.5", "-1 rgb/a.png", "nan rgb/a.png", "1e21 rgb/a.png", "1 ../a.png", "1 /a.png"])
  func aLineThatIsNoImageIsNamed(line: String) {
    #expect(throws: RecordingError.self) { try TimedImageList.parse(Data(("0 a.png\n" + line).utf8), file: "rgb.txt") }
  }

  @Test func windowsPathsAreRead() throws {
    let images = try TimedImageList.parse(Data("1 rgb\\a b.png\r\n2 .\\rgb\\c.png\r\n".utf8), file: "rgb.txt")
    #expect(images.map(\.image.name) == ["rgb/a b.png", "./rgb/c.png"])
    for path in ["..\\a.png", "rgb\\..\\..\\a.png", "C:\\rgb\\a.png", "\\\\server\\a.png"] {
      #expect(throws: RecordingError.self, "\(path)") {
        try TimedImageList.parse(Data("1 \(path)".utf8), file: "rgb.txt")
      }
    }
  }

  /// The folders of images that are left look like another layout, whose depth has another unit.
  @Test(arguments: ["rgb.txt", "depth.txt"]) func oneListIsEnoughToTellTheLayout(lost: String) throws {
    let small = try SmallRecording.tum()
    try small.remove(lost)
    let error = #expect(throws: RecordingError.self) { try Recording.open(small.folder) }
    #expect(error?.subject == lost)
  }

  @Test func aPathStaysInTheRecording() {
    #expect(TimedImageList.isInside("rgb/..a/b..png"))
    for path in ["..", "a/../b", "/a", "a\0b", "C:/a"] { #expect(!TimedImageList.isInside(path[...]), "\(path)") }
  }
}
