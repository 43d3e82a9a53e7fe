import Analysis
import Diagnostics
internal import Files
import Landmarks
public import Platform

extension ScanResult {
  enum CodingKeys: CodingKey {
    case schema, status, reasons, notes, findings, scan, recording, markers, depth, tracking, recordedPoses, up,
      upSource,
      capGap, calibration, surface,
      section,
      landmarks, midline, pictures,
      `protocol`
    case measures, bySymmetry, severity, severities, norm, references, timingsS, provenance
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
    try container.encodeIfPresent(scan, forKey: .scan)
    try container.encodeIfPresent(recording, forKey: .recording)
    try container.encodeIfPresent(markers, forKey: .markers)
    try container.encodeIfPresent(depth, forKey: .depth)
    try container.encodeIfPresent(tracking, forKey: .tracking)
    try container.encodeIfPresent(recordedPoses, forKey: .recordedPoses)
    try container.encodeIfPresent(up, forKey: .up)
    try container.encodeIfPresent(upSource, forKey: .upSource)
    try container.encodeIfPresent(capGap, forKey: .capGap)
    try container.encodeIfPresent(calibration, forKey: .calibration)
    try container.encodeIfPresent(surface, forKey: .surface)
    try container.encodeIfPresent(section, forKey: .section)
    try container.encode(landmarks, forKey: .landmarks)
    try container.encodeIfPresent(midline, forKey: .midline)
    try container.encodeIfPresent(pictures, forKey: .pictures)
    try container.encode(`protocol`, forKey: .protocol)
    try container.encode(measures, forKey: .measures)
    try container.encodeIfPresent(bySymmetry, forKey: .bySymmetry)
    try container.encode(severity, forKey: .severity)
    try container.encode(severities, forKey: .severities)
    try container.encodeIfPresent(norm, forKey: .norm)
    try container.encodeIfPresent(references, forKey: .references)
    try container.encodeIfPresent(timingsS, forKey: .timingsS)
    try container.encodeIfPresent(provenance, forKey: .provenance)
  }

  /// The file's bytes: sorted keys, a line break at the end; equal results give equal bytes.
  ///
  /// - Throws: `EncodingError` where a number is NaN or infinite.
  public func json() throws -> Data {
    var result = self
    return try result.sealed()
  }

  /// The file's bytes, see ``json()``; the provenance then states their digest, as it does in a result that was read.
  package mutating func sealed() throws -> Data {
    provenance?.digest = Seal.blank
    let blank = try machineJSON()
    provenance?.digest = Checksum.sha256(blank)
    return Seal.sealed(blank)
  }

  /// The result that a file's bytes hold.
  public init(json: Data) throws {
    let decoder = JSONDecoder()
    decoder.keyDecodingStrategy = .convertFromSnakeCase
    self = try decoder.decode(ScanResult.self, from: json)
  }
}

extension ScanResult.Landmarks {
  private struct Key: CodingKey {
    var stringValue: String
    var intValue: Int? { nil }
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  /// Reads `source` and `observer` and, beside them, one member per landmark.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: Key.self)
    source = try container.decodeIfPresent(String.self, forKey: Key(stringValue: "source"))
    observer = try container.decodeIfPresent(String.self, forKey: Key(stringValue: "observer"))
    points = [:]
    for landmark in Landmark.allCases {
      // The decoder turns keys into camel case before they are looked up.
      for key in [landmark.rawValue, Self.camelCase(landmark.rawValue)] {
        if let entry = try container.decodeIfPresent(ScanResult.LandmarkEntry.self, forKey: Key(stringValue: key)) {
          points[landmark.rawValue] = entry
        }
      }
    }
  }

  /// Writes `source` and `observer` and, beside them, one member per landmark.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: Key.self)
    try container.encode(source, forKey: Key(stringValue: "source"))
    try container.encodeIfPresent(observer, forKey: Key(stringValue: "observer"))
    for (name, entry) in points { try container.encode(entry, forKey: Key(stringValue: name)) }
  }

  private static func camelCase(_ name: String) -> String {
    let words = name.split(separator: "_")
    return words.prefix(1).joined() + words.dropFirst().map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
  }
}

/// Why bytes are no result; `found` in words.
public struct StrangeResult: Error, Equatable {
  /// What they are, or what they lack.
  public let found: FindingValue
}

