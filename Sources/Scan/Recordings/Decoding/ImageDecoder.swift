internal import Diagnostics
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
