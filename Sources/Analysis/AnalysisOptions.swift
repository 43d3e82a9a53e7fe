public import Options

/// How a head is measured, beside the choices of its protocol.
public struct AnalysisOptions: OptionTable {
  /// Ears in a section.
  public var ears = EarExclusionOptions()
  /// The cap that is taken off.
  public var cap = CapThicknessOptions()
  /// The intervals of the measures.
  public var intervals = IntervalOptions()

  /// The defaults.
  public init() {}

  public static let table: [OptionEntry<AnalysisOptions>] = [
    group("ears", \.ears),
    group("cap", \.cap),
    group("intervals", \.intervals),
  ]
}
