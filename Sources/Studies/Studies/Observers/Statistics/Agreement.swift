internal import Statistics

/// How well observers agree on a quantity.
public struct Agreement: Sendable, Equatable {
  /// The standard deviation of readings of one scan by one observer (repeatability); nil without repeats.
  public let intra: Deviation?
  /// The standard deviation of single readings of one scan, each by another observer (reproducibility); nil where no scan was
  /// read by two.
  public let inter: Deviation?
  /// How many readings there are, how many of them are repeats, and of how many scans by how many observers.
  public let readings, repeats, scans, observers: Int

  /// The agreement of some readings.
  init(_ readings: [Reading]) {
    let table = VarianceTable(readings)
    intra = table.repeats.map { Deviation([(1, $0)]) }
    inter = table.reproducibility.map(Deviation.init)
    self.readings = readings.count
    scans = Set(readings.map(\.scan)).count
    observers = Set(readings.map(\.observer)).count
    repeats = readings.count - Set(readings.map { [$0.scan, $0.observer] }).count
  }
}

/// A standard deviation that was estimated, in the unit of the readings.
public struct Deviation: Sendable, Equatable {
  /// Of a point, in three dimensions: the root of the sum of the variances along the axes.
  public let total: Double
  /// Along each axis; nil where the estimate of its variance is negative.
  public let axes: [Double?]
  /// The degrees of freedom of the total.
  public let freedom: Double
  /// The 95 % interval of the total.
  public let interval: ClosedRange<Double>

  /// The deviation whose variance is a sum of mean squares, each with a weight.
  ///
  /// A mean square of several coordinates has (tr M)² / tr(M²) times the degrees of freedom of one. The interval is the modified
  /// large-sample one (Graybill & Wang 1980), which of one mean square alone is that of the chi-square distribution; the degrees
  /// of freedom of the sum are those of Satterthwaite (1946).
  init(_ parts: [(weight: Double, stratum: VarianceTable.Stratum)]) {
    let scaled = parts.map { $0.stratum.meanSquare * $0.weight }
    let sum = scaled.dropFirst().reduce(scaled[0], +)
    let variance = max(0, sum.trace)
    total = variance.squareRoot()
    axes = sum.rows.indices.map { sum.rows[$0][$0] >= 0 ? sum.rows[$0][$0].squareRoot() : nil }
    let terms = zip(parts, scaled).map { part, scaled in Term(scaled, Double(part.stratum.freedom)) }
    let spread = terms.reduce(0.0) { $0 + $1.variance * $1.variance / $1.freedom }
    freedom = spread > 0 ? max(1, variance * variance / spread) : terms.reduce(0) { $0 + $1.freedom }
    interval = Self.interval(variance, terms)
  }

  /// A deviation that stands for several of them: the root of the mean of their squares.
  init(meanOf deviations: [Deviation]) {
    let count = Double(deviations.count)
    let variance = deviations.reduce(0) { $0 + $1.total * $1.total } / count
    (total, axes) = (variance.squareRoot(), [])
    let terms = deviations.map { Term(variance: $0.total * $0.total / count, freedom: $0.freedom) }
    let spread = terms.reduce(0.0) { $0 + $1.variance * $1.variance / $1.freedom }
    freedom = spread > 0 ? variance * variance / spread : terms.reduce(0) { $0 + $1.freedom }
    interval = Self.interval(variance, terms)
  }

  /// A part of a variance.
  private struct Term {
    let variance, freedom: Double

    init(variance: Double, freedom: Double) { (self.variance, self.freedom) = (variance, freedom) }

    init(_ square: SymmetricMatrix, _ freedom: Double) {
      variance = square.trace
      let own = square.traceOfSquare
      self.freedom = own > 0 ? freedom * variance * variance / own : freedom
    }

    /// How far the 95 % interval reaches down and up, as shares of the variance.
    var reach: (down: Double, up: Double) {
      let distribution = ChiSquared(freedom: freedom)
      let reach = (1 - freedom / distribution.quantile(0.975), freedom / distribution.quantile(0.025) - 1)
      // What is subtracted makes the sum small where it is large.
      return variance >= 0 ? reach : (reach.1, reach.0)
    }
  }

  private static func interval(_ variance: Double, _ terms: [Term]) -> ClosedRange<Double> {
    var (down, up) = (0.0, 0.0)
    for term in terms {
      let reach = term.reach
      down += reach.down * term.variance * (reach.down * term.variance)
      up += reach.up * term.variance * (reach.up * term.variance)
    }
    return max(0, variance - down.squareRoot()).squareRoot()...(variance + up.squareRoot()).squareRoot()
  }
}

extension VarianceTable {
  /// The mean squares whose weighted sum is the variance of one reading by any observer; nil without two observers.
  ///
  /// It is the sum of the variances of errors, interaction and observers, each solved for from the expected mean squares.
  var reproducibility: [(weight: Double, stratum: Stratum)]? {
    guard let observers else { return nil }
    // Without repeats the interaction can't be told from the error, and stands for both.
    guard let repeats else {
      guard let interaction else { return [(1, observers)] }
      return [(1 / observers.observer, observers), (1 - 1 / observers.observer, interaction)]
    }
    let own = 1 / observers.observer
    guard let interaction else { return [(own, observers), (1 - own, repeats)] }
    let shared = (1 - observers.interaction / observers.observer) / interaction.interaction
    return [(own, observers), (shared, interaction), (1 - own - shared, repeats)]
  }
}
