internal import ImageBridge
import Images
public import Platform

/// Image files in memory: JPEG and PNG for colour, PNG and TIFF for depth.
///
/// Sizes are limited to 16,384 pixels a side and 64 megapixels before anything is allocated. A truncated or corrupt file
/// is an error, never an image with a grey rest. `name` is what an error calls the file.
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

  /// Decodes a TIFF of one 32-bit float a pixel, rows from top to bottom; values as they stand, NaN included.
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
