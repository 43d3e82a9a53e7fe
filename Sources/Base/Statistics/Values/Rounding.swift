/// What the storing of numbers in 53 bits does to them.
enum Rounding {
  /// Whether a difference is more than rounding makes of numbers of a size.
  static func exceeds(_ difference: Double, _ size: Double) -> Bool { abs(difference) > 16 * .ulpOfOne * size }
}
