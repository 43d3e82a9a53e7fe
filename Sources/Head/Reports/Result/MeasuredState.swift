import Analysis
import Diagnostics

/// How much of what was asked for could be measured: three states, with the measures that are withheld.
public struct MeasuredState: Codable, Sendable, Equatable {
  /// How much there is.
  public enum Name: String, Codable, Sendable {
    /// Every measure is there.
    case measured
    /// The CVAI is there, other measures are withheld.
    case inPart = "measured_in_part"
    /// The CVAI is withheld.
    case none = "not_measured"
  }

  /// How much there is.
  public var state: Name
  /// The measures that are withheld, by their keys, in their usual order; without research numbers, which say nothing about a
  /// scan.
  public var withheld: [String]

  /// The state of measures of which some are withheld.
  init(withheld all: [MeasureName]) {
    let names = all.filter { !$0.isForResearch }
    state = names.isEmpty ? .measured : names.contains(.cvai) ? .none : .inPart
    withheld = names.map(\.rawValue)
  }

  /// What was done with the measures.
  enum Deed: String {
    case measured, compared
  }

  /// The state in words, with the measures that are withheld; no full stop.
  func line(_ deed: Deed = .measured, _ language: Language) -> String {
    language("state." + key(deed), ["measures": .text(Self.titles(withheld, language))])
  }

  /// The state in two or three words.
  func badge(_ deed: Deed = .measured, _ language: Language) -> String { language("badge." + key(deed)) }

  private func key(_ deed: Deed) -> String {
    switch state {
    case .measured: deed.rawValue
    case .inPart: deed.rawValue + "_in_part"
    case .none: "not_" + deed.rawValue
    }
  }

  /// Measures by their names.
  static func titles(_ keys: [String], _ language: Language) -> String {
    keys.map { language.term($0, of: "measure") }.joined(separator: "; ")
  }
}

extension ScanResult {
  /// How much could be measured.
  public var measured: MeasuredState {
    MeasuredState(withheld: MeasureName.allCases.filter { measures[$0.rawValue]?.value == nil })
  }
}
