import Geometry
import Testing

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

  @Test func tooFewRowsCarryNone() {
    var equations = NormalEquations8(unknowns: 3)
    equations.add([1, 2, 3, 0, 0, 0, 0, 0], value: 1, weight: 1)
    equations.add([2, 1, 0, 0, 0, 0, 0, 0], value: 1, weight: 1)
    #expect(equations.solved() == nil)
  }
}
