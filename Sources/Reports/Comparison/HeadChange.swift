import Analysis
import Diagnostics
import Geometry
internal import Inputs
import Platform

/// The content of `compare.json` (schema `calvaria/compare/1`). Keys are stable: more may come, none is renamed.
public struct HeadChange: Codable, Sendable, Equatable {
  /// The contract's name and version.
  public var schema = "calvaria/compare/1"
  /// Complete where the change of the CVAI is there.
  public var status: ScanResult.Status
  /// Why changes are withheld: the English texts of those of ``findings``.
  public internal(set) var reasons: [String]
  /// Remarks that withhold nothing: likewise.
  public internal(set) var notes: [String]
  /// All that is said of the comparison, each cause once.
  public var findings: [Finding] { didSet { (reasons, notes) = (findings.reasons, findings.notes) } }
  /// The two scans.
  public var a, b: Side
  /// The protocol of both.
  public var `protocol`: ScanResult.ProtocolChoices
  /// By what they were laid upon each other, and how well that worked.
  public var registration: Registration
  /// B's lengths over A's; nil where the two are not known to be one head.
  public var growth: ScanResult.Estimate?
  /// The change of every measure by its key.
  public var changes: [String: Change]
  /// Distances of B from A over the vault.
  public var vault: Distances
  /// The same over parts of the vault: front, front-right, … crown.
  public var regions: [String: Distances]
  /// What it was made from.
  public var provenance: ScanResult.Provenance?

  enum CodingKeys: CodingKey {
    case schema, status, reasons, notes, findings, a, b, `protocol`, registration, growth, changes, vault, regions,
      provenance
  }

  /// What follows from the other keys: written for readers, never read.
  private enum DerivedKeys: CodingKey { case compared }

  /// Writes null for a growth that is withheld.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(schema, forKey: .schema)
    try container.encode(status, forKey: .status)
    var derived = encoder.container(keyedBy: DerivedKeys.self)
    try derived.encode(compared, forKey: .compared)
    try container.encode(reasons, forKey: .reasons)
    try container.encode(notes, forKey: .notes)
    try container.encode(findings, forKey: .findings)
    try container.encode(a, forKey: .a)
    try container.encode(b, forKey: .b)
    try container.encode(`protocol`, forKey: .protocol)
    try container.encode(registration, forKey: .registration)
    try container.encode(growth, forKey: .growth)
    try container.encode(changes, forKey: .changes)
    try container.encode(vault, forKey: .vault)
    try container.encode(regions, forKey: .regions)
    try container.encodeIfPresent(provenance, forKey: .provenance)
  }

  /// One of the two scans.
  public struct Side: Codable, Sendable, Equatable {
    /// The name of the folder or file.
    public var name: String
    /// Its flattened side; nil where the CVAI is withheld.
    public var flattened: String?

    /// A scan by its name.
    public init(name: String, flattened: String?) { (self.name, self.flattened) = (name, flattened) }
  }

  /// How B lies upon A.
  public struct Registration: Codable, Sendable, Equatable {
    /// `landmarks`, `vault` or `surface`.
    public var method: String
    /// From B's head frame to A's: the rows of the rotation, and the translation.
    public var rotation: [[Double]]
    public var translationMm: [Double]
    /// What the fit of the surfaces at one size left over, and the share of points that it rests on.
    public var rmsMm, inlierShare: Double
    /// What a fit of the whole surfaces left over, by which the two are taken for one head or not.
    public var wholeRmsMm: Double?
  }

  /// The change of one measure.
  public struct Change: Codable, Sendable, Equatable {
    /// The values, and B's minus A's, in the unit; nil where withheld.
    public var a, b, change: Double?
    public var unit: String
    /// The 95 % interval of the change, and the smallest change that is told from error.
    public var ci95: [Double]?
    public var smallestDetectable: Double?
    /// Whether the change is larger than that.
    public var detected: Bool?
    /// Why there is no change to report, and the kind of the first finding that says so.
    public var reason, code: String?

    /// Writes null for what is not there, and the reason only where there is one.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(a, forKey: .a)
      try container.encode(b, forKey: .b)
      try container.encode(change, forKey: .change)
      try container.encode(unit, forKey: .unit)
      try container.encode(ci95, forKey: .ci95)
      try container.encode(smallestDetectable, forKey: .smallestDetectable)
      try container.encode(detected, forKey: .detected)
      try container.encodeIfPresent(reason, forKey: .reason)
      try container.encodeIfPresent(code, forKey: .code)
    }
  }

  /// Signed distances in millimetres, positive where B lies outside A.
  public struct Summary: Codable, Sendable, Equatable {
    public var meanMm, rmsMm, p5Mm, medianMm, p95Mm: Double
    /// The share of the area for which A was seen.
    public var seen: Double
  }

  /// Distances at the scans' own sizes, and at one size.
  public struct Distances: Codable, Sendable, Equatable {
    public var distance, shape: Summary
  }

  /// The file's bytes: sorted keys, a line break at the end; equal results give equal bytes.
  public func json() throws -> Data {
    return try self.machineJSON()
  }
}
