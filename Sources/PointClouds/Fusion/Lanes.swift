/// Eight numbers that are worked on together.
typealias Lanes = SIMD8<Float>

extension UnsafeMutablePointer<Float> {
  /// The eight numbers from a place on.
  @inline(__always)
  func lanes(_ at: Int) -> Lanes { UnsafeRawPointer(self + at).loadUnaligned(as: Lanes.self) }

  /// Writes eight numbers from a place on.
  @inline(__always)
  func set(_ at: Int, _ lanes: Lanes) { UnsafeMutableRawPointer(self + at).storeBytes(of: lanes, as: Lanes.self) }
}

extension SIMD8<Float> {
  /// Absolute values.
  @inline(__always)
  var magnitude: Lanes {
    Lanes(
      bitPattern: SIMD8<UInt32>(bitPattern: self) & 0x7FFF_FFFF)
  }

  /// The smaller of two numbers each; unlike the standard library's, one instruction.
  @inline(__always)
  func clamped(below limit: Lanes) -> Lanes { replacing(with: limit, where: self .> limit) }

  /// The larger of two numbers each.
  @inline(__always)
  func clamped(above limit: Lanes) -> Lanes { replacing(with: limit, where: self .< limit) }

  /// The nearest whole numbers of values from 0 to 2²²: adding 2²³ leaves them in the lowest bits.
  @inline(__always)
  var rounded: SIMD8<UInt32> { SIMD8<UInt32>(bitPattern: self + 8_388_608) & 0x7F_FFFF }

  /// The numbers where a mask holds, zero elsewhere.
  @inline(__always)
  func kept(where mask: SIMDMask<SIMD8<Int32>>) -> Lanes { Lanes.zero.replacing(with: self, where: mask) }

  @inline(__always)
  init(bitPattern bits: SIMD8<UInt32>) { self = unsafeBitCast(bits, to: Lanes.self) }
}

extension SIMD8<UInt32> {
  @inline(__always)
  init(bitPattern values: Lanes) { self = unsafeBitCast(values, to: SIMD8<UInt32>.self) }
}
