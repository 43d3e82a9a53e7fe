import Platform

/// The sine, much faster than the system's and within 10⁻¹¹ of it for |x| < 10⁶: Taylor's polynomial of degree 15 after
/// the multiples of π, in two parts (Cody & Waite 1980), are taken off.
@inline(__always)
func quickSine(_ x: Double) -> Double {
  // Added to this, a number is rounded to a whole one, whose lowest bit says whether it is odd.
  let rounder = 0x1.8p52
  let shifted = x * (1 / .pi) + rounder
  let count = shifted - rounder
  let r = (x - count * 0x1.921f_b544p1) - count * 0x1.0b46_11a6_2633_1p-33
  let s = r * r
  let s2 = s * s
  // In pairs, so that less waits for what comes before.
  let end = (-1 / 39_916_800.0 + s * (1 / 6_227_020_800.0)) + s2 * (-1 / 1_307_674_368_000.0)
  let high = (-1 / 6.0 + s * (1 / 120.0)) + s2 * ((-1 / 5040.0 + s * (1 / 362_880.0)) + s2 * end)
  let sine = r + r * s * high
  return Double(bitPattern: sine.bitPattern ^ (shifted.bitPattern << 63))
}

/// A formula of sines in single precision, the same as with the system's sine: where the quick one leaves its last digit open,
/// the system's is asked.
///
/// - Parameter formula: a value from a function for sines, of whose error it makes at most ten times as much.
@inline(__always)
func rounded(_ formula: ((Double) -> Double) -> Double) -> Float {
  let error = 1e-10
  let quick = formula(quickSine)
  let low = Float(quick - error)
  return low == Float(quick + error) ? low : Float(formula { sin($0) })
}
