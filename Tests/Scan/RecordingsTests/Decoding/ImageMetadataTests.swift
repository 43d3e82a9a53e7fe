import Diagnostics
import Foundation
import Geometry
import Testing

@testable import Recordings

/// What an image says beside its pixels.
@Suite struct ImageMetadataTests {
  /// EXIF data with an orientation, and a text that is somebody's own.
  static func exif(_ orientation: UInt8, bigEndian: Bool = false) -> Data {
    let tags: [[UInt8]] =
      bigEndian
      ? [[0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, orientation, 0, 0]]
      : [[0x12, 0x01, 3, 0, 1, 0, 0, 0, orientation, 0, 0, 0]]
    let start: [UInt8] = bigEndian ? [0x4D, 0x4D, 0, 42, 0, 0, 0, 8, 0, 1] : [0x49, 0x49, 42, 0, 8, 0, 0, 0, 1, 0]
    return Data(start + tags[0] + [0, 0, 0, 0]) + Data("Serial 4711".utf8)
  }

  static func segment(_ marker: UInt8, _ content: Data) -> Data {
    Data([0xFF, marker, UInt8((content.count + 2) >> 8), UInt8((content.count + 2) & 255)]) + content
  }

  /// A JPEG with segments behind its JFIF header.
  static func jpeg(with segments: Data, _ image: Data? = nil) throws -> Data {
    let plain = try image ?? SmallRecording.color()
    return plain.prefix(20) + segments + plain.dropFirst(20)
  }

  private func orientation(_ data: Data) -> Int { Self.guarded(data) { ImageMetadata.orientation($0) } }
  private func stripped(_ data: Data) -> Data? { Self.guarded(data) { ImageMetadata.stripped($0) } }

  /// Gives bytes behind which no memory may be read.
  private static func guarded<Value>(_ data: Data, _ read: (UnsafeRawBufferPointer) -> Value) -> Value {
    let page = Int(getpagesize())
    let room = (data.count + page - 1) / page * page
    let memory = mmap(nil, room + page, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)!
    defer { munmap(memory, room + page) }
    mprotect(memory + room, page, PROT_NONE)
    let bytes = UnsafeMutableRawBufferPointer(start: memory + room - data.count, count: data.count)
    bytes.copyBytes(from: data)
    return read(UnsafeRawBufferPointer(bytes))
  }

