import FusionBridge
import Geometry
import Images
import Recordings
import Testing
import Workers

@testable import PointClouds

@Suite struct DepthViewTests {
  @Test(arguments: [0, 30, 60]) func findsThePlaneAndItsNormal(degrees: Int) {
    let normal = Matrix3.rotation([0.2, Double(degrees) * .pi / 180, 0]) * Vector3(0, 0, -1)
    let offset = normal.dot([0, 0, 0.3])
    let depth = RenderedScene.depth(.identity) { _, ray in offset / normal.dot(ray) }
    let cloud = Cloud.backProjecting(depth, camera: RenderedScene.camera)
    #expect(cloud.positions.count > 320 * 240 / 2)
    for i in stride(from: 0, to: cloud.positions.count, by: 101) {
      #expect(abs(normal.dot(cloud.positions[i]) - offset) < 1e-6)
      #expect(Vector3(cloud.normals[i]).dot(normal) > 0.99999)
    }
    #expect(cloud.colors.isEmpty)
  }

  @Test func dropsPixelsNearEdgesAndHoles() {
    let pixels = (0..<(320 * 240)).map { i -> Float in i % 320 < 160 ? 0.3 : i % 320 < 240 ? 0.4 : .nan }
    let depth = DepthImage(width: 320, height: 240, pixels: pixels)
    let cloud = Cloud.backProjecting(depth, camera: RenderedScene.camera)
    let columns = Set(cloud.positions.map { Int(RenderedScene.camera.project($0).x.rounded()) })
    #expect(columns.isDisjoint(with: 157...162))
    #expect(columns.contains(150))
    #expect(columns.contains(170))
    #expect(columns.max()! < 240)
  }

