public import Geometry

/// How much repeated readings of one subject differ.
///
/// The one-way analysis of variance of readings by subjects (Bland & Altman 1999, *Stat. Methods Med. Res.* 8:135, section 4):
/// s_w² = Σᵢ Σⱼ (xᵢⱼ − x̄ᵢ)² / Σᵢ (mᵢ − 1). Subjects may have any number of readings; those with one count for nothing but the
/// mean and the variance between subjects.
public struct Repeatability: Sendable, Equatable {
  /// How many subjects, readings, and degrees of freedom within subjects there are.
  public let subjects, readings, freedom: Int
  /// The places of subjects with one reading.
  public let withoutRepeats: [Int]
  /// The mean of all readings.
  public let mean: Double
  /// The within-subject standard deviation s_w, with the interval of the χ² distribution.
  public let withinSubject: Estimate
  /// The technical error of measurement as a percentage of the mean (Ulijaszek & Kerr 1999, *Br. J. Nutr.* 82:165), with
  /// the interval of s_w; nil where the mean is not above 0.
  public let relativeError: Estimate?
  /// The smallest change of one subject between two readings that is no error: z √2 s_w with z = 1.95996
  /// (Bland & Altman 1999; Weir 2005, *J. Strength Cond. Res.* 19:231).
  public let smallestDetectableChange: Estimate
  /// The standard deviation between subjects, without the error of readings; 0 where it can't be told from none, nil for one
  /// subject.
  public let betweenSubjects: Double?

  /// The technical error of measurement: √(Σ d² / 2N) for N subjects with two readings, and for more
  /// √(Σᵢ [Σⱼ x² − (Σⱼ x)² / K] / (N (K − 1))) (Ulijaszek & Kerr 1999), which both are s_w.
  public var technicalError: Estimate { withinSubject }

  /// - Parameter table: the readings of each subject, in any unit.
  public init(_ table: [[Double]]) throws(StatisticsError) {
    try Checks.finite(table.flatMap { $0 })
    let table = table.filter { !$0.isEmpty }
    try Checks.count(table.count, of: .subjects, atLeast: 1)
    let variance = OneWayVariance(table)
    try Checks.count(variance.freedomWithin, of: .repeats, atLeast: 1)
    guard variance.meanSquareWithin > 0 else { throw .noSpread(.differences) }
    let deviation = variance.meanSquareWithin.squareRoot()
    let bounds = ChiSquared(freedom: Double(variance.freedomWithin)).interval(
      ofVariance: variance.meanSquareWithin)
    let interval = ClosedRange(finite: bounds.low.squareRoot(), bounds.high.squareRoot())
    func scaled(_ factor: Double) -> Estimate {
      Estimate(
        deviation * factor,
        ci95: interval.flatMap { ClosedRange(finite: $0.lowerBound * factor, $0.upperBound * factor) })
    }
    subjects = variance.groups
    readings = variance.readings
    freedom = variance.freedomWithin
    withoutRepeats = table.indices.filter { table[$0].count == 1 }
    mean = variance.mean
    withinSubject = scaled(1)
    relativeError = mean > 0 ? scaled(100 / mean) : nil
    smallestDetectableChange = scaled(Normal.quantile(0.975) * 2.0.squareRoot())
    betweenSubjects = subjects > 1 ? variance.varianceBetween.squareRoot() : nil
  }
}
