internal import Diagnostics
public import Files
public import Movement
public import Platform

/// An earlier range of motion: what it is called, who and when, and the result.
public struct EarlierMotion: Sendable, Codable, Equatable {
  /// The name of its folder.
  public let name: String
  /// Who was measured and when.
  public let scan: ScanDescription
  /// The result.
  public let result: MotionResult

  /// An earlier result.
  ///
  /// - Parameter date: when it was recorded, where that is stated otherwise than in its description.
  init(name: String, scan: ScanDescription, result: MotionResult, date: String? = nil) {
    self.name = name.printable(limit: 80)
    var scan = scan
    scan.date = date ?? scan.date
    (self.scan, self.result) = (scan, result)
  }
}

extension [EarlierMotion] {
  /// By their days where all have one, else as they are; results of one day stay as they are.
  var inOrder: (results: [EarlierMotion], areDated: Bool) {
    guard allSatisfy({ $0.scan.date != nil }) else { return (self, false) }
    let sorted = enumerated().sorted {
      ($0.element.scan.date ?? "", $0.offset) < ($1.element.scan.date ?? "", $1.offset)
    }
    return (sorted.map(\.element), true)
  }
}

extension ScanDescription {
  /// Whether both are stated to be of different subjects.
  func isOfAnotherSubject(than other: ScanDescription) -> Bool {
    if let own = subject, let others = other.subject { own != others } else { false }
  }

  /// Whether it is stated to be of a later day.
  func isLater(than other: ScanDescription) -> Bool {
    if let own = date, let others = other.date { own > others } else { false }
  }
}

/// `history.json`: the earlier results beside which a report shows its own.
public struct MotionHistoryFile: Codable {
  /// The file's name.
  public static let name = "history.json"
  /// The name and version of this form.
  static let schema = "calvaria/motion-history/1"
  /// No history is longer.
  public static let most = 100

  private let schema: String
  private let results: [EarlierMotion]

  /// The file of earlier results.
  public init(_ results: [EarlierMotion]) { (schema, self.results) = (Self.schema, results) }

  /// The file's bytes.
  public func json() throws -> Data { try machineJSON() }

  /// The results that a text holds; nil where it is of another form, or holds one that is not as this program writes them.
  static func read(_ text: [UInt8]) -> [EarlierMotion]? {
    guard
      let file = try? JSONText.decode(MotionHistoryFile.self, from: Data(text), keys: .convertFromSnakeCase),
      file.schema == schema, file.results.count <= most
    else { return nil }
    let isSound = file.results.allSatisfy { earlier in
      guard let text = try? earlier.result.json() else { return false }
      return (try? MotionResult.checked([UInt8](text), file: name)) != nil
    }
    return isSound ? file.results : nil
  }
}
