/// The effect of a cap on the measures, and its uncertainty.
struct CapEffect {
  /// The values over the cap, in their units.
  let over: [MeasureName: Double]
  /// The values under it with its edge as low and as high as it may be; empty where no intervals are wanted.
  let edges: [[MeasureName: Double]]
  /// The standard deviation of the thickness as a share of it.
  let thicknessError: Double

  /// How far the edge may be off, in its standard deviations: its position is uniform between two places.
  static let reach = 3.0.squareRoot()

  /// The standard deviation of each measure due to the thickness of the cap and the place of its edge.
  ///
  /// - Parameter values: the measures of the head under the cap.
  func deviations(of values: [MeasureName: Double]) -> [MeasureName: Double] {
    values.reduce(into: [:]) { deviations, entry in
      let (name, value) = entry
      let thickness = over[name].map { abs($0 - value) * thicknessError } ?? 0
      let edge = (edges.compactMap { $0[name].map { abs($0 - value) } }.max() ?? 0) / Self.reach
      deviations[name] = (thickness * thickness + edge * edge).squareRoot()
    }
  }
}
