public import Diagnostics
internal import ImageBridge
import Images
public import Platform

/// Image files in memory: JPEG and PNG for colour, PNG, TIFF and EXR for depth.
///
/// Sizes are limited to 16,384 pixels a side and 64 megapixels before anything is allocated. A truncated or corrupt
/// file is an error, never an image whose rest is grey. `name` is the file's name in errors.
public enum ImageFile {
  /// Reads the header without decoding the pixels.
  public static func header(_ data: Data, name: String = "image") throws(ImageError) -> ImageHeader {
    try with(data, name) { decoder throws(ImageError) in try decoder.header() }
  }

  /// Decodes a JPEG or an 8-bit PNG to grey: the luma of ITU-R BT.601.
  ///
  /// Of a JPEG only the luma is decoded, which takes a fraction of the time of colour.
  public static func gray(_ data: Data, name: String = "image") throws(ImageError) -> GrayImage {
    try with(data, name) { decoder throws(ImageError) in
      let header = try decoder.header()
      let memory = CodecMemory()
      try decoder.requireColor(header)
      let pixels = try [UInt8](writing: header.width * header.height) { pixels throws(ImageError) in
        try decoder.gray(memory, into: pixels)
      }
      return GrayImage(width: header.width, height: header.height, pixels: pixels)
    }
  }

  /// Decodes a JPEG or an 8-bit PNG to colour; transparency is dropped.
  public static func color(_ data: Data, name: String = "image") throws(ImageError) -> ColorImage {
    try with(data, name) { decoder throws(ImageError) in
      let header = try decoder.header()
      let memory = CodecMemory()
      try decoder.requireColor(header)
      let pixels = try [UInt8](writing: header.width * header.height * 3) { pixels throws(ImageError) in
        try decoder.color(memory, into: pixels)
      }
      return ColorImage(width: header.width, height: header.height, pixels: pixels)
    }
  }

  /// Decodes a grey 16-bit PNG or TIFF to its codes, rows from top to bottom.
  public static func depthCodes(_ data: Data, name: String = "image") throws(ImageError) -> Raster<UInt16> {
    try with(data, name) { decoder throws(ImageError) in
      let header = try decoder.header()
      let memory = CodecMemory()
      try decoder.requireDepth(header, isFloat: false)
      let pixels = try [UInt16](writing: header.width * header.height) { pixels throws(ImageError) in
        try decoder.codes(memory, into: pixels)
      }
      return Raster(width: header.width, height: header.height, pixels: pixels)
    }
  }

  /// Decodes a TIFF of one 32-bit float a pixel, or the depth of an EXR, rows from top to bottom; values as they stand,
  /// NaN included.
  ///
  /// An EXR's depth is its channel called Z or depth, else its only one besides alpha, else R where G and B are equal to
  /// it; 16 or 32 bits, in one part, without lossy compression.
  public static func depthFloat(_ data: Data, name: String = "image") throws(ImageError) -> Raster<Float> {
    try with(data, name) { decoder throws(ImageError) in
      let header = try decoder.header()
      let memory = CodecMemory()
      try decoder.requireDepth(header, isFloat: true)
      let pixels = try [Float](writing: header.width * header.height) { pixels throws(ImageError) in
        try decoder.floats(memory, into: pixels)
      }
      return Raster(width: header.width, height: header.height, pixels: pixels)
    }
  }

  private static func with<Image>(
    _ data: Data, _ name: String, _ body: (ImageDecoder) throws(ImageError) -> Image
  ) throws(ImageError) -> Image {
    let result = data.withUnsafeBytes { bytes in
      Result { () throws(ImageError) in try body(ImageDecoder(bytes, name)) }
    }
    return try result.get()
  }
}

/// A rectangle of values, rows from top to bottom.
public struct Raster<Value: Sendable>: Sendable {
  /// The size in pixels.
  public let width, height: Int
  /// width × height values.
  public var pixels: [Value]

  /// A raster from its values; their count must be width × height.
  public init(width: Int, height: Int, pixels: [Value]) {
    precondition(pixels.count == width * height)
    (self.width, self.height, self.pixels) = (width, height, pixels)
  }
}

extension ImageFile {
  /// A JPEG with 4:2:0 chroma; quality 1 … 100.
  public static func jpeg(_ image: ColorImage, quality: Int) throws(ImageError) -> Data {
    try encoded { buffer, error in
      image_encode_jpeg(
        image.pixels, Int32(clamping: image.width), Int32(clamping: image.height), Int32(clamping: quality), buffer,
        error)
    }
  }

