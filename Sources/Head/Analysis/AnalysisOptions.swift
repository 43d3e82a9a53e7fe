public import Files

/// How a head is measured, apart from the choices of its protocol.
public struct AnalysisOptions: OptionTable {
  /// The midline by the symmetry of the face.
  public var symmetry = SymmetryOptions()
  /// The intervals of the measures.
  public var intervals = IntervalOptions()

  /// The defaults.
  public init() {}

  /// The options for a head of which somebody states how thick the hair under its cap is at most, pressed flat, in
  /// millimetres; the same where nobody does.
  public func stating(hairMm: Double?) -> AnalysisOptions {
    var options = self
    if let hairMm { options.intervals.state(hair: hairMm / 1000) }
    return options
  }

  public static let table: [OptionEntry<AnalysisOptions>] = [
    group("symmetry", \.symmetry),
    group("intervals", \.intervals),
  ]
}
