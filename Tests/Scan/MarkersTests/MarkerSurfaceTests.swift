import Foundation
import Geometry
import Images
import Recordings
import Testing

@testable import Markers

@Suite struct CornerDepthTests {
  /// On a head, at any slant, the corner's depth is right but for what a window of ± 0.2 sides leaves out: 0.05 mm / cos².
  @Test(arguments: [0.0, 0.4, 0.7, 0.9]) func meetsTheCornersOfABentMarker(turn: Double) throws {
    var scene = PrintedScene(distance: 0.2, turn: turn)
    scene.radius = 0.065
    let depth = scene.registered(scene.render().1)
    for (index, corner) in scene.corners.enumerated() {
      let found = try #require(CornerDepth(of: index, in: scene.pixels, depth: depth))
      let facing = cos(turn + 0.17)
      #expect(abs(1 / found.inverse - corner.z) < 0.0001 / (facing * facing), "\(index) at \(turn)")
    }
  }

  /// The deviation it states is that of its errors.
  @Test func knowsItsNoise() throws {
    let scene = PrintedScene(distance: 0.2, turn: 0.5)
    let clean = scene.render().1
    var random = SeededGenerator(seed: 4)
    var scores: [Double] = []
    for _ in 0..<40 {
      var noisy = clean
      noisy.pixels = clean.pixels.map { $0 + Float(0.0004 * random.normal()) }
      for (index, corner) in scene.corners.enumerated() {
        let found = try #require(CornerDepth(of: index, in: scene.pixels, depth: scene.registered(noisy)))
        scores.append((found.inverse - 1 / corner.z) / found.sigma)
      }
    }
    #expect((0.75...1.35).contains(RobustStatistics.rms(scores)), "\(RobustStatistics.rms(scores))")
  }

  @Test func refusesHolesAndJumps() {
    let scene = PrintedScene(distance: 0.2)
    var depth = scene.render().1
    let corner = scene.pixels[0]
    for y in 0..<depth.height {
      for x in 0..<depth.width where Double(x) < corner.x + 1 { depth.pixels[y * depth.width + x] = .nan }
    }
    #expect(CornerDepth(of: 0, in: scene.pixels, depth: scene.registered(depth)) == nil)
    #expect(
      CornerDepth(of: 0, in: [[1, 1], [1.2, 1], [1.2, 1.2], [1, 1.2]], depth: scene.registered(depth)) == nil)
  }
  private static let camera = SmallScene.camera

  /// A square marker of a side in pixels, its first corner between four pixels.
  private static func square(at first: Vector2, _ side: Double) -> [Vector2] {
    [first, first + [side, 0], first + [side, side], first + [0, side]]
  }

  /// Sixteen pixels around a corner are enough, and nothing is left of a plane in them: the inverse depth is exact, and its
  /// deviation a quarter of the least that its pixels are taken to scatter by, 1e-5 of itself.
  @Test(arguments: [(6.0, false), (7.4, false), (8, true), (9.4, true)])
  func aSmallMarkersCornerHasItsDepth(side: Double, isFound: Bool) throws {
    let depth = SmallScene.seen(SmallScene.plane)
    let corner = Vector2(60.5, 40.5)
    let found = CornerDepth(of: 0, in: Self.square(at: corner, side), depth: depth)
    #expect((found != nil) == isFound)
    guard let found else { return }
    let inverse = 1 / SmallScene.plane(corner)
    #expect(abs(found.inverse - inverse) < 1e-6)
    #expect(abs(found.sigma - 1e-5 * inverse / 4) < 1e-3 * found.sigma, "\(found.sigma)")
  }

  /// Where a marker is seen nearly from its edge, two rows of pixels are enough.
  @Test func aNarrowMarkersCornerHasItsDepth() throws {
    let corners: [Vector2] = [[50.5, 40.5], [95.5, 40.5], [95.5, 45.3], [50.5, 45.3]]
    let found = try #require(CornerDepth(of: 0, in: corners, depth: SmallScene.seen(SmallScene.plane)))
    #expect(abs(1 / found.inverse - SmallScene.plane(corners[0])) < 1e-6)
  }

  /// Depth of twice as many pixels has as many around the corners of a marker half as large.
  @Test func finerDepthServesASmallerMarker() throws {
    let fine = Self.camera.resized(width: 320, height: 240)
    let pixels = (0..<(320 * 240)).map { index -> Float in
      let place = (Vector2(Double(index % 320), Double(index / 320)) + 0.5) / 2 - 0.5
      return Float(SmallScene.plane(place))
    }
    let depth = RegisteredDepth(
      DepthImage(width: 320, height: 240, pixels: pixels), CameraPair(color: Self.camera, depth: fine))
    #expect(abs(depth.density - 2) < 1e-9)
    let corners = Self.square(at: [60.5, 40.5], 4.8)
    for index in 0..<4 {
      let found = try #require(CornerDepth(of: index, in: corners, depth: depth))
      #expect(abs(1 / found.inverse - SmallScene.plane(corners[index])) < 1e-6)
    }
    #expect(CornerDepth(of: 0, in: corners, depth: SmallScene.seen(SmallScene.plane)) == nil)
  }

  /// Six tenths of a window are enough on either side of either diagonal, four tenths on none.
  @Test(arguments: 0..<4) func mostOfAWindowIsEnoughWhereverItLies(index: Int) throws {
    let corners = Self.square(at: [50.5, 30.5], 40)
    let along = (corners[(index + 1) % 4] - corners[index]) / 40
    let across = (corners[(index + 3) % 4] - corners[index]) / 40
    for (sign, other) in [(1.0, 1.0), (1, -1), (-1, 1), (-1, -1)] {
      for (limit, isEnough) in [(1.6, true), (-1.6, false)] {
        let depth = SmallScene.seen { pixel in
          let offset = pixel - corners[index]
          let place = sign * offset.dot(along) + other * offset.dot(across)
          return place < limit ? SmallScene.plane(pixel) : .nan
        }
        let found = CornerDepth(of: index, in: corners, depth: depth)
        #expect((found != nil) == isEnough, "\(sign) \(other) \(limit)")
        if let found { #expect(abs(1 / found.inverse - SmallScene.plane(corners[index])) < 1e-6) }
      }
    }
  }

  /// Another surface 14 mm behind is left out, up to about half of the window.
  @Test func whatLiesOnAnotherSurfaceIsLeftOut() throws {
    let corners = Self.square(at: [50.5, 30.5], 40)
    for index in 0..<4 {
      for (share, isEnough) in [(85, true), (60, true), (40, false)] {
        let depth = SmallScene.seen { SmallScene.plane($0) + (SmallScene.isStray($0, besides: share) ? 0.014 : 0) }
        let found = try #require(CornerDepth(of: index, in: corners, depth: depth))
        let off = 1 / found.inverse - SmallScene.plane(corners[index])
        #expect((abs(off) < 1e-5) == isEnough, "\(off)")
      }
    }
  }

  /// Where as many lie just on the surface as a median needs, and no others near it, the weights of these make less than half.
  @Test(arguments: [(51, false), (60, true)]) func halfAWindowMustLieOnItsSurface(share: Int, isEnough: Bool) {
    let found = CornerDepth(
      of: 0, in: Self.square(at: [40.5, 30.5], 35), depth: SmallScene.seen(SmallScene.wavering(share: share)))
    #expect((found != nil) == isEnough)
  }
}

