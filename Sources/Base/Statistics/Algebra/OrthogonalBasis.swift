internal import Platform

/// An orthonormal basis of the columns of a design: X = Q R (Gram & Schmidt, each column twice for accuracy).
///
/// The first column is 1 at every observation, so that the others lose their means before anything else is done to them.
package struct OrthogonalBasis: Sendable {
  /// The columns of Q, each with a number an observation.
  let columns: [[Double]]
  /// The upper triangle R.
  let triangle: Matrix

  /// - Parameter columns: the columns beside the first, named for the error of one that adds nothing.
  init(count: Int, _ named: [Column]) throws(StatisticsError) {
    let all = [[Double](repeating: 1, count: count)] + named.map(\.values)
    var (basis, triangle) = ([[Double]](), Matrix(rows: all.count, columns: all.count))
    for (j, column) in all.enumerated() {
      var rest = column
      for _ in 0..<2 {
        for (i, direction) in basis.enumerated() {
          let part = Self.dot(direction, rest)
          triangle[i, j] += part
          Self.subtract(direction, times: part, from: &rest)
        }
      }
      let length = Self.dot(rest, rest).squareRoot()
      let size = Self.dot(column, column).squareRoot()
      guard length > max(1e-12 * size, Checks.smallestSpread) else { throw .collinear(column: named[j - 1].name) }
      triangle[j, j] = length
      basis.append(rest.map { $0 / length })
    }
    self.columns = basis
    self.triangle = triangle
  }

  /// The coordinates of a vector, which lose them and keep what is at right angles to all columns.
  func takeOut(of vector: inout [Double]) -> [Double] {
    var coordinates = [Double](repeating: 0, count: columns.count)
    for _ in 0..<2 {
      for (i, direction) in columns.enumerated() {
        let part = Self.dot(direction, vector)
        coordinates[i] += part
        Self.subtract(direction, times: part, from: &vector)
      }
    }
    return coordinates
  }

  /// The coefficients of the columns of X from coordinates in the basis: R⁻¹ c.
  func coefficients(_ coordinates: [Double]) -> [Double] {
    var x = coordinates
    for i in x.indices.reversed() {
      for k in (i + 1)..<max(i + 1, x.count) { x[i] -= triangle[i, k] * x[k] }
      x[i] /= triangle[i, i]
    }
    return x
  }

  /// R⁻¹, column by column.
  var inverseTriangle: Matrix {
    var result = Matrix(rows: columns.count, columns: columns.count)
    for j in columns.indices {
      let column = coefficients(columns.indices.map { $0 == j ? 1 : 0 })
      for i in columns.indices { result[i, j] = column[i] }
    }
    return result
  }

  /// log |XᵀX|.
  var logDeterminant: Double { columns.indices.reduce(0) { $0 + 2 * log(triangle[$1, $1]) } }

  /// The scalar product of two lists of the same length.
  package static func dot(_ a: [Double], _ b: [Double]) -> Double {
    var sum = 0.0
    for i in a.indices { sum += a[i] * b[i] }
    return sum
  }

  /// Subtracts a multiple of a direction from some values.
  package static func subtract(_ direction: [Double], times factor: Double, from values: inout [Double]) {
    for i in values.indices { values[i] -= factor * direction[i] }
  }
}