extension ScanResult {
  /// The name of the contract that this version reads and writes.
  public static let schema = "calvaria/result/1"

  private struct Label: Decodable { let schema: String? }

  /// The result that a file's bytes hold, of this version or an earlier one.
  public static func read(_ data: Data) throws(StrangeResult) -> ScanResult {
    let label: Label
    do throws(JSONText.Fault) { label = try JSONText.decode(Label.self, from: data) } catch {
      throw StrangeResult(found: error.found)
    }
    guard let schema = label.schema else { throw StrangeResult(found: .phrase("something_else")) }
    guard schema == Self.schema else {
      throw StrangeResult(found: .phrase("the_schema", ["schema": .text(String(schema.prefix(40)))]))
    }
    do {
      var result = try ScanResult(json: data)
      result.wasChanged = result.provenance?.digest.map { Seal.isBroken(data, digest: $0) } ?? false
      return result
    } catch let error as DecodingError {
      throw StrangeResult(found: error.fault)
    } catch { throw StrangeResult(found: .phrase("something_else")) }
  }
}

extension DecodingError {
  /// The key at fault, in words.
  fileprivate var fault: FindingValue {
    switch self {
    case .keyNotFound(let key, let context):
      .phrase("one_without", ["key": .text(Self.path(context.codingPath + [key]))])
    case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
      .phrase("one_with_bad", ["key": .text(Self.path(context.codingPath))])
    @unknown default: .phrase("something_else")
    }
  }

  /// The place as the file spells it; the decoder has turned its keys into camel case.
  private static func path(_ keys: [any CodingKey]) -> String {
    keys.map { key in key.stringValue.map { $0.isUppercase ? "_\($0.lowercased())" : "\($0)" }.joined() }
      .joined(separator: ".")
  }
}

// Results of earlier versions lack keys that were added since; each stands for what those versions took for granted.

extension KeyedDecodingContainer {
  /// The grades by every scale; the first results hold the first scale's alone.
  ///
  /// The decoders that the compiler writes for this module's types call this in place of the general one.
  func decode(_ type: [ScanResult.ScaleGrade].Type, forKey key: Key) throws -> [ScanResult.ScaleGrade] {
    try decodeIfPresent(type, forKey: key) ?? []
  }
}

extension KeyedDecodingContainer {
  /// The findings; results from before there were any hold their texts alone.
  func decode(_ type: [Finding].Type, forKey key: Key) throws -> [Finding] {
    try decodeIfPresent(type, forKey: key) ?? []
  }
}

extension ScanResult.ProtocolChoices {
  enum CodingKeys: CodingKey {
    case name, version, title, source, landmarks, apAxis, level, levelFraction, centre, diagonalAngleDegrees,
      denominator
    case index, ears, capThickness, denominators, bridgedGapMm
  }

  /// Reads the choices; those that version 1 of the protocols did not name are filled in as it made them.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let text = { (key: CodingKeys, earlier: String) in
      try container.decodeIfPresent(String.self, forKey: key) ?? earlier
    }
    name = try container.decode(String.self, forKey: .name)
    version = try container.decode(String.self, forKey: .version)
    apAxis = try container.decode(String.self, forKey: .apAxis)
    level = try container.decode(String.self, forKey: .level)
    levelFraction = try container.decodeIfPresent(Double.self, forKey: .levelFraction)
    centre = try container.decode(String.self, forKey: .centre)
    diagonalAngleDegrees = try container.decode(Double.self, forKey: .diagonalAngleDegrees)
    denominators = try container.decode([String: String].self, forKey: .denominators)
    bridgedGapMm = try container.decode(Double.self, forKey: .bridgedGapMm)
    (title, source) = (try text(.title, ""), try text(.source, ""))
    landmarks =
      try container.decodeIfPresent([String].self, forKey: .landmarks) ?? Landmark.required.map(\.rawValue)
    denominator = try text(.denominator, MeasurementProtocol.Denominator.longer.rawValue)
    index = try text(.index, MeasureName.cvai.rawValue)
    ears = try text(.ears, MeasurementProtocol.Ears.excluded.rawValue)
    capThickness = try text(.capThickness, MeasurementProtocol.CapThickness.included.rawValue)
  }
}
