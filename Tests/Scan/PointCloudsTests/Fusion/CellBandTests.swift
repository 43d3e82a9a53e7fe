import Geometry
import Images
import Testing
import Workers

@testable import PointClouds

/// The planes of a view's cells against a computation of one cell after the other, in double precision.
@Suite struct TangentPlaneTests {
  private static let camera = SteppedPlane.camera
  private static let layout = CellLayout.single

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
    let image = SteppedPlane.image(seed: seed, lastRow: 30, hasUnmeasured: true)
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
  private static let camera = SteppedPlane.camera
  private static let (columns, rows) = (30, 23)

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
    let image = SteppedPlane.image(seed: seed, lastRow: 31)
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

/// What cells say where they have no plane, and how deep they look, for any size of a view.
@Suite struct OpenSpaceTests {
  private static func view(_ image: DepthImage, _ camera: Camera, _ layout: CellLayout) -> DepthView {
    DepthView(
      depth: image, camera: camera, scanFromCamera: .identity, color: nil, correction: .none,
      options: FusionOptions(region: FusionRegion(centre: .zero, radius: 100)), layout: layout,
      workers: Workers(count: 1))
  }

  /// Against a search in the window of each cell: with three pixels of four valid, all before the nearest less 12 mm is empty.
  @Test(arguments: [(61, 75), (5, 33), (7, 31), (24, 32)], [CellLayout.single, .double])
  func cellsWithoutAPlaneTellWhatIsEmpty(_ size: (width: Int, height: Int), _ layout: CellLayout) {
    let (width, height) = size
    var random = SeededGenerator(seed: UInt64(width))
    let camera = Camera(
      width: width, height: height, fx: 70, fy: 68, cx: 0.45 * Double(width), cy: 0.52 * Double(height))
    let pixels = (0..<(width * height)).map { (_: Int) -> Float in
      random.uniform() < 0.25 ? .nan : Float(0.3 + 0.001 * random.uniform())
    }
    let view = Self.view(DepthImage(width: width, height: height, pixels: pixels), camera, layout)
    let (n, s) = (layout.binning, layout.smoothing)
    let (columns, rows) = (view.camera.width, view.camera.height)
    #expect(columns == width / n && rows == height / n)
    let across = (columns + 3) / 4
    var nearest = [Float](repeating: .infinity, count: across * ((rows + 3) / 4))
    var farthest = [Float](repeating: -.infinity, count: nearest.count)
    var (empty, unknown) = (0, 0)
    for y in 0..<rows {
      for x in 0..<columns {
        var (near, count) = (Float.infinity, 0)
        for j in max(0, n * (y - s))..<min(height, n * (y + s + 1)) {
          for i in max(0, n * (x - s))..<min(width, n * (x + s + 1)) where pixels[j * width + i] > 0 {
            (near, count) = (min(near, pixels[j * width + i]), count + 1)
          }
        }
        let side = n * (2 * s + 1)
        let isKnown = 4 * count >= 3 * side * side
        let (cell, tile) = (y * columns + x, y / 4 * across + x / 4)
        nearest[tile] = min(nearest[tile], isKnown ? near : -.infinity)
        farthest[tile] = max(farthest[tile], view.reaches[cell])
        if view.weights[cell] > 0 { continue }
        let isRim = x == 0 || y == 0 || x == columns - 1 || y == rows - 1
        if isKnown && !isRim {
          empty += 1
          #expect(view.weights[cell] == -1, "\(x), \(y)")
          let plane = view.planes[cell]
          #expect(plane.x == 0 && plane.y == 0 && plane.z == -1e6, "\(x), \(y)")
          #expect(abs(plane.w + 1e6 * (near - 0.012)) < 0.1, "\(x), \(y)")
          #expect(abs(view.reaches[cell] - 1.0001 * (near - 0.012)) < 1e-6, "\(x), \(y)")
        } else {
          unknown += 1
          #expect(view.weights[cell] == 0 && view.reaches[cell] == -.infinity, "\(x), \(y)")
        }
      }
    }
    // What a tile has beyond the last column is unknown.
    if columns % 4 > 0 {
      for tile in stride(from: across - 1, to: nearest.count, by: across) { nearest[tile] = -.infinity }
    }
    #expect(view.tiles.columns == across)
    #expect(view.tiles.nearest == nearest)
    #expect(view.tiles.farthest == farthest)
    // Larger cells nearly all have a plane where they are known.
    #expect(width < 60 || unknown > 20, "\(unknown)")
    #expect(width < 60 || n > 1 || empty > 20, "\(empty)")
  }