  @Test func dropsObliquePixels() {
    let normal = Matrix3.rotation([0, 75 * Double.pi / 180, 0]) * Vector3(0, 0, -1)
    let depth = RenderedScene.depth(.identity) { _, ray in normal.z * 0.3 / normal.dot(ray) }
    let cloud = Cloud.backProjecting(depth, camera: RenderedScene.camera)
    for (p, n) in zip(cloud.positions, cloud.normals) { #expect(-Vector3(n).dot(p.normalized) > 0.34) }
  }

  @Test func takesColoursOfAnyImageSize() {
    let depth = DepthImage(width: 320, height: 240, pixels: Array(repeating: 0.3, count: 320 * 240))
    let pixels = (0..<(160 * 120)).flatMap { (i: Int) -> [UInt8] in [UInt8(i % 160), UInt8(i / 160), 7] }
    let color = ColorImage(width: 160, height: 120, pixels: pixels)
    let cloud = Cloud.backProjecting(depth, camera: RenderedScene.camera, color: color)
    for (p, c) in zip(cloud.positions, cloud.colors) {
      let pixel = RenderedScene.camera.project(p)
      #expect(c == [UInt8(pixel.x.rounded() / 2), UInt8(pixel.y.rounded() / 2), 7])
    }
    #expect(!cloud.colors.isEmpty)
  }

  /// Another camera, a hand's breadth aside and finer: each cell has the colour of its pixel there, or none where something that
  /// lies more than 10 mm nearer falls on the same 4 × 4 pixels. Against a search among all cells.
  @Test(arguments: [(166, 0.1, 6), (150, -0.02, 0)]) func aColourCameraBesidePaintsWhatItSees(
    _ width: Int, _ aside: Double, _ left: Int
  ) throws {
    let camera = Camera(width: 41, height: 29, fx: 40, fy: 40, cx: 19.7, cy: 14.2)
    let color = Camera(width: width, height: 119, fx: 157, fy: 157, cx: 81.3, cy: 60.1)
    let cameras = CameraPair(
      color: color, depth: camera,
      colorFromDepth: RigidTransform(rotation: .identity, translation: [aside, 0.01, 0.004]))
    let isNear = { (x: Int, y: Int) -> Bool in x >= left && x < 24 && y > 6 }
    let pixels = (0..<(41 * 29)).map { i -> Float in isNear(i % 41, i / 41) ? 0.2 : 0.5 }
    let depth = DepthImage(width: 41, height: 29, pixels: pixels)
    var bytes: [UInt8] = []
    for i in 0..<(width * 119) { bytes += [UInt8(i % width), UInt8(i / width), UInt8(i % 251)] }
    let image = ColorImage(width: width, height: 119, pixels: bytes)
    let view = DepthView(
      depth: depth, camera: camera, scanFromCamera: .identity, color: ViewColor(image, cameras), correction: .none,
      options: FusionOptions(region: FusionRegion(centre: .zero, radius: 100)), layout: .single,
      workers: Workers(count: 1))
    try #require(view.camera.width == 41 && view.camera.height == 29)
    var seen: [(x: Int, y: Int, z: Double)?] = []
    for cell in 0..<(41 * 29) {
      let ray = camera.ray([Double(cell % 41), Double(cell / 41)])
      let at = cameras.colorFromDepth * (ray * Double(depth.pixels[cell]))
      let place = color.project(at)
      let (x, y) = (Int(place.x.rounded()), Int(place.y.rounded()))
      let isIn = view.weights[cell] > 0 && (0..<width).contains(x) && (0..<119).contains(y)
      seen.append(isIn ? (x, y, at.z) : nil)
    }
    var (painted, hidden) = (0, 0)
    for cell in seen.indices {
      var expected: UInt32 = 0
      if let (x, y, z) = seen[cell] {
        let isHidden = seen.contains { other in
          guard let other, other.x / 4 == x / 4, other.y / 4 == y / 4 else { return false }
          return other.z < z - 0.01
        }
        let (blue, green, red) = (UInt32((y * width + x) % 251), UInt32(y), UInt32(x))
        if !isHidden { expected = blue << 24 | green << 16 | red << 8 | 255 }
        painted += isHidden ? 0 : 1
        hidden += isHidden ? 1 : 0
      }
      #expect(view.colors[cell] == expected, "cell \(cell % 41), \(cell / 41)")
    }
    #expect(painted > 200)
    // From the left the near part does not come before the far one.
    #expect(aside < 0 || hidden > 10)
  }

  /// Of pixels cut out of the image and taken two by two, from an image of another size: the colour of the same place.
  @Test(arguments: [1, 2]) func aCellHasTheColourOfItsPlace(_ side: Int) throws {
    let camera = Camera(width: 96, height: 80, fx: 150, fy: 148, cx: 47.3, cy: 40.2)
    let depth = DepthImage(width: 96, height: 80, pixels: Array(repeating: 0.4, count: 96 * 80))
    let pixels = (0..<(240 * 200)).flatMap { (i: Int) -> [UInt8] in [UInt8(i % 240), UInt8(i / 240), UInt8(i % 7)] }
    let image = ColorImage(width: 240, height: 200, pixels: pixels)
    // Its rectangle begins some columns and rows within the image.
    let region = FusionRegion(centre: [0.04, 0.03, 0.4], radius: 0.05)
    let view = DepthView(
      depth: depth, camera: camera, scanFromCamera: .identity, color: ViewColor(image), correction: .none,
      options: FusionOptions(region: region), layout: side == 1 ? .single : .double, workers: Workers(count: 1))
    let crop = ImageCrop(of: camera, width: 96, height: 80, around: region.centre, region.radius)
    try #require(crop.x > 20 && crop.y > 10)
    var painted = 0
    for y in 0..<view.camera.height {
      for x in 0..<view.camera.width {
        let color = view.colors[y * view.camera.width + x]
        guard view.weights[y * view.camera.width + x] > 0 else {
          #expect(color == 0)
          continue
        }
        painted += 1
        // The middle of the cell's first pixel, in shares of the image.
        let column = Int((Double(crop.x + side * x) + 0.5) / 96 * 240)
        let row = Int((Double(crop.y + side * y) + 0.5) / 80 * 200)
        let (red, green, blue) = (UInt32(column), UInt32(row), UInt32((240 * row + column) % 7))
        #expect(color == blue << 24 | green << 16 | red << 8 | 255, "\(x), \(y)")
      }
    }
    #expect(painted > 200)
  }

  /// One view needs no second camera, but where the image of its lens is not the pinhole's.
  @Test func aColourImageOfTheSameViewNeedsNoCamera() {
    let image = ColorImage(width: 320, height: 240, pixels: Array(repeating: 0, count: 320 * 240 * 3))
    let camera = RenderedScene.camera
    var bent = camera
    bent.lens = Lens(radial: [0.12, -0.04], tangential: [0.003, -0.002])
    let aside = RigidTransform(rotation: .identity, translation: [0.05, 0, 0])
    #expect(ViewColor(image).cameras == nil)
    #expect(ViewColor(image, CameraPair(camera)).cameras == nil)
    #expect(ViewColor(image, CameraPair(bent)).cameras == CameraPair(bent))
    let pair = CameraPair(color: camera, depth: camera, colorFromDepth: aside)
    #expect(ViewColor(image, pair).cameras == pair)
  }
}

/// What a view keeps of its pixels.
@Suite struct ViewCellsTests {
  private static let camera = Camera(width: 160, height: 120, fx: 150, fy: 148, cx: 79.3, cy: 60.2)
  private static let wall = DepthImage(width: 160, height: 120, pixels: Array(repeating: 0.4, count: 160 * 120))
  private static let pose = RigidTransform(rotation: .rotation([0.4, -0.7, 0.2]), translation: [0.3, 0.1, -0.5])

