internal import Geometry
internal import Platform

/// The restricted likelihood of a mixed model with a random intercept and slope (Patterson & Thompson 1971; Harville 1977).
///
/// −2 ℓ = Σ log|Vᵢ| + log|XᵀV⁻¹X| + rᵀV⁻¹r + (n − p) log 2π, with Vᵢ = σ² I + Zᵢ Σ Zᵢᵀ and Zᵢ = (1, t). Design and response are
/// taken in an orthonormal basis of the fixed columns, whose determinant is added at the end.
struct RestrictedLikelihood: Sendable {
  let blocks: [SubjectBlock]
  /// The number of observations and of fixed columns.
  let count, columns: Int
  /// Squares and products of design and response at right angles to what the random effects reach.
  let designRest: Matrix
  private let productRest: [Double]
  private let responseRest: Double

  /// - Parameters:
  ///   - basis: orthonormal columns of the fixed design.
  ///   - response: what the columns leave of y.
  ///   - members: the places of each subject's observations.
  ///   - time: of each observation.
  init(basis: [[Double]], response: [Double], members: [[Int]], time: [Double]) {
    var (blocks, designRest) = ([SubjectBlock](), Matrix(rows: basis.count, columns: basis.count))
    var (productRest, responseRest) = ([Double](repeating: 0, count: basis.count), 0.0)
    for places in members {
      let n = Double(places.count)
      let times = Moments(places.map { time[$0] })
      let spread = times.hasSpread ? times.squares.squareRoot() : 0
      let even = 1 / n.squareRoot()
      /// The coordinates of a column along the two directions, and what is left of it.
      func split(_ values: [Double]) -> (along: (Double, Double), rest: [Double]) {
        var rest = places.map { values[$0] }
        let level = rest.reduce(0, +) * even
        for i in rest.indices { rest[i] -= level * even }
        guard spread > 0 else { return ((level, 0), rest) }
        let directions = places.map { (time[$0] - times.mean) / spread }
        let slope = OrthogonalBasis.dot(directions, rest)
        for i in rest.indices { rest[i] -= slope * directions[i] }
        return ((level, slope), rest)
      }
      let own = split(response)
      let parts = basis.map(split)
      for i in parts.indices {
        for j in parts.indices { designRest[i, j] += OrthogonalBasis.dot(parts[i].rest, parts[j].rest) }
        productRest[i] += OrthogonalBasis.dot(parts[i].rest, own.rest)
      }
      responseRest += OrthogonalBasis.dot(own.rest, own.rest)
      blocks.append(
        SubjectBlock(
          corner: n.squareRoot(), across: n.squareRoot() * times.mean, spread: spread, design: parts.map(\.along),
          response: own.along))
    }
    self.blocks = blocks
    (count, columns) = (response.count, basis.count)
    (self.designRest, self.productRest, self.responseRest) = (designRest, productRest, responseRest)
  }

  /// The observations beyond the fixed columns.
  var freedom: Double { Double(count - columns) }

  /// Everything that depends on the residual variance and the covariance of intercept and slope.
  struct Terms {
    /// Σ log|V| + log|XᵀV⁻¹X|.
    var logDeterminants = 0.0
    /// rᵀV⁻¹r.
    var quadratic = 0.0
    /// The derivatives of both by Σ, as the matrix M of d = tr(M dΣ).
    var byCovariance = (logDeterminants: Symmetric2(), quadratic: Symmetric2())
    /// The coefficients of the basis.
    var coefficients: [Double] = []
    /// (XᵀV⁻¹X)⁻¹.
    var variance = Matrix(rows: 0, columns: 0)
    /// K⁻¹ of each subject.
    var inverses: [Symmetric2] = []
  }

  /// Nil where a covariance is not positive definite.
  func terms(_ residual: Double, _ covariance: Symmetric2) -> Terms? {
    guard var terms = weighted(residual, covariance) else { return nil }
    addResiduals(residual, to: &terms)
    addLossOfFreedom(to: &terms)
    return terms
  }

