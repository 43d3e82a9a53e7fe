/// A kind of image file that is not read, told by its first bytes, and a program that converts it.
struct ForeignImage: Equatable {
  let kind: String
  let command: String

  private init(_ kind: String, _ command: String = "mogrify -format png FILE") {
    (self.kind, self.command) = (kind, command)
  }

  /// Nil where a file is of none of these kinds.
  init?(_ bytes: UnsafeRawBufferPointer) {
    func starts(_ text: String, at offset: Int = 0) -> Bool {
      bytes.count >= offset + text.utf8.count && bytes[offset...].starts(with: text.utf8)
    }
    func starts(_ numbers: [UInt8]) -> Bool { bytes.starts(with: numbers) }
    if starts("ftyp", at: 4) {
      self = Self.inISOFile(bytes)
    } else if starts("RIFF"), starts("WEBP", at: 8) {
      self.init("WebP", "dwebp FILE.webp -o FILE.png")
    } else if starts("GIF8") {
      self.init("GIF")
    } else if starts("BM"), bytes.count > 26, bytes[6..<10].allSatisfy({ $0 == 0 }) {
      self.init("BMP")
    } else if starts([0, 0, 0, 12, 0x6A, 0x50, 0x20, 0x20]) || starts([0xFF, 0x4F, 0xFF, 0x51]) {
      self.init("JPEG 2000")
    } else if starts([0, 0, 0, 12, 0x4A, 0x58, 0x4C, 0x20]) || starts([0xFF, 0x0A]) {
      self.init("JPEG XL", "djxl FILE.jxl FILE.png")
    } else if let letter = Self.netpbm.first(where: { starts("P" + $0.key) }), bytes.count > 2, bytes[2] <= 0x20 {
      self.init(letter.value)
    } else if let directory = TIFFDirectory(bytes), directory.offset(of: TIFFDirectory.dngVersion) != nil {
      self.init("DNG")
    } else {
      return nil
    }
  }

  /// Kinds of Netpbm beside the binary PGM and PPM, by their second letter.
  private static let netpbm = [
    "1": "PBM", "2": "PGM (text)", "3": "PPM (text)", "4": "PBM", "7": "PAM", "f": "PFM", "F": "PFM",
  ]

  /// What lies in a file of ISO's base media format, by the brands in its first box.
  private static func inISOFile(_ bytes: UnsafeRawBufferPointer) -> ForeignImage {
    let size = min(bytes.count, bytes.prefix(4).reduce(0) { $0 << 8 | Int($1) }, 256)
    let brands = stride(from: 8, through: size - 4, by: 4).map { String(decoding: bytes[$0..<($0 + 4)], as: UTF8.self) }
    if brands.contains(where: { ["avif", "avis"].contains($0) }) {
      return ForeignImage("AVIF", "avifdec FILE.avif FILE.png")
    }
    if brands.contains("crx ") { return ForeignImage("CR3") }
    let isImage = brands.contains { $0.hasPrefix("hei") || $0.hasPrefix("hev") || ["mif1", "msf1"].contains($0) }
    return isImage
      ? ForeignImage("HEIC", "heif-convert FILE.heic FILE.png")
      : ForeignImage("MP4", "ffmpeg -i FILE.mp4 %06d.png")
  }

  /// The endings of images of these kinds.
  static let endings = [
    "heic", "heif", "avif", "webp", "gif", "bmp", "jp2", "j2k", "jxl", "pbm", "pnm", "pam", "pfm", "dng", "cr2", "cr3",
    "nef",
    "arw",
  ]
}
