/// Something found in a recording, a scan or a result: a note, a warning, or a reason why something is withheld.
///
/// It holds what was found, not its wording: the catalogue of a language (``Language``) turns it into a text.
public struct Finding: Sendable, Equatable, Error {
  /// How much a finding matters.
  public typealias Severity = FindingCode.Severity

  /// What kind of thing it is.
  public var code: FindingCode
  /// How much it matters.
  public var severity: Severity
  /// Figures, places and names by their names in files: `width_mm`, `place` …
  public var values: [String: FindingValue]
  /// The frames concerned, by name.
  public var frames: [String]
  /// The markers concerned.
  public var ids: [Int]
  /// The measures that are withheld for it, by key.
  public var measures: [String] = []
  /// What it follows from.
  public var causes: [Finding]
  /// The text of a finding that was read from a file, in the file's language.
  let written: String?

  /// A finding from its parts; the severity is by default the code's.
  public init(
    _ code: FindingCode, _ values: [String: FindingValue] = [:], severity: Severity? = nil, frames: [String] = [],
    ids: [Int] = [], causes: [Finding] = [], written: String? = nil
  ) {
    (self.code, self.values, self.severity) = (code, values, severity ?? code.severity)
    (self.frames, self.ids, self.causes, self.written) = (frames, ids, causes, written)
  }

  /// The place that it is about, by its key; nil where it is about none.
  public var place: String? { values["place"]?.key }

  /// The landmarks that it is about, by their keys.
  var landmarks: [String] { values["landmarks"]?.keys ?? [] }

  /// The finding with another severity.
  public func with(severity: Severity) -> Finding {
    var finding = self
    finding.severity = severity
    return finding
  }

  /// The finding with more values.
  public func with(_ more: [String: FindingValue]) -> Finding {
    var finding = self
    finding.values.merge(more) { $1 }
    return finding
  }

  /// True for a finding of the same fault, even with other figures.
  public func hasSameCause(as other: Finding) -> Bool {
    code == other.code && ids == other.ids && severity == other.severity && written == other.written
      && words == other.words && causes.count == other.causes.count
      && zip(causes, other.causes).allSatisfy { $0.hasSameCause(as: $1) }
  }

  /// What is not a figure. Without figures, landmarks of one fault can be told together.
  private var words: [String: FindingValue] {
    let hasFigures = values.contains { $0.value.figure != nil }
    return values.filter { $0.value.figure == nil && ($0.key != "landmarks" || hasFigures) }
  }

  /// Takes in another finding of the same cause: measures, frames and landmarks are joined, and of figures the largest is
  /// kept.
  mutating func absorb(_ other: Finding) {
    measures += other.measures.filter { !measures.contains($0) }
    frames += other.frames.filter { !frames.contains($0) }
    if let own = values["landmarks"], let more = other.values["landmarks"] { values["landmarks"] = own.joined(more) }
    for (name, value) in other.values {
      guard let new = value.figure, let old = values[name]?.figure else { continue }
      if new > old { values[name] = value }
    }
  }
}

extension Sequence where Element == Finding {
  /// Each fault once, in the order in which they come, with all measures and frames that it concerns.
  public var byCause: [Finding] {
    reduce(into: []) { list, finding in
      if let same = list.firstIndex(where: { $0.hasSameCause(as: finding) }) {
        list[same].absorb(finding)
      } else {
        list.append(finding)
      }
    }
  }

