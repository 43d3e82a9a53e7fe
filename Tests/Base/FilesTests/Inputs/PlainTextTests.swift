import Foundation
import Testing

@testable import Files

/// Texts of other systems.
@Suite struct PlainTextTests {
  /// UTF-16 with its mark, either order of bytes; UTF-8 with its mark; line ends of Windows and of old Macs.
  @Test func textsOfAnyEncodingAreTheSame() throws {
    let text = "# Zeit — Pfad\n1 rgb/ä.png\n2 rgb/b.png\n"
    let units = Array(text.utf16)
    let little = Data([0xFF, 0xFE]) + units.flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }
    let big = Data([0xFE, 0xFF]) + units.flatMap { [UInt8($0 >> 8), UInt8($0 & 255)] }
    for data in [Data(text.utf8), little, big, Data([0xEF, 0xBB, 0xBF]) + Data(text.utf8)] {
      #expect(PlainText.utf8(data) == Data(text.utf8))
      #expect(PlainText.utf8((Data([1]) + data).dropFirst()) == Data(text.utf8))
    }
    #expect(PlainText.utf8(Data("1 a\r2 b\r".utf8)) == Data("1 a\n2 b\n".utf8))
    #expect(PlainText.utf8(Data("1 a\r\n".utf8)) == Data("1 a\r\n".utf8))
    for odd in [Data(), Data([0xFF, 0xFE]), Data([0xFF, 0xFE, 65]), Data([0xFF, 0xFE, 0, 0xD8])] {
      _ = PlainText.utf8(odd)
    }
  }
}
