import Geometry
import Platform
import PointClouds

/// The outermost surface seen straight on: its height towards the viewer on a square grid.
struct HeightMap {
  /// Where the grid's middle lies, metres, frame of the mesh.
  let origin: Vector3
  /// The grid's axes and the direction to the viewer; unit vectors.
  let across, along, towards: Vector3
  /// Metres between neighbours.
  let step: Double
  /// Columns and rows on either side of the middle.
  let half: (columns: Int, rows: Int)
  /// Heights over the origin in metres, row by row from the lowest; NaN where nothing was scanned.
  private(set) var heights: [Double]

  /// Where the Gaussian of a smoothing ends, in standard deviations.
  private static let kernel = 2.5
  /// How far out a ray starts, and how deep it may go below the origin, in metres.
  private static let (start, depth) = (0.12, 0.06)

  /// Looks at a surface: `extent` is half the map's width and height in metres.
  ///
  /// Each triangle marks the places that it covers: a map shows a small part of a head, so this takes less time than a
  /// search for every place's ray.
  init(
    _ surface: HeadSurface, origin: Vector3, across: Vector3, along: Vector3, towards: Vector3, extent: Vector2,
    step: Double
  ) {
    (self.origin, self.across, self.along, self.towards, self.step) = (origin, across, along, towards, step)
    half = (Int((extent.x / step).rounded()), Int((extent.y / step).rounded()))
    heights = []
    heights = [Double](repeating: .nan, count: width * height)
    let middle = Vector2(Double(half.columns), Double(half.rows))
    let places = surface.positions.map { corner -> Vector2 in
      let from = corner - origin
      return Vector2(from.dot(across), from.dot(along)) / step + middle
    }
    for triangle in surface.triangles {
      let (p, q, r) = (places[Int(triangle.x)], places[Int(triangle.y)], places[Int(triangle.z)])
      let (low, high) = (pointwiseMin(p, pointwiseMin(q, r)), pointwiseMax(p, pointwiseMax(q, r)))
      guard low.x < Double(width), low.y < Double(height), high.x > -1, high.y > -1 else { continue }
      let (a, b, c) = surface.corners(triangle)
      for row in Self.cells(low.y, high.y, height) {
        for column in Self.cells(low.x, high.x, width) {
          let place = place(column, row)
          let eye = origin + across * place.x + along * place.y + towards * Self.start
          guard let distance = Triangle(a: a, b: b, c: c).hit(eye, -towards, margin: Triangle.crack)?.distance,
            distance < Self.start + Self.depth
          else { continue }
          let (index, found) = (row * width + column, Self.start - distance)
          if !(heights[index] >= found) { heights[index] = found }
        }
      }
    }
  }

  /// The whole numbers from 0 to below a count that lie between two bounds, with a margin for rounding.
  private static func cells(_ low: Double, _ high: Double, _ count: Int) -> Range<Int> {
    let first = max(0, Int((max(low, -1) - 1e-6).rounded(.up)))
    let last = min(count - 1, Int((min(high, Double(count)) + 1e-6).rounded(.down)))
    return first..<max(first, last + 1)
  }

  /// The number of columns.
  var width: Int { 2 * half.columns + 1 }
  /// The number of rows.
  var height: Int { 2 * half.rows + 1 }

  /// The height at a column and row counted from the lower left; NaN outside.
  subscript(column: Int, row: Int) -> Double {
    (0..<width).contains(column) && (0..<height).contains(row) ? heights[row * width + column] : .nan
  }

  /// The grid place of a column and row, metres from the middle.
  func place(_ column: Int, _ row: Int) -> Vector2 {
    [Double(column - half.columns) * step, Double(row - half.rows) * step]
  }

  /// The height at a place in metres from the middle, bilinear; NaN outside and beside what was not scanned.
  func height(at place: Vector2) -> Double {
    let (x, y) = (place.x / step + Double(half.columns), place.y / step + Double(half.rows))
    guard x >= 0, y >= 0, x <= Double(width - 1), y <= Double(height - 1) else { return .nan }
    let (i, j) = (min(Int(x), width - 2), min(Int(y), height - 2))
    let (s, t) = (x - Double(i), y - Double(j))
    let low = self[i, j] * (1 - s) + self[i + 1, j] * s
    let high = self[i, j + 1] * (1 - s) + self[i + 1, j + 1] * s
    return low * (1 - t) + high * t
  }

  /// The point of the surface at a place, metres, frame of the mesh.
  func point(at place: Vector2) -> Vector3 { point(at: place, height: height(at: place)) }

  /// The point at a place and height, metres, frame of the mesh.
  func point(at place: Vector2, height: Double) -> Vector3 {
    origin + across * place.x + along * place.y + towards * height
  }

  /// The share of the grid within a distance of a place that was scanned.
  func coverage(about centre: Vector2, radius: Double) -> Double {
    var (seen, all) = (0, 0)
    for row in 0..<height {
      for column in 0..<width where (place(column, row) - centre).length <= radius {
        all += 1
        seen += self[column, row].isFinite ? 1 : 0
      }
    }
    return Double(seen) / Double(max(all, 1))
  }

  /// The share of a block of the grid that was scanned; what lies outside the map counts as not scanned.
  func scanned(columns: ClosedRange<Int>, rows: ClosedRange<Int>) -> Double {
    let seen = rows.reduce(0) { sum, row in sum + columns.count { self[$0, row].isFinite } }
    return Double(seen) / Double(columns.count * rows.count)
  }

