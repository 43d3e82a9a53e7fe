import ArgumentParser
import Diagnostics

/// Why options of a call don't go together, or have values that they can't have.
enum CallError: UserFacingError {
  /// An option, or some, are not as they must be.
  case wrong(option: String, expected: FindingValue, found: FindingValue)
  /// An option has no effect without another one.
  case needs(option: String, needed: String)
  /// An option is for something else than what is done.
  case notFor(option: String, use: FindingValue, found: FindingValue)
  /// One of age and sex is given without the other.
  case ageOrSexAlone
  /// Norms are named without age and sex.
  case normsAlone
  /// A scale is given twice.
  case scaleTwice(name: String)

  var message: ErrorMessage {
    switch self {
    case .wrong(let option, let expected, let found):
      ErrorMessage(.callWrong, at: option, nil, ["expected": expected, "found": found])
    case .needs(let option, let needed):
      ErrorMessage(.callNeeds, at: option, nil, ["needed": .text(needed)])
    case .notFor(let option, let use, let found):
      ErrorMessage(.callNotFor, at: option, nil, ["option": .text(option), "use": use, "found": found])
    case .ageOrSexAlone: ErrorMessage(.callAgeOrSexAlone, at: nil)
    case .normsAlone: ErrorMessage(.callNormsAlone, at: nil)
    case .scaleTwice(let name): ErrorMessage(.callScaleTwice, at: "--scale", nil, ["name": .text(name)])
    }
  }

  /// The error for the parser, which tells how to call behind it.
  var refusal: ValidationError { ValidationError(description(in: .ofCall)) }

  /// Throws unless a count lies in a range.
  static func require(_ option: String, _ value: Int, in range: ClosedRange<Int>) throws {
    guard range.contains(value) else {
      throw wrong(
        option: option,
        expected: .phrase("range", ["low": .count(range.lowerBound), "high": .count(range.upperBound)]),
        found: .count(value)
      ).refusal
    }
  }

  /// Throws unless a number lies in a range; one that is not given does.
  static func require(_ option: String, _ value: Double?, in range: ClosedRange<Double>) throws {
    guard let value, !range.contains(value) else { return }
    throw wrong(
      option: option,
      expected: .phrase("range", ["low": .exact(range.lowerBound), "high": .exact(range.upperBound)]),
      found: .exact(value)
    ).refusal
  }

  /// Throws unless a count is one of a few, of which there are at least two.
  static func require(_ option: String, _ value: Int, among known: [Int]) throws {
    guard !known.contains(value) else { return }
    throw wrong(
      option: option,
      expected: .phrase(
        "either_of", ["some": .list(known.dropLast().map { .count($0) }), "last": .count(known.last!)]),
      found: .count(value)
    ).refusal
  }
}
