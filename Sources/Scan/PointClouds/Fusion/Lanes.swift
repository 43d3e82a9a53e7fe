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

  /// The numbers where a mask holds, zero elsewhere.
  @inline(__always)
  func kept(where mask: SIMDMask<SIMD8<Int32>>) -> Lanes { Lanes.zero.replacing(with: self, where: mask) }

  /// The least of eight numbers, none of them NaN.
  @inline(__always)
  var least: Float { lowHalf.replacing(with: highHalf, where: highHalf .< lowHalf).least }

  /// The greatest of eight numbers, none of them NaN.
  @inline(__always)
  var greatest: Float { lowHalf.replacing(with: highHalf, where: highHalf .> lowHalf).greatest }

  @inline(__always)
  init(bitPattern bits: SIMD8<UInt32>) { self = unsafeBitCast(bits, to: Lanes.self) }
}

extension SIMDMask<SIMD8<Int32>> {
  /// Whether the mask holds in no lane.
  @inline(__always)
  var isNowhere: Bool {
    let bits = unsafeBitCast(self, to: SIMD4<UInt64>.self)
    let half = bits.lowHalf | bits.highHalf
    return half.x | half.y == 0
  }
}

extension SIMD8<UInt32> {
  @inline(__always)
  init(bitPattern values: Lanes) { self = unsafeBitCast(values, to: SIMD8<UInt32>.self) }
}

extension SIMD4<Float> {
  /// The least of four numbers, none of them NaN; the standard library's `min` also looks for that.
  @inline(__always)
  var least: Float {
    let pair = lowHalf.replacing(with: highHalf, where: highHalf .< lowHalf)
    return pair.y < pair.x ? pair.y : pair.x
  }

  /// The greatest of four numbers, none of them NaN.
  @inline(__always)
  var greatest: Float {
    let pair = lowHalf.replacing(with: highHalf, where: highHalf .> lowHalf)
    return pair.y > pair.x ? pair.y : pair.x
  }

  /// Absolute values.
  @inline(__always)
  var magnitude: SIMD4<Float> {
    unsafeBitCast(unsafeBitCast(self, to: SIMD4<UInt32>.self) & 0x7FFF_FFFF, to: SIMD4<Float>.self)
  }

  /// The numbers where a mask holds, zero elsewhere.
  @inline(__always)
  func kept(where mask: SIMDMask<SIMD4<Int32>>) -> SIMD4<Float> { SIMD4<Float>.zero.replacing(with: self, where: mask) }

  /// The nearest whole numbers between zero and a limit below 2²²: adding 2²³ leaves them in the lowest bits.
  @inline(__always)
  func cell(upTo limit: Float) -> SIMD4<UInt32> {
    let inside = replacing(with: limit, where: self .> limit)
    let clamped = inside.replacing(with: 0, where: .!(inside .>= 0))
    return unsafeBitCast(clamped + 8_388_608, to: SIMD4<UInt32>.self) & 0x7F_FFFF
  }
}
