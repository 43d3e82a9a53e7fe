import Geometry
import Images
import Testing
import Workers

@testable import PointClouds

/// The planes of a view's cells against a computation of one cell after the other, in double precision.
@Suite struct TangentPlaneTests {
  private static let camera = Camera(width: 61, height: 47, fx: 70, fy: 68, cx: 30.2, cy: 22.9)
  private static let layout = CellLayout.single

  /// A slanting plane that steps back twice, with holes.
  private static func image(seed: UInt64) -> DepthImage {
    var random = SeededGenerator(seed: seed)
    let slope = Vector2(random.normal(), random.normal()) * 0.08
    let (step, hole) = (Int.random(in: 20..<40, using: &random), 0.06)
    let pixels = (0..<(camera.width * camera.height)).map { i -> Float in
      let (x, y) = (i % camera.width, i / camera.width)
      if random.uniform() < hole { return .nan }
      // What no camera measures is none, in the last columns too.
      if random.uniform() < 0.01 { return [0.01, 0.049, 10.5, -0.3].randomElement(using: &random)! }
      let ray = camera.ray([Double(x), Double(y)])
      let z = 0.3 / (1 - slope.dot([ray.x, ray.y])) + (x > step ? 0.05 : 0) + (y > 30 ? 0.08 : 0)
      return Float(z + 0.0002 * random.normal())
    }
    return DepthImage(width: camera.width, height: camera.height, pixels: pixels)
  }

  private struct Scalar {
    let image: DepthImage

    func z(_ x: Int, _ y: Int) -> Double {
      let z = Double(image[x, y])
      return z > 0.05 && z < 10 ? z : .nan
    }

    func steps(_ x: Int, _ y: Int) -> Bool {
      let limit = Double(CellBand.edgeStep) * z(x, y)
      return abs(z(x + 1, y) - z(x - 1, y)) > limit || abs(z(x, y + 1) - z(x, y - 1)) > limit
    }

    func isClear(_ x: Int, _ y: Int) -> Bool {
      let m = layout.edgeMargin
      return !(-m...m).contains { j in (-m...m).contains { steps(x + $0, y + j) } }
    }

    /// Inverse depth, column and row, averaged over the window around a cell.
    func mean(_ x: Int, _ y: Int) -> Vector3? {
      let s = layout.smoothing
      var (sum, count) = (Vector3.zero, 0.0)
      for j in (y - s)...(y + s) {
        for i in (x - s)...(x + s) where z(i, j) > 0 && isClear(i, j) {
          sum += [1 / z(i, j), Double(i), Double(j)]
          count += 1
        }
      }
      return count >= Double(layout.leastSupport) ? sum / count : nil
    }

    /// The plane's normal and offset; nil where there is none.
    func plane(_ x: Int, _ y: Int) -> (normal: Vector3, offset: Double)? {
      let r = layout.reach
      guard x > 0, y > 0, x < camera.width - 1, y < camera.height - 1, z(x, y) > 0, isClear(x, y),
        let left = mean(x - r, y), let right = mean(x + r, y), let above = mean(x, y - r), let below = mean(x, y + r)
      else { return nil }
      let (across, down) = (right - left, below - above)
      let determinant = across.y * down.z - across.z * down.y
      let gx = (across.x * down.z - down.x * across.z) / determinant
      let gy = (across.y * down.x - down.y * across.x) / determinant
      let ray = camera.ray([Double(x), Double(y)])
      let (a, b) = (gx * camera.fx, gy * camera.fy)
      let n = Vector3(a, b, 1 / z(x, y) - a * ray.x - b * ray.y)
      let cosine = 1 / (z(x, y) * n.length * ray.length)
      guard cosine > 0.342 + 0.01 else { return nil }  // 70°
      return (-n.normalized, -1 / n.length)
    }
  }

