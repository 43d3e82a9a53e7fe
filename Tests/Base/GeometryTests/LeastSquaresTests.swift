import Geometry
import Platform
import Testing

@Suite struct LeastSquaresTests {
  @Test(arguments: 0..<10 as Range<UInt64>) func recoversTheCoefficients(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let truth = (0..<6).map { _ in random.normal() }
    var equations = LeastSquares(unknowns: 6)
    for _ in 0..<40 {
      let row = (0..<6).map { _ in random.normal() }
      equations.add(row, value: zip(row, truth).reduce(0) { $0 + $1.0 * $1.1 }, weight: random.uniform() + 0.1)
    }
    let solved = try #require(equations.solved())
    for (a, b) in zip(solved.solution, truth) { #expect(abs(a - b) < 1e-10) }
  }

  @Test func theInverseIsTheCovarianceOfAMean() throws {
    var equations = LeastSquares(unknowns: 1)
    for value in [1.0, 2, 3, 4] { equations.add([1], value: value) }
    let solved = try #require(equations.solved())
    #expect(solved.solution == [2.5])
    #expect(solved.inverse == [[0.25]])
  }

  /// 4 x + 2 y = 10 and 2 x + 3 y = 8; above the diagonal nothing is read.
  @Test func sumsMadeElsewhereAreSolved() throws {
    let solved = try #require(LeastSquares(normal: [4, .nan, 2, 3], right: [10, 8]).solved())
    for (found, expected) in zip(solved.solution, [1.75, 1.5]) { #expect(abs(found - expected) < 1e-12) }
    for (row, expected) in zip(solved.inverse, [[0.375, -0.25], [-0.25, 0.5]]) {
      for (found, expected) in zip(row, expected) { #expect(abs(found - expected) < 1e-12) }
    }
  }

  @Test func refusesSingularEquations() {
    var equations = LeastSquares(unknowns: 2)
    equations.add([1, 1], value: 1)
    equations.add([2, 2], value: 2)
    #expect(equations.solved() == nil)
  }
}

@Suite struct CholeskyTests {
  /// Against eigenvalues; of the matrix only the lower triangle is read.
  @Test(arguments: 1...5 as ClosedRange<UInt64>) func agreesWithEigenvalues(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let n = 4
    let rows = (0..<9).map { _ in (0..<n).map { _ in random.normal() } }
    let matrix = (0..<n).map { i in (0..<n).map { j in rows.reduce(0) { $0 + $1[i] * $1[j] } } }
    let lower = (0..<n).flatMap { i in (0..<n).map { j in j <= i ? matrix[i][j] : .nan } }
    let factors = try #require(Cholesky(lower, rows: n))
    let logarithm = log(SymmetricEigen(matrix).values.reduce(1, *))
    #expect(abs(factors.logDeterminant - logarithm) < 1e-10, "seed \(seed)")
    let b = (0..<n).map { _ in random.normal() }
    let x = factors.solve(b)
    for i in 0..<n { #expect(abs(zip(matrix[i], x).reduce(0) { $0 + $1.0 * $1.1 } - b[i]) < 1e-10, "seed \(seed)") }
  }

  @Test func whatIsNotPositiveHasNoFactors() {
    #expect(Cholesky([1, 0, 2, 1], rows: 2) == nil)
    #expect(Cholesky([-1], rows: 1) == nil)
    #expect(Cholesky([.infinity], rows: 1) == nil)
    // A pivot must exceed a share of its diagonal element.
    #expect(Cholesky([1, 0, 1, 1.1], rows: 2, leastPivot: 0.05) != nil)
    #expect(Cholesky([1, 0, 1, 1.1], rows: 2, leastPivot: 0.2) == nil)
  }
}

@Suite struct NormalEquations3Tests {
  /// Against Cholesky factors of the same equations.
  @Test(arguments: 1...5) func agreesWithTheGeneralSolver(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    let hold = Vector3(0, 0.3, 0.01)
    var (equations, oracle) = (NormalEquations3(hold: hold), LeastSquares(unknowns: 3))
    for k in 0..<3 { oracle.add((0..<3).map { $0 == k ? 1 : 0 }, value: 0, weight: hold[k]) }
    for _ in 0..<20 {
      let (row, value, weight) = (random.normal3(), random.normal(), random.uniform())
      equations.add(row, value: value, weight: weight)
      oracle.add([row.x, row.y, row.z], value: value, weight: weight)
    }
    let found = try #require(equations.solved())
    let (solution, inverse) = try #require(oracle.solved())
    for k in 0..<3 { #expect(abs(found.solution[k] - solution[k]) < 1e-10, "seed \(seed)") }
    #expect(abs(found.firstVariance - inverse[0][0]) < 1e-10, "seed \(seed)")
    let variances = try #require(equations.variances)
    for k in 0..<3 { #expect(abs(variances[k] - inverse[k][k]) < 1e-10, "seed \(seed)") }
  }

  @Test func tooFewRowsCarryNone() {
    var equations = NormalEquations3()
    equations.add([1, 2, 3], value: 1, weight: 1)
    equations.add([2, 1, 0], value: 1, weight: 1)
    #expect(equations.solved() == nil && equations.variances == nil)
  }
}

@Suite struct NormalEquations8Tests {
  /// Against the general solver.
  @Test(arguments: 1...8, 1...3) func agreesWithTheGeneralSolver(unknowns: Int, seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    var (equations, oracle) = (NormalEquations8(unknowns: unknowns), LeastSquares(unknowns: unknowns))
    let lanes = { (row: [Double]) in SIMD8(row + [Double](repeating: 0, count: 8 - unknowns)) }
    for _ in 0..<20 {
      let row = (0..<unknowns).map { _ in random.normal() }
      let (value, weight) = (random.normal(), random.uniform())
      equations.add(lanes(row), value: value, weight: weight)
      oracle.add(row, value: value, weight: weight)
    }
    equations.hold(unknowns - 1, weight: 0.3)
    oracle.add((0..<unknowns).map { $0 == unknowns - 1 ? 1 : 0 }, value: 0, weight: 0.3)
    let (solution, factor) = try #require(equations.solved())
    let (expected, inverse) = try #require(oracle.solved())
    for k in 0..<8 { #expect(abs(solution[k] - lanes(expected)[k]) < 1e-9, "seed \(seed)") }
    let row = (0..<unknowns).map { _ in random.normal() }
    let variance = zip(row, inverse).reduce(0) { $0 + $1.0 * zip($1.1, row).reduce(0) { $0 + $1.0 * $1.1 } }
    #expect(abs(factor.variance(of: lanes(row)) / variance - 1) < 1e-9, "seed \(seed)")
  }

  /// Rounding leaves a little of either sign where nothing should be.
  @Test(arguments: 1...40 as ClosedRange<UInt64>) func rowsThatAreMultiplesCarryNone(seed: UInt64) {
    var (random, equations) = (SeededGenerator(seed: seed), NormalEquations8(unknowns: 3))
    let rows: [SIMD8<Double>] = [[1, 2, 3, 0, 0, 0, 0, 0], [2, 1, 0, 0, 0, 0, 0, 0]]
    for k in 0..<20 { equations.add(rows[k % 2] * random.normal(), value: 1, weight: 1) }
    #expect(equations.solved() == nil, "seed \(seed)")
  }

  @Test func tooFewRowsCarryNone() {
    var equations = NormalEquations8(unknowns: 3)
    equations.add([1, 2, 3, 0, 0, 0, 0, 0], value: 1, weight: 1)
    equations.add([2, 1, 0, 0, 0, 0, 0, 0], value: 1, weight: 1)
    #expect(equations.solved() == nil)
  }
}
