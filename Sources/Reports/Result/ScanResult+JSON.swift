internal import Inputs
import Outputs
import Platform

extension ScanResult {
  enum CodingKeys: CodingKey {
    case schema, status, reasons, notes, findings, recording, markers, depth, tracking, calibration, surface, section,
      landmarks,
      `protocol`
    case measures, severity, severities, norm, timingsS, provenance
  }

  /// What follows from the other keys: written for readers, never read.
  private enum DerivedKeys: CodingKey { case measured }

  /// Leaves out parts that are not known; the severity is always there, null where its measure is withheld.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(schema, forKey: .schema)
    try container.encode(status, forKey: .status)
    var derived = encoder.container(keyedBy: DerivedKeys.self)
    try derived.encode(measured, forKey: .measured)
    try container.encode(reasons, forKey: .reasons)
    try container.encode(notes, forKey: .notes)
    try container.encode(findings, forKey: .findings)
    try container.encodeIfPresent(recording, forKey: .recording)
    try container.encodeIfPresent(markers, forKey: .markers)
    try container.encodeIfPresent(depth, forKey: .depth)
    try container.encodeIfPresent(tracking, forKey: .tracking)
    try container.encodeIfPresent(calibration, forKey: .calibration)
    try container.encodeIfPresent(surface, forKey: .surface)
    try container.encodeIfPresent(section, forKey: .section)
    try container.encode(landmarks, forKey: .landmarks)
    try container.encode(`protocol`, forKey: .protocol)
    try container.encode(measures, forKey: .measures)
    try container.encode(severity, forKey: .severity)
    try container.encode(severities, forKey: .severities)
    try container.encodeIfPresent(norm, forKey: .norm)
    try container.encodeIfPresent(timingsS, forKey: .timingsS)
    try container.encodeIfPresent(provenance, forKey: .provenance)
  }

  /// The file's bytes: sorted keys, a line break at the end; equal results give equal bytes.
  ///
  /// - Throws: `EncodingError` where a number is NaN or infinite.
  public func json() throws -> Data {
    var result = self
    result.provenance?.digest = Seal.blank
    return Seal.sealed(try result.machineJSON())
  }

  /// The result that a file's bytes hold.
  public init(json: Data) throws {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    self = try decoder.decode(ScanResult.self, from: json)
  }
}