  /// A PNG of 8 bits.
  ///
  /// - Parameter isDrawn: whether it has areas of one colour, as drawings have; it is then made in a third of the time.
  public static func png(_ image: ColorImage, isDrawn: Bool = false) throws(ImageError) -> Data {
    try encoded { buffer, error in
      image_encode_png_rgb(
        image.pixels, Int32(clamping: image.width), Int32(clamping: image.height), isDrawn ? 1 : 0, buffer, error)
    }
  }

  /// A grey PNG of 16 bits from width × height codes.
  public static func png(depthCodes: [UInt16], width: Int, height: Int) throws(ImageError) -> Data {
    precondition(depthCodes.count == width * height)
    return try encoded { buffer, error in
      image_encode_png_codes(depthCodes, Int32(clamping: width), Int32(clamping: height), buffer, error)
    }
  }

  private static func encoded(
    _ encode: (UnsafeMutablePointer<ImageBridgeBuffer>, UnsafeMutablePointer<ImageBridgeError>) -> Int32
  ) throws(ImageError) -> Data {
    var buffer = ImageBridgeBuffer()
    var error = ImageBridgeError()
    guard encode(&buffer, &error) == 0, let bytes = buffer.bytes else { throw .cannotEncode(reason: error.text) }
    defer { image_release(&buffer) }
    return Data(bytes: bytes, count: buffer.size)
  }
}

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

/// The content of one file, or part of one, after the other, in memory that is reused.
struct FileBytes: ~Copyable {
  private var memory = UnsafeMutableRawBufferPointer(start: nil, count: 0)
  private var count = 0

  /// The last file's bytes, until the next is read.
  var content: UnsafeRawBufferPointer { UnsafeRawBufferPointer(rebasing: memory[..<count]) }

  /// Reads `size` bytes of a file from `offset` on; false where it can't be read or holds fewer.
  mutating func read(_ path: String, offset: Int = 0, size: Int) -> Bool {
    count = 0
    let file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { return false }
    defer { close(file) }
    reserve(size)
    while count < size {
      let got = pread(file, memory.baseAddress! + count, size - count, off_t(offset + count))
      guard got > 0 else { return false }
      count += got
    }
    return true
  }

  /// Forgets what was read.
  mutating func clear() { count = 0 }

  /// Room for `size` bytes that `body` writes; it returns how many it wrote.
  mutating func fill<Failure: Error>(
    _ size: Int, _ body: (UnsafeMutableRawBufferPointer) throws(Failure) -> Int
  ) throws(Failure) {
    count = 0
    reserve(size)
    count = min(size, try body(UnsafeMutableRawBufferPointer(rebasing: memory[..<size])))
  }

  private mutating func reserve(_ size: Int) {
    guard memory.count < size || memory.baseAddress == nil else { return }
    memory.deallocate()
    memory = .allocate(byteCount: size + size / 4 + 1, alignment: 16)
  }

  deinit { memory.deallocate() }
}

/// Why an image can't be read or written.
public enum ImageError: UserFacingError, Equatable {
  /// The file is truncated, corrupt, too large or of no known kind.
  case unreadable(name: String, reason: String)
  /// The image is of a kind that is not read; a command converts it.
  case foreign(name: String, kind: String, command: String)
  /// The image is sound, but not of the kind that is needed here.
  case unsuitable(name: String, expected: FindingValue, found: ImageHeader)
  /// The image can't be encoded.
  case cannotEncode(reason: String)

  public var message: ErrorMessage {
    switch self {
    case .unreadable(let name, let reason): ErrorMessage(.imageUnreadable, at: name, nil, ["reason": .text(reason)])
    case .foreign(let name, let kind, let command):
      ErrorMessage(
        .imageForeign, at: name, nil,
        ["expected": .phrase("image_of_kind"), "found": .text(kind), "command": .text(command)])
    case .unsuitable(let name, let expected, let found):
      ErrorMessage(.imageUnsuitable, at: name, nil, ["expected": expected, "found": found.words])
    case .cannotEncode(let reason):
      ErrorMessage(.imageCannotEncode, at: .phrase("image"), ["reason": .text(reason)])
    }
  }
}