  private static func view(_ layout: CellLayout, _ region: FusionRegion) -> DepthView {
    DepthView(
      depth: wall, camera: camera, scanFromCamera: pose, color: nil, correction: .none,
      options: FusionOptions(region: region), layout: layout, workers: Workers(count: 1))
  }

  /// Of every fourth pixel along both axes one point, also where two by two pixels are a cell; never less than a cell a point.
  @Test(arguments: [1, 2, 4, 5]) func aCloudTakesEveryNthPixel(_ step: Int) {
    for (layout, side) in [(CellLayout.single, 1), (.double, 2)] {
      let view = Self.view(layout, FusionRegion(centre: Self.pose.translation, radius: 100))
      let cells = max(1, step / side)
      let cloud = Cloud(view, step: step)
      let seen = cloud.positions.map { Self.camera.project(Self.pose.inverse * $0) }
      var expected: [Vector2] = []
      for y in stride(from: 0, to: 120 / side, by: cells) {
        for x in stride(from: 0, to: 160 / side, by: cells) where view.weights[y * (160 / side) + x] > 0 {
          let middle = Double(side - 1) / 2
          expected.append([Double(side * x) + middle, Double(side * y) + middle])
        }
      }
      #expect(expected.count > 500)
      #expect(seen.count == expected.count)
      #expect(zip(seen, expected).allSatisfy { ($0 - $1).length < 0.01 }, "step \(step), cells of \(side)")
      #expect(cloud.normals.count == seen.count && cloud.weights.count == seen.count && cloud.colors.isEmpty)
      let forward = Self.pose.rotation.c2
      #expect(cloud.normals.allSatisfy { Vector3($0).dot(forward) < -0.9999 })
    }
  }

  /// A wall at 0.4 m carries surface within a ball beside the axis and above a slanting floor; its weight is the square of the
  /// sensor's noise from 0.3 m (0.26 + 0.1575 mm) over that from there (0.26 + 0.28 mm).
  @Test func onlyTheRegionCarriesSurface() {
    let (middle, radius) = (Vector3(0.03, -0.02, 0.41), 0.05)
    let floor = Plane(normal: Vector3(0.3, -1, 0.2).normalized, offset: 0.085)
    let region = FusionRegion(centre: Self.pose * middle, radius: radius, floor: floor.moved(by: Self.pose))
    let view = Self.view(.single, region)
    var (inside, outside) = (0, 0)
    for y in 0..<view.camera.height {
      for x in 0..<view.camera.width {
        let place = view.camera.ray([Double(x), Double(y)]) * 0.4
        let (near, above) = (radius - (place - middle).length, floor.distance(to: place))
        // At the outermost ring, and within 0.1 mm of the limits, either will do.
        let isRim = x == 0 || y == 0 || x == view.camera.width - 1 || y == view.camera.height - 1
        guard !isRim, abs(near) > 1e-4, abs(above) > 1e-4 else { continue }
        let weight = view.weights[y * view.camera.width + x]
        if near > 0, above > 0 {
          inside += 1
          #expect(abs(weight - 0.59776) < 1e-4, "\(x), \(y)")
        } else {
          outside += 1
          #expect(weight <= 0, "\(x), \(y)")
        }
      }
    }
    #expect(inside > 200 && outside > 200, "\(inside), \(outside)")
  }

