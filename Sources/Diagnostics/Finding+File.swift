extension Finding: Codable {
  private enum CodingKeys: CodingKey {
    case code, severity, stage, values, frames, ids, measures, place, text, causes
  }

  /// Writes the finding with its English text, so that files do not depend on the language of whoever runs the program;
  /// what is empty is left out.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(code, forKey: .code)
    try container.encode(severity, forKey: .severity)
    try container.encode(code.stage, forKey: .stage)
    try container.encode(text(), forKey: .text)
    try container.encodeIfPresent(place, forKey: .place)
    if !values.isEmpty { try container.encode(values, forKey: .values) }
    if !frames.isEmpty { try container.encode(frames, forKey: .frames) }
    if !ids.isEmpty { try container.encode(ids, forKey: .ids) }
    if !measures.isEmpty { try container.encode(measures, forKey: .measures) }
    if !causes.isEmpty { try container.encode(causes, forKey: .causes) }
  }

  /// Reads a finding; its English text is that of the file, and one of a kind that this version does not know is only that.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let text = try container.decode(String.self, forKey: .text)
    let severity = try container.decodeIfPresent(String.self, forKey: .severity).flatMap(Severity.init) ?? .note
    let code = FindingCode(rawValue: try container.decode(String.self, forKey: .code))
    let written = try container.decodeIfPresent([String: FindingValue].self, forKey: .values) ?? [:]
    let values = Dictionary(uniqueKeysWithValues: written.map { ($0, $1.restored(named: $0)) })
    self.init(
      code ?? .measureOtherReason, code == nil ? ["reason": .text(text)] : values, severity: severity,
      frames: try container.decodeIfPresent([String].self, forKey: .frames) ?? [],
      ids: try container.decodeIfPresent([Int].self, forKey: .ids) ?? [],
      causes: try container.decodeIfPresent([Finding].self, forKey: .causes) ?? [], written: text)
    measures = try container.decodeIfPresent([String].self, forKey: .measures) ?? []
  }
}