  @Test(arguments: 1...6 as ClosedRange<UInt64>) func planesAgreeWithTheScalarComputation(seed: UInt64) {
    let image = Self.image(seed: seed)
    let view = DepthView(
      depth: image, camera: Self.camera, scanFromCamera: .identity, color: nil, correction: .none,
      options: FusionOptions(region: FusionRegion(centre: .zero, radius: 100)), layout: Self.layout,
      workers: Workers(count: 1))
    let scalar = Scalar(image: image)
    var compared = 0
    for y in 0..<Self.camera.height {
      for x in 0..<Self.camera.width {
        let cell = y * Self.camera.width + x
        guard let plane = scalar.plane(x, y) else { continue }
        let found = view.planes[cell]
        #expect(view.weights[cell] > 0, "seed \(seed), cell \(x), \(y)")
        let normal = Vector3(Double(found.x), Double(found.y), Double(found.z))
        #expect((normal - plane.normal).length < 5e-4, "seed \(seed), cell \(x), \(y)")
        #expect(abs(Double(found.w) - plane.offset) < 5e-5, "seed \(seed), cell \(x), \(y)")
        compared += 1
      }
    }
    #expect(compared > 300, "seed \(seed): \(compared)")
    // Nor is there a plane where the scalar computation finds an edge, a hole or too little around a cell.
    for cell in view.weights.indices where view.weights[cell] > 0 {
      let (x, y) = (cell % Self.camera.width, cell / Self.camera.width)
      #expect(scalar.z(x, y) > 0, "seed \(seed), cell \(x), \(y)")
      #expect(scalar.isClear(x, y), "seed \(seed), cell \(x), \(y)")
    }
  }
}

/// Cells of 2 × 2 pixels against a computation of one cell after the other, in double precision.
@Suite struct JoinedPixelsTests {
  private static let camera = Camera(width: 61, height: 47, fx: 70, fy: 68, cx: 30.2, cy: 22.9)
  private static let (columns, rows) = (30, 23)

  /// A slanting plane that steps back twice, with holes.
  private static func image(seed: UInt64) -> DepthImage {
    var random = SeededGenerator(seed: seed)
    let slope = Vector2(random.normal(), random.normal()) * 0.08
    let step = Int.random(in: 20..<40, using: &random)
    let pixels = (0..<(camera.width * camera.height)).map { i -> Float in
      let (x, y) = (i % camera.width, i / camera.width)
      if random.uniform() < 0.06 { return .nan }
      let ray = camera.ray([Double(x), Double(y)])
      let z = 0.3 / (1 - slope.dot([ray.x, ray.y])) + (x > step ? 0.05 : 0) + (y > 31 ? 0.08 : 0)
      return Float(z + 0.0002 * random.normal())
    }
    return DepthImage(width: camera.width, height: camera.height, pixels: pixels)
  }

  private struct Scalar {
    let image: DepthImage
    /// The cells with a pixel at which depth steps.
    private var hasStep: Set<SIMD2<Int>> = []

    init(image: DepthImage) {
      self.image = image
      for row in -4..<(rows + 4) {
        for column in -4..<(columns + 4) where pixels(column, row).contains(where: { steps($0.x, $0.y) }) {
          hasStep.insert([column, row])
        }
      }
    }

    func z(_ x: Int, _ y: Int) -> Double { Double(image[x, y]) }

    func steps(_ x: Int, _ y: Int) -> Bool {
      let limit = Double(CellBand.edgeStep) * z(x, y)
      return abs(z(x + 1, y) - z(x - 1, y)) > limit || abs(z(x, y + 1) - z(x, y - 1)) > limit
    }

    /// The pixels of a cell.
    func pixels(_ column: Int, _ row: Int) -> [(x: Int, y: Int)] {
      [0, 1].flatMap { j in [0, 1].map { (x: 2 * column + $0, y: 2 * row + j) } }
    }