  /// The coefficients by weighted least squares, with the determinants.
  private func weighted(_ residual: Double, _ covariance: Symmetric2) -> Terms? {
    var terms = Terms()
    terms.inverses.reserveCapacity(blocks.count)
    var information = designRest * (1 / residual)
    var right = productRest.map { $0 / residual }
    // A subject at one time has a second direction that is none: it counts in each block, and is taken off here.
    let outside = Double(count - 2 * blocks.count)
    terms.logDeterminants = outside * log(residual)
    for block in blocks {
      guard let (inverse, logDeterminant) = block.inverse(residual, covariance) else { return nil }
      terms.inverses.append(inverse)
      terms.logDeterminants += logDeterminant
      terms.byCovariance.logDeterminants += block.between(inverse)
      for i in 0..<columns {
        let weighted = inverse * block.design[i]
        for j in 0...i {
          information[i, j] += weighted.0 * block.design[j].0 + weighted.1 * block.design[j].1
        }
        right[i] += weighted.0 * block.response.0 + weighted.1 * block.response.1
      }
    }
    for i in 0..<columns { for j in 0..<i { information[j, i] = information[i, j] } }
    guard let factors = Cholesky(information) else { return nil }
    terms.logDeterminants += factors.logDeterminant
    terms.coefficients = factors.solve(right)
    terms.variance = factors.inverseMatrix
    return terms
  }

  /// rᵀV⁻¹r, and its derivatives: −(ZᵀV⁻¹r)(ZᵀV⁻¹r)ᵀ.
  private func addResiduals(_ residual: Double, to terms: inout Terms) {
    terms.quadratic = restOfResiduals(terms.coefficients) / residual
    for (block, inverse) in zip(blocks, terms.inverses) {
      let left = self.residual(of: block, terms.coefficients)
      let weighted = inverse * left
      terms.quadratic += left.0 * weighted.0 + left.1 * weighted.1
      let pull = Symmetric2(block.transposedTimes(weighted))
      terms.byCovariance.quadratic = terms.byCovariance.quadratic - pull
    }
  }

  /// The derivatives of log|XᵀV⁻¹X|: −ZᵀV⁻¹X (XᵀV⁻¹X)⁻¹ XᵀV⁻¹Z.
  private func addLossOfFreedom(to terms: inout Terms) {
    for (block, inverse) in zip(blocks, terms.inverses) {
      let reach = block.design.map { block.transposedTimes(inverse * $0) }
      for i in 0..<columns {
        for j in 0..<columns {
          let share = -terms.variance[i, j]
          terms.byCovariance.logDeterminants += Symmetric2(
            a: share * reach[i].0 * reach[j].0, b: share * reach[i].0 * reach[j].1,
            c: share * reach[i].1 * reach[j].1)
        }
      }
    }
  }

  /// What coefficients leave of a subject's response along its two directions.
  func residual(of block: SubjectBlock, _ coefficients: [Double]) -> (Double, Double) {
    var left = block.response
    for (design, coefficient) in zip(block.design, coefficients) {
      left.0 -= design.0 * coefficient
      left.1 -= design.1 * coefficient
    }
    return left
  }

  private func restOfResiduals(_ coefficients: [Double]) -> Double {
    let explained = designRest * coefficients
    var sum = responseRest
    for i in coefficients.indices { sum += coefficients[i] * (explained[i] - 2 * productRest[i]) }
    return max(0, sum)
  }

  /// The squares that no subject's own intercept (and slope) and no fixed column explain.
  func unexplained(withSlope: Bool) -> Double {
    var (squares, products, response) = (designRest, productRest, responseRest)
    if !withSlope {
      for block in blocks {
        squares.add(block.design.map(\.1), block.design.map(\.1))
        for i in 0..<columns { products[i] += block.design[i].1 * block.response.1 }
        response += block.response.1 * block.response.1
      }
    }
    // Column by column, each with what is left of it (Gauss); one that is within the reach of random effects adds nothing.
    for k in 0..<columns where squares[k, k] > 1e-10 {
      let pivot = squares[k, k]
      let row = squares.row(k)
      let product = products[k]
      response -= product * product / pivot
      for i in 0..<columns {
        products[i] -= row[i] * product / pivot
        for j in 0..<columns { squares[i, j] -= row[i] * row[j] / pivot }
      }
    }
    return max(0, response)
  }
}
