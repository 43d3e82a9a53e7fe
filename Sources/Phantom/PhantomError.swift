public import Diagnostics

/// Why a simulated recording can't be made or written.
public enum PhantomError: Diagnosis, Equatable {
  /// An option is outside the range for which the simulation holds.
  case badOption(name: String, value: String, expected: String)
  /// The output exists and is not to be replaced.
  case outputExists(path: String)
  /// The output is to be replaced but is no simulated recording.
  case notARecording(path: String)
  /// A file or folder can't be written.
  case cannotWrite(path: String, reason: String)
  /// A frame's image can't be encoded.
  case cannotEncode(frame: Int, reason: String)

  public var kind: DiagnosisKind {
    switch self {
    case .badOption: .usage
    case .outputExists, .notARecording, .cannotWrite: .cannotWrite
    case .cannotEncode: .failure
    }
  }

  public var subject: String {
    switch self {
    case .badOption(let name, _, _): name
    case .outputExists(let path), .notARecording(let path), .cannotWrite(let path, _): path
    case .cannotEncode(let frame, _): "frame \(frame)"
    }
  }

  public var problem: String {
    switch self {
    case .badOption(_, let value, let expected): "expected \(expected), found \(value)"
    case .outputExists: "expected a new folder, found one that exists"
    case .notARecording: "expected an earlier simulated recording to replace, found something else"
    case .cannotWrite(_, let reason): "can't be written (\(reason))"
    case .cannotEncode(_, let reason): "can't be encoded (\(reason))"
    }
  }

  public var remedy: String? {
    switch self {
    case .badOption: "see `calvaria phantom --help`"
    case .outputExists: "name another folder or add --force"
    case .notARecording: "name another folder; --force replaces only simulated recordings and empty folders"
    case .cannotWrite: "check the folder's permissions and the free space"
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