  /// The corners of a block are its outer voxels, where the camera has them.
  @Test(arguments: 1...5 as ClosedRange<UInt64>) func theCornersOfABlockAreItsOuterVoxels(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let options = FusionOptions(region: FusionRegion(centre: [0.1, -0.2, 0.3], radius: 0.05), voxelSize: 0.00125)
    let directory = BlockDirectory(options)
    let pose = RigidTransform(rotation: .rotation(random.normal3()), translation: random.normal3() * 0.3)
    let geometry = ViewGeometry(Self.camera, scanFromCamera: pose, options, directory)
    let block = SIMD3<Int32>((0..<3).map { _ in Int32.random(in: 0..<Int32(directory.side), using: &random) })
    let corner = geometry.corner(block)
    for lane in 0..<8 {
      let outer: Vector3 = [Double(lane & 1), Double(lane >> 1 & 1), Double(lane >> 2)]
      let voxel: Vector3 = Vector3(block) * 8 + outer * 7
      let expected: Vector3 = pose.inverse * (directory.origin + voxel * 0.00125)
      let offset: SIMD3<Float> = [geometry.cornersX[lane], geometry.cornersY[lane], geometry.cornersZ[lane]]
      let error: Double = (Vector3(corner + offset) - expected).length
      #expect(error < 1e-6, "seed \(seed), \(lane)")
    }
    let half: Double = Double(directory.side) * 0.005
    let middle: Vector3 = directory.origin + Vector3(repeating: half)
    #expect((middle - options.region.centre).length < 1e-12)
    // 50 mm and the truncation are 5.3 blocks of 10 mm: six, and one more.
    #expect(directory.side == 14 && directory.entries.count == 14 * 14 * 14)
    #expect(geometry.lastColumn == 159 && geometry.lastRow == 119)
    #expect(directory.slot(1, 2, 3) == (3 * 14 + 2) * 14 + 1)
    #expect(directory.slot(14, 2, 3) == nil && directory.slot(1, -1, 3) == nil)
    let last = Int32(directory.side - 1)
    #expect(directory.coordinates(0) == [0, 0, 0])
    #expect(directory.coordinates(directory.entries.count - 1) == [last, last, last])
    #expect(directory.coordinates((3 * directory.side + 2) * directory.side + 1) == [1, 2, 3])
  }
}

/// Depth images without what their lens does.
@Suite struct RectifiedDepthTests {
  private static let lens = Lens(radial: [0.12, -0.04], tangential: [0.003, -0.002])
  private static let camera = Camera(width: 64, height: 48, fx: 60, fy: 58, cx: 30.6, cy: 24.3, lens: lens)

  /// What the camera sees of a distance along its rays.
  private static func image(_ depth: (Vector3) -> Double) -> DepthImage {
    let pixels = (0..<(64 * 48)).map { Float(depth(camera.ray([Double($0 % 64), Double($0 / 64)]))) }
    return DepthImage(width: 64, height: 48, pixels: pixels)
  }

  /// Of a slanting wall every pixel is that of a pinhole, where the lens showed it at all.
  @Test(arguments: [Vector3(0.1, 0.3, 1), [-0.4, 0.05, 1]]) func aWallStaysAWall(_ normal: Vector3) {
    let rectified = Self.image { 0.35 / $0.dot(normal) }.rectified(Self.camera)
    var (compared, missing) = (0, 0)
    for y in 0..<48 {
      for x in 0..<64 {
        let ray = Self.camera.pinhole.ray([Double(x), Double(y)])
        let place = Self.camera.project(ray)
        let found = Double(rectified[x, y])
        if place.x < -0.51 || place.y < -0.51 || place.x > 63.51 || place.y > 47.51 {
          missing += 1
          #expect(found.isNaN, "\(x), \(y)")
        } else if place.x > 0, place.y > 0, place.x < 63, place.y < 47 {
          compared += 1
          let ratio: Double = found * ray.dot(normal) / 0.35
          #expect(abs(ratio - 1) < 2e-4, "\(x), \(y)")
        }
      }
    }
    #expect(compared > 2000 && missing > 20, "\(compared), \(missing)")
  }

  /// Across a step nothing lies between, and beside a hole the nearest pixel counts.
  @Test func stepsAndHolesStay() {
    let step = Self.image { $0.x < 0.05 ? 0.3 : 0.4 }.rectified(Self.camera)
    let isNear = { (z: Float) -> Bool in abs(z - 0.3) < 1e-6 }
    let isFar = { (z: Float) -> Bool in abs(z - 0.4) < 1e-6 }
    #expect(step.pixels.allSatisfy { (z: Float) -> Bool in z.isNaN || isNear(z) || isFar(z) })
    #expect(step.pixels.contains(where: isNear))
    #expect(step.pixels.contains(where: isFar))
    // Single pixels on another surface, nearer or farther: at each place the nearest pixel counts.
    for odd: Float in [0.25, 0.4] {
      var spiked = Self.image { _ in 0.3 }
      for y in stride(from: 3, to: 48, by: 5) {
        for x in stride(from: 2, to: 64, by: 5) { spiked.pixels[y * 64 + x] = odd }
      }
      let found = spiked.rectified(Self.camera)
      for y in 2..<46 {
        for x in 2..<62 where !found[x, y].isNaN {
          let place = Self.camera.project(Self.camera.pinhole.ray([Double(x), Double(y)]))
          let nearest = spiked[Int(place.x.rounded()), Int(place.y.rounded())]
          #expect(abs(found[x, y] - nearest) < 1e-6, "\(x), \(y)")
        }
      }
    }
    var holed = Self.image { _ in 0.3 }
    holed.pixels[20 * 64 + 40] = .nan
    let rectified = holed.rectified(Self.camera)
    for y in 10..<40 {
      for x in 15..<55 {
        let place = Self.camera.project(Self.camera.pinhole.ray([Double(x), Double(y)]))
        let isHole = Int(place.x.rounded()) == 40 && Int(place.y.rounded()) == 20
        #expect(rectified[x, y].isNaN == isHole, "\(x), \(y)")
      }
    }
  }
}

/// The parts of a depth view: what pixels see a sphere, which are taken together, and how deep tiles of them look.
@Suite struct ViewPartsTests {
  private static let camera = Camera(width: 320, height: 240, fx: 296, fy: 290, cx: 158.3, cy: 121.7)

