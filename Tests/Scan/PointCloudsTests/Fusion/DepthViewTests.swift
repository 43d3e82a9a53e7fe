import FusionBridge
import Geometry
import Images
import Recordings
import Testing

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
