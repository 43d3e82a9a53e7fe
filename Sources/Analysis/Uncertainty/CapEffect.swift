/// A head measured with its cap in other places: over the cap, and with the cap's edge lower and higher.
struct CapVariants {
  /// The cap.
  let cap: CapLayer
  /// The values over the cap, in their units.
  let over: [MeasureName: Double]
  /// The values under it with its edge as low and as high as it may be; empty where no intervals are wanted.
  let edges: [[MeasureName: Double]]
  /// The standard deviations of the thickness and of the height of the edge, metres.
  let thicknessDeviation, edgeDeviation: Double

  /// How far the edge may be off, in its standard deviations: its position is uniform between two places.
  static let reach = 3.0.squareRoot()
}

/// The effect of a cap on the measures of the head under it, and its uncertainty.
struct CapEffect {
  /// The standard deviation of each measure due to the thickness of the cap, and due to the place of its edge.
  let thickness, edge: [MeasureName: Double]
  /// The change of each measure with its side for each metre by which the cap stands off the head everywhere.
  let slopes: [MeasureName: Double]
  /// The standard deviations of the thickness and of the height of the edge, metres.
  let thicknessDeviation, edgeDeviation: Double

  /// - Parameter nominal: the measures of the head under the cap.
  init(_ variants: CapVariants, nominal: Evaluation) {
    (thicknessDeviation, edgeDeviation) = (variants.thicknessDeviation, variants.edgeDeviation)
    let share = thicknessDeviation / variants.cap.thickness
    var (thickness, edge, slopes) = ([MeasureName: Double](), [MeasureName: Double](), [MeasureName: Double]())
    for (name, value) in nominal.values {
      edge[name] = (variants.edges.compactMap { $0[name].map { abs($0 - value) } }.max() ?? 0) / CapVariants.reach
      guard let over = variants.over[name] else { continue }
      thickness[name] = abs(over - value) * share
      // Errors act on the signed value: where that is negative it falls as the asymmetry grows.
      let isLeft = (nominal.signed(name, nominal: nominal) ?? 0) >= 0
      let turn = name.fold.map { ($0.falls ? -1.0 : 1) * (isLeft ? 1 : -1) } ?? 1
      slopes[name] = turn * (value - over) / variants.cap.thickness
    }
    (self.thickness, self.edge, self.slopes) = (thickness, edge, slopes)
  }
}