  /// The texts one after the other; nil without a finding.
  public func text(_ language: Language = .english) -> String? {
    let texts = map { $0.text(language) }
    return texts.isEmpty ? nil : texts.joined(separator: "; ")
  }
}

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

  /// Reads a finding. Its English text is that of the file; one of a kind that this version does not know has nothing else.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    let text = try container.decode(String.self, forKey: .text)
    let severity = try container.decodeIfPresent(String.self, forKey: .severity).flatMap(Severity.init) ?? .note
    let code = FindingCode(rawValue: try container.decode(String.self, forKey: .code))
    let written = try container.decodeIfPresent([String: FindingValue].self, forKey: .values) ?? [:]
    let kinds = code?.kinds ?? [:]
    let values = Dictionary(
      uniqueKeysWithValues: written.map { name, value in (name, kinds[name].map { value.declared(as: $0) } ?? value) })
    self.init(
      code ?? .measureOtherReason, code == nil ? ["reason": .text(text)] : values, severity: severity,
      frames: try container.decodeIfPresent([String].self, forKey: .frames) ?? [],
      ids: try container.decodeIfPresent([Int].self, forKey: .ids) ?? [],
      causes: try container.decodeIfPresent([Finding].self, forKey: .causes) ?? [], written: text)
    measures = try container.decodeIfPresent([String].self, forKey: .measures) ?? []
  }
}

extension Finding {
  /// The finding in words: one clause, without a full stop.
  ///
  /// A finding that was read from a file keeps the English text that stands there. In other languages it is told from its
  /// values, and in the file's words where these are not enough.
  public func text(_ language: Language = .english) -> String {
    if let written, language == .english { return written }
    let catalogue = language.catalogue
    guard let entry = catalogue.entries[code.rawValue] else { return code.rawValue }
    let (text, isWhole) = filled(entry.text, language)
    return isWhole ? text : written ?? text
  }

  /// What to do about it: sentences.
  public func remedy(_ language: Language = .english) -> String {
    // What follows from another finding is remedied there.
    if causes.count == 1, code.stage == "comparison" { return causes[0].remedy(language) }
    return language.catalogue.entries[code.rawValue].map { filled($0.remedy, language).text } ?? ""
  }

  /// A template with the finding's values, and whether all are there; `{ids}`, `{frames}`, `{cause}` and `{rescan}` are
  /// known too.
  private func filled(_ template: String, _ language: Language) -> (text: String, isWhole: Bool) {
    let catalogue = language.catalogue
    return Template(template).filled { name in
      switch name {
      case "ids" where !ids.isEmpty: return .init(text: Self.runs(ids), count: ids.count)
      case "frames" where !frames.isEmpty:
        let names = frames.prefix(Self.mostFrames).joined(separator: ", ")
        return .init(text: names + (frames.count > Self.mostFrames ? ", …" : ""), count: frames.count)
      case "cause" where !causes.isEmpty:
        let texts = causes.map { $0.text(language) }
        return .init(text: texts.joined(separator: "; "), count: texts.count)
      case "rescan" where !landmarks.isEmpty:
        return .init(text: catalogue.term(partsToScan, of: "rescan", [:]), count: 1)
      default: return values[name].map { .init(text: catalogue.text(of: $0), count: $0.many) }
      }
    }
  }

  /// The parts of the head that show the landmarks.
  private var partsToScan: String {
    let (left, right) = (landmarks.contains("tragion_left"), landmarks.contains("tragion_right"))
    let sides = left && right ? "sides" : left ? "left" : right ? "right" : nil
    let hasFace = landmarks.contains { !$0.hasPrefix("tragion") }
    return hasFace ? (sides.map { "face_\($0)" } ?? "face") : sides ?? "face"
  }

  /// The most frames that a text names.
  private static let mostFrames = 6

  /// Ascending numbers, three and more in a row as `5–9`.
  private static func runs(_ numbers: [Int]) -> String {
    var runs: [ClosedRange<Int>] = []
    for number in numbers.sorted() {
      if let last = runs.last, last.upperBound + 1 == number {
        runs[runs.count - 1] = last.lowerBound...number
      } else {
        runs.append(number...number)
      }
    }
    return runs.flatMap { $0.count < 3 ? $0.map(String.init) : ["\($0.lowerBound)–\($0.upperBound)"] }
      .joined(separator: ", ")
  }
}

/// An error that may also be the reason why something is withheld.
public protocol FindingError: UserFacingError {
  /// The error as a finding.
  var finding: Finding { get }
}