  /// A cell reaches as far as a place can lie that is seen within 0.76 cells of its middle, no more than the truncation behind
  /// its plane; a ten-thousandth more for rounding. Nowhere beyond itself where such a place is not found.
  @Test(arguments: [CellLayout.single, .double], [Vector3(0.3, -0.2, 0.28), [-0.1, 0.35, 1.6]])
  func aCellReachesBehindItsPlane(_ layout: CellLayout, _ wall: Vector3) {
    let camera = Camera(width: 61, height: 47, fx: 300, fy: 290, cx: 30.2, cy: 22.9)
    let normal = Vector3(wall.x, wall.y, -1).normalized
    let pixels = (0..<(61 * 47)).map { (i: Int) -> Float in
      let ray = camera.ray([Double(i % 61), Double(i / 61)])
      return Float(normal.z * wall.z / normal.dot(ray))
    }
    let view = Self.view(DepthImage(width: 61, height: 47, pixels: pixels), camera, layout)
    var compared = 0
    for y in 0..<view.camera.height {
      for x in 0..<view.camera.width where view.weights[y * view.camera.width + x] > 0 {
        var deepest = 0.0
        for (i, j) in [(-0.76, -0.76), (0.76, -0.76), (-0.76, 0.76), (0.76, 0.76)] {
          let ray = view.camera.ray([Double(x) + i, Double(y) + j])
          deepest = max(deepest, (normal.z * wall.z - 0.003) / normal.dot(ray))
        }
        compared += 1
        let reach = Double(view.reaches[y * view.camera.width + x])
        #expect(abs(reach / (1.0001 * deepest) - 1) < 3e-5, "\(x), \(y)")
      }
    }
    #expect(compared > 200)
  }

  /// Seen under more than 70° nothing is a surface, in the corner of a wide image too.
  @Test func obliqueSurfacesAreNone() {
    let camera = Camera(width: 160, height: 160, fx: 600, fy: 600, cx: -60, cy: -100)
    let (tilt, turn) = (55 * Double.pi / 180, 35 * Double.pi / 180)
    let normal = Vector3(sine(tilt) * cosine(turn), sine(tilt) * sine(turn), -cosine(tilt))
    let rays = (0..<(160 * 160)).map { camera.ray([Double($0 % 160), Double($0 / 160)]) }
    let pixels = rays.map { (ray: Vector3) -> Float in Float(normal.z * 0.3 / normal.dot(ray)) }
    let view = Self.view(DepthImage(width: 160, height: 160, pixels: pixels), camera, .single)
    var (surfaces, others, wrong) = (0, 0, 0)
    for y in 8..<152 {
      for x in 8..<152 {
        let ray = rays[y * 160 + x]
        let found = -normal.dot(ray) / ray.length
        // The cosine of 70° is 0.34202.
        guard abs(found - 0.34202) > 0.002 else { continue }
        let isSurface = view.weights[y * 160 + x] > 0
        if found > 0.342 { surfaces += 1 } else { others += 1 }
        wrong += isSurface == (found > 0.342) ? 0 : 1
      }
    }
    #expect(wrong == 0)
    #expect(surfaces > 500 && others > 500, "\(surfaces), \(others)")
  }

  private func sine(_ angle: Double) -> Double { cosine(angle - Double.pi / 2) }

  /// Of a cell of 2 × 2 pixels with one of them missing the weight is three quarters of that of a whole one, which is that of
  /// one pixel: (0.4175 / 0.54)² at 0.4 m.
  @Test(arguments: [CellLayout.single, .double]) func theWeightIsThatOfTheValidPixels(_ layout: CellLayout) {
    let camera = Camera(width: 60, height: 48, fx: 70, fy: 68, cx: 30.2, cy: 22.9)
    var image = DepthImage(width: 60, height: 48, pixels: Array(repeating: 0.4, count: 60 * 48))
    image.pixels[21 * 60 + 30] = .nan
    let view = Self.view(image, camera, layout)
    for y in 8..<(view.camera.height - 8) {
      for x in 8..<(view.camera.width - 8) {
        let isHoled = x == 30 / layout.binning && y == 21 / layout.binning
        let expected: Float = 0.59776 * (!isHoled ? 1 : layout == .double ? 0.75 : 0)
        #expect(abs(max(0, view.weights[y * view.camera.width + x]) - expected) < 1e-4, "\(x), \(y)")
      }
    }
  }

