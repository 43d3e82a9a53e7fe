import Analysis

/// One of the scans that are compared: who, when, and what was measured.
public struct Visit: Codable, Sendable, Equatable {
  /// Its letter, in the order of the visits: A, B, …
  public internal(set) var label = ""
  /// The name of the folder or file.
  public var name: String
  /// Its flattened side; nil where the CVAI is withheld.
  public var flattened: String?
  /// The subject's code, the session, the date, the operator, the device and the recording, where they are stated.
  public var subject, session, date, `operator`, device, recording: String?
  /// Every measure by its key, as its own result has it.
  public var measures: [String: ScanResult.Measure]

  /// A visit from its values.
  public init(name: String, flattened: String?, date: String? = nil, measures: [String: ScanResult.Measure] = [:]) {
    (self.name, self.flattened, self.date, self.measures) = (name, flattened, date, measures)
  }

  /// The date, where one is stated that can be read.
  public var when: VisitDate? { date.flatMap(VisitDate.init) }

  /// The letters of a number of visits: A to Z, then AA, AB, …
  public static func labels(_ count: Int) -> [String] {
    (0..<count).map { index in
      var (rest, label) = (index, "")
      repeat {
        label = String(UnicodeScalar(UInt8(65 + rest % 26))) + label
        rest = rest / 26 - 1
      } while rest >= 0
      return label
    }
  }
}
