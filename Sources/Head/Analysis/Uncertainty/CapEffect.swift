/// A head measured with its cap in other places: with a layer on it and without, and with the cap's edge lower and higher.
struct CapVariants {
  /// The measures in their units, and the radii of the outline in mm, each where it is known.
  typealias Values = [Quantity: Double]

  /// The thickness of the layer, metres.
  let layer: Double
  /// The values over the layer, in their units, and under it; nil for those that are reported.
  let over: Values, under: Values?
  /// The values under the cap with its edge as low and as high as it may be; empty where no intervals are wanted, or where
  /// nothing is taken off.
  let edges: [Values]
  /// The standard deviations of the cap's thickness and of the height of its edge, metres.
  let thicknessDeviation, edgeDeviation: Double

  /// How far the edge may be off, in its standard deviations: its position is uniform between two places.
  static let reach = 3.0.squareRoot()
}

/// The effect of a cap on the measures of the head under it, and its uncertainty.
struct CapEffect {
  /// The standard deviation of each measure due to the thickness of the cap, and due to the place of its edge.
  let thickness, edge: [Quantity: Double]
  /// The change of each measure with its side for each metre by which the cap stands off the head everywhere.
  let slopes: [Quantity: Double]
  /// The standard deviations of the thickness and of the height of the edge, metres.
  let thicknessDeviation, edgeDeviation: Double

  /// - Parameter nominal: the measures that are reported.
  init(_ variants: CapVariants, nominal: Evaluation) {
    (thicknessDeviation, edgeDeviation) = (variants.thicknessDeviation, variants.edgeDeviation)
    var (thickness, edge, slopes) = ([Quantity: Double](), [Quantity: Double](), [Quantity: Double]())
    for (name, value) in nominal.quantities {
      edge[name] = (variants.edges.compactMap { $0[name].map { abs($0 - value) } }.max() ?? 0) / CapVariants.reach
      guard let over = variants.over[name], let under = (variants.under ?? nominal.quantities)[name] else { continue }
      let slope = (under - over) / variants.layer
      thickness[name] = abs(slope) * thicknessDeviation
      // Errors act on the signed value: where that is negative it falls as the asymmetry grows.
      let isLeft = (nominal.signed(name, nominal: nominal) ?? 0) >= 0
      let turn = name.measure?.fold.map { ($0.falls ? -1.0 : 1) * (isLeft ? 1 : -1) } ?? 1
      slopes[name] = turn * slope
    }
    (self.thickness, self.edge, self.slopes) = (thickness, edge, slopes)
  }
}
