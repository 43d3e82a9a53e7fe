/// How many pixels of an area have a valid depth.
public struct ValidCount: Sendable, Equatable {
  /// Pixels with valid depth, and all pixels.
  public var valid, total: Int

  /// A count; none by default.
  public init(valid: Int = 0, total: Int = 0) {
    self.valid = valid
    self.total = total
  }

  /// The share of valid pixels, 0 to 1; nil for an area without pixels.
  public var fraction: Double? { total > 0 ? Double(valid) / Double(total) : nil }

  /// The sum of two counts.
  public static func + (a: ValidCount, b: ValidCount) -> ValidCount {
    ValidCount(valid: a.valid + b.valid, total: a.total + b.total)
  }

  /// Counts one pixel.
  public mutating func add(_ isValid: Bool) {
    total += 1
    if isValid { valid += 1 }
  }
}
