import Geometry
import Testing

@testable import Phantom

/// Depth from few spots: the plane that fits them, and what becomes of walls and outlines.
@Suite struct SparseLidarDepthTests {
  /// Against the same sums by elimination: the slopes bear a ridge of 0.02.
  @Test func thePlaneIsThatOfTheNormalEquations() {
    let seed: UInt64 = 31
    var generator = SeededGenerator(seed: seed)
    for _ in 0..<200 {
      let places = (0..<12).map { _ in
        (
          x: generator.normal() + 0.3, y: generator.normal() - 0.5, z: 0.4 + 0.1 * generator.normal(),
          w: generator.uniform()
        )
      }
      var plane = WeightedPlane()
      for p in places { plane.add(p.x, p.y, p.z, weight: p.w) }
      let total = places.reduce(0.0) { $0 + $1.w }
      let mean = { (value: (Double, Double, Double) -> Double) -> Double in
        places.reduce(0.0) { $0 + $1.w * value($1.x, $1.y, $1.z) } / total
      }
      let (mx, my, mz) = (mean { x, _, _ in x }, mean { _, y, _ in y }, mean { _, _, z in z })
      let xx = mean { x, _, _ in (x - mx) * (x - mx) } + 0.02
      let yy = mean { _, y, _ in (y - my) * (y - my) } + 0.02
      let xy = mean { x, y, _ in (x - mx) * (y - my) }
      let xz = mean { x, _, z in (x - mx) * (z - mz) }
      let yz = mean { _, y, z in (y - my) * (z - mz) }
      // Elimination of the first slope.
      let c = (yz - xz * xy / xx) / (yy - xy * xy / xx)
      let b = (xz - c * xy) / xx
      let rest = mean { _, _, z in (z - mz) * (z - mz) } - b * xz - c * yz
      #expect(abs(plane.atOrigin.value - (mz - b * mx - c * my)) < 1e-9, "seed \(seed)")
      #expect(abs(plane.atOrigin.scatter - max(0, rest).squareRoot()) < 1e-6, "seed \(seed)")
    }
  }

  @Test func withoutWeightThereIsNoPlane() {
    var plane = WeightedPlane()
    #expect(plane.atOrigin.value.isNaN && plane.atOrigin.scatter == .infinity)
    plane.add(0, 0, 0.4, weight: 1e-10)
    #expect(plane.atOrigin.value.isNaN)
    plane.add(0, 0, 0.4, weight: 1)
    #expect(abs(plane.atOrigin.value - 0.4) < 1e-9 && plane.atOrigin.scatter < 1e-6)
  }

  private func mean(_ values: [Double]) -> Double { values.reduce(0, +) / Double(values.count) }

  /// Spots of 3.6 mm noise; a pixel takes some eight of them together.
  @Test func aWallIsAWall() {
    let buffer = SurfaceBuffer.wall(96, 72, MadePixel(depth: 0.4))
    let depth = SparseLidarDepth(noise: PixelNoise(seed: 1, frame: 0)).depth(buffer)
    let errors = depth.map { $0 - 0.4 }
    #expect(depth.count == 96 * 72)
    #expect(abs(mean(errors)) < 0.0008, "\(mean(errors))")
    let spread = mean(errors.map { $0 * $0 }).squareRoot()
    #expect((0.0010...0.0016).contains(spread), "\(spread)")
    // A spot errs by 2 mm of its own in every frame, and by 3 mm in each anew: 4 of 13 parts are common.
    let other = SparseLidarDepth(noise: PixelNoise(seed: 1, frame: 1)).depth(buffer).map { $0 - 0.4 }
    let common = mean(zip(errors, other).map { $0 * $1 }) / (spread * spread)
    #expect((0.05...0.6).contains(common), "\(common)")
  }

  /// A wall that recedes to the right and, less, downwards stays one.
  @Test func aSlantingWallStaysStraight() {
    let camera = Camera(width: 96, height: 72, fx: 100, fy: 100, cx: 48, cy: 36)
    let exact = { (x: Int, y: Int) in 0.4 + 0.002 * Double(x) + 0.001 * Double(y) }
    let buffer = SurfaceBuffer.made(camera) { MadePixel(depth: exact($0, $1)) }
    let depth = SparseLidarDepth(noise: PixelNoise(seed: 2, frame: 0)).depth(buffer)
    for (x, y) in [(10, 10), (85, 10), (10, 60), (85, 60), (48, 36)] {
      let around = (-4...4).flatMap { v in (-4...4).map { depth[(y + v) * 96 + x + $0] - exact(x + $0, y + v) } }
      #expect(abs(mean(around)) < 0.004, "\(x) \(y)")
    }
  }

  /// A spot in a pixel: those of the last row or column see that one and the one before.
  @Test(arguments: [false, true]) func spotsAtTheBorderSeeTheLastPixels(isAcross: Bool) {
    let camera = Camera(width: 24, height: 24, fx: 100, fy: 100, cx: 12, cy: 12)
    let buffer = SurfaceBuffer.made(camera) { x, y in MadePixel(depth: (isAcross ? x : y) == 23 ? 0.5 : 0.4) }
    let depth = SparseLidarDepth(noise: PixelNoise(seed: 6, frame: 0)).depth(buffer)
    // 0.45 m there and 0.433 m before it, smoothed.
    let last = mean((0..<24).map { depth[isAcross ? 24 * $0 + 23 : 23 * 24 + $0] })
    #expect((0.425...0.455).contains(last), "\(last)")
  }

  /// The step of 10 cm at column 50 follows the colours where there are any, and is smeared where there are none.
  @Test func outlinesFollowTheColours() {
    let camera = Camera(width: 96, height: 72, fx: 100, fy: 100, cx: 48, cy: 36)
    let depth = { (dark: Float, bright: Float) in
      let buffer = SurfaceBuffer.made(camera) { x, _ in
        MadePixel(depth: x < 50 ? 0.3 : 0.4, light: SIMD3(repeating: x < 50 ? dark : bright))
      }
      return SparseLidarDepth(noise: PixelNoise(seed: 3, frame: 0)).depth(buffer)
    }
    // Brightness is the root of light: 0.2 and 0.8.
    let (told, blurred) = (depth(0.04, 0.64), depth(0.3, 0.3))
    let column = { (depth: [Double], x: Int) in mean((8..<64).map { depth[$0 * 96 + x] }) }
    #expect(abs(column(told, 47) - 0.3) < 0.018 && abs(column(told, 53) - 0.4) < 0.018)
    #expect(abs(column(told, 44) - 0.3) < 0.006 && abs(column(told, 56) - 0.4) < 0.006)
    #expect(column(blurred, 47) > 0.318 && column(blurred, 53) < 0.387)
    #expect(abs(column(blurred, 38) - 0.3) < 0.01 && abs(column(blurred, 62) - 0.4) < 0.01)
  }

  /// Where the spots around a pixel scatter by more than 20 cm, it is unsure.
  @Test func aDeepOutlineIsUnsure() {
    let camera = Camera(width: 96, height: 72, fx: 100, fy: 100, cx: 48, cy: 36)
    let nans = { (far: Double) in
      let buffer = SurfaceBuffer.made(camera) { x, _ in MadePixel(depth: x < 50 ? 0.3 : far) }
      let depth = SparseLidarDepth(noise: PixelNoise(seed: 3, frame: 0)).depth(buffer)
      return depth.indices.filter { depth[$0].isNaN }
    }
    #expect(nans(0.5).isEmpty)
    let unsure = nans(3)
    #expect(unsure.count > 72 && unsure.allSatisfy { abs($0 % 96 - 50) < 16 })
  }
}
