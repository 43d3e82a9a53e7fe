internal import Diagnostics
import Foundation
internal import ImageBridge

/// One image file in memory on its way through the bridge.
struct ImageDecoder {
  let bytes: UnsafeRawBufferPointer
  let name: String

  init(_ bytes: UnsafeRawBufferPointer, _ name: String) {
    (self.bytes, self.name) = (bytes, name)
  }

  func header() throws(ImageError) -> ImageHeader {
    var header = ImageBridgeHeader()
    try call { bytes, size, error in image_header(bytes, size, &header, error) }
    // A DNG is a TIFF whose first image is a small picture of it.
    if Int(header.kind) == IMAGE_TIFF { try refuseForeign() }
    return ImageHeader(header)
  }

  /// Grey pixels, width × height of them.
  func gray(_ memory: borrowing CodecMemory, into pixels: UnsafeMutableBufferPointer<UInt8>) throws(ImageError) {
    let memory = memory.pointer
    try call { image_decode_gray(memory, $0, $1, pixels.baseAddress, pixels.count, $2) }
  }

  /// Red green blue, three times width × height numbers.
  func color(_ memory: borrowing CodecMemory, into pixels: UnsafeMutableBufferPointer<UInt8>) throws(ImageError) {
    let memory = memory.pointer
    try call { image_decode_rgb(memory, $0, $1, pixels.baseAddress, pixels.count, $2) }
  }

  /// Codes of 16 bits, width × height of them.
  func codes(_ memory: borrowing CodecMemory, into pixels: UnsafeMutableBufferPointer<UInt16>) throws(ImageError) {
    let memory = memory.pointer
    try call { image_decode_codes(memory, $0, $1, pixels.baseAddress, pixels.count, $2) }
  }

  /// Codes of 16 bits as metres, NaN for 0 and 65535.
  func metres(
    _ memory: borrowing CodecMemory, codesPerMetre: Float, into pixels: UnsafeMutableBufferPointer<Float>
  ) throws(ImageError) {
    let memory = memory.pointer
    try call { image_decode_metres(memory, $0, $1, codesPerMetre, pixels.baseAddress, pixels.count, $2) }
  }

  /// Floating-point numbers as they stand, width × height of them.
  func floats(_ memory: borrowing CodecMemory, into pixels: UnsafeMutableBufferPointer<Float>) throws(ImageError) {
    let memory = memory.pointer
    try call { image_decode_float(memory, $0, $1, pixels.baseAddress, pixels.count, $2) }
  }

  private func call(
    _ body: (UnsafePointer<UInt8>?, Int, UnsafeMutablePointer<ImageBridgeError>?) -> Int32
  ) throws(ImageError) {
    var error = ImageBridgeError()
    let result = body(bytes.bindMemory(to: UInt8.self).baseAddress, bytes.count, &error)
    guard result != 0 else { return }
    try refuseForeign()
    throw .unreadable(name: name, reason: error.text)
  }

  private func refuseForeign() throws(ImageError) {
    if let foreign = ForeignImage(bytes) { throw .foreign(name: name, kind: foreign.kind, command: foreign.command) }
  }

  func requireColor(_ header: ImageHeader) throws(ImageError) {
    guard [.jpeg, .png, .pgm, .ppm].contains(header.kind), header.bits <= 8 else {
      throw .unsuitable(name: name, expected: .phrase("colour_image"), found: header)
    }
  }

  func requireDepth(_ header: ImageHeader, isFloat: Bool) throws(ImageError) {
    // The bridge widens the half floats of an EXR.
    let bits = isFloat && header.kind != .exr ? 32 : isFloat ? header.bits : 16
    let isRight = header.channels == 1 && header.isFloat == isFloat && header.bits == bits
    guard isRight else {
      let expected = FindingValue.phrase(isFloat ? "float_depth_image" : "depth_image")
      throw .unsuitable(name: name, expected: expected, found: header)
    }
  }
}

extension ImageHeader {
  init(_ header: ImageBridgeHeader) {
    let kind: ImageKind =
      switch Int(header.kind) {
      case IMAGE_JPEG: .jpeg
      case IMAGE_PNG: .png
      case IMAGE_EXR: .exr
      case IMAGE_PGM: .pgm
      case IMAGE_PPM: .ppm
      case IMAGE_NPY: .npy
      default: .tiff
      }
    self.init(
      kind: kind, width: Int(header.width), height: Int(header.height), channels: Int(header.channels),
      bits: Int(header.bits), isFloat: header.is_float != 0)
  }
}

extension ImageBridgeError {
  /// The message; the bridge terminates it.
  var text: String {
    withUnsafeBytes(of: message) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }
}

extension Array {
  /// An array of `count` values that `body` writes, or its error.
  init<Failure: Error>(
    writing count: Int, _ body: (UnsafeMutableBufferPointer<Element>) throws(Failure) -> Void
  ) throws(Failure) {
    var failure: Failure?
    self.init(unsafeUninitializedCapacity: count) { buffer, initialized in
      do throws(Failure) {
        try body(UnsafeMutableBufferPointer(rebasing: buffer[..<count]))
        initialized = count
      } catch {
        failure = error
      }
    }
    if let failure { throw failure }
  }
}

