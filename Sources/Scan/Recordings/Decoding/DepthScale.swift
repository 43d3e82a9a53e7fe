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