  /// Every place on a sphere that the image shows lies in the rectangle, and the rectangle is not much larger.
  @Test(arguments: 1...10 as ClosedRange<UInt64>) func theCropHoldsTheSphere(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let (centre, radius) = (
      Vector3(random.normal() * 0.1, random.normal() * 0.1, 0.25 + 0.2 * random.uniform()),
      0.03 + 0.1 * random.uniform()
    )
    let crop = ImageCrop(of: Self.camera, width: 320, height: 240, around: centre, radius)
    var (low, high) = (Vector2(400, 400), Vector2(-400, -400))
    for _ in 0..<3000 {
      let pixel = Self.camera.project(centre + random.direction() * radius)
      (low, high) = (pointwiseMin(low, pixel), pointwiseMax(high, pixel))
      guard Self.camera.contains(pixel) else { continue }
      #expect(pixel.x >= Double(crop.x) - 0.5, "seed \(seed)")
      #expect(pixel.x <= Double(crop.x + crop.width) - 0.5, "seed \(seed)")
      #expect(pixel.y >= Double(crop.y) - 0.5, "seed \(seed)")
      #expect(pixel.y <= Double(crop.y + crop.height) - 0.5, "seed \(seed)")
    }
    #expect(crop.x >= 0)
    #expect(crop.y >= 0)
    #expect(crop.x + crop.width <= 320)
    #expect(crop.y + crop.height <= 240)
    // Eight pixels and nine more, and less than one that is begun at either side and half of one that no point fell on.
    #expect(Double(crop.width) < max(0, high.x - low.x) + 19.5)
    #expect(Double(crop.height) < max(0, high.y - low.y) + 19.5)
    // The rectangle's own camera sees the same.
    let place = Vector3(0.01, -0.02, 0.3)
    let shifted = crop.camera(Self.camera).project(place) + Vector2(Double(crop.x), Double(crop.y))
    #expect((shifted - Self.camera.project(place)).length < 1e-12, "seed \(seed)")
  }

  @Test func aSphereAroundTheCameraFillsTheImage() {
    let inside = ImageCrop(of: Self.camera, width: 320, height: 240, around: [0.01, 0, 0.02], 0.1)
    #expect(inside.x == 0)
    #expect(inside.y == 0)
    #expect(inside.width == 320)
    #expect(inside.height == 240)
    let behind = ImageCrop(of: Self.camera, width: 320, height: 240, around: [0, 0, -0.4], 0.1)
    #expect(behind.width == 0)
    #expect(behind.height == 0)
    let beside = ImageCrop(of: Self.camera, width: 320, height: 240, around: [2, 0, 0.4], 0.1)
    #expect(beside.width <= 17)
  }

  /// A cell of two pixels a side has its middle between theirs.
  @Test func cellsLieBetweenTheirPixels() {
    var options = FusionOptions(region: FusionRegion(centre: .zero, radius: 0.1), voxelSize: 0.002)
    let place = Vector3(0.03, -0.02, 0.3)
    let pixel = Self.camera.project(place)
    for (layout, n) in [(CellLayout.single, 1.0), (.double, 2)] {
      let cell = layout.camera(Self.camera).project(place)
      #expect(abs(cell.x * n + (n - 1) / 2 - pixel.x) < 1e-9)
      #expect(abs(cell.y * n + (n - 1) / 2 - pixel.y) < 1e-9)
    }
    // A voxel of 2 mm is 1.97 pixels wide from 0.3 m, 1.48 from 0.4 m.
    #expect(CellLayout(options, range: 0.3, camera: Self.camera) == .double)
    #expect(CellLayout(options, range: 0.4, camera: Self.camera) == .single)
    options.joinsPixels = false
    #expect(CellLayout(options, range: 0.3, camera: Self.camera) == .single)
  }

