public import Diagnostics

/// Why a simulated recording can't be made or written.
public enum PhantomError: UserFacingError, Equatable {
  /// An option is outside the range for which the simulation holds.
  case badOption(name: String, value: String, expected: String)
  /// A frame's image can't be encoded.
  case cannotEncode(frame: Int, reason: String)

  public var kind: UserFacingErrorKind {
    switch self {
    case .badOption: .usage
    case .cannotEncode: .failure
    }
  }

  public var subject: String {
    switch self {
    case .badOption(let name, _, _): name
    case .cannotEncode(let frame, _): "frame \(frame)"
    }
  }

  public var problem: String {
    switch self {
    case .badOption(_, let value, let expected): "expected \(expected), found \(value)"
    case .cannotEncode(_, let reason): "can't be encoded (\(reason))"
    }
  }

  public var remedy: String? {
    switch self {
    case .badOption: "see `calvaria phantom --help`"
    case .cannotEncode: nil
    }
  }

  /// Throws unless `value` lies in `range`; NaN never does.
  static func require<Value: Comparable>(
    _ name: String, _ value: Value, in range: ClosedRange<Value>, unit: String = ""
  ) throws(PhantomError) {
    guard range.contains(value) else {
      let suffix = unit.isEmpty ? "" : " \(unit)"
      throw .badOption(
        name: name, value: "\(value)\(suffix)", expected: "\(range.lowerBound) to \(range.upperBound)\(suffix)")
    }
  }
}
