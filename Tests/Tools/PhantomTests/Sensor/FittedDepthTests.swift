import Geometry
import Testing

@testable import Phantom

/// Holes, ragged edges and the projector's shadow.
@Suite struct FittedDepthTests {
  private func fitted(_ change: (inout PhantomSensor) -> Void = { _ in }) -> FittedDepth {
    var sensor = PhantomSensor()
    change(&sensor)
    return FittedDepth(sensor: sensor, noise: PixelNoise(seed: 3, frame: 1))
  }

  @Test func holesAreMoreWhereItIsSteepDarkOrNear() {
    let usual = fitted()
    let cases: [(depth: Double, cosine: Double, material: Material, chance: Double)] = [
      (0.3, 1, .cloth, 0.0015), (0.3, 1, .blackInk, 0.0135), (0.3, 0.28, .face, 0.0015), (0.3, 0.20, .cloth, 0.5015),
      (0.3, 0.12, .cloth, 1.0015), (0.3, 0.16, .cloth, 1 - 5 / 32.0 + 0.0015), (0.20, 1, .cloth, 0.0015),
      (0.185, 1, .cloth, 0.0765), (0.17, 1, .cloth, 0.1515), (0.11, 1, .cloth, 0.1515), (0.10, 1, .cloth, 0.6515),
      (0.09, 1, .cloth, 1.1515),
    ]
    for (depth, cosine, material, chance) in cases {
      #expect(abs(usual.holeProbability(depth, cosine, material) - chance) < 1e-9, "\(depth) \(cosine) \(material)")
    }
    let many = fitted { ($0.holes, $0.nearLoss) = (3, 0.45) }
    #expect(abs(many.holeProbability(0.3, 1, .blackInk) - 3 * 0.0135) < 1e-9)
    #expect(abs(many.holeProbability(0.17, 1, .cloth) - 3 * 0.4515) < 1e-9)
  }

  /// Within two pixels of a jump by more than 8 mm half of the pixels are holes and a quarter are drawn to the other side, by
  /// four fifths of the way at most and by four fifths of 3 cm.
  @Test(
    arguments: [(0.31, 0.01), (0.40, 0.03), (0.27, -0.03), (0.306, 0)] as [(far: Double, way: Double)], [true, false])
  func edgesAreRagged(_ jump: (far: Double, way: Double), isAcross: Bool) {
    let camera = Camera(width: 200, height: 200, fx: 100, fy: 100, cx: 50, cy: 50)
    let fitted = fitted()
    let buffer = SurfaceBuffer.made(camera) { MadePixel(depth: (isAcross ? $0 : $1) < 100 ? 0.3 : jump.far) }
    var (holes, drawn, kept, farthest) = (0, 0, 0, 0.0)
    for k in 0..<200 {
      for place in [98, 99] {
        let (x, y) = isAcross ? (place, k) : (k, place)
        guard let depth = fitted.edgeDepth(buffer, x, y, 0.3) else {
          holes += 1
          continue
        }
        if depth == 0.3 { kept += 1 } else { drawn += 1 }
        let share = (depth - 0.3) / (jump.way == 0 ? 1 : jump.way)
        #expect(share >= 0 && share <= 0.8 + 1e-9)
        farthest = max(farthest, share)
      }
      for place in [97, 102] {
        let (x, y) = isAcross ? (place, k) : (k, place)
        let own = buffer.depth[y * 200 + x]
        #expect(fitted.edgeDepth(buffer, x, y, own) == own)
      }
    }
    guard jump.way != 0 else {
      #expect(kept == 400)
      return
    }
    // Binomial: 200 ± 10, 100 ± 9 and 100 ± 9 of 400.
    #expect((160...240).contains(holes) && (65...135).contains(drawn) && (65...135).contains(kept))
    #expect(farthest > 0.7)
  }

  /// A wire before a wall makes ragged edges in two pixels on either side of it.
  @Test(arguments: [true, false]) func aThinThingHasRaggedEdgesOnBothSides(isAcross: Bool) {
    let camera = Camera(width: 200, height: 200, fx: 100, fy: 100, cx: 100, cy: 100)
    let fitted = fitted()
    let buffer = SurfaceBuffer.made(camera) { MadePixel(depth: (isAcross ? $0 : $1) == 100 ? 0.3 : 0.4) }
    for place in 96...104 where place != 100 {
      let holes = (0..<200).count { k in
        fitted.edgeDepth(buffer, isAcross ? place : k, isAcross ? k : place, 0.4) == nil
      }
      // Binomial: 100 ± 7.
      #expect(abs(place - 100) > 2 ? holes == 0 : (60...140).contains(holes), "\(place): \(holes)")
    }
  }

