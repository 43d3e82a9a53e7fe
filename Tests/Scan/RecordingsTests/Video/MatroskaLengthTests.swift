import Foundation
import Testing

@testable import Recordings

/// How long a Matroska file says that it is (RFC 9559), and files that are shorter.
@Suite struct MatroskaLengthTests {
  private static let header: [UInt8] = [0x1A, 0x45, 0xDF, 0xA3, 0x83, 1, 2, 3]
  private static let segment: [UInt8] = [0x18, 0x53, 0x80, 0x67]

  /// Numbers of one to eight bytes: 8 bytes of the header, 4 of the segment's name, those of the number, and the content.
  @Test(arguments: 1...8) func theSizeFollowsTheNumber(bytes: Int) {
    let number: [UInt8] = [UInt8(0x80 >> (bytes - 1))] + [UInt8](repeating: 0, count: bytes - 1)
    var size = number
    size[bytes - 1] |= 0x0A
    #expect(MatroskaLength.stated(Self.header + Self.segment + size) == 8 + 4 + bytes + 10)
    #expect(MatroskaLength.stated(Self.header + Self.segment + number) == 8 + 4 + bytes)
    // All ones: unknown, as of a recorder that was stopped by force.
    let unknown = [UInt8(0xFF >> (bytes - 1))] + [UInt8](repeating: 0xFF, count: bytes - 1)
    #expect(MatroskaLength.stated(Self.header + Self.segment + unknown) == nil)
  }

  @Test func whatIsNoMatroskaSaysNothing() {
    let whole = Self.header + Self.segment + [0x8A]
    for count in 0..<whole.count { #expect(MatroskaLength.stated(Array(whole.prefix(count))) == nil, "\(count) bytes") }
    for k in 0..<4 {
      var other = whole
      other[k] ^= 1
      #expect(MatroskaLength.stated(other) == nil)
    }
    #expect(MatroskaLength.stated(Self.header + Self.segment + [0]) == nil)
    // A header that says to be longer than any, and one that ends beyond what is there.
    #expect(MatroskaLength.stated([0x1A, 0x45, 0xDF, 0xA3, 0x01, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFE]) == nil)
    #expect(MatroskaLength.stated([0x1A, 0x45, 0xDF, 0xA3, 0x88, 1, 2]) == nil)
  }

  /// ffmpeg reads the frames that are left and says nothing.
  @Test(arguments: [0.005, 0.1, 0.3, 0.999]) func aRecordingThatWasCutIsRefused(share: Double) throws {
    let whole = try Data(contentsOf: VideoSampleTests.Sample.kinect.url.appendingPathComponent("scan.mkv"))
    #expect(MatroskaLength.stated(Array(whole.prefix(MatroskaLength.enough))) == whole.count)
    let small = try SmallRecording()
    try small.write("scan.mkv", whole.prefix(Int(share * Double(whole.count))))
    let error = #expect(throws: RecordingError.self) { try Recording.open(small.folder) }
    #expect(
      error
        == .badIndex(
          file: "scan.mkv", line: nil, expected: .phrase("whole_file"), found: .phrase("end_of_file")))
  }
}
