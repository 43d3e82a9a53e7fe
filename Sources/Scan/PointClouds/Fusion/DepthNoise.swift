/// The standard deviation of a depth measurement, σ(z) = floor + growth · z² (triangulation: Khoshelham & Oude Elberink 2012).
struct DepthNoise<Scalar: SIMDScalar & BinaryFloatingPoint & Sendable>: Sendable, Equatable {
  /// The noise at no distance, in metres.
  let floor: Scalar
  /// How it grows with the square of the range, in 1/m.
  let growth: Scalar

  /// The standard deviations in metres at depths z (metres).
  @inline(__always)
  func sigma<Depths: SIMD<Scalar>>(_ z: Depths) -> Depths { floor + growth * z * z }

  /// The standard deviation in metres at depth z (metres).
  func sigma(_ z: Scalar) -> Scalar { sigma(SIMD2(repeating: z)).x }
}
