import Foundation
import Testing

@testable import Recordings

/// Kinds of image that are not read are named, and so is the way to convert them.
@Suite struct ForeignImageTests {
  private static func iso(_ major: String, _ others: [String] = []) -> Data {
    let brands = Data((major + "\0\0\0\0" + others.joined()).utf8)
    return Data([0, 0, 0, UInt8(8 + brands.count)]) + Data("ftyp".utf8) + brands + Data(repeating: 0, count: 40)
  }

  private static let bmp = Data("BM".utf8) + Data([70, 0, 0, 0, 0, 0, 0, 0, 54, 0, 0, 0, 40]) + Data(count: 60)
  /// A TIFF whose directory has the tag of a DNG's version.
  private static let dng =
    Data([0x49, 0x49, 42, 0, 8, 0, 0, 0, 1, 0, 0x12, 0xC6, 1, 0, 4, 0, 0, 0, 1, 4, 0, 0, 0, 0, 0, 0])

  static let samples: [(Data, String, String)] = [
    (iso("heic", ["mif1", "heic"]), "HEIC", "heif-convert"), (iso("mif1", ["heic"]), "HEIC", "heif-convert"),
    (iso("mif1"), "HEIC", "heif-convert"), (iso("avif", ["mif1"]), "AVIF", "avifdec"), (iso("crx "), "CR3", "mogrify"),
    (iso("isom", ["mp42"]), "MP4", "ffmpeg"), (iso("isom", ["mp42", "heic"]), "HEIC", "heif-convert"),
    // What the next box is called is no brand.
    (iso("isom").prefix(16) + Data([0, 0, 0, 8]) + Data("avif".utf8), "MP4", "ffmpeg"),
    (Data("RIFF....WEBPVP8 ".utf8), "WebP", "dwebp"),
    (Data("GIF89a..........".utf8), "GIF", "mogrify"), (bmp, "BMP", "mogrify"), (dng, "DNG", "mogrify"),
    (Data([0, 0, 0, 12]) + Data("jP  \r\n".utf8), "JPEG 2000", "mogrify"),
    (Data([0xFF, 0x0A, 1, 2]), "JPEG XL", "djxl"),
    (Data("P2\n2 2\n255\n1 2 3 4\n".utf8), "PGM", "mogrify"), (Data("Pf\n2 2\n-1.0\n".utf8), "PFM", "mogrify"),
  ]

  @Test(arguments: samples) func aForeignKindIsNamed(data: Data, kind: String, program: String) {
    let error = #expect(throws: ImageError.self) { try ImageFile.header(data, name: "7") }
    #expect(error?.code == .imageForeign)
    #expect(error?.problem.contains(kind) == true, "\(String(describing: error))")
    #expect(error?.remedy?.contains(program) == true, "\(String(describing: error))")
  }

  @Test(arguments: [
    "", "BM", "ftyp", "RIFF", "P", "II*\0", "II*\0\u{8}\0\0\0", "MM\0*\0\0\0\u{7F}", "\0\0\0\u{20}ftyp",
  ])
  func whatIsOfNoKindIsDamaged(text: String) {
    let error = #expect(throws: ImageError.self) { try ImageFile.header(Data(text.utf8)) }
    #expect(error?.code == .imageUnreadable || text.hasSuffix("ftyp"))
  }

  /// Whether it is listed or found in a folder: the message is about its kind, not its name.
  @Test func aRecordingSaysWhatItsImagesAre() throws {
    let heic = Self.iso("heic")
    let listed = try SmallRecording.tum(frames: 1)
    try listed.write("rgb/0.jpg", heic)
    let numbered = try SmallRecording.open3d(numbers: [1, 2])
    for number in [1, 2] {
      try numbered.remove("color/\(number).jpg")
      try numbered.write("color/\(number).HEIC", heic)
    }
    for (small, file) in [(listed, "rgb/0.jpg"), (numbered, "color/1.HEIC")] {
      let error = #expect(throws: RecordingError.self) { try Recording.open(small.folder) }
      #expect(error?.code == .recordingForeignImage)
      for words in [file, "HEIC", "heif-convert"] { #expect(error?.description.contains(words) == true) }
    }
  }
}
