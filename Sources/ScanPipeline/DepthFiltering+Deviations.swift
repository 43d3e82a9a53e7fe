import Analysis
import DepthFilters

extension DepthFiltering {
  /// The standard deviation that filtered depth adds to each measure, in its unit; nil where it was not filtered.
  var deviations: [MeasureName: Double]? {
    guard fillsHoles || mayHideAveraging else { return nil }
    return Self.halfWidths.mapValues { filled, smoothed in
      let (a, b) = (fillsHoles ? filled : 0, mayHideAveraging ? smoothed : 0)
      return (a * a + b * b).squareRoot() / 1.959964
    }
  }

  /// The same as it is written, by the measures' keys.
  var writtenDeviations: [String: Double]? {
    deviations.map { Dictionary(uniqueKeysWithValues: $0.map { ($0.rawValue, $1) }) }
  }

  /// The 95 % half-width that filled holes leave to each measure once ramps are dropped, and that of smoothed depth, whose
  /// average in time can't be seen: the largest deviations on two scans with seven filters, rounded up
  /// (Docs/methods/depth-filters.md).
  static let halfWidths: [MeasureName: (filled: Double, smoothed: Double)] = [
    .length: (0.1, 0.5), .width: (0.1, 0.4), .cranialIndex: (0.06, 0.2),
    .circumference: (0.25, 1.7), .perimeter: (0.25, 1.7),
    .diagonalLeftFront: (0.12, 0.65), .diagonalRightFront: (0.12, 0.65),
    .cva: (0.15, 0.28), .cvai: (0.1, 0.2), .cvaiShorter: (0.12, 0.23), .oddi: (0.12, 0.23), .oclr: (0.06, 0.31),
    .rsi: (0.2, 0.75),
    .volume: (1.7, 15), .volumeLeftFront: (1.1, 6.2), .volumeRightFront: (0.3, 4.1), .volumeLeftBack: (0.25, 3.4),
    .volumeRightBack: (0.4, 1.2),
    .asr: (0.25, 0.65), .acai: (0.25, 0.65), .psr: (0.1, 0.95), .pcai: (0.1, 0.95),
    .earShift: (0.04, 0.36), .axisDifference: (0.02, 0.22),
  ]
}
