internal import Diagnostics
import Geometry
import Platform

/// What a JPEG or a PNG says beside its pixels: how it is turned for display, and what may be personal.
enum ImageMetadata {
  private struct Part {
    let range: Range<Int>
    /// What makes up the image; nil in what is left out.
    let isKept: Bool
    /// EXIF data in it.
    var exif: Range<Int>?
  }

  /// How an image is turned and mirrored for display: 1 … 8 (EXIF 2.32, 4.6.4); 1, as it is stored, where it does not say.
  static func orientation(_ bytes: UnsafeRawBufferPointer) -> Int {
    guard let exif = parts(bytes)?.lazy.compactMap(\.exif).first,
      let value = TIFFDirectory(UnsafeRawBufferPointer(rebasing: bytes[exif]))?.short(of: TIFFDirectory.orientation)
    else { return 1 }
    return (1...8).contains(value) ? value : 1
  }

  /// The file without comments, EXIF data, thumbnails and all else that is neither pixels nor their colours; its pixels keep
  /// their bytes. Nil for a file of another kind, or one whose parts can't be told.
  static func stripped(_ bytes: UnsafeRawBufferPointer) -> Data? {
    guard let parts = parts(bytes) else { return nil }
    var content = Data(capacity: bytes.count)
    for part in parts where part.isKept { content.append(contentsOf: bytes[part.range]) }
    return content
  }

  private static func parts(_ bytes: UnsafeRawBufferPointer) -> [Part]? {
    if bytes.starts(with: [0xFF, 0xD8]) { return segments(bytes) }
    return bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]) ? chunks(bytes) : nil
  }

  // MARK: JPEG (ITU-T T.81, annex B)

  /// The segments up to the end mark; what lies behind it is of no image, or of another one.
  private static func segments(_ bytes: UnsafeRawBufferPointer) -> [Part]? {
    var parts = [Part(range: 0..<2, isKept: true)]
    var position = 2
    while position + 1 < bytes.count, bytes[position] == 0xFF {
      let marker = bytes[position + 1]
      if marker == 0xFF {
        // A byte that fills.
        position += 1
        continue
      }
      if marker == 0xD9 { return parts + [Part(range: position..<(position + 2), isKept: true)] }
      guard position + 4 <= bytes.count else { return nil }
      let length = Int(bytes[position + 2]) << 8 | Int(bytes[position + 3])
      var end = position + 2 + length
      guard length >= 2, end <= bytes.count else { return nil }
      let content = (position + 4)..<end
      if marker == 0xDA { end = endOfScan(bytes, from: end) }
      var part = Part(range: position..<end, isKept: isImage(marker, bytes[content]))
      if marker == 0xE1, bytes[content].starts(with: Array("Exif\0\0".utf8)) {
        part.exif = (content.lowerBound + 6)..<content.upperBound
      }
      parts.append(part)
      position = end
    }
    return nil
  }

  /// Whether a segment takes part in what is seen: all but comments and applications' data, of which JFIF without a
  /// thumbnail, colour profiles and Adobe's mark of the colour space count.
  private static func isImage(_ marker: UInt8, _ content: Slice<UnsafeRawBufferPointer>) -> Bool {
    switch marker {
    case 0xE0: content.count == 14 && content.starts(with: Array("JFIF\0".utf8))
    case 0xE2: content.starts(with: Array("ICC_PROFILE\0".utf8))
    case 0xEE: content.starts(with: Array("Adobe".utf8))
    case 0xE1...0xEF, 0xFE: false
    default: true
    }
  }

  /// Where the compressed data that begin at a place end: at a mark that is neither a byte of data nor a restart.
  private static func endOfScan(_ bytes: UnsafeRawBufferPointer, from start: Int) -> Int {
    var position = start
    while position + 1 < bytes.count {
      if bytes[position] == 0xFF, bytes[position + 1] != 0, bytes[position + 1] != 0xFF,
        !(0xD0...0xD7).contains(bytes[position + 1])
      {
        return position
      }
      position += 1
    }
    return bytes.count
  }

  // MARK: PNG (third edition, section 5)

  private static let kept: Set<String> = [
    "IHDR", "PLTE", "IDAT", "IEND", "tRNS", "gAMA", "cHRM", "sRGB", "iCCP", "sBIT", "pHYs",
  ]

  private static func chunks(_ bytes: UnsafeRawBufferPointer) -> [Part]? {
    var parts = [Part(range: 0..<8, isKept: true)]
    var position = 8
    while position + 12 <= bytes.count {
      let size = bytes[position..<(position + 4)].reduce(0) { $0 << 8 | Int($1) }
      let end = position + 12 + size
      guard end <= bytes.count else { return nil }
      let type = String(decoding: bytes[(position + 4)..<(position + 8)], as: UTF8.self)
      var part = Part(range: position..<end, isKept: kept.contains(type))
      if type == "eXIf" { part.exif = (position + 8)..<(position + 8 + size) }
      parts.append(part)
      if type == "IEND" { return parts }
      position = end
    }
    return nil
  }
}