  /// The range of some cells holds that of every tile that they touch.
  @Test(arguments: 1...6 as ClosedRange<UInt64>) func tilesHoldTheirCells(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    let (width, height) = (Int.random(in: 5...40, using: &random), Int.random(in: 5...40, using: &random))
    var tiles = DepthTiles(width: width, height: height)
    for k in tiles.nearest.indices {
      tiles.nearest[k] = Float(random.uniform())
      tiles.farthest[k] = tiles.nearest[k] + Float(random.uniform())
    }
    for _ in 0..<60 {
      let x = [random.uniform(), random.uniform()].map { Float($0) * Float(width - 1) }.sorted()
      let y = [random.uniform(), random.uniform()].map { Float($0) * Float(height - 1) }.sorted()
      let (near, far) = tiles.range(columns: x[0]...x[1], rows: y[0]...y[1])
      var (least, most) = (Float.infinity, -Float.infinity)
      for row in Int(y[0].rounded())...Int(y[1].rounded()) {
        for column in Int(x[0].rounded())...Int(x[1].rounded()) {
          let tile = row / DepthTiles.side * tiles.columns + column / DepthTiles.side
          (least, most) = (min(least, tiles.nearest[tile]), max(most, tiles.farthest[tile]))
        }
      }
      #expect(near <= least, "seed \(seed)")
      #expect(far >= most, "seed \(seed)")
    }
    #expect((1...9).map { DepthTiles.columns($0) } == [1, 1, 1, 1, 2, 2, 2, 2, 3])
    #expect(DepthTiles(width: 9, height: 5).nearest.count == 6)
    #expect(DepthTiles(width: 9, height: 5).farthest == Array(repeating: -.infinity, count: 6))
    let all = tiles.range(columns: 0...Float(width - 1), rows: 0...Float(height - 1))
    #expect(all.nearest == tiles.nearest.min(), "seed \(seed)")
    #expect(all.farthest == tiles.farthest.max(), "seed \(seed)")
  }

  @Test func voxelsTellTheTruncation() {
    let region = FusionRegion(centre: .zero, radius: 0.1)
    // 2.4 voxels of 2 mm, but never less than 3 mm; empty space begins four truncations before depth without a plane.
    #expect(abs(FusionOptions(region: region, voxelSize: 0.002).truncation - 0.0048) < 1e-12)
    #expect(FusionOptions(region: region, voxelSize: 0.001).truncation == 0.003)
    #expect(abs(FusionOptions(region: region).clearance - 0.012) < 1e-7)
  }

  @Test func noiseGrowsWithTheSquareOfTheRange() {
    let noise = DepthNoise(floor: 0.0002, growth: 0.002)
    #expect(noise.sigma(0) == 0.0002)
    #expect(abs(noise.sigma(0.5) - 0.0007) < 1e-12)
    // What real recordings showed.
    #expect(abs(FusionOptions(region: FusionRegion(centre: .zero, radius: 0.1)).noise.sigma(0.2) - 0.00033) < 1e-6)
    #expect(abs(FusionOptions(region: FusionRegion(centre: .zero, radius: 0.1)).noise.sigma(0.32) - 0.00044) < 2e-6)
  }
}

/// What a view says about a block as a whole, against what it says about each of its voxels.
@Suite struct BlockSightTests {
  @Test(arguments: [0.00125, 0.002], [1, 2, 3] as [UInt64])
  func passesOverNoVoxelThatAViewChanges(voxelSize: Double, seed: UInt64) {
    var options = FusionOptions(region: FusionRegion(centre: [0.001, -0.002, 0.003], radius: 0.08))
    // The coarser voxels take 2 × 2 pixels together.
    (options.voxelSize, options.truncation) = (voxelSize, 2.4 * voxelSize)
    var random = SeededGenerator(seed: seed)
    let pose = RenderedScene.poses(7)[Int.random(in: 0..<7, using: &random)]
    let (ball, bump) = (RenderedScene.sphere(.zero, 0.05), RenderedScene.sphere([0.02, 0.03, 0.03], 0.02))
    let depth = RenderedScene.depth(pose, noise: 0.0003, seed: seed) { o, d in
      [ball(o, d), bump(o, d)].compactMap { $0 }.min() ?? (d.x > 0 ? 0.5 / d.length : nil)
    }
    let view = DepthView(depth: depth, camera: RenderedScene.camera, scanFromCamera: pose, options: options)
    let directory = BlockDirectory(options)
    let (geometry, truncation) = (view.geometry(options, directory), Float(options.truncation))
    var (changed, passed, wrong) = (0, 0, 0)  // numbers of voxels
    for slot in stride(from: Int(seed), to: directory.entries.count, by: 5) {
      let corner = geometry.corner(directory.coordinates(slot))
      let (sight, deepest) = view.sight(corner, geometry)
      for voxel in 0..<VoxelBlock.voxels {
        let (i, j, k) = (Float(voxel % 8), Float(voxel / 8 % 8), Float(voxel / 64))
        let place = corner + geometry.stepX * i + geometry.stepY * j + geometry.stepZ * k
        guard let (distance, reach) = view.distance(place), distance >= -truncation else {
          passed += sight == .mixed && place.z <= deepest ? 0 : 1
          continue
        }
        changed += 1
        wrong += place.z > reach ? 1 : 0
        switch sight {
        case .hidden: wrong += 1
        case .mixed: wrong += place.z > deepest ? 1 : 0
        case .empty: wrong += distance < truncation ? 1 : 0
        }
      }
    }
    #expect(wrong == 0, "seed \(seed)")
    #expect(changed > 1000)
    #expect(passed > 1000)
  }
}

/// A wall at 0.4 m before which a block stands: 8.75 mm wide from its first voxel to its last.
@Suite struct WallSightTests {
  private static let camera = Camera(width: 160, height: 120, fx: 150, fy: 148, cx: 79.3, cy: 60.2)
  private static let width = 0.00875
  private static let view: DepthView = {
    let wall = DepthImage(width: 160, height: 120, pixels: Array(repeating: 0.4, count: 160 * 120))
    return DepthView(
      depth: wall, camera: camera, scanFromCamera: .identity, color: nil, correction: .none,
      options: FusionOptions(region: FusionRegion(centre: .zero, radius: 100)), layout: .single,
      workers: Workers(count: 1))
  }()
  private static let geometry: ViewGeometry = {
    let options = FusionOptions(region: FusionRegion(centre: [0, 0, 0.4], radius: 0.05))
    return view.geometry(options, BlockDirectory(options))
  }()