  /// Half as many holes: a quarter of the pixels are lost, an eighth are drawn, by two fifths of the way at most. With three times
  /// as many all are lost.
  @Test func theRaggednessOfEdgesFollowsTheHoles() {
    let camera = Camera(width: 200, height: 400, fx: 100, fy: 100, cx: 100, cy: 200)
    let buffer = SurfaceBuffer.made(camera) { x, _ in MadePixel(depth: x < 100 ? 0.3 : 0.4) }
    let depths = { (amount: Double) in
      let fitted = fitted { $0.holes = amount }
      return (0..<400).map { fitted.edgeDepth(buffer, 99, $0, 0.3) }
    }
    let half = depths(0.5).compactMap(\.self)
    let drawn = half.filter { $0 > 0.3 }
    // Binomial: 300 ± 9 and 50 ± 7.
    #expect((264...336).contains(half.count) && (22...78).contains(drawn.count))
    #expect(drawn.allSatisfy { $0 <= 0.3 + 0.4 * 0.03 + 1e-12 })
    #expect((drawn.max() ?? 0) > 0.3 + 0.3 * 0.03)
    #expect(depths(3).allSatisfy { $0 == nil })
  }

  @Test func withoutHolesEdgesAreSharp() {
    let camera = Camera(width: 20, height: 20, fx: 100, fy: 100, cx: 10, cy: 10)
    let buffer = SurfaceBuffer.made(camera) { x, _ in MadePixel(depth: x < 10 ? 0.3 : 0.4) }
    let fitted = fitted { $0.holes = 0 }
    for y in 0..<20 { #expect(fitted.edgeDepth(buffer, 9, y, 0.3) == 0.3) }
    #expect(!fitted.holes(buffer).contains(true))
  }

  /// Ten to a VGA image, of radius 1 to 3: of 13.6 pixels in the mean.
  @Test func roundHolesAreSoManyAndSoLarge() {
    let buffer = SurfaceBuffer.wall(320, 240)
    let holes = fitted { $0.holes = 80 }.holes(buffer)
    // 200 in a quarter of a VGA image.
    let count = holes.count { $0 }
    #expect((2100...3200).contains(count), "\(count)")
    // They lie all over the image.
    for part in 0..<4 {
      let inside = holes.indices.count {
        holes[$0] && ($0 % 320 < 160) == (part % 2 == 0) && ($0 < 320 * 120) == (part < 2)
      }
      #expect(inside > count / 8, "\(part)")
    }
    // A hole has no holes: a pixel between two of a row is one as well, nearly everywhere.
    let gaps = (1..<holes.count - 1).count { !holes[$0] && holes[$0 - 1] && holes[$0 + 1] }
    #expect(gaps < count / 50, "\(gaps)")
    // Of 5000 some reach the last row and the last column.
    let many = fitted { $0.holes = 2000 }.holes(buffer)
    #expect(many.suffix(320).contains(true) && (0..<240).contains { many[320 * $0 + 319] })
  }

  /// A post before a wall, seen from a projector on its right or its left: the shadow is as wide as their shifts differ.
  @Test(arguments: [0.027, -0.027, 0]) func thePostThrowsAShadow(baseline: Double) {
    var sensor = PhantomSensor()
    sensor.projectorBaseline = baseline
    sensor.camera = Camera(width: 60, height: 20, fx: 400, fy: 410, cx: 30, cy: 10)
    let buffer = SurfaceBuffer.made(sensor.camera) { x, _ in MadePixel(depth: (20..<30).contains(x) ? 0.3 : 0.6) }
    let lit = ProjectorShadow(sensor: sensor).lit(buffer)
    // 400 · 0.027 · (1 / 0.3 − 1 / 0.6) = 18 pixels, of which three quarters of one are still lit.
    let shadow = baseline > 0 ? 3..<20 : baseline < 0 ? 30..<47 : 0..<0
    for i in lit.indices { #expect(lit[i] == !shadow.contains(i % 60), "\(i % 60)") }
  }

  @Test func pixelsThatAreTooFarOrUnlitAreHoles() {
    var sensor = PhantomSensor()
    (sensor.holes, sensor.depthNoise, sensor.depthBias, sensor.depthOffset) = (0, 0, 0, 0.001)
    sensor.camera = Camera(width: 60, height: 20, fx: 400, fy: 410, cx: 30, cy: 10)
    let buffer = SurfaceBuffer.made(sensor.camera) { x, y in
      MadePixel(depth: (20..<30).contains(x) ? 0.3 : y < 10 ? 0.6 : 0.601)
    }
    let depth = FittedDepth(sensor: sensor, noise: PixelNoise(seed: 1, frame: 0)).depth(buffer)
    for i in depth.indices where !(3..<20).contains(i % 60) {
      let exact = buffer.depth[i]
      if exact > 0.6 { #expect(depth[i].isNaN) } else { #expect(abs(depth[i] - exact - 0.001) < 1e-12) }
    }
    #expect(depth[5].isNaN)
    // Ink is noisier by three tenths.
    (sensor.depthOffset, sensor.depthNoise, sensor.projectorBaseline) = (0, 1, 0)
    let errors = [Material.cloth, .blackInk].map { material in
      FittedDepth(sensor: sensor, noise: PixelNoise(seed: 1, frame: 0))
        .depth(.made(sensor.camera) { _, _ in MadePixel(depth: 0.3, material: material) }).map { $0 - 0.3 }
    }
    for (cloth, ink) in zip(errors[0], errors[1]) { #expect(abs(ink - 1.3 * cloth) < 1e-12) }
  }
}
