internal import Analysis
internal import Diagnostics
internal import Landmarks

/// What the program assumes of a landmark that was picked, against what was observed.
public struct Assumption: Sendable, Equatable {
  /// Root mean squares over sellion and tragions, metres along each axis.
  public let assumed: Double, observed: Double
  /// The 95 % interval of the observed one.
  public let interval: ClosedRange<Double>
  /// The option that makes the program assume what was observed, and its value in metres; nil where the two agree.
  public let option: (key: String, value: Double)?

  /// The comparison; nil where a landmark was not picked by two observers.
  init?(_ landmarks: [LandmarkAgreement], _ options: PickedLandmarkOptions, _ observer: ObserverOptions) {
    let required = landmarks.filter { Landmark.required.contains($0.landmark) }
    let inter = required.compactMap(\.agreement.inter)
    guard inter.count == Landmark.required.count else { return nil }
    let pooled = Deviation(meanOf: inter)
    let perAxis = 3.0.squareRoot()
    observed = pooled.total / perAxis
    interval = (pooled.interval.lowerBound / perAxis)...(pooled.interval.upperBound / perAxis)
    assumed = (required.reduce(0) { $0 + $1.assumed * $1.assumed } / Double(required.count)).squareRoot()
    option = interval.contains(assumed) ? nil : Self.option(observed: observed, assumed: assumed, options, observer)
  }

  /// What the interval needs: nothing where observed and assumed agree.
  var finding: Finding? {
    guard !interval.contains(assumed) else { return nil }
    let values: [String: FindingValue] = [
      "assumed_mm": .millimetres(assumed, decimals: 2), "observed_mm": .millimetres(observed, decimals: 2),
      "low_mm": .millimetres(interval.lowerBound, decimals: 2),
      "high_mm": .millimetres(interval.upperBound, decimals: 2),
    ]
    let advice: [String: FindingValue] =
      option.map { ["option": .text($0.key), "value": .number($0.value, decimals: 5)] } ?? [:]
    return Finding(assumed < observed ? .observersNarrow : .observersWide, values.merging(advice) { $1 })
  }

  /// What one click scatters by is a prior that clicks outweigh; what observers differ by is left to state. Where observers
  /// differ by less than clicks alone are assumed to scatter, they are first taken as one, then the clicks' deviation is
  /// stated.
  private static func option(
    observed: Double, assumed: Double, _ options: PickedLandmarkOptions, _ observer: ObserverOptions
  ) -> (key: String, value: Double)? {
    let (floor, whole) = (
      LandmarkEstimate.ClickModel.personFloor * LandmarkEstimate.ClickModel.personFloor, observed * observed
    )
    let own = max(0, assumed * assumed - observer.axisShare * observer.deviation * observer.deviation)
    if whole >= own || observer.deviation > 0 {
      return ("analysis.intervals.observer.deviation_m", (max(0, whole - own) / observer.axisShare).squareRoot())
    }
    guard whole > floor else { return nil }
    return (
      "landmarks.picked.click_deviation_m", options.clickDeviation * ((whole - floor) / (own - floor)).squareRoot()
    )
  }

  /// Equal where all values are.
  public static func == (a: Assumption, b: Assumption) -> Bool {
    a.assumed == b.assumed && a.observed == b.observed && a.interval == b.interval && a.option?.key == b.option?.key
      && a.option?.value == b.option?.value
  }
}
