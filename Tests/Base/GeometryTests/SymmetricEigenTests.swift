import Geometry
import Testing

@Suite struct SymmetricEigenTests {
  /// Of matrices that are made of known values and of directions at right angles.
  @Test(arguments: 1...6, 1...5 as ClosedRange<UInt64>) func valuesAndVectorsAreFound(size: Int, seed: UInt64) {
    var random = SeededGenerator(seed: 100 * UInt64(size) + seed)
    let values = (0..<size).map { _ in 3 * random.normal() }.sorted()
    let vectors = directions(size, &random)
    let matrix = (0..<size).map { i in
      (0..<size).map { j in (0..<size).reduce(0) { $0 + values[$1] * vectors[$1][i] * vectors[$1][j] } }
    }
    let found = SymmetricEigen(matrix)
    for k in 0..<size {
      #expect(abs(found.values[k] - values[k]) < 1e-12, "seed \(seed)")
      // A direction has no sign.
      #expect(abs(abs(dot(found.vectors[k], vectors[k])) - 1) < 1e-9, "seed \(seed)")
    }
  }

  @Test func whatIsDiagonalStays() {
    let found = SymmetricEigen([[5, 0, 0], [0, -2, 0], [0, 0, 3]])
    #expect(found.values == [-2, 3, 5])
    #expect(found.vectors == [[0, 1, 0], [0, 0, 1], [1, 0, 0]])
    #expect(SymmetricEigen([[0, 0], [0, 0]]).values == [0, 0])
  }

  /// Unit vectors at right angles, by Gram and Schmidt.
  private func directions(_ size: Int, _ random: inout SeededGenerator) -> [[Double]] {
    var found: [[Double]] = []
    while found.count < size {
      var vector = (0..<size).map { _ in random.normal() }
      for other in found {
        let share = dot(vector, other)
        for i in 0..<size { vector[i] -= share * other[i] }
      }
      let length = dot(vector, vector).squareRoot()
      if length > 0.1 { found.append(vector.map { $0 / length }) }
    }
    return found
  }

  private func dot(_ a: [Double], _ b: [Double]) -> Double { zip(a, b).reduce(0) { $0 + $1.0 * $1.1 } }
}
