import Geometry

/// An image as a recording stores it: where its bytes lie, and how they hold the pixels.
public struct StoredImage: Sendable, Equatable {
  /// What messages call it: its path within the recording.
  public let name: String
  let place: ImagePlace
  let coding: ImageCoding

  init(name: String, place: ImagePlace, coding: ImageCoding = .picture) {
    (self.name, self.place, self.coding) = (name, place, coding)
  }

  /// An image file of the recording's folder.
  init(file path: String, coding: ImageCoding = .picture) {
    self.init(name: path, place: .file(path), coding: coding)
  }
}

/// Where the bytes of an image lie.
enum ImagePlace: Sendable, Equatable {
  /// All of a file, by its path within the recording's folder.
  case file(String)
  /// A part of a file.
  case slice(String, offset: Int, count: Int)
  /// An item of the recording's container: an entry of an archive, a frame of a video.
  case item(Int)
}

/// How bytes hold an image.
enum ImageCoding: Sendable, Equatable {
  /// An image file that states its kind and size: JPEG or PNG for colour, PNG, TIFF or EXR for depth.
  case picture
  /// Numbers, one pixel after the other, rows from top to bottom.
  case numbers(PixelNumbers)
}

/// Pixels as plain numbers, little-endian.
struct PixelNumbers: Sendable, Equatable {
  /// What a sample is.
  enum Sample: Sendable, Equatable {
    /// 8 bits, 0 … 255.
    case byte
    /// 16 bits: codes.
    case code
    /// Floating point of 16 or 32 bits.
    case half, float

    var bytes: Int {
      switch self {
      case .byte: 1
      case .code, .half: 2
      case .float: 4
      }
    }
  }

  /// How the bytes are compressed.
  enum Packing: Sendable, Equatable {
    case none, lzfse, zlib
  }

  /// What the numbers of a depth image mean.
  enum Meaning: Sendable, Equatable {
    /// Depth in the recording's unit.
    case depth
    /// The inverse of depth, 1/m.
    case disparity
  }

  let size: ImageSize
  var channels = 1
  let sample: Sample
  var packing = Packing.none
  var meaning = Meaning.depth
  /// A number that marks pixels without depth, beside 0 and what is no number.
  var invalid: Float?

  /// The bytes of the image once unpacked.
  var byteCount: Int { size.width * size.height * channels * sample.bytes }

  /// The same as an image file's header says.
  var header: ImageHeader {
    ImageHeader(
      kind: .raw, width: size.width, height: size.height, channels: channels, bits: 8 * sample.bytes,
      isFloat: sample == .half || sample == .float)
  }
}
