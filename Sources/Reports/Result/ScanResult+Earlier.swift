import Analysis
import Diagnostics
internal import Inputs
import Landmarks
import Outputs
import Platform

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

/// Why bytes are no result; `found` in words.
public struct StrangeResult: Error, Equatable {
  /// What they are, or what they lack.
  public let found: FindingValue
}

extension ScanResult {
  /// The name of the contract that this version reads and writes.
  public static let schema = "calvaria/result/1"

  /// No result's file is larger, in bytes; a larger one is not read.
  public static let largestBytes = 1 << 24

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
