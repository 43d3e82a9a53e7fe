import Geometry
import Workers

/// A function of direction, tabulated on the six faces of a cube: side × side cells a face, values at their corners.
struct CubeMap<Value: Sendable>: Sendable {
  private let cells: Int
  private let halfCells: Double
  private let values: [Value]

  /// Tabulates `body`, which is called with unit directions.
  init(cells: Int, workers: Workers, _ body: @escaping @Sendable (Vector3) -> Value) {
    self.cells = cells
    halfCells = Double(cells) / 2
    values = workers.map(6 * (cells + 1)) { row in
      (0...cells).map { column in
        body(Self.direction(face: row / (cells + 1), column: column, row: row % (cells + 1), cells: cells))
      }
    }.flatMap { $0 }
  }

  /// The value at the corner nearest to a direction of any length.
  func nearest(_ p: Vector3) -> Value {
    let (origin, fraction) = locate(p)
    return values[origin + (fraction.x < 0.5 ? 0 : 1) + (fraction.y < 0.5 ? 0 : cells + 1)]
  }

  /// The four values around a direction of any length and the place between them.
  @inline(__always)
  fileprivate func corners(_ p: Vector3) -> (Value, Value, Value, Value, SIMD2<Double>) {
    let (origin, fraction) = locate(p)
    let next = origin + cells + 1
    return (values[origin], values[origin + 1], values[next], values[next + 1], fraction)
  }

  /// The index of a cell's first corner and the place in the cell, 0 … 1.
  @inline(__always)
  private func locate(_ p: Vector3) -> (Int, SIMD2<Double>) {
    let (x, y, z) = (abs(p.x), abs(p.y), abs(p.z))
    let (face, plane): (Int, SIMD2<Double>)
    if x >= y && x >= z {
      (face, plane) = (p.x > 0 ? 0 : 1, SIMD2(p.y, p.z) / x)
    } else if y >= z {
      (face, plane) = (p.y > 0 ? 2 : 3, SIMD2(p.x, p.z) / y)
    } else {
      (face, plane) = (p.z > 0 ? 4 : 5, SIMD2(p.x, p.y) / z)
    }
    let position = (plane + 1) * halfCells
    let column = min(Int(position.x), cells - 1)
    let row = min(Int(position.y), cells - 1)
    let index = (face * (cells + 1) + row) * (cells + 1) + column
    return (index, position - SIMD2(Double(column), Double(row)))
  }

  private static func direction(face: Int, column: Int, row: Int, cells: Int) -> Vector3 {
    let a = 2 * Double(column) / Double(cells) - 1
    let b = 2 * Double(row) / Double(cells) - 1
    let sign = face % 2 == 0 ? 1.0 : -1.0
    let point: Vector3 =
      switch face / 2 {
      case 0: [sign, a, b]
      case 1: [a, sign, b]
      default: [a, b, sign]
      }
    return point.normalized
  }
}

extension CubeMap where Value == Float {
  /// The bilinear interpolation at a direction of any length.
  @inline(__always)
  func sample(_ p: Vector3) -> Double {
    let (a, b, c, d, f) = corners(p)
    let low = Double(a) + (Double(b) - Double(a)) * f.x
    let high = Double(c) + (Double(d) - Double(c)) * f.x
    return low + (high - low) * f.y
  }
}

extension CubeMap where Value == SIMD3<Float> {
  /// The bilinear interpolation at a direction of any length.
  func sample(_ p: Vector3) -> Vector3 {
    let (a, b, c, d, f) = corners(p)
    let fraction = SIMD2<Float>(f)
    let low = a + (b - a) * fraction.x
    let high = c + (d - c) * fraction.x
    return Vector3(low + (high - low) * fraction.y)
  }
}
