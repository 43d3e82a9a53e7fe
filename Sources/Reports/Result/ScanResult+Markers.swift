import Diagnostics

extension ScanResult {
  /// A marker or another thing that was not used, and why.
  public struct RejectedMarker: Codable, Sendable, Equatable {
    /// The marker's id.
    public var id: Int
    /// Why it was rejected.
    public var reason: String
    /// The kind of finding that this is; nil in results of earlier versions.
    public var code: String?
    /// How many sightings were rejected for it.
    public var count: Int?
    /// Since when the marker is not where it was, seconds since the start; nil for other reasons.
    public var fromS: Double?

    /// A rejected marker.
    public init(id: Int, reason: String) { (self.id, self.reason) = (id, reason) }

    /// Sightings of a marker that were rejected for one reason.
    public init(id: Int, _ finding: Finding, count: Int) {
      (self.id, self.count, code) = (id, count, finding.code.rawValue)
      fromS = finding.values["from_s"]?.figure.map { rounded($0, 3) }
      reason = ""
      reason = text(.english)
    }

    /// The reason in words, with the number of sightings.
    func text(_ language: Language) -> String {
      guard let code = code.flatMap(FindingCode.init), let count else { return reason }
      var finding = Finding(code)
      finding.values["from_s"] = fromS.map { .number($0, decimals: 1, unit: "s") }
      return language("report.sightings", ["reason": .text(finding.text(language)), "count": .count(count)])
    }
  }

  /// The cap's markers.
  public struct Markers: Codable, Sendable, Equatable {
    /// How many the cap has; nil where it is not known.
    public var expected: Int?
    /// How many were seen.
    public var seen: Int
    /// Their ratio.
    public var coverage: Double?
    /// The ids of the cap that were never seen.
    public var missing: [Int]
    /// Markers that were not used.
    public var rejected: [RejectedMarker]
    /// Pairs of time (s) and markers seen by then.
    public var progress: [[Double]]

    /// The markers' part from its values.
    public init(
      expected: Int?, seen: Int, coverage: Double?, missing: [Int] = [], rejected: [RejectedMarker] = [],
      progress: [[Double]] = []
    ) {
      (self.expected, self.seen, self.coverage) = (expected, seen, coverage)
      (self.missing, self.rejected, self.progress) = (missing, rejected, progress)
    }

    /// Writes null for what is not known.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(expected, forKey: .expected)
      try container.encode(seen, forKey: .seen)
      try container.encode(coverage, forKey: .coverage)
      try container.encode(missing, forKey: .missing)
      try container.encode(rejected, forKey: .rejected)
      try container.encode(progress, forKey: .progress)
    }
  }
}