/// Surfaces of closed form seen by a small camera.
private enum SmallScene {
  static let camera = Camera(width: 160, height: 120, fx: 400, fy: 380, cx: 76, cy: 63)
  /// A marker that slants.
  static let corners: [Vector2] = [[70, 42], [104, 46], [100, 79], [67, 75]]
  /// The middle of a ball of 65 mm.
  static let ball = Vector3(0.02, -0.012, 0.262)

  /// The depth of a plane at a pixel, metres.
  static func plane(_ pixel: Vector2) -> Double { 0.2 / Vector3(0.2, -0.1, 1).dot(camera.ray(pixel)) }

  /// That of the ball.
  static func ball(_ pixel: Vector2) -> Double {
    let ray = camera.ray(pixel)
    let (a, b) = (ray.dot(ray), ray.dot(ball))
    return (b - (b * b - a * (ball.dot(ball) - 0.065 * 0.065)).squareRoot()) / a
  }

  /// A fourth of a metre away, give or take 0.3 mm by turns; 40 mm behind it all but about a share of the pixels, per cent.
  static func wavering(share: Int) -> (Vector2) -> Double {
    { 0.25 + (Int($0.x + $0.y) % 2 == 0 ? -0.0003 : 0.0003) + (isStray($0, besides: share) ? 0.04 : 0) }
  }

  /// Whether a pixel is none of a share of them, per cent, that lie all over the image.
  static func isStray(_ pixel: Vector2, besides share: Int) -> Bool {
    (37 * Int(pixel.x) + 61 * Int(pixel.y)) % 100 >= share
  }

  static func seen(_ depth: (Vector2) -> Double) -> RegisteredDepth {
    let pixels = (0..<(160 * 120)).map { Float(depth([Double($0 % 160), Double($0 / 160)])) }
    return RegisteredDepth(DepthImage(width: 160, height: 120, pixels: pixels), CameraPair(camera))
  }