  /// Where along an axis a block begins whose picture begins or ends at a pixel.
  private static func start(_ pixel: Double, isEnd: Bool, _ middle: Double, _ focal: Double, _ z: Double) -> Double {
    // What is farther is seen nearer to the middle.
    let isNear = isEnd == (pixel > middle)
    return (pixel - middle) / focal * (isNear ? z : z + width) - (isEnd ? width : 0)
  }

  private static func sight(_ x: Double, _ y: Double, _ z: Double) -> (BlockSight, deepest: Float) {
    view.sight(SIMD3<Float>(Vector3(x, y, z)), geometry)
  }

  /// At the border, too much of the windows of 5 × 5 pixels lies outside for a nearest depth, so tiles of 4 × 4 cells there
  /// know none: blocks that are seen within the others are empty.
  @Test(arguments: [
    (4.2, false, BlockSight.empty), (3.8, false, .mixed), (155.3, true, .empty), (155.7, true, .mixed),
    (0.5, true, .mixed),
    (-0.5, true, .hidden), (158.5, false, .mixed), (159.5, false, .hidden),
  ]) func acrossTheImage(_ column: Double, _ isEnd: Bool, _ expected: BlockSight) {
    let x = Self.start(column, isEnd: isEnd, 79.3, 150, 0.2)
    #expect(Self.sight(x, -0.004, 0.2).0 == expected)
  }

  @Test(arguments: [
    (4.2, false, BlockSight.empty), (3.8, false, .mixed), (115.3, true, .empty), (115.7, true, .mixed),
    (0.5, true, .mixed),
    (-0.5, true, .hidden), (118.5, false, .mixed), (119.5, false, .hidden),
  ]) func downTheImage(_ row: Double, _ isEnd: Bool, _ expected: BlockSight) {
    let y = Self.start(row, isEnd: isEnd, 60.2, 148, 0.2)
    #expect(Self.sight(-0.004, y, 0.2).0 == expected)
  }

  /// Empty up to 12 mm before the wall, hidden from 3 mm behind it, and nothing is known of what is nearer than 20 mm.
  @Test(arguments: [
    (0.019, BlockSight.hidden), (0.022, .empty), (0.3, .empty), (0.379, .empty), (0.3795, .mixed), (0.4028, .mixed),
    (0.4035, .hidden),
  ]) func alongTheLineOfSight(_ z: Double, _ expected: BlockSight) {
    let (sight, deepest) = Self.sight(-0.004, -0.004, z)
    #expect(sight == expected)
    #expect(z < 0.02 || deepest >= 0.403)
    #expect(deepest < 0.4031)
  }

