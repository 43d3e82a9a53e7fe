internal import ImageBridge
import Images
public import Platform

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
  public static func png(_ image: ColorImage) throws(ImageError) -> Data {
    try encoded { buffer, error in
      image_encode_png_rgb(image.pixels, Int32(clamping: image.width), Int32(clamping: image.height), buffer, error)
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
