internal import ImageBridge

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// One image file on its way through the bridge.
struct ImageDecoder {
  let data: Data
  let name: String

  init(_ data: Data, _ name: String) {
    (self.data, self.name) = (data, name)
  }

  typealias Decode<Sample> = (
    UnsafePointer<UInt8>?, Int, UnsafeMutablePointer<Sample>?, Int, UnsafeMutablePointer<ImageBridgeError>?
  ) -> Int32

  func header() throws(ImageError) -> ImageHeader {
    var header = ImageBridgeHeader()
    try call { bytes, size, error in image_header(bytes, size, &header, error) }
    return ImageHeader(header)
  }

  /// Header and pixels with `samples` samples a pixel, once `check` accepts the header.
  func decode<Sample>(
    _: Sample.Type, samples: Int, _ decode: Decode<Sample>,
    check: (ImageDecoder, ImageHeader) throws(ImageError) -> Void
  ) throws(ImageError) -> (ImageHeader, [Sample]) {
    let header = try header()
    try check(self, header)
    let count = header.width * header.height * samples
    var failure: ImageError?
    let pixels = [Sample](unsafeUninitializedCapacity: count) { buffer, initialized in
      do throws(ImageError) {
        try call { bytes, size, error in decode(bytes, size, buffer.baseAddress, count, error) }
        initialized = count
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
    return (header, pixels)
  }

  private func call(
    _ body: (UnsafePointer<UInt8>?, Int, UnsafeMutablePointer<ImageBridgeError>?) -> Int32
  ) throws(ImageError) {
    var error = ImageBridgeError()
    let result = data.withUnsafeBytes { body($0.bindMemory(to: UInt8.self).baseAddress, $0.count, &error) }
    if result != 0 { throw .unreadable(name: name, reason: error.text) }
  }

  func requireColor(_ header: ImageHeader) throws(ImageError) {
    guard header.kind != .tiff, header.bits <= 8 else {
      throw .unsuitable(name: name, expected: "a colour image: JPEG or PNG of 8 bits", found: header)
    }
  }

  func requireDepth(_ header: ImageHeader, isFloat: Bool) throws(ImageError) {
    let isRight = header.channels == 1 && header.isFloat == isFloat && header.bits == (isFloat ? 32 : 16)
    guard isRight else {
      let expected = isFloat ? "a depth image: TIFF of one 32-bit float" : "a depth image: grey PNG of 16 bits"
      throw .unsuitable(name: name, expected: expected, found: header)
    }
  }
}

extension ImageHeader {
  init(_ header: ImageBridgeHeader) {
    let kinds: [Int: ImageKind] = [IMAGE_JPEG: .jpeg, IMAGE_PNG: .png]
    self.init(
      kind: kinds[Int(header.kind)] ?? .tiff, width: Int(header.width), height: Int(header.height),
      channels: Int(header.channels), bits: Int(header.bits), isFloat: header.is_float != 0)
  }
}

extension ImageBridgeError {
  /// The message; the bridge terminates it.
  var text: String {
    withUnsafeBytes(of: message) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }
}