  /// Whether a pixel lies in the window of a corner: a fifth of a side to all sides.
  static func isNear(_ pixel: Vector2, corner index: Int) -> Bool {
    let corner = corners[index]
    let (a, b) = (corners[(index + 1) % 4] - corner, corners[(index + 3) % 4] - corner)
    let offset = pixel - corner
    return abs(offset.cross(b) / a.cross(b)) < 0.2 && abs(a.cross(offset) / a.cross(b)) < 0.2
  }
}

@Suite struct MarkerSurfaceTests {
  private typealias Scene = SmallScene

  private static func surface(_ depth: (Vector2) -> Double) -> MarkerSurface {
    MarkerSurface(corners: Scene.corners, depth: Scene.seen(depth))
  }

  /// How far the corners' depths are off, metres.
  private static func errors(_ metric: MetricCorners, _ depth: (Vector2) -> Double) -> [Double] {
    zip(metric.points, Scene.corners).map { $0.z - depth($1) }
  }

  /// The pixels that count are those of the inner nine tenths.
  @Test func thePixelsWellInsideAreCounted() {
    let middle = Scene.corners.reduce(.zero, +) / 4
    let isInside = { (pixel: Vector2, share: Double) -> Bool in
      let corners = Scene.corners.map { middle + ($0 - middle) * share }
      return (0..<4).allSatisfy { (corners[($0 + 1) % 4] - corners[$0]).cross(pixel - corners[$0]) > 0 }
    }
    let whole = Self.surface(Scene.plane)
    let count = (0..<(160 * 120)).count { isInside([Double($0 % 160), Double($0 / 160)], 0.9) }
    #expect(abs(whole.pixelCount - count) <= 1, "one may lie on the rim")
    #expect(whole.validCount == whole.pixelCount)
    // What lies beside the marker has no part.
    let cut = Self.surface { isInside($0, 0.92) ? Scene.plane($0) : .nan }
    #expect(cut.pixelCount == whole.pixelCount)
    #expect(cut.validCount == whole.pixelCount)
    let half = Self.surface { $0.x < middle.x ? Scene.plane($0) : .nan }
    #expect(abs(Double(half.validCount) / Double(half.pixelCount) - 0.5) < 0.05)
  }

  /// On a plane all is exact, and it is never taken to scatter by less than 1e-5 of its inverse depth.
  @Test func aPlaneIsExact() throws {
    let surface = Self.surface(Scene.plane)
    #expect((try #require(surface.normal) + Vector3(0.2, -0.1, 1).normalized).length < 1e-6)
    let metric = try #require(surface.metricCorners())
    for (point, corner) in zip(metric.points, Scene.corners) {
      #expect((point - Scene.camera.ray(corner) * Scene.plane(corner)).length < 1e-6)
    }
    let middle = Scene.plane(Scene.corners.reduce(.zero, +) / 4)
    #expect(abs(metric.residual - 1e-5 * middle) < 1e-3 * metric.residual, "\(metric.residual)")
    #expect(metric.normal == surface.normal)
    #expect(metric.pixels == surface.validCount)
  }

