public import Diagnostics

/// Why a simulated recording can't be made or written.
public enum PhantomError: UserFacingError, Equatable {
  /// An option is outside the range for which the simulation holds.
  case badOption(FindingValue, found: FindingValue, expected: FindingValue)
  /// A frame's image can't be encoded.
  case cannotEncode(frame: Int, reason: FindingValue)

  public var message: ErrorMessage {
    switch self {
    case .badOption(let option, let found, let expected):
      ErrorMessage(.phantomBadOption, at: option, ["expected": expected, "found": found])
    case .cannotEncode(let frame, let reason):
      ErrorMessage(.phantomCannotEncode, at: .phrase("frame", ["frame": .count(frame)]), ["reason": reason])
    }
  }

  /// Throws unless a number lies in a range; NaN never does.
  static func require(
    _ option: FindingValue, _ value: Double, in range: ClosedRange<Double>, unit: String = ""
  ) throws(PhantomError) {
    guard range.contains(value) else {
      throw .badOption(
        option, found: .exact(value, unit: unit),
        expected: .phrase(
          "range", ["low": .exact(range.lowerBound), "high": .exact(range.upperBound, unit: unit)]))
    }
  }

  /// Throws unless a count lies in a range.
  static func require(_ option: FindingValue, _ value: Int, in range: ClosedRange<Int>) throws(PhantomError) {
    guard range.contains(value) else {
      throw .badOption(
        option, found: .count(value),
        expected: .phrase("range", ["low": .count(range.lowerBound), "high": .count(range.upperBound)]))
    }
  }

  /// Throws unless the number that an option of this name has lies in a range.
  static func require(
    _ option: String, _ value: Double, in range: ClosedRange<Double>, unit: String = ""
  ) throws(PhantomError) {
    try require(.term(option, of: "phantom"), value, in: range, unit: unit)
  }

  /// Throws unless the count that an option of this name has lies in a range.
  static func require(_ option: String, _ value: Int, in range: ClosedRange<Int>) throws(PhantomError) {
    try require(.term(option, of: "phantom"), value, in: range)
  }
}
