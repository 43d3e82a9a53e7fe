import Geometry

/// Random numbers by place: each depends on the seed, the frame, the stream and the pixel alone, so that the order in
/// which pixels are made has no influence.
struct PixelNoise: Sendable {
  /// Independent sequences of numbers.
  enum Stream: UInt64 {
    case white, fine, coarse, hole, edge, red, green, blue, dotX, dotY, dot, sun
  }

  private let key: UInt64

  /// The numbers of a frame.
  init(seed: UInt64, frame: Int) {
    var generator = SeededGenerator(seed: seed &+ UInt64(truncatingIfNeeded: frame) &* 0xD134_2543_DE82_EF95)
    key = generator.next()
  }

  /// 64 random bits (the finaliser of SplitMix64).
  @inline(__always)
  func bits(_ stream: Stream, _ x: Int, _ y: Int) -> UInt64 {
    let place = stream.rawValue << 48 ^ UInt64(truncatingIfNeeded: y) << 24 ^ UInt64(truncatingIfNeeded: x)
    var z = key ^ (place &* 0x9E37_79B9_7F4A_7C15)
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  /// A uniform number in [0, 1).
  @inline(__always)
  func uniform(_ stream: Stream, _ x: Int, _ y: Int) -> Double { Double(bits(stream, x, y) >> 11) * 0x1p-53 }

  /// A number of mean 0 and variance 1, nearly normal within ±3.46: the sum of four uniform ones (Irwin–Hall).
  @inline(__always)
  func normal(_ stream: Stream, _ x: Int, _ y: Int) -> Double {
    let b = bits(stream, x, y)
    let sum = (b & 0xFFFF) + (b >> 16 & 0xFFFF) + (b >> 32 & 0xFFFF) + (b >> 48)
    return (Double(sum) - 131_070) / 37_837.2
  }

  /// Like ``normal(_:_:_:)``, but correlated over about `cell` pixels: interpolated between lattice points and scaled
  /// back to variance 1.
  @inline(__always)
  func smooth(_ stream: Stream, _ x: Int, _ y: Int, cell: Int) -> Double {
    let (i, j) = (x / cell, y / cell)
    let u = smoothstep(Double(x - i * cell) / Double(cell))
    let v = smoothstep(Double(y - j * cell) / Double(cell))
    let weights = SIMD4((1 - u) * (1 - v), u * (1 - v), (1 - u) * v, u * v)
    let values = SIMD4(
      normal(stream, i, j), normal(stream, i + 1, j), normal(stream, i, j + 1), normal(stream, i + 1, j + 1))
    return (weights * values).sum() / (weights * weights).sum().squareRoot()
  }
}
