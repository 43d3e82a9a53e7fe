/// What a cap changes in the measures, and how well that is known.
struct CapEffect {
  /// The values over the cap, in their units.
  let over: [MeasureName: Double]
  /// The values under it, its edge a standard deviation below and above where it is expected; empty where no intervals
  /// are wanted.
  let edges: [[MeasureName: Double]]
  /// The standard deviation of the thickness as a share of it.
  let thicknessError: Double

  /// The standard deviation of each measure by the thickness of the cap and by the place of its edge.
  ///
  /// - Parameter values: the measures of the head under the cap.
  func deviations(of values: [MeasureName: Double]) -> [MeasureName: Double] {
    values.reduce(into: [:]) { deviations, entry in
      let (name, value) = entry
      let thickness = over[name].map { abs($0 - value) * thicknessError } ?? 0
      let edge = edges.compactMap { $0[name].map { abs($0 - value) } }.max() ?? 0
      deviations[name] = (thickness * thickness + edge * edge).squareRoot()
    }
  }
}
