/// How a layout stores depth: codes of 16 bits in a fraction of a metre, or metres as floating-point numbers.
struct DepthEncoding {
  /// The codes of one metre.
  let codesPerMetre: Float

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
    for i in pixels.indices where !(pixels[i] > 0 && pixels[i].isFinite) { pixels[i] = .nan }
  }
}
