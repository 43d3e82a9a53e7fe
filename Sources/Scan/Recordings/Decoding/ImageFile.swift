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