  /// The map smoothed by a Gaussian of `sigma` metres; what was not scanned stays so and has no part in it.
  func smoothed(_ sigma: Double) -> HeightMap {
    let reach = Int((Self.kernel * sigma / step).rounded(.up))
    let weights = (-reach...reach).map { exp(-0.5 * pow(Double($0) * step / sigma, 2)) }
    var map = self
    map.heights = blurred(heights, weights, stride: 1, reach)
    map.heights = blurred(map.heights, weights, stride: width, reach)
    for i in heights.indices where heights[i].isNaN { map.heights[i] = .nan }
    return map
  }

  private func blurred(_ values: [Double], _ weights: [Double], stride: Int, _ reach: Int) -> [Double] {
    values.indices.map { i in
      let position = stride == 1 ? i % width : i / width
      let limit = stride == 1 ? width : height
      var (sum, total) = (0.0, 0.0)
      for k in -reach...reach where (0..<limit).contains(position + k) {
        let value = values[i + k * stride]
        guard value.isFinite else { continue }
        sum += weights[k + reach] * value
        total += weights[k + reach]
      }
      return total > 0 ? sum / total : .nan
    }
  }

  /// The map with the given heights instead.
  func with(heights: [Double]) -> HeightMap {
    var map = self
    map.heights = heights
    return map
  }
}

extension HeightMap {
  /// The map with small holes closed: parts that were not scanned, enclosed by parts that were, become a membrane
  /// stretched over their rim (Laplace's equation, by Gauss–Seidel steps).
  ///
  /// - Parameter area: the largest hole that is closed, in square metres.
  func filled(upTo area: Double) -> HeightMap {
    var values = heights
    for hole in holes where Double(hole.count) * step * step <= area {
      let rim = hole.flatMap { neighbours($0).map { heights[$0] } }.filter(\.isFinite)
      let level = RobustStatistics.mean(rim)
      for i in hole { values[i] = level }
      for _ in 0..<Self.membraneSteps {
        for i in hole { values[i] = neighbours(i).reduce(0) { $0 + values[$1] } / 4 }
      }
    }
    return with(heights: values)
  }

  /// Steps after which the membrane over the largest hole has settled.
  private static let membraneSteps = 150

  /// The connected parts that were not scanned and don't touch the map's border.
  private var holes: [[Int]] {
    parts { !heights[$0].isFinite }.filter { hole in hole.allSatisfy { neighbours($0).count == 4 } }
  }

  /// The connected parts of the places, by their indices, that are in question.
  func parts(where isIncluded: (Int) -> Bool) -> [[Int]] {
    var (isOpen, found) = (heights.indices.map(isIncluded), [[Int]]())
    for start in heights.indices where isOpen[start] {
      var (part, next) = ([start], 0)
      isOpen[start] = false
      while next < part.count {
        for i in neighbours(part[next]) where isOpen[i] {
          isOpen[i] = false
          part.append(i)
        }
        next += 1
      }
      found.append(part)
    }
    return found
  }

  /// The places left, right, below and above; fewer at the border.
  func neighbours(_ index: Int) -> [Int] {
    let (column, row) = (index % width, index / width)
    var all: [Int] = []
    if column > 0 { all.append(index - 1) }
    if column < width - 1 { all.append(index + 1) }
    if row > 0 { all.append(index - width) }
    if row < height - 1 { all.append(index + width) }
    return all
  }
}

extension HeightMap {
  /// Heights over a smooth surface are never taken to scatter by less than this, metres. Assumed.
  private static let leastScale = 0.0008
  /// The reweighted fit settles long before this many steps.
  private static let steps = 8

  /// The heights over the side of a head without what stands out of it: over a cubic polynomial, fitted with Tukey's
  /// weights so that protrusions count little.
  ///
  /// - Parameters:
  ///   - unit: a length as large as the map, metres.
  ///   - isFitted: whether a place in metres from the middle has part in the fit.
  ///   - isCovered: whether a place is left out of its first step.
  /// - Returns: nil where no more than `fewest` places have part.
  func rise(
    unit: Double, overFewest fewest: Int, within isFitted: (Vector2) -> Bool, without isCovered: (Vector2) -> Bool
  ) -> HeightMap? {
    var all: [(terms: [Double], height: Double, place: Vector2, index: Int)] = []
    for row in 0..<height {
      for column in 0..<width where self[column, row].isFinite {
        let p = place(column, row)
        all.append((Self.terms(p / unit), self[column, row], p, row * width + column))
      }
    }
    let rows = all.filter { isFitted($0.place) }
    guard rows.count > fewest else { return nil }
    var weights = rows.map { isCovered($0.place) ? 0.0 : 1 }
    var solution: [Double] = []
    for _ in 0..<Self.steps {
      var equations = LeastSquares(unknowns: 10)
      for (row, weight) in zip(rows, weights) where weight > 0 {
        equations.add(row.terms, value: row.height, weight: weight)
      }
      guard let x = equations.solved()?.solution else { return nil }
      solution = x
      let left = rows.map { $0.height - zip($0.terms, x).reduce(0) { $0 + $1.0 * $1.1 } }
      let scale = max(Self.leastScale, RobustStatistics.sigma(zip(left, weights).filter { $0.1 > 0 }.map(\.0)))
      weights = left.map { RobustStatistics.tukeyWeight($0 / scale) }
    }
    var heights = [Double](repeating: .nan, count: width * height)
    for row in all { heights[row.index] = row.height - zip(row.terms, solution).reduce(0) { $0 + $1.0 * $1.1 } }
    return with(heights: heights)
  }

  private static func terms(_ p: Vector2) -> [Double] {
    let (x, y) = (p.x, p.y)
    return [1, x, y, x * x, x * y, y * y, x * x * x, x * x * y, x * y * y, y * y * y]
  }
}
