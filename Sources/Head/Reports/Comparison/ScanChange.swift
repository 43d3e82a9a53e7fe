import Analysis
import Diagnostics
import Geometry

/// The change from one scan of a head, A, to a later one, B.
public struct ScanChange: Encodable, Sendable, Equatable {
  /// The labels of the two scans.
  public var a, b: String
  /// All that is said of the two together, each cause once.
  public var findings: [Finding]
  /// True where the two are not known to be one head.
  public var isDoubtful: Bool
  /// What they were registered by, and how well.
  public var registration: Registration
  /// B's lengths over A's; nil where the two are not known to be one head.
  public var growth: Estimate?
  /// The change of every measure by its key.
  public var changes: [String: Change]
  /// Distances of B from A over the vault.
  public var vault: Distances
  /// Distances of B from A over parts of the vault: front, front-right, … crown.
  public var regions: [String: Distances]

  private enum CodingKeys: CodingKey {
    case a, b, compared, findings, registration, growth, changes, vault, regions
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(a, forKey: .a)
    try container.encode(b, forKey: .b)
    try container.encode(compared, forKey: .compared)
    try container.encode(findings, forKey: .findings)
    try container.encode(registration, forKey: .registration)
    try container.encode(growth, forKey: .growth)
    try container.encode(changes, forKey: .changes)
    try container.encode(vault, forKey: .vault)
    try container.encode(regions, forKey: .regions)
  }

  /// How much of the change is known.
  public var compared: MeasuredState {
    MeasuredState(withheld: MeasureName.allCases.filter { changes[$0.rawValue]?.change == nil })
  }

  /// How B is registered to A.
  public struct Registration: Codable, Sendable, Equatable {
    /// `landmarks`, `vault` or `surface`.
    public var method: String
    /// From B's head frame to A's: the rows of the rotation, and the translation.
    public var rotation: [[Double]]
    public var translationMm: [Double]
    /// The residual of the fit of the surfaces at one size, and the share of points that it rests on.
    public var rmsMm, inlierShare: Double
    /// The residual of a fit of the whole surfaces, by which the two are taken for one head or not.
    public var wholeRmsMm: Double?
  }

  /// The change of one measure.
  public struct Change: Codable, Sendable, Equatable {
    /// The values in the unit; nil where withheld.
    @Nullable public var a: Double?
    @Nullable public var b: Double?
    /// B's value minus A's; nil where one is withheld.
    @Nullable public var change: Double?
    public var unit: String
    /// The 95 % interval of the change.
    @Nullable public var ci95: [Double]?
    /// The smallest change that is told from error.
    @Nullable public var smallestDetectable: Double?
    /// Whether the change is larger than that.
    @Nullable public var detected: Bool?
    /// The change of the measure with its side, of one that has lost it: it shows a change of side.
    public var signed: SignedChange?
    /// Why there is no change to report, and the kind of the first finding that says so.
    public var reason, code: String?
  }

  /// The change of an asymmetry with its side: positive where the left is larger.
  public struct SignedChange: Codable, Sendable, Equatable {
    /// The values, and B's minus A's, in the measure's unit.
    public var a, b, change: Double
    /// The 95 % interval of the change, and the smallest change that is told from error.
    public var ci95: [Double]?
    public var smallestDetectable: Double?
    /// Whether the change is larger than that.
    public var detected: Bool?
  }

  /// Signed distances in millimetres, positive where B lies outside A.
  public struct DistanceValues: Codable, Sendable, Equatable {
    public var meanMm, rmsMm, p5Mm, medianMm, p95Mm: Double
    /// The share of the area for which A was seen.
    public var seen: Double
  }

  /// Distances at the scans' own sizes, and at one size.
  public struct Distances: Codable, Sendable, Equatable {
    public var distance, shape: DistanceValues
  }
}

extension ScanChange {
  /// The change that a comparison found between the scans of two labels.
  public init(_ comparison: HeadComparison, a: String = "A", b: String = "B") {
    (self.a, self.b, isDoubtful) = (a, b, comparison.doubt != nil)
    findings =
      comparison.changes.flatMap { change in change.reasons.map { $0.withholding(change.name) } }.byCause
      + comparison.notes
    registration = Registration(comparison.registration)
    if comparison.doubt == nil {
      let growth = comparison.registration.growth
      let reach = Estimate.normalReach * comparison.registration.growthDeviation
      self.growth = Estimate(growth, ci95: ClosedRange(finite: growth - reach, growth + reach)).mapped(Rounding.value)
    }
    changes = comparison.changes.reduce(into: [:]) { $0[$1.name.rawValue] = Change($1) }
    vault = Distances(comparison.vault)
    regions = comparison.regions.reduce(into: [:]) { $0[$1.key.rawValue] = Distances($1.value) }
  }
}

extension ScanChange.Registration {
  init(_ registration: HeadRegistration) {
    let rows = registration.aFromB.rotation.rows
    method = registration.method.rawValue
    rotation = [rows.0, rows.1, rows.2].map { row in [row.x, row.y, row.z].map { ($0 * 1e9).rounded() / 1e9 } }
    translationMm = Rounding.millimetres(registration.aFromB.translation)
    rmsMm = Rounding.millimetres(registration.rms)
    wholeRmsMm = Rounding.millimetres(registration.wholeRMS)
    inlierShare = Rounding.fraction(registration.inlierShare)
  }
}

extension ScanChange.Change {
  init(_ change: MeasureChange) {
    unit = change.name.unit
    (a, b) = (change.before.value.map(Rounding.value), change.after.value.map(Rounding.value))
    self.change = if change.change != nil, let a, let b { Rounding.value(b - a) } else { nil }
    ci95 = change.ci95.map { [Rounding.value($0.lowerBound), Rounding.value($0.upperBound)] }
    smallestDetectable = change.smallestDetectable.map(Rounding.value)
    (detected, reason) = (change.isDetected, change.reasons.text())
    signed = change.signed.flatMap(ScanChange.SignedChange.init)
    code = (change.reasons.first?.causes.first ?? change.reasons.first)?.code.rawValue
  }
}

extension ScanChange.Distances {
  init(_ pair: (distance: DistanceSummary, shape: DistanceSummary)) {
    (distance, shape) = (.init(pair.distance), .init(pair.shape))
  }
}

extension ScanChange.DistanceValues {
  init(_ summary: DistanceSummary) {
    (meanMm, rmsMm) = (Rounding.millimetres(summary.mean), Rounding.millimetres(summary.rms))
    (p5Mm, medianMm) = (Rounding.millimetres(summary.low), Rounding.millimetres(summary.median))
    (p95Mm, seen) = (Rounding.millimetres(summary.high), Rounding.fraction(summary.seen))
  }
}

extension ScanChange.SignedChange {
  init?(_ change: MeasureChange) {
    guard let before = change.before.value, let after = change.after.value, change.change != nil else { return nil }
    (a, b) = (Rounding.value(before), Rounding.value(after))
    self.change = Rounding.value(b - a)
    ci95 = change.ci95.map { [Rounding.value($0.lowerBound), Rounding.value($0.upperBound)] }
    (smallestDetectable, detected) = (change.smallestDetectable.map(Rounding.value), change.isDetected)
  }
}
