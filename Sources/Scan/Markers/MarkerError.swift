import Diagnostics
public import Images

/// Why markers could not be detected.
public enum MarkerError: UserFacingError {
  /// OpenCV refused an operation on a frame.
  case operationFailed(operation: String, frame: String, detail: String)
  /// No marker of the cap was seen in the whole recording.
  case noneSeen(frames: Int, dictionary: String, seenInstead: String?)
  /// Markers were seen, but hardly any can be used; most are rejected for this reason.
  case mostRejected(sightings: Int, ids: [Int], dictionary: String, reason: MarkerRejection)
  /// The markers measured in depth are far from the printed size that the cap file states; where another unit of depth
  /// explains it, how many of it make a metre, and how many were taken to.
  case sizeMismatch(measuredMillimetres: Double, expectedMillimetres: Double, units: (taken: Double, fitting: Double)?)
  /// Some images show so many markers, and more of them mirrored.
  case mirrored(dictionary: String, found: Int, other: Int)
  /// Some images show so many markers, and more of them in the negative.
  case inverted(dictionary: String, found: Int, other: Int)
  /// Depth makes no sense as it is, but does with the bytes of each code exchanged.
  case swappedDepth
  /// Depth lies on the colour images once it is turned in this way.
  case turnedDepth(ImageTurn)

  public var message: ErrorMessage {
    switch self {
    case .operationFailed(let operation, let frame, let detail):
      ErrorMessage(
        .detectionFailed, at: .phrase("frame", ["frame": .text(frame)]),
        ["operation": .text(operation), "detail": .text(detail)])
    case .noneSeen(let frames, let dictionary, let other):
      ErrorMessage(
        other == nil ? .detectionNoneSeen : .detectionOtherDictionary,
        at: .phrase("frames", ["count": .count(frames)]),
        ["dictionary": .text(dictionary), "other": .text(other ?? "")])
    case .mostRejected(let sightings, let ids, let dictionary, let reason):
      ErrorMessage(
        Self.code(reason), at: .phrase("markers"),
        [
          "sightings": .count(sightings), "ids": Self.first(ids), "dictionary": .text(dictionary),
          "reason": Finding(reason.code).value,
        ])
    case .sizeMismatch(let measured, let expected, let units):
      ErrorMessage(
        units == nil ? .detectionSize : .detectionDepthUnit,
        at: units == nil ? .phrase("marker_size") : .phrase("unit_of_depth"),
        [
          "expected": .exact(expected, unit: "mm"), "measured": .number(measured, decimals: 1, unit: "mm"),
          "ratio": MarkerSizeRatio.shown(measured / expected),
          "units": MarkerSizeRatio.shown(units: units?.fitting ?? 0),
          "taken": MarkerSizeRatio.shown(units: units?.taken ?? 0),
        ])
    case .mirrored(let dictionary, let found, let other):
      ErrorMessage(.detectionMirrored, at: .phrase("markers"), Self.counts(dictionary, found, other))
    case .inverted(let dictionary, let found, let other):
      ErrorMessage(.detectionInverted, at: .phrase("markers"), Self.counts(dictionary, found, other))
    case .swappedDepth: ErrorMessage(.detectionSwappedDepth, at: .phrase("markers"))
    case .turnedDepth(let turn): ErrorMessage(.detectionTurnedDepth, at: .phrase("markers"), ["turn": turn.word])
    }
  }

  private static func code(_ reason: MarkerRejection) -> ErrorCode {
    switch reason {
    case .notOnCap: .detectionNotOnCap
    case .noDepth: .detectionNoDepth
    default: .detectionRejected
    }
  }

  private static func counts(_ dictionary: String, _ found: Int, _ other: Int) -> [String: FindingValue] {
    ["dictionary": .text(dictionary), "found": .count(found), "other": .count(other)]
  }

  /// The first of some ids.
  private static func first(_ ids: [Int]) -> FindingValue {
    .list(ids.prefix(6).map { .count($0) } + (ids.count > 6 ? [.text("…")] : []))
  }
}

extension ImageTurn {
  /// The turn in words.
  fileprivate var word: FindingValue {
    switch self {
    case .leftRight: .phrase("mirrored_left_right")
    case .upsideDown: .phrase("mirrored_upside_down")
    case .half: .phrase("turned_by_half")
    }
  }
}
