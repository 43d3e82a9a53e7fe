internal import Geometry

/// A small dense matrix, stored row by row.
struct Matrix: Sendable, Equatable {
  let rows, columns: Int
  private var values: [Double]

  init(rows: Int, columns: Int) {
    (self.rows, self.columns) = (rows, columns)
    values = Array(repeating: 0, count: rows * columns)
  }

  static func identity(_ size: Int) -> Matrix {
    var matrix = Matrix(rows: size, columns: size)
    for i in 0..<size { matrix[i, i] = 1 }
    return matrix
  }

  subscript(row: Int, column: Int) -> Double {
    get { values[row * columns + column] }
    set { values[row * columns + column] = newValue }
  }

  var transposed: Matrix {
    var result = Matrix(rows: columns, columns: rows)
    for i in 0..<rows { for j in 0..<columns { result[j, i] = self[i, j] } }
    return result
  }

  var trace: Double { (0..<rows).reduce(0) { $0 + self[$1, $1] } }

  func row(_ index: Int) -> [Double] { (0..<columns).map { self[index, $0] } }

  static func * (a: Matrix, b: Matrix) -> Matrix {
    var result = Matrix(rows: a.rows, columns: b.columns)
    for i in 0..<a.rows {
      for k in 0..<a.columns {
        let factor = a[i, k]
        for j in 0..<b.columns { result[i, j] += factor * b[k, j] }
      }
    }
    return result
  }

  static func * (a: Matrix, b: [Double]) -> [Double] {
    (0..<a.rows).map { i in
      var sum = 0.0
      for j in 0..<a.columns { sum += a[i, j] * b[j] }
      return sum
    }
  }

  static func + (a: Matrix, b: Matrix) -> Matrix {
    var result = a
    for i in a.values.indices { result.values[i] += b.values[i] }
    return result
  }

  static func * (a: Matrix, factor: Double) -> Matrix {
    var result = a
    for i in a.values.indices { result.values[i] *= factor }
    return result
  }

  /// Adds a product of two vectors.
  mutating func add(_ a: [Double], _ b: [Double], times factor: Double = 1) {
    for i in a.indices { for j in b.indices { self[i, j] += factor * a[i] * b[j] } }
  }
}

extension Cholesky {
  /// Nil where A is not positive definite.
  init?(_ a: Matrix) { self.init((0..<a.rows).flatMap { a.row($0) }, rows: a.rows) }

  /// A⁻¹ as a matrix.
  var inverseMatrix: Matrix {
    let columns = inverse
    var result = Matrix(rows: columns.count, columns: columns.count)
    for j in columns.indices { for i in columns.indices { result[i, j] = columns[j][i] } }
    return result
  }
}
