import Geometry
import Testing

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
  }

  @Test func tooFewRowsCarryNone() {
    var equations = NormalEquations3()
    equations.add([1, 2, 3], value: 1, weight: 1)
    equations.add([2, 1, 0], value: 1, weight: 1)
    #expect(equations.solved() == nil)
  }
}
