import Geometry
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

  @Test func refusesSingularEquations() {
    var equations = LeastSquares(unknowns: 2)
    equations.add([1, 1], value: 1)
    equations.add([2, 2], value: 2)
    #expect(equations.solved() == nil)
  }
}
