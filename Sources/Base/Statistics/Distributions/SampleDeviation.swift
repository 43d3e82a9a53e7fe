internal import Platform

/// The standard deviation of a normal sample as a random quantity.
enum SampleDeviation {
  /// Its mean over the true one: c₄ = √(2/ν) Γ((ν + 1)/2) / Γ(ν/2), with ν degrees of freedom.
  static func mean(freedom: Double) -> Double {
    exp(logGamma((freedom + 1) / 2) - logGamma(freedom / 2)) * (2 / freedom).squareRoot()
  }

  /// What makes Cohen's d unbiased: J = Γ(ν/2) / (√(ν/2) Γ((ν − 1)/2)); freedom above 1 (Hedges 1981, eq. 6e).
  static func hedgesFactor(freedom: Double) -> Double {
    exp(logGamma(freedom / 2) - logGamma((freedom - 1) / 2)) / (freedom / 2).squareRoot()
  }

  private static func logGamma(_ x: Double) -> Double {
    var sign: Int32 = 0
    return lgamma_r(x, &sign)
  }
}