  /// Of 65 × 57 pixels one column and one row are left over by cells of 2 × 2, and the last cells know a nearest depth by them.
  /// Beyond the last but one a block may be cut by the border: it is not empty.
  @Test(arguments: [(29.8, 10, BlockSight.empty), (30.2, 10, .mixed), (10, 25.8, .empty), (10, 26.2, .mixed)])
  func whatTheBorderCutsIsNotEmpty(_ column: Double, _ row: Double, _ expected: BlockSight) throws {
    let camera = Camera(width: 65, height: 57, fx: 60, fy: 58, cx: 20.3, cy: 18.2)
    let view = DepthView(
      depth: DepthImage(width: 65, height: 57, pixels: Array(repeating: 0.4, count: 65 * 57)), camera: camera,
      scanFromCamera: .identity, color: nil, correction: .none,
      options: FusionOptions(region: FusionRegion(centre: .zero, radius: 100)), layout: .double,
      workers: Workers(count: 1))
    let cells = view.camera
    try #require(cells.width == 32 && cells.height == 28)
    #expect(view.tiles.nearest[3 * 8 + 7] == 0.4 && view.tiles.nearest[6 * 8 + 3] == 0.4)
    let options = FusionOptions(region: FusionRegion(centre: [0, 0, 0.4], radius: 0.05))
    let geometry = view.geometry(options, BlockDirectory(options))
    // The middle of the image is left of and above either place, or not: a block of 1.3 cells ends there.
    let x = Self.start(column, isEnd: true, cells.cx, cells.fx, 0.2)
    let y = Self.start(row, isEnd: true, cells.cy, cells.fy, 0.2)
    #expect(view.sight(SIMD3<Float>(Vector3(x, y, 0.2)), geometry).0 == expected)
  }

  @Test func tilesAtTheBorderKnowNoDepth() {
    let tiles = Self.view.tiles
    for row in 0..<30 {
      for column in 0..<40 {
        let isBorder = row == 0 || column == 0 || row == 29 || column == 39
        #expect(tiles.nearest[row * tiles.columns + column] == (isBorder ? -.infinity : 0.4), "\(column), \(row)")
      }
    }
  }
}

/// The inner loop with AVX2 and without.
@Suite struct FusionBridgeTests {
  @Test(.enabled(if: fusion_can_be_wide() != 0, "this processor has no AVX2"), arguments: [1, 2, 3] as [UInt64])
  func widthChangesNoBit(seed: UInt64) {
    let options = FusionOptions(region: FusionRegion(centre: [0.001, -0.002, 0.003], radius: 0.08))
    let directory = BlockDirectory(options)
    var random = SeededGenerator(seed: seed)
    // Two views, so that sums go on from sums; one of them has colours.
    let views = [true, false].map { isPainted in
      let pose = RenderedScene.poses(7)[Int.random(in: 0..<7, using: &random)]
      let depth = RenderedScene.depth(pose, noise: 0.0003, seed: seed, RenderedScene.sphere(.zero, 0.05))
      let pixels = (0..<(3 * depth.pixels.count)).map { _ in UInt8.random(in: 0...255, using: &random) }
      let image = ColorImage(width: depth.width, height: depth.height, pixels: pixels)
      return DepthView(
        depth: depth, camera: RenderedScene.camera, scanFromCamera: pose, color: isPainted ? ViewColor(image) : nil,
        options: options)
    }
    let stores = [VoxelStore(), VoxelStore()]
    let geometries = views.map { $0.geometry(options, directory) }
    var changed = 0
    for slot in stride(from: Int(seed), to: directory.entries.count, by: 5) {
      let blocks = stores.map { $0[$0.add()] }
      for (view, geometry) in zip(views, geometries) {
        let corner = geometry.corner(directory.coordinates(slot))
        for (block, isWide) in zip(blocks, [false, true]) { _ = view.update(block, corner, geometry, isWide: isWide) }
      }
      let numbers = blocks.map { UnsafeBufferPointer(start: $0, count: VoxelBlock.floats).map(\.bitPattern) }
      #expect(numbers[0] == numbers[1], "block \(slot), seed \(seed)")
      changed += numbers[0].contains { $0 != 0 } ? 1 : 0
    }
    #expect(changed > 20)
  }
}

extension DepthView {
  /// How far a place of the camera frame lies in front of the plane of the cell that it looks at, and the depth beyond which
  /// that changes nothing; nil where it says nothing.
  fileprivate func distance(_ place: SIMD3<Float>) -> (Float, reach: Float)? {
    guard place.z > 0.02 else { return nil }
    let (u, v) = (
      Float(camera.fx) * place.x / place.z + Float(camera.cx), Float(camera.fy) * place.y / place.z + Float(camera.cy)
    )
    let (x, y) = (Int(u.rounded(.toNearestOrEven)), Int(v.rounded(.toNearestOrEven)))
    guard x >= 0, y >= 0, x < camera.width, y < camera.height else { return nil }
    let cell = y * camera.width + x
    let plane = planes[cell]
    if weights[cell] == 0 { return nil }
    return (plane.x * place.x + plane.y * place.y + plane.z * place.z - plane.w, reaches[cell])
  }
}
