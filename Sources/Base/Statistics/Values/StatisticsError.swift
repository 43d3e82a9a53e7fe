/// Why data can't carry a statistic.
public enum StatisticsError: Error, Sendable, Equatable {
  /// The kinds of things of which there may be too few or too many.
  public enum Counted: String, Sendable {
    case values, pairs, subjects, repeats, raters, groups, categories, ratings
    /// Observations beyond the number of coefficients or random effects.
    case freedom
    /// Subjects who were seen at two times or more.
    case returning
  }

  /// The numbers that have to vary.
  public enum Varying: String, Sendable {
    case values, first, second, differences, subjects, residuals, ratings
  }

  /// The numbers that a caller chooses.
  public enum Parameter: String, Sendable {
    case share, varianceRatio, halfWidth, standardDeviation, correlation, repeats, probability, category
  }

  /// The numbers whose computation may fail: by iteration, or by the library of distributions.
  public enum Computation: String, Sendable {
    case likelihood, noncentrality, quantile, slope, sampleSize
  }

  /// A value is NaN or infinite; its place in the list, from 0.
  case notFinite(index: Int)
  /// A value is above 1e50 in size, so that its powers could not be stored; its place in the list, from 0.
  case tooLarge(index: Int)
  /// There are fewer than the statistic needs.
  case tooFew(Counted, found: Int, needed: Int)
  /// There are more than the statistic is computed for.
  case tooMany(Counted, found: Int, most: Int)
  /// Two lists that belong together have different lengths.
  case differentLengths(Int, Int)
  /// All values are alike (to the accuracy with which numbers are stored).
  case noSpread(Varying)
  /// A column is a linear combination of those before it; its name.
  case collinear(column: String)
  /// A parameter is outside of what it may be.
  case outOfRange(Parameter, Double)
  /// A computation did not come to an end.
  case notComputed(Computation)
}
