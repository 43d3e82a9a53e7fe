internal import Platform

/// A response of subjects that were seen several times: y = X β + b₀ + b₁ t + error, where intercept and slope of a subject are
/// drawn from a normal distribution (Laird & Ware 1982, *Biometrics* 38:963).
///
/// Fitted by restricted maximum likelihood with the residual variance profiled out, over the lower triangle Λ of Σ = σ² Λ Λᵀ
/// (Bates et al. 2015, *J. Stat. Softw.* 67:1).
public struct MixedModel: Sendable, Equatable {
  /// The coefficients that differ from subject to subject.
  public enum RandomPart: Sendable, Equatable {
    case interceptAndSlope
    /// The intercept alone.
    case intercept(Reason)
  }

  /// Why there is no random slope.
  public enum Reason: String, Sendable {
    /// None was asked for.
    case notAsked
    /// There are no more observations than intercepts and slopes, or fewer than three subjects at two times or more.
    case tooFewRepeats
    /// The best slope has no variance of its own: it is 0, or fully determined by the intercept.
    case noOwnVariance
  }

  /// How a subject differs from the fixed part: the conditional mean of its random effects.
  public struct SubjectEffect: Sendable, Equatable {
    /// At t = 0, in the unit of the response.
    public let intercept: Double
    /// By unit of time; nil without a random slope.
    public let slope: Double?
  }

  /// The fixed effects: the intercept, then a coefficient for each column, with the standard errors and degrees of freedom of
  /// Kenward & Roger (1997, *Biometrics* 53:983), which hold for few subjects, too.
  public let fixed: [Coefficient]
  /// The standard errors that take the variance components as known, the roots of the diagonal of (XᵀV⁻¹X)⁻¹, as lme4 prints
  /// them.
  public let plainErrors: [Double]
  /// Whether the slope is random; if not, why.
  public let randomPart: RandomPart
  /// The variance of subjects' intercepts at t = 0, and of errors.
  public let interceptVariance, residualVariance: Double
  /// The variance of subjects' slopes and its covariance with the intercepts; nil without a random slope.
  public let slopeVariance, covariance: Double?
  /// The restricted log likelihood.
  public let logLikelihood: Double
  /// The effect of each subject, in the order of first appearance.
  public let effects: [SubjectEffect]
  /// How many observations, and how many subjects with more than one.
  public let count, repeated: Int

  /// A fixed effect; nil where no column has that name.
  public subscript(name: String) -> Coefficient? { fixed.first { $0.name == name } }

  /// - Parameters:
  ///   - response: y.
  ///   - columns: fixed effects; the column of ones is added, time is not.
  ///   - subjects: whom each observation is of.
  ///   - time: t, for the random slope; nil for a random intercept alone.
  public init(
    _ response: [Double], _ columns: [Column], subjects: [some Hashable & Sendable], time: [Double]?
  ) throws(StatisticsError) {
    let members = Self.members(subjects)
    try Self.check(response, columns, members: members, subjects: subjects.count, time)
    let mean = Moments(response).mean
    let basis = try OrthogonalBasis(count: response.count, columns)
    var rest = response.map { $0 - mean }
    let explained = basis.takeOut(of: &rest)
    let scale = TimeScale(time)
    let likelihood = RestrictedLikelihood(
      basis: basis.columns, response: rest, members: members,
      time: time.map(scale.standardised) ?? response.map { _ in 0 })
    let (part, fit) = try Self.fit(likelihood, isSlopeAsked: time != nil, noise: Self.noise(response))

    randomPart = part
    let errors = Self.errors(fit, basis)
    plainErrors = errors.map(\.plain)
    var values = basis.coefficients(zip(explained, fit.terms.coefficients).map { $0 + $1 })
    values[0] += mean
    let names = [Coefficient.intercept] + columns.map(\.name)
    fixed = names.indices.map {
      Coefficient(names[$0], values[$0], standardError: errors[$0].adjusted, freedom: errors[$0].freedom)
    }
    let constant: Double = likelihood.freedom * log(2 * Double.pi)
    logLikelihood = -(fit.terms.logDeterminants + fit.terms.quadratic + basis.logDeterminant + constant) / 2
    residualVariance = fit.residual
    let components = scale.given(fit.covariance)
    interceptVariance = components.a
    (covariance, slopeVariance) = fit.withSlope ? (components.b, components.c) : (nil, nil)
    effects = fit.effects.map { effect in
      let (intercept, slope) = scale.given(effect)
      return SubjectEffect(intercept: intercept, slope: fit.withSlope ? slope : nil)
    }
    count = response.count
    repeated = members.count { $0.count > 1 }
  }

  private static func check(
    _ response: [Double], _ columns: [Column], members: [[Int]], subjects: Int, _ time: [Double]?
  ) throws(StatisticsError) {
    try Checks.finite(response)
    try Checks.lengths(subjects, response.count)
    for values in columns.map(\.values) + (time.map { [$0] } ?? []) {
      try Checks.lengths(values.count, response.count)
      try Checks.finite(values)
    }
    try Checks.count(members.count, of: .subjects, atLeast: 3)
    try Checks.count(response.count - members.count, of: .repeats, atLeast: 1)
    try Checks.count(response.count - columns.count - 1, of: .freedom, atLeast: 1)
    guard Moments(response).hasSpread else { throw .noSpread(.values) }
  }

  /// The sum of squares up to which residuals are the rounding of the response, or too small a share of it to be found.
  private static func noise(_ response: [Double]) -> Double {
    let largest = response.reduce(0) { max($0, abs($1)) }
    let rounding = 16 * .ulpOfOne * largest * Double(response.count).squareRoot()
    return max(rounding * rounding, 1e-20 * Moments(response).squares)
  }

  /// The best fit with a random slope, if one is asked for and data carry it; else that with a random intercept alone.
  private static func fit(
    _ likelihood: RestrictedLikelihood, isSlopeAsked: Bool, noise: Double
  ) throws(StatisticsError) -> (RandomPart, RandomEffectsFit) {
    guard likelihood.unexplained(withSlope: false) > noise else { throw .noSpread(.residuals) }
    let sloping = likelihood.blocks.count { $0.hasSlope }
    let reason: Reason
    if !isSlopeAsked {
      reason = .notAsked
    } else if sloping < 3 || likelihood.count <= likelihood.blocks.count + sloping
      || likelihood.unexplained(withSlope: true) <= noise
    {
      reason = .tooFewRepeats
    } else {
      let fit = try RandomEffectsFit(likelihood, withSlope: true)
      if fit.slopeHasOwnVariance { return (.interceptAndSlope, fit) }
      reason = .noOwnVariance
    }
    return (.intercept(reason), try RandomEffectsFit(likelihood, withSlope: false))
  }

  /// The errors of each column's coefficient.
  private static func errors(
    _ fit: RandomEffectsFit, _ basis: OrthogonalBasis
  ) -> [(plain: Double, adjusted: Double, freedom: Double)] {
    let (inverse, small) = (basis.inverseTriangle, KenwardRoger(fit))
    return (0..<inverse.rows).map { small.of(inverse.row($0)) }
  }

  /// The places of each subject's observations, subjects in the order of first appearance.
  private static func members<Subject: Hashable>(_ subjects: [Subject]) -> [[Int]] {
    var (order, members) = ([Subject: Int](), [[Int]]())
    for (place, subject) in subjects.enumerated() {
      if let known = order[subject] {
        members[known].append(place)
      } else {
        order[subject] = members.count
        members.append([place])
      }
    }
    return members
  }
}
