import Diagnostics

/// Why markers could not be detected.
public enum MarkerError: UserFacingError {
  /// OpenCV refused an operation on a frame.
  case operationFailed(operation: String, frame: String, detail: String)
  /// No marker of the cap was seen in the whole recording.
  case noneSeen(frames: Int, dictionary: String, seenInstead: String?)
  /// Markers were seen, but hardly any can be used; most are rejected for this reason.
  case mostRejected(sightings: Int, ids: [Int], dictionary: String, reason: MarkerRejection)
  /// The markers measured in depth are far from the printed size that the cap file states.
  case sizeMismatch(measuredMillimetres: Double, expectedMillimetres: Double)

  public var kind: UserFacingErrorKind {
    switch self {
    case .operationFailed: .failure
    case .noneSeen, .mostRejected: .badData
    case .sizeMismatch: .badConfiguration
    }
  }

  public var subject: String {
    switch self {
    case .operationFailed(_, let frame, _): "frame \(frame)"
    case .noneSeen(let frames, _, _): "\(frames) frames"
    case .mostRejected: "markers"
    case .sizeMismatch: "cap file, marker_size_mm"
    }
  }

  public var problem: String {
    switch self {
    case .operationFailed(let operation, _, let detail): "\(operation) failed in OpenCV: \(detail)"
    case .noneSeen(_, let dictionary, _): "expected markers of \(dictionary) on the cap, found none"
    case .mostRejected(let sightings, let ids, let dictionary, let reason):
      "expected usable markers of the cap, found \(sightings) sightings of \(dictionary) (\(Self.text(ids))) that are rejected: \(reason.text())"
    case .sizeMismatch(let measured, let expected):
      "expected markers of \(expected) mm, found \((measured * 10).rounded() / 10) mm measured in depth, "
        + "\(MarkerSizeRatio.text(measured / expected)) of that"
    }
  }

  public var remedy: String? {
    switch self {
    case .operationFailed: nil
    case .noneSeen(_, _, let other?): "the images show markers of \(other); correct `dictionary` in the cap file"
    case .mostRejected(_, _, _, .notOnCap): "correct `ids` in the cap file"
    case .mostRejected(_, _, _, .noDepth): "check the depth images (see `calvaria info`)"
    case .mostRejected: "see `calvaria info`"
    case .noneSeen: "check the cap file's dictionary and ids, and that the cap is in the picture"
    case .sizeMismatch:
      "measure a printed marker's black square and correct the cap file; or check the intrinsics, and the depth's unit (--format)"
    }
  }

  /// The first of some ids.
  private static func text(_ ids: [Int]) -> String {
    (ids.count == 1 ? "id " : "ids ") + ids.prefix(6).map(String.init).joined(separator: ", ")
      + (ids.count > 6 ? ", …" : "")
  }
}
