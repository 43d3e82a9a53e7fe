import Analysis

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
  /// The measures that are withheld, by their keys, in their usual order.
  public var withheld: [String]

  /// The state of measures of which some are withheld.
  init(withheld names: [MeasureName]) {
    state = names.isEmpty ? .measured : names.contains(.cvai) ? .none : .inPart
    withheld = names.map(\.rawValue)
  }

  /// The state in words, with the measures that are withheld; no full stop.
  ///
  /// - Parameter verb: what was done with the measures.
  func line(_ verb: String = "measured") -> String {
    let start = verb.prefix(1).uppercased() + verb.dropFirst()
    return switch state {
    case .measured: "\(start): nothing withheld"
    case .inPart: "\(start) in part, withheld: \(titles)"
    case .none: "Not \(verb): CVAI withheld"
    }
  }

  /// The state in two or three words.
  ///
  /// - Parameter verb: what was done with the measures.
  func badge(_ verb: String = "measured") -> String {
    switch state {
    case .measured: verb
    case .inPart: verb + " in part"
    case .none: "not " + verb
    }
  }

  private var titles: String {
    withheld.map { MeasureName(rawValue: $0)?.title ?? $0 }.joined(separator: "; ")
  }
}

extension ScanResult {
  /// How much could be measured.
  public var measured: MeasuredState {
    MeasuredState(withheld: MeasureName.allCases.filter { measures[$0.rawValue]?.value == nil })
  }
}
