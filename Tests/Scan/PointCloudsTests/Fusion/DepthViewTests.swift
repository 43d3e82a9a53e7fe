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
  @Test func aColourCameraBesidePaintsWhatItSees() throws {
    let camera = Camera(width: 41, height: 29, fx: 40, fy: 40, cx: 19.7, cy: 14.2)
    let color = Camera(width: 166, height: 119, fx: 157, fy: 157, cx: 81.3, cy: 60.1)
    let cameras = CameraPair(
      color: color, depth: camera, colorFromDepth: RigidTransform(rotation: .identity, translation: [0.1, 0.01, 0.004]))
    let isNear = { (x: Int, y: Int) -> Bool in x >= 6 && x < 24 && y > 6 }
    let pixels = (0..<(41 * 29)).map { i -> Float in isNear(i % 41, i / 41) ? 0.2 : 0.5 }
    let depth = DepthImage(width: 41, height: 29, pixels: pixels)
    var bytes: [UInt8] = []
    for i in 0..<(166 * 119) { bytes += [UInt8(i % 166), UInt8(i / 166), UInt8(i % 251)] }
    let image = ColorImage(width: 166, height: 119, pixels: bytes)
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
      let isIn = view.weights[cell] > 0 && (0..<166).contains(x) && (0..<119).contains(y)
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
        let (blue, green, red) = (UInt32((y * 166 + x) % 251), UInt32(y), UInt32(x))
        if !isHidden { expected = blue << 24 | green << 16 | red << 8 | 255 }
        painted += isHidden ? 0 : 1
        hidden += isHidden ? 1 : 0
      }
      #expect(view.colors[cell] == expected, "cell \(cell % 41), \(cell / 41)")
    }
    #expect(painted > 200)
    #expect(hidden > 10)
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
    let options = FusionOptions(region: FusionRegion(centre: [0.1, -0.2, 0.3], radius: 0.05), voxelSize: 0.0015)
    let directory = BlockDirectory(options)
    let pose = RigidTransform(rotation: .rotation(random.normal3()), translation: random.normal3() * 0.3)
    let geometry = ViewGeometry(Self.camera, scanFromCamera: pose, options, directory)
    let block = SIMD3<Int32>((0..<3).map { _ in Int32.random(in: 0..<Int32(directory.side), using: &random) })
    let corner = geometry.corner(block)
    for lane in 0..<8 {
      let outer: Vector3 = [Double(lane & 1), Double(lane >> 1 & 1), Double(lane >> 2)]
      let voxel: Vector3 = Vector3(block) * 8 + outer * 7
      let expected: Vector3 = pose.inverse * (directory.origin + voxel * 0.0015)
      let offset: SIMD3<Float> = [geometry.cornersX[lane], geometry.cornersY[lane], geometry.cornersZ[lane]]
      let error: Double = (Vector3(corner + offset) - expected).length
      #expect(error < 1e-6, "seed \(seed), \(lane)")
    }
    let half: Double = Double(directory.side) * 0.006
    let middle: Vector3 = directory.origin + Vector3(repeating: half)
    #expect((middle - options.region.centre).length < 1e-12)
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
    #expect(Double(crop.width) < max(0, high.x - low.x) + 24)
    #expect(Double(crop.height) < max(0, high.y - low.y) + 24)
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
    let all = tiles.range(columns: 0...Float(width - 1), rows: 0...Float(height - 1))
    #expect(all.nearest == tiles.nearest.min(), "seed \(seed)")
    #expect(all.farthest == tiles.farthest.max(), "seed \(seed)")
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
