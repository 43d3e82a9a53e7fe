internal import ImageBridge

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Image files in memory: JPEG and PNG for colour, PNG and TIFF for depth.
///
/// Sizes are limited to 16,384 pixels a side and 64 megapixels before anything is allocated. A truncated or corrupt file
/// is an error, never an image with a grey rest. `name` is what an error calls the file.
public enum ImageFile {
  /// Reads the header without decoding the pixels.
  public static func header(_ data: Data, name: String = "image") throws(ImageError) -> ImageHeader {
    try ImageDecoder(data, name).header()
  }

  /// Decodes a JPEG or an 8-bit PNG to grey: the luma of ITU-R BT.601.
  ///
  /// Of a JPEG only the luma is decoded, which takes a fraction of the time of colour.
  public static func gray(_ data: Data, name: String = "image") throws(ImageError) -> GrayImage {
    let (header, pixels) = try ImageDecoder(data, name).decode(UInt8.self, samples: 1, image_decode_gray) {
      decoder, header throws(ImageError) in
      try decoder.requireColor(header)
    }
    return GrayImage(width: header.width, height: header.height, pixels: pixels)
  }

  /// Decodes a JPEG or an 8-bit PNG to colour; transparency is dropped.
  public static func color(_ data: Data, name: String = "image") throws(ImageError) -> ColorImage {
    let (header, pixels) = try ImageDecoder(data, name).decode(UInt8.self, samples: 3, image_decode_rgb) {
      decoder, header throws(ImageError) in
      try decoder.requireColor(header)
    }
    return ColorImage(width: header.width, height: header.height, pixels: pixels)
  }

  /// Decodes a grey 16-bit PNG or TIFF to its codes, rows from top to bottom.
  public static func depthCodes(_ data: Data, name: String = "image") throws(ImageError) -> Raster<UInt16> {
    let (header, pixels) = try ImageDecoder(data, name).decode(UInt16.self, samples: 1, image_decode_codes) {
      decoder, header throws(ImageError) in
      try decoder.requireDepth(header, isFloat: false)
    }
    return Raster(width: header.width, height: header.height, pixels: pixels)
  }

  /// Decodes a TIFF of one 32-bit float a pixel, rows from top to bottom; values as they stand, NaN included.
  public static func depthFloat(_ data: Data, name: String = "image") throws(ImageError) -> Raster<Float> {
    let (header, pixels) = try ImageDecoder(data, name).decode(Float.self, samples: 1, image_decode_float) {
      decoder, header throws(ImageError) in
      try decoder.requireDepth(header, isFloat: true)
    }
    return Raster(width: header.width, height: header.height, pixels: pixels)
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
