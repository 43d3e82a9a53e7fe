import Foundation
import Testing

@testable import Observers

@Suite struct ChiSquareTests {
  /// Quantiles as scipy.stats.chi2.ppf gives them (SciPy 1.17).
  @Test(
    arguments: [
      (1, 0.0009820691171752555, 5.023886187314888), (1.7, 0.024578860686948416, 6.729887825681821),
      (4, 0.4844185570879299, 11.143286781877796), (12.3, 4.5835944831305735, 23.758099231506286),
      (250, 208.09779814500047, 295.6886281787862),
    ])
  func quantilesAreThoseOfTables(freedom: Double, low: Double, high: Double) {
    let distribution = ChiSquare(freedom: freedom)
    #expect(abs(distribution.quantile(0.025) / low - 1) < 1e-9)
    #expect(abs(distribution.quantile(0.975) / high - 1) < 1e-9)
  }

  /// With two degrees of freedom the distribution is exponential.
  @Test func twoDegreesAreExponential() {
    for x in [0.01, 0.5, 2, 3.9, 4.1, 20, 200] {
      #expect(abs(ChiSquare(freedom: 2).probability(upTo: x) - (1 - exp(-x / 2))) < 1e-14, "\(x)")
    }
  }
}
