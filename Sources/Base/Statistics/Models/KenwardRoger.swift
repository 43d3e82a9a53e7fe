internal import Geometry

/// Standard errors and degrees of freedom of fixed effects in small samples (Kenward & Roger 1997, *Biometrics* 53:983).
///
/// (XᵀV⁻¹X)⁻¹ = Φ takes the variance components φ as known, and is too small where few subjects say what they are. With
/// V = Σ φᵢ Vᵢ, Aᵢ = XᵀV⁻¹VᵢV⁻¹X, Qᵢⱼ = XᵀV⁻¹VᵢV⁻¹VⱼV⁻¹X and the covariance W of the components, from the expected information
/// ½ tr(P Vᵢ P Vⱼ), the adjusted covariance is Φ + 2 Φ Σᵢⱼ Wᵢⱼ (Qᵢⱼ − Aᵢ Φ Aⱼ) Φ. A coefficient with the variance v = cᵀΦc has
/// 2 v² / gᵀWg degrees of freedom, gᵢ = cᵀΦAᵢΦc (Satterthwaite's, to which those of Kenward & Roger come for one coefficient).
struct KenwardRoger: Sendable {
  /// Φ, and the same adjusted.
  private let plain, adjusted: Matrix
  /// Aᵢ and W; none where subjects don't differ. The degrees of freedom are then those of residuals.
  private let components: (slopes: [Matrix], uncertainty: Matrix)?
  private let residualFreedom: Double

  init(_ fit: RandomEffectsFit) {
    plain = fit.terms.variance
    residualFreedom = fit.likelihood.freedom
    let derivatives = Derivatives(fit)
    guard fit.hasSubjectVariance, let factors = Cholesky(derivatives.information(plain)) else {
      (adjusted, components) = (plain, nil)
      return
    }
    let uncertainty = factors.inverseMatrix
    var bias = Matrix(rows: plain.rows, columns: plain.rows)
    for (i, first) in derivatives.first.enumerated() {
      for (j, other) in derivatives.first.enumerated() {
        let known = first * plain * other * -1
        bias = bias + (derivatives.second[i][j] + known) * uncertainty[i, j]
      }
    }
    adjusted = plain + plain * bias * plain * 2
    components = (derivatives.first, uncertainty)
  }

  /// The error of a combination of the basis's coefficients: plain, adjusted, and its degrees of freedom.
  func of(_ combination: [Double]) -> (plain: Double, adjusted: Double, freedom: Double) {
    let carried = plain * combination
    let variance = OrthogonalBasis.dot(combination, carried)
    let error = variance.squareRoot()
    guard let components else { return (error, error, residualFreedom) }
    let slope = components.slopes.map { OrthogonalBasis.dot(carried, $0 * carried) }
    let spread = OrthogonalBasis.dot(slope, components.uncertainty * slope)
    // The adjustment adds, but for rounding.
    let larger = max(variance, OrthogonalBasis.dot(combination, adjusted * combination))
    return (error, larger.squareRoot(), 2 * variance * variance / spread)
  }
}

/// Products of the derivatives of V by the components: σ², then Σ₁₁, and with a random slope Σ₂₁ and Σ₂₂.
private struct Derivatives {
  /// Aᵢ and Qᵢⱼ.
  var first: [Matrix]
  var second: [[Matrix]]
  /// tr(V⁻¹Vᵢ V⁻¹Vⱼ).
  private var traces: Matrix

  init(_ fit: RandomEffectsFit) {
    let (likelihood, residual) = (fit.likelihood, fit.residual)
    let (size, count) = (likelihood.columns, fit.withSlope ? 4 : 2)
    let none = Matrix(rows: size, columns: size)
    first = Array(repeating: none, count: count)
    second = Array(repeating: Array(repeating: none, count: count), count: count)
    traces = Matrix(rows: count, columns: count)
    // At right angles to what random effects reach, V is σ² alone. A subject at one time has a second direction that is none:
    // it counts in each block, and is taken off here.
    first[0] = likelihood.designRest * (1 / (residual * residual))
    second[0][0] = likelihood.designRest * (1 / (residual * residual * residual))
    traces[0, 0] = Double(likelihood.count - 2 * likelihood.blocks.count) / (residual * residual)
    for (block, inverse) in zip(likelihood.blocks, fit.terms.inverses) {
      let parts = Array(block.derivatives.prefix(count))
      let weighted = block.design.map { inverse * $0 }
      /// Vᵢ V⁻¹ x of each column.
      let moved = parts.map { part in weighted.map { part * $0 } }
      for i in 0..<count {
        for p in 0..<size { for q in 0..<size { first[i][p, q] += Symmetric2.dot(weighted[p], moved[i][q]) } }
        for j in 0..<count {
          traces[i, j] += inverse.trace(parts[i], parts[j])
          for q in 0..<size {
            let carried = inverse * moved[j][q]
            for p in 0..<size { second[i][j][p, q] += Symmetric2.dot(moved[i][p], carried) }
          }
        }
      }
    }
  }

  /// ½ tr(P Vᵢ P Vⱼ), with P = V⁻¹ − V⁻¹X Φ XᵀV⁻¹.
  func information(_ variance: Matrix) -> Matrix {
    var result = Matrix(rows: first.count, columns: first.count)
    let carried = first.map { variance * $0 }
    for i in first.indices {
      for j in first.indices {
        result[i, j] =
          (traces[i, j] - 2 * (variance * second[i][j]).trace + (carried[i] * carried[j]).trace) / 2
      }
    }
    return result
  }
}