/// The kinds of image file that are read.
public enum ImageKind: String, Sendable {
  /// Joint Photographic Experts Group.
  case jpeg = "JPEG"
  /// Portable Network Graphics.
  case png = "PNG"
  /// Tagged Image File Format.
  case tiff = "TIFF"
  /// OpenEXR.
  case exr = "EXR"
  /// Netpbm's grey and colour.
  case pgm = "PGM"
  case ppm = "PPM"
  /// An array of NumPy.
  case npy = "NPY"
  /// Plain numbers, of which the recording says what they are.
  case raw = "raw"
}

/// The header of an image file.
public struct ImageHeader: Sendable, Equatable, CustomStringConvertible {
  /// The kind of file.
  public let kind: ImageKind
  /// The size in pixels.
  public let width, height: Int
  /// Samples a pixel; 3 for a palette, 1 for an EXR that has depth.
  public let channels: Int
  /// Bits a sample; 8 for a palette.
  public let bits: Int
  /// True where samples are floating-point numbers.
  public let isFloat: Bool

  /// The header in words: `640×480 PNG, 16 bits, 1 channel`.
  public var description: String { words.text() }

  /// The header in words of any language.
  var words: FindingValue {
    .phrase(
      isFloat ? "float_image_header" : "image_header",
      [
        "size": .text("\(width)×\(height)"), "kind": .text(kind.rawValue), "bits": .count(bits),
        "channels": .count(channels),
      ])
  }
}

/// The size of an image in pixels.
struct ImageSize: Equatable, CustomStringConvertible {
  let width, height: Int

  var description: String { "\(width)×\(height)" }

  init(width: Int, height: Int) { (self.width, self.height) = (width, height) }
  init(_ header: ImageHeader) { self.init(width: header.width, height: header.height) }
  init(_ camera: Camera) { self.init(width: camera.width, height: camera.height) }
}

extension ImageSize {
  /// Whether both are as wide for their height, within a pixel of the smaller one.
  func hasShape(of other: ImageSize) -> Bool {
    abs(width * other.height - height * other.width) <= max(width, height, other.width, other.height)
  }
}

/// The sizes of a recording's images in pixels.
struct ImageSizes: Equatable {
  let color, depth: ImageSize
}

/// The first directory of a TIFF: where the values of its tags lie. EXIF data have the same form.
struct TIFFDirectory {
  private let bytes: UnsafeRawBufferPointer
  private let isBigEndian: Bool
  private let entries: Range<Int>

  /// Tags: how an image is turned for display (EXIF 2.32, 4.6.4), and what makes a TIFF a DNG.
  static let orientation = 0x0112, dngVersion = 0xC612

  /// Nil where there is none.
  init?(_ bytes: UnsafeRawBufferPointer) {
    guard bytes.count >= 8, bytes[0] == bytes[1], bytes[0] == UInt8(ascii: "I") || bytes[0] == UInt8(ascii: "M") else {
      return nil
    }
    (self.bytes, isBigEndian) = (bytes, bytes[0] == UInt8(ascii: "M"))
    let read = { [isBigEndian] (at: Int, count: Int) -> Int in
      let part = bytes[at..<(at + count)]
      return isBigEndian ? part.reduce(0) { $0 << 8 | Int($1) } : part.reversed().reduce(0) { $0 << 8 | Int($1) }
    }
    let start = read(4, 4)
    guard read(2, 2) == 42, start <= bytes.count - 2 else { return nil }
    let count = min(read(start, 2), (bytes.count - start - 2) / Self.entrySize)
    entries = (start + 2)..<(start + 2 + count * Self.entrySize)
  }

  private static let entrySize = 12

  /// Where the entry of a tag has its value; nil where there is no such entry.
  func offset(of tag: Int) -> Int? {
    stride(from: entries.lowerBound, to: entries.upperBound, by: Self.entrySize).first { short($0) == tag }.map {
      $0 + 8
    }
  }

  /// A whole number of 16 bits.
  func short(of tag: Int) -> Int? { offset(of: tag).map(short) }

  private func short(_ at: Int) -> Int {
    let (first, second) = (Int(bytes[at]), Int(bytes[at + 1]))
    return isBigEndian ? first << 8 | second : second << 8 | first
  }
}
