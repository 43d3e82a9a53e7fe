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
  /// The deviation of a point in three dimensions: the root of the sum of the variances along the axes.
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
      // A variance that is subtracted makes the sum smaller the larger it is: its interval is turned around.
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

/// One reading of a quantity: who read which scan, and what was read.
struct Reading: Sendable {
  let scan, observer: Int
  /// The numbers that were read: one, or the three coordinates of a point.
  let value: [Double]
}

/// The table of an analysis of variance: what the readings of scans by observers differ by.
///
/// The model is x = scan + observer + observer × scan + error: scans are fixed, all else is random. The sums of squares are
/// those of fitting scans, observers and cells one after the other (Henderson 1953, method III), so that a missing reading
/// does no harm; with as many readings of every scan by every observer they are the usual ones (Fleiss 1986).
struct VarianceTable: Sendable {
  /// One line of the table.
  struct Stratum: Sendable {
    /// The degrees of freedom.
    let freedom: Int
    /// The mean square, with all products of the coordinates.
    let meanSquare: SymmetricMatrix
    /// What the mean square is made of on average: this times the variance of the interaction, and this times that of
    /// observers, beside once that of errors.
    let interaction, observer: Double
  }

  /// Differences between observers over all scans; nil where no scan was read by two of them.
  let observers: Stratum?
  /// Differences between observers that change with the scan; nil where the design can't tell them from the others.
  let interaction: Stratum?
  /// Differences between repeats of one scan by one observer; nil where there are none.
  let repeats: Stratum?

  /// The table of some readings, each with as many numbers.
  init(_ readings: [Reading]) {
    let cells = readings.map { [$0.scan, $0.observer] }
    let scans = Self.indicators(readings.map(\.scan))
    let observers = Self.indicators(readings.map(\.observer))
    let pairs = Self.indicators(cells)
    var values = (0..<(readings.first?.value.count ?? 0)).map { axis in readings.map { $0.value[axis] } }
    var known: [[Double]] = []
    /// Takes what some columns explain out of the values.
    func fit(_ columns: [[Double]]) -> [[Double]] {
      let basis = Self.basis(of: columns, beyond: known)
      known += basis
      return basis
    }
    func stratum(_ basis: [[Double]]) -> Stratum? {
      guard !basis.isEmpty else { return nil }
      let explained = values.map { value in basis.map { OrthogonalBasis.dot($0, value) } }
      return Stratum(
        freedom: basis.count, meanSquare: SymmetricMatrix(products: explained) / Double(basis.count),
        interaction: Self.share(of: pairs, in: basis), observer: Self.share(of: observers, in: basis))
    }
    func remove(_ basis: [[Double]]) {
      for axis in values.indices {
        for direction in basis {
          OrthogonalBasis.subtract(direction, times: OrthogonalBasis.dot(direction, values[axis]), from: &values[axis])
        }
      }
    }
    remove(fit(scans))
    let between = fit(observers)
    self.observers = stratum(between)
    remove(between)
    let within = fit(pairs)
    interaction = stratum(within)
    remove(within)
    let freedom = readings.count - known.count
    repeats =
      freedom > 0
      ? Stratum(
        freedom: freedom, meanSquare: SymmetricMatrix(products: values) / Double(freedom), interaction: 0, observer: 0)
      : nil
  }

  /// For each of several labels, 1 at the readings that have it.
  private static func indicators<Label: Hashable & Sendable>(_ labels: [Label]) -> [[Double]] {
    var order: [Label: Int] = [:]
    for label in labels where order[label] == nil { order[label] = order.count }
    var columns = Array(repeating: Array(repeating: 0.0, count: labels.count), count: order.count)
    for (row, label) in labels.enumerated() { columns[order[label]!][row] = 1 }
    return columns
  }

  /// An orthonormal basis of what columns add to one that is known (Gram & Schmidt, twice for accuracy).
  private static func basis(of columns: [[Double]], beyond known: [[Double]]) -> [[Double]] {
    var basis: [[Double]] = []
    for column in columns {
      var rest = column
      for _ in 0..<2 {
        for direction in known + basis {
          OrthogonalBasis.subtract(direction, times: OrthogonalBasis.dot(direction, rest), from: &rest)
        }
      }
      let length = OrthogonalBasis.dot(rest, rest).squareRoot()
      guard length > 1e-8 * OrthogonalBasis.dot(column, column).squareRoot() else { continue }
      basis.append(rest.map { $0 / length })
    }
    return basis
  }

  /// How much of a random effect with these columns a mean square over a basis holds.
  private static func share(of columns: [[Double]], in basis: [[Double]]) -> Double {
    let squares = basis.reduce(0.0) { sum, direction in
      sum + columns.reduce(0.0) { $0 + OrthogonalBasis.dot($1, direction) * OrthogonalBasis.dot($1, direction) }
    }
    return squares / Double(basis.count)
  }
}

/// A symmetric matrix of one or three rows.
struct SymmetricMatrix: Sendable, Equatable {
  private(set) var rows: [[Double]]

  /// The products of every two of some lists of numbers.
  init(products lists: [[Double]]) {
    rows = lists.map { a in lists.map { b in zip(a, b).reduce(0) { $0 + $1.0 * $1.1 } } }
  }

  /// The sum of the diagonal.
  var trace: Double { rows.indices.reduce(0) { $0 + rows[$1][$1] } }

  /// The sum of the diagonal of the square.
  var traceOfSquare: Double { rows.reduce(0) { $0 + $1.reduce(0) { $0 + $1 * $1 } } }

  static func / (a: SymmetricMatrix, divisor: Double) -> SymmetricMatrix { a * (1 / divisor) }

  static func * (a: SymmetricMatrix, factor: Double) -> SymmetricMatrix {
    var scaled = a
    scaled.rows = a.rows.map { $0.map { $0 * factor } }
    return scaled
  }

  static func + (a: SymmetricMatrix, b: SymmetricMatrix) -> SymmetricMatrix {
    var sum = a
    sum.rows = zip(a.rows, b.rows).map { zip($0, $1).map { $0 + $1 } }
    return sum
  }
}
