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

  let size: ImageSize
  var channels = 1
  let sample: Sample
  var packing = Packing.none
  /// Whether colours are stored blue, green, red.
  var isBlueFirst = false
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