  @Test(arguments: 1...8 as ClosedRange<UInt8>) func theOrientationIsRead(number: UInt8) throws {
    for bigEndian in [false, true] {
      let exif = Self.exif(number, bigEndian: bigEndian)
      #expect(orientation(try Self.jpeg(with: Self.segment(0xE1, Data("Exif\0\0".utf8) + exif))) == Int(number))
      let png = try ImageFile.png(TestImages.ramp(width: 4, height: 4))
      #expect(
        orientation(png.prefix(33) + Data(PNGFilterTests.chunk("eXIf", [UInt8](exif))) + png.dropFirst(33))
          == Int(number))
    }
  }

  @Test func whatSaysNothingIsAsItIsStored() throws {
    #expect(orientation(try SmallRecording.color()) == 1)
    #expect(orientation(Data()) == 1)
    let stated = { (exif: Data) in
      orientation(try Self.jpeg(with: Self.segment(0xE1, Data("Exif\0\0".utf8) + exif)))
    }
    let cut = Self.exif(6).prefix(21)
    for odd in [Self.exif(0), Self.exif(9), cut.prefix(12), cut, Data([0x49, 0x49, 42, 0, 255, 255, 255, 255])] {
      #expect(try stated(odd) == 1)
    }
    #expect(try stated(Self.exif(6).prefix(22)) == 6, "a list that ends with its only tag is whole")
  }

  /// A list of five tags that ends after the first: what stands in the next segment, where the third would be, is none.
  @Test func tagsBehindTheListAreNone() throws {
    let list = [UInt8]([0x4D, 0x4D, 0, 42, 0, 0, 0, 26]) + [UInt8](repeating: 0, count: 18) + [0, 5]
    let width: [UInt8] = [1, 0, 0, 3, 0, 0, 0, 1, 0, 9, 0, 0]
    // Four bytes of it belong to the segment's own marker and length.
    let next = [UInt8](repeating: 7, count: 8) + [0x01, 0x12, 0, 3, 0, 0, 0, 1, 0, 6, 0, 0]
    let jpeg = try Self.jpeg(
      with: Self.segment(0xE1, Data("Exif\0\0".utf8) + Data(list + width)) + Self.segment(0xFE, Data(next)))
    #expect(orientation(jpeg) == 1)
  }

  /// Ends behind a whole chunk, and within the length of the next one.
  @Test func aPNGThatEndsTooSoonIsNone() throws {
    let png = try ImageFile.png(TestImages.ramp(width: 4, height: 4))
    for length in 8..<png.count { #expect(stripped(png.prefix(length)) == nil, "\(length)") }
  }

  @Test func nothingPersonalStaysInAJPEG() throws {
    let plain = try SmallRecording.color()
    let personal =
      Self.segment(0xE1, Data("Exif\0\0".utf8) + Self.exif(6))
      + Self.segment(0xE1, Data("http://ns.adobe.com/xap".utf8))
      + Self.segment(0xED, Data("Photoshop Artist".utf8)) + Self.segment(0xE2, Data("MPF\0".utf8))
      + Self.segment(0xFE, Data("Comment".utf8)) + Self.segment(0xFE, Data(repeating: 65, count: 700))
      + Self.segment(0xE0, Data("JFXX\0thumbnail".utf8))
    #expect(stripped(try Self.jpeg(with: personal) + Data("a second image".utf8)) == plain)
    #expect(stripped(plain) == plain, "a sound image keeps its bytes")
    // What colours mean is kept.
    let colors =
      Self.segment(0xE2, Data("ICC_PROFILE\0\u{1}\u{1}profile".utf8)) + Self.segment(0xEE, Data("Adobe\0d".utf8))
    let withColors = try Self.jpeg(with: colors + personal)
    let colored = try Self.jpeg(with: colors)
    #expect(stripped(withColors) == colored)
  }

  @Test func nothingPersonalStaysInAPNG() throws {
    let plain = try ImageFile.png(TestImages.noise(width: 9, height: 7, seed: 3))
    let personal = ["tEXt", "iTXt", "zTXt", "eXIf", "tIME", "iDOT"].map {
      Data(PNGFilterTests.chunk($0, Array("Artist".utf8)))
    }
    let odd = plain.prefix(33) + personal.reduce(Data(), +) + plain.dropFirst(33) + Data("behind".utf8)
    #expect(stripped(odd) == plain)
    #expect(stripped(plain) == plain)
  }

  /// Never a crash, and what comes out has the pixels of what went in.
  @Test(arguments: [1, 2] as [UInt64]) func damageIsNoTrap(seed: UInt64) throws {
    let whole = try Self.jpeg(with: Self.segment(0xE1, Data("Exif\0\0".utf8) + Self.exif(6)))
    for length in 0..<whole.count { _ = (stripped(whole.prefix(length)), orientation(whole.prefix(length))) }
    var random = SeededGenerator(seed: seed)
    for _ in 0..<2000 {
      var damaged = whole
      damaged[Int.random(in: 2..<whole.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
      _ = orientation(damaged)
      guard let before = try? ImageFile.color(damaged), let after = stripped(damaged) else { continue }
      #expect(try ImageFile.color(after) == before)
    }
  }

  // MARK: Recordings

  private func turned(_ orientation: UInt8, depth: (width: Int, height: Int)) throws -> SmallRecording {
    let small = try SmallRecording.tum(frames: 1)
    try small.write(
      "rgb/0.jpg", Self.jpeg(with: Self.segment(0xE1, Data("Exif\0\0".utf8) + Self.exif(orientation))))
    try small.write("depth/0.png", SmallRecording.depthPNG(code: 2000, width: depth.width, height: depth.height))
    return small
  }

  @Test(arguments: [5, 6, 7, 8] as [UInt8]) func colourThatIsTurnedOnlyWhereItIsShownIsRefused(number: UInt8) throws {
    let small = try turned(number, depth: (12, 16))
    let error = #expect(throws: RecordingError.self) { try Recording.open(small.folder) }
    #expect(error?.code == .recordingTurned)
    // EXIF 2.32, 4.6.4: shown turned by a quarter to the right, or to the left.
    let turn = [6: "by 90° clockwise", 8: "by 270° clockwise"][number]
    for words in ["EXIF orientation \(number)", "16×12", "12×16", "exiftran"] + (turn.map { [$0] } ?? []) {
      #expect(error?.description.contains(words) == true)
    }
  }

  /// Depth that is turned without a word of EXIF is another matter.
  @Test func depthOfAnotherShapeNeedsItsOwnCamera() throws {
    let small = try turned(1, depth: (12, 16))
    let error = #expect(throws: RecordingError.self) { try Recording.open(small.folder) }
    #expect(error?.code == .recordingBadIntrinsics)
  }

  @Test func anOrientationThatBothShareIsANote() throws {
    for number: UInt8 in [2, 3, 6, 8] {
      let small = try turned(number, depth: (16, 12))
      let finding = try Recording.open(small.folder).findings.first
      #expect(finding?.code == .recordingOrientation)
      #expect(finding?.severity == .note)
      #expect(finding?.text().contains("orientation \(number)") == true)
      #expect(finding?.values["degrees"]?.figure == [3: 180, 6: 90, 8: 270][number], "clockwise, by EXIF 2.32")
    }
    let plain = try turned(1, depth: (16, 12))
    #expect(try Recording.open(plain.folder).findings.map(\.code) == [.recordingNotSynchronised])
  }

  /// Shapes agree where the widths differ by no more than a pixel of the smaller image; 640 × 480 makes 106.7 × 80.
  @Test(arguments: [(105, false), (106, true), (107, true), (108, true), (109, false)])
  func shapesMayDifferByAPixelOfTheSmaller(width: Int, areAlike: Bool) {
    let (large, small) = (ImageSize(width: 640, height: 480), ImageSize(width: width, height: 80))
    #expect(large.hasShape(of: small) == areAlike)
    #expect(small.hasShape(of: large) == areAlike)
  }

  @Test func convertedFilesHaveNoMetadata() throws {
    let small = try turned(3, depth: (16, 12))
    let recording = try Recording.open(small.folder)
    var decoder = FrameDecoder(recording)
    let (content, ending) = try decoder.colorFile(recording.frames[0])
    let bare = try SmallRecording.color()
    #expect(content == bare)
    #expect(ending == "jpg")
    // A file whose parts can't be told is written anew from its pixels.
    try small.write("rgb/0.jpg", Data("P6 16 12 255\n".utf8) + Data(TestImages.ramp(width: 16, height: 12).pixels))
    let other = try Recording.open(small.folder)
    var second = FrameDecoder(other)
    let plain = try second.colorFile(other.frames[0])
    let pixels = try ImageFile.color(plain.content)
    #expect(plain.ending == "png")
    #expect(pixels == TestImages.ramp(width: 16, height: 12))
  }
}
