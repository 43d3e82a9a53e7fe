internal import Diagnostics

/// What every picture's size must be, in pixels.
enum SizeCheck {
  /// Refuses a side that no picture has; one that is not stated is nil.
  static func check(_ width: Double?, _ height: Double?, path: String, place: FindingValue) throws(MotionError) {
    for side in [width, height].compactMap(\.self) where !MotionLimits.sides.contains(side) {
      throw .malformed(path: path, place: place, expected: .number(in: MotionLimits.sides), found: .exact(side))
    }
  }
}