  /// Where the corners have no depth of their own, the bulge of a ball carries on to them.
  @Test func aBallIsFollowedBeyondWhatWasSeen() throws {
    let surface = Self.surface { pixel in
      (0..<4).contains { Scene.isNear(pixel, corner: $0) } ? .nan : Scene.ball(pixel)
    }
    let metric = try #require(surface.metricCorners())
    for error in Self.errors(metric, Scene.ball) { #expect(abs(error) < 1.2e-4, "\(error)") }
    let middle = Scene.corners.reduce(.zero, +) / 4
    let outward = (Scene.camera.ray(middle) * Scene.ball(middle) - Scene.ball).normalized
    #expect(try #require(surface.normal).dot(outward) > 0.99999)
  }

  /// With noise of 0.3 mm the bulge still shows; with ten times as much a plane is all that can be known, and without what
  /// holds the bulge near zero, errors would be 2 mm. The stated deviations are those of the errors.
  @Test(arguments: [(0.0003, 0.0002, 0.0003), (0.003, 0.0013, 0.0016)])
  func noiseFlattensTheBulge(noise: Double, bias: Double, most: Double) throws {
    var random = SeededGenerator(seed: 5)
    var (errors, scores): ([Double], [Double]) = ([], [])
    for _ in 0..<25 {
      let surface = Self.surface { pixel in
        guard (60...110).contains(pixel.x), (36...84).contains(pixel.y) else { return .nan }
        let noisy = Scene.ball(pixel) + noise * random.normal()
        return (0..<4).contains { Scene.isNear(pixel, corner: $0) } ? .nan : noisy
      }
      let metric = try #require(surface.metricCorners())
      let off = Self.errors(metric, Scene.ball)
      errors += off
      scores += zip(off, metric.depthSigmas).map { $0 / $1 }
      #expect((0.7...1.3).contains(metric.residual / noise), "\(metric.residual)")
    }
    #expect(abs(RobustStatistics.mean(errors)) < bias, "\(RobustStatistics.mean(errors))")
    #expect(RobustStatistics.rms(errors) < most, "\(RobustStatistics.rms(errors))")
    #expect((0.7...1.6).contains(RobustStatistics.rms(scores)), "\(RobustStatistics.rms(scores))")
  }

  /// A corner whose own depth is less than half or more than twice as far as the marker shows something else.
  @Test(arguments: [(2.2, false), (1.9, true), (0.55, true), (0.45, false), (0.4, false)])
  func aCornerOnSomethingElseLiesOnTheSurfaceInside(farther: Double, isBelieved: Bool) throws {
    for index in 0..<4 {
      let surface = Self.surface { pixel in
        Scene.plane(pixel) * (Scene.isNear(pixel, corner: index) ? farther : 1)
      }
      let metric = try #require(surface.metricCorners())
      let expected = Scene.plane(Scene.corners[index]) * (isBelieved ? farther : 1)
      #expect(abs(metric.points[index].z - expected) < 1e-5, "\(index): \(metric.points[index].z) \(expected)")
      #expect(metric.depthSigmas.allSatisfy { $0 > 5e-8 && $0 < 1e-5 }, "\(metric.depthSigmas)")
    }
  }

  /// A tenth of the pixels 8 mm behind count for nothing.
  @Test func straysAreLeftOut() throws {
    let metric = try #require(
      Self.surface { Scene.plane($0) + (Scene.isStray($0, besides: 90) ? 0.008 : 0) }.metricCorners())
    for error in Self.errors(metric, Scene.plane) { #expect(abs(error) < 1e-5, "\(error)") }
    #expect(metric.residual < 1e-5)
    #expect((metric.normal + Vector3(0.2, -0.1, 1).normalized).length < 1e-4)
  }

  /// At first depth is taken to scatter by half a millimetre, however far it is, and a bulge to be of eight tenths. So six
  /// pixels a millimetre behind, three on either side of the 49 in the middle, are strays: a surface through all of them would
  /// bend by 2.8 mm.
  @Test func aFewPixelsBendNoSurface() throws {
    let corners: [Vector2] = [[50, 30], [90, 30], [90, 70], [50, 70]]
    let depth = Scene.seen { pixel in
      let off = pixel - Vector2(70, 50)
      if abs(off.x) <= 3, abs(off.y) <= 3 { return Scene.plane(pixel) }
      return abs(off.x) == 17 && abs(off.y) <= 1 ? Scene.plane(pixel) + 0.001 : .nan
    }
    let surface = MarkerSurface(corners: corners, depth: depth)
    #expect(surface.validCount == 55)
    let metric = try #require(surface.metricCorners())
    for (point, corner) in zip(metric.points, corners) {
      #expect(abs(point.z - Scene.plane(corner)) < 1e-5, "\(point.z) \(Scene.plane(corner))")
    }
  }

  /// As in the window of a corner.
  @Test(arguments: [(51, false), (60, true)]) func halfAMarkerMustLieOnItsSurface(share: Int, isEnough: Bool) {
    let corners: [Vector2] = [[60.5, 40.5], [76.5, 40.5], [76.5, 56.5], [60.5, 56.5]]
    let surface = MarkerSurface(corners: corners, depth: Scene.seen(Scene.wavering(share: share)))
    #expect((surface.normal != nil) == isEnough)
    #expect((surface.metricCorners() != nil) == isEnough)
  }

  /// Thirty pixels are enough, twenty-nine are not.
  @Test(arguments: [(29, false), (30, true)]) func thirtyPixelsAreEnough(count: Int, isEnough: Bool) {
    // Those on the lines of a wide grid, the first so many of them.
    var left = count
    let middle = Scene.corners.reduce(.zero, +) / 4
    let surface = Self.surface { pixel in
      guard abs(pixel.x - middle.x) < 12, abs(pixel.y - middle.y) < 12, Int(pixel.x) % 4 == 0, Int(pixel.y) % 4 == 0,
        left > 0
      else { return .nan }
      left -= 1
      return Scene.plane(pixel)
    }
    #expect(surface.validCount == count)
    #expect((surface.metricCorners() != nil) == isEnough)
  }
}