    /// Whether no pixel of a cell or of those around it lies on a step.
    func isClear(_ column: Int, _ row: Int) -> Bool {
      for j in (row - 1)...(row + 1) {
        for i in (column - 1)...(column + 1) where hasStep.contains([i, j]) { return false }
      }
      return true
    }

    /// Σ of inverse depth, column and row (in cells) and the number of the valid pixels of a cell.
    func sum(_ column: Int, _ row: Int) -> (sum: Vector3, count: Double) {
      let valid = pixels(column, row).filter { z($0.x, $0.y) > 0 }
      let sum = valid.reduce(Vector3.zero) {
        $0 + Vector3(1 / z($1.x, $1.y), (Double($1.x) - 0.5) / 2, (Double($1.y) - 0.5) / 2)
      }
      return (sum, Double(valid.count))
    }

    /// The means over the 3 × 3 cells around a cell, of at least twelve pixels.
    func mean(_ column: Int, _ row: Int) -> Vector3? {
      var (total, count) = (Vector3.zero, 0.0)
      for j in (row - 1)...(row + 1) {
        for i in (column - 1)...(column + 1) where isClear(i, j) {
          let cell = sum(i, j)
          (total, count) = (total + cell.sum, count + cell.count)
        }
      }
      return count >= 12 ? total / count : nil
    }

    func plane(_ column: Int, _ row: Int) -> (normal: Vector3, offset: Double)? {
      let cell = sum(column, row)
      guard column > 0, row > 0, column < columns - 1, row < rows - 1, cell.count > 0, isClear(column, row),
        let left = mean(column - 1, row), let right = mean(column + 1, row), let above = mean(column, row - 1),
        let below = mean(column, row + 1)
      else { return nil }
      let (across, down) = (right - left, below - above)
      let determinant = across.y * down.z - across.z * down.y
      let gx = (across.x * down.z - down.x * across.z) / determinant
      let gy = (across.y * down.x - down.y * across.x) / determinant
      let middle = cell.sum / cell.count
      // A cell's column and row as the pixel that lies there.
      let ray = camera.ray([2 * middle.y + 0.5, 2 * middle.z + 0.5])
      let (a, b) = (gx * camera.fx / 2, gy * camera.fy / 2)
      let n = Vector3(a, b, middle.x - a * ray.x - b * ray.y)
      guard middle.x / (n.length * ray.length) > 0.342 + 0.01 else { return nil }  // 70°
      return (-n.normalized, -1 / n.length)
    }
  }

  @Test(arguments: 1...4 as ClosedRange<UInt64>) func planesAgreeWithTheScalarComputation(seed: UInt64) {
    let image = Self.image(seed: seed)
    let view = DepthView(
      depth: image, camera: Self.camera, scanFromCamera: .identity, color: nil, correction: .none,
      options: FusionOptions(region: FusionRegion(centre: .zero, radius: 100)), layout: .double,
      workers: Workers(count: 1))
    #expect(view.camera.width == Self.columns && view.camera.height == Self.rows)
    let scalar = Scalar(image: image)
    var compared = 0
    for row in 0..<Self.rows {
      for column in 0..<Self.columns {
        let (cell, place) = (row * Self.columns + column, "seed \(seed), cell \(column), \(row)")
        if view.weights[cell] > 0 {
          #expect(scalar.isClear(column, row) && scalar.sum(column, row).count > 0, Comment(rawValue: place))
        }
        guard let plane = scalar.plane(column, row) else { continue }
        let found = view.planes[cell]
        #expect(view.weights[cell] > 0, Comment(rawValue: place))
        let normal = Vector3(Double(found.x), Double(found.y), Double(found.z))
        #expect((normal - plane.normal).length < 1e-3, Comment(rawValue: place))
        #expect(abs(Double(found.w) - plane.offset) < 1e-4, Comment(rawValue: place))
        compared += 1
      }
    }
    #expect(compared > 150, "seed \(seed): \(compared)")
  }
}
