import Diagnostics

/// Whether a measure can be a human head's, from a preterm newborn's to that of an adult with hydrocephalus: a number
/// outside its plausible range (``MeasureName/Traits``) is a fault of mesh, unit or landmarks.
enum PlausibleRange {
  /// Why a measure is withheld by these values; nil where it and all that it is computed from can be a head's.
  static func reason(_ name: MeasureName, _ values: [MeasureName: Double]) -> Finding? {
    for source in name.traits.sources + [name] {
      let range = source.traits.plausible
      guard let value = values[source], !range.contains(value) else { continue }
      return Finding(
        .measureImplausible,
        [
          "measure": .term(source.rawValue, of: "measure"), "low": .number(range.lowerBound, decimals: 0),
          "high": .number(range.upperBound, decimals: 0), "value": .number(value, decimals: 1),
          "unit": .text(source.unit),
        ])
    }
    return nil
  }

  /// Why a measure is withheld by its interval; nil where that makes sense. A head has no measure outside the plausible
  /// range, and one that may lie anywhere in half of it is not measured.
  static func reason(_ name: MeasureName, interval: ClosedRange<Double>) -> Finding? {
    let range = name.traits.plausible
    let widest = (range.upperBound - range.lowerBound) / 2
    guard
      range.lowerBound > interval.lowerBound || range.upperBound < interval.upperBound
        || interval.upperBound - interval.lowerBound > widest
    else { return nil }
    return Finding(
      .uncertaintyImplausible,
      [
        "least": .number(range.lowerBound, decimals: 0), "most": .number(range.upperBound, decimals: 0),
        "widest": .number(widest, decimals: 0), "low": .number(interval.lowerBound, decimals: 1),
        "high": .number(interval.upperBound, decimals: 1), "unit": .text(name.unit),
      ])
  }
}
