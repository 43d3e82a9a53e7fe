import Platform

/// A reproducible random number generator (SplitMix64; Steele, Lea & Flood 2014): equal seeds, equal numbers.
public struct SeededGenerator: RandomNumberGenerator, Sendable {
  private var state: UInt64

  /// A generator that starts from `seed`.
  public init(seed: UInt64) { state = seed }

  /// The next 64 random bits.
  public mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  /// A uniform number in [0, 1).
  public mutating func uniform() -> Double { Double(next() >> 11) * 0x1p-53 }

  /// A standard normal number (Box & Muller 1958).
  public mutating func normal() -> Double {
    let u = max(uniform(), 0x1p-60)
    return (-2 * log(u)).squareRoot() * cos(2 * .pi * uniform())
  }

  /// A vector of three standard normal numbers.
  public mutating func normal3() -> Vector3 { [normal(), normal(), normal()] }

  /// A uniformly distributed unit vector.
  public mutating func direction() -> Vector3 { normal3().normalized }
}