  /// Planes go through the corrected depth of their cells' middles, wherever in the image these lie.
  @Test(arguments: [CellLayout.single, .double]) func planesLieAtTheCorrectedDepth(_ layout: CellLayout) {
    let camera = Camera(width: 160, height: 120, fx: 150, fy: 148, cx: 79.3, cy: 60.2)
    let correction = DepthCorrection(
      scale: 1.01,
      field: DepthField([0.002, 0.003, -0.002, 0.0015, 0.001, -0.001], columns: -0.6...0.5, rows: -0.7...0.8))
    let region = FusionRegion(centre: [0.06, 0.04, 0.4], radius: 0.09)
    let view = DepthView(
      depth: DepthImage(width: 160, height: 120, pixels: Array(repeating: 0.4, count: 160 * 120)), camera: camera,
      scanFromCamera: .identity, color: nil, correction: correction, options: FusionOptions(region: region),
      layout: layout,
      workers: Workers(count: 1))
    let crop = ImageCrop(of: camera, width: 160, height: 120, around: region.centre, region.radius)
    #expect(crop.x > 40 && crop.y > 20)
    var compared = 0
    for y in 0..<view.camera.height {
      for x in 0..<view.camera.width where view.weights[y * view.camera.width + x] > 0 {
        let middle = Double(layout.binning - 1) / 2
        let pixel = Vector2(
          Double(crop.x + layout.binning * x) + middle, Double(crop.y + layout.binning * y) + middle)
        let place = camera.ray(pixel) * correction.corrected(0.4, at: pixel, width: 160, height: 120)
        let plane = view.planes[y * view.camera.width + x]
        let normal = Vector3(Double(plane.x), Double(plane.y), Double(plane.z))
        #expect(abs(normal.dot(place) - Double(plane.w)) < 2e-6, "\(x), \(y)")
        compared += 1
      }
    }
    #expect(compared > 300, "\(compared)")
  }

  /// A band of five rows and thirteen columns writes them, and no number behind them.
  @Test func aBandWritesItsRowsAlone() {
    let camera = Camera(width: 13, height: 5, fx: 70, fy: 68, cx: 6.2, cy: 2.1)
    let image = DepthImage(width: 13, height: 5, pixels: Array(repeating: 0.4, count: 65))
    let options = FusionOptions(region: FusionRegion(centre: .zero, radius: 100))
    let crop = ImageCrop(of: camera, width: 13, height: 5, around: .zero, 100)
    let correction = CellCorrection(.none, crop, .single, width: 13, height: 5)
    let geometry = CellGeometry(camera, .single, correction, ViewLimits(options, cameraFromScan: .identity))
    var written = WrittenCells(
      cells: 65 + 13 * 40, nearest: Array(repeating: .infinity, count: 60),
      farthest: Array(repeating: -.infinity, count: 60))
    written.write { output in
      let band = CellBand(.single, width: 13)
      band.read(image, crop, top: 0)
      band.gather(correction, top: 0)
      band.findOpenSpace()
      band.dropEdges()
      band.average()
      band.write(output, geometry, top: 0)
    }
    let (weights, nearest) = (written.weights, written.nearest)
    #expect(weights.prefix(65).allSatisfy { $0 < 7 } && weights.dropFirst(65).allSatisfy { $0 == 7 })
    #expect(written.reaches.dropFirst(65).allSatisfy { $0 == 7 })
    #expect(written.planes.dropFirst(65).allSatisfy { $0 == SIMD4(repeating: 7) })
    // Four tiles across, two down.
    #expect(nearest.dropFirst(8).allSatisfy { $0 == .infinity } && nearest.prefix(8).allSatisfy { $0 < 1 })
  }
}
