public import Diagnostics
public import Movement
public import Platform
public import Files

/// All that the report of a range of motion is made of. What is missing is said in the report.
public struct MotionReportContent: Sendable {
  /// The result.
  public var result: MotionResult
  /// Who was measured, when, by whom and with what.
  public var scan: ScanDescription
  /// The angles over time.
  public var curve: AngleCurve?
  /// The pictures of the extremes, JPEG, by the names of values.
  public var pictures: [String: Data]
  /// Earlier results.
  public var history: [EarlierMotion]
  /// The files that could not be used.
  public var unusable: [String]

  /// The content of a folder, and what is stated beside it.
  public init(_ folder: MotionFolder, stated: ScanDescription = ScanDescription()) {
    result = folder.result.withCountedReasons()
    scan = stated.completed(by: folder.scan)
    (curve, pictures, history, unusable) = (folder.curve, folder.pictures, folder.history, folder.unusable)
  }

  /// The earlier results that stand beside this one: none of another subject, and none of a later day.
  var earlier: [EarlierMotion] {
    history.filter { !$0.scan.isOfAnotherSubject(than: scan) && !$0.scan.isLater(than: scan) }
  }

  /// Why results of the history are left out.
  public var leftOut: [Finding] {
    let others = history.count { $0.scan.isOfAnotherSubject(than: scan) }
    let later = history.count - earlier.count - others
    let all: [(FindingCode, Int)] = [(.motionHistoryOtherSubject, others), (.motionHistoryLater, later)]
    return all.filter { $0.1 > 0 }.map { Finding($0.0, ["count": .count($0.1)]) }
  }
}