/// The memory and handles of the image libraries, used by one call after the other.
struct CodecMemory: ~Copyable {
  let pointer: OpaquePointer

  init() {
    guard let made = image_memory_create() else { fatalError("no memory for an image decoder") }
    pointer = made
  }

  deinit { image_memory_destroy(pointer) }
}

/// Pixels as plain numbers, little-endian.
struct PixelNumbers: Sendable, Equatable {
  /// What a sample is.
  enum Sample: String, Sendable, Codable {
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
  enum Packing: String, Sendable, Codable {
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

  /// Size, channels and depth of the image as the header of an image file states them.
  var header: ImageHeader {
    ImageHeader(
      kind: .raw, width: size.width, height: size.height, channels: channels, bits: 8 * sample.bytes,
      isFloat: sample == .half || sample == .float)
  }
}

/// What the numbers of depth images count.
struct DepthScale: Sendable, Equatable {
  /// How many codes make a metre.
  let codesPerMetre: Float
  /// How many units of floating-point numbers make a metre.
  var floatsPerMetre: Float = 1

  /// Depth in metres, NaN where the file has 0, 65535 or, among floats, anything not positive and finite.
  func decode(
    _ decoder: ImageDecoder, _ memory: borrowing CodecMemory, into pixels: UnsafeMutableBufferPointer<Float>
  ) throws(ImageError) {
    let header = try decoder.header()
    try decoder.requireDepth(header, isFloat: header.isFloat)
    guard header.isFloat else {
      return try decoder.metres(memory, codesPerMetre: codesPerMetre, into: pixels)
    }
    try decoder.floats(memory, into: pixels)
    for i in pixels.indices { pixels[i] = metres(pixels[i]) }
  }

  /// Depth in metres from plain numbers; their count must be that of the pixels.
  func decode(
    _ numbers: PixelNumbers, _ bytes: UnsafeRawBufferPointer, into pixels: UnsafeMutableBufferPointer<Float>
  ) {
    switch numbers.sample {
    case .code:
      for i in pixels.indices {
        let code = UInt16(littleEndian: bytes.loadUnaligned(fromByteOffset: 2 * i, as: UInt16.self))
        pixels[i] = code == 0 || code == .max ? .nan : Float(code) / codesPerMetre
      }
    case .byte:
      for i in pixels.indices { pixels[i] = bytes[i] == 0 ? .nan : Float(bytes[i]) / codesPerMetre }
    case .half:
      for i in pixels.indices {
        let bits = UInt16(littleEndian: bytes.loadUnaligned(fromByteOffset: 2 * i, as: UInt16.self))
        pixels[i] = depth(Self.float(half: bits), numbers)
      }
    case .float:
      for i in pixels.indices {
        let bits = UInt32(littleEndian: bytes.loadUnaligned(fromByteOffset: 4 * i, as: UInt32.self))
        pixels[i] = depth(Float(bitPattern: bits), numbers)
      }
    }
  }

  private func depth(_ value: Float, _ numbers: PixelNumbers) -> Float {
    value == numbers.invalid ? .nan : metres(value)
  }

  private func metres(_ value: Float) -> Float {
    guard value > 0, value.isFinite else { return .nan }
    return floatsPerMetre == 1 ? value : value / floatsPerMetre
  }

  /// A number of 16 bits as one of 32 (IEEE 754); Swift's own type is not there on every machine.
  private static func float(half bits: UInt16) -> Float {
    let (exponent, fraction) = (Int(bits >> 10 & 31), Float(bits & 1023))
    let magnitude: Float =
      switch exponent {
      case 0: fraction * 0x1p-24
      case 31: fraction == 0 ? .infinity : .nan
      default: Float(sign: .plus, exponent: exponent - 15, significand: 1 + fraction / 1024)
      }
    return bits >> 15 == 0 ? magnitude : -magnitude
  }
}

/// Colours that are stored as amounts of light from 0 to 1, the levels of a picture to the power 2.2, as StandardCyborg
/// writes them (`unapplyGammaCorrection` of its library; the real frames hold these 256 values and no others).
enum LinearLight {
  private static let gamma: Float = 2.2
  private static let steps: Float = 4095

  /// By the square root of the light: in equal steps of it even the darkest levels are nine steps apart.
  private static let levels: [UInt8] = (0...Int(steps)).map { step in
    UInt8(pow(Float(step) / steps, 2 / gamma) * 255 + 0.5)
  }

  /// The level, 0 … 255, of an amount of light; 0 where it is no number.
  @inline(__always)
  static func level(_ light: Float) -> UInt8 {
    light > 0 ? levels[Int(min(light, 1).squareRoot() * steps + 0.5)] : 0
  }
}
