import Geometry
import Platform
import Testing

@testable import Phantom

/// The cloth of the cap: its edge, its thickness, its folds and a bent flap.
@Suite struct CapClothTests {
  private let up = Vector3(0, -0.29, 1).normalized

  /// 0.095 of the head's height lies below the middle, whatever the plane's tilt.
  @Test func theEdgeLiesBelowTheMiddle() {
    for height in [0.160, 0.200] {
      let cloth = CapCloth(HeadShape(height: height), fit: CapFit())
      #expect((cloth.edgeNormal - up).length < 1e-15)
      #expect(abs(cloth.depth(.zero) - 0.095 * height) < 1e-15)
      #expect(abs(cloth.depth(up * 0.03) - 0.095 * height - 0.03) < 1e-15)
      #expect(abs(cloth.depth(Vector3(0.04, 1, 0.29)) - 0.095 * height) < 1e-15)
    }
  }

  /// The cloth fades in over 3 mm, and stands off along the normal, so farther along a radius that leans.
  @Test func theClothIsAsThickAsStated() {
    let cloth = CapCloth(HeadShape(capThickness: 0.002), fit: CapFit())
    // Straight down the edge is 15.2 mm away.
    let offset = { (depth: Double, cosine: Double) in cloth.offset(-up, skin: 0.0152 - depth, cosine: cosine) }
    #expect(abs(offset(0.005, 1) - 0.002) < 1e-12)
    #expect(abs(offset(0.0015, 1) - 0.001) < 1e-12)
    // A quarter of the way a cubic with level ends has 5/32 of its height.
    #expect(abs(offset(0.00075, 1) - 0.002 * 5 / 32) < 1e-12)
    #expect(offset(-0.0001, 1) == 0)
    #expect(abs(offset(0.005, 0.8) - 0.0025) < 1e-12)
    let lifted = CapCloth(HeadShape(capThickness: 0.001), fit: CapFit(hair: 0.003))
    #expect(abs(lifted.offset(up, skin: 0.07, cosine: 0.8) - 0.005) < 1e-12)
    #expect(CapCloth(HeadShape(capThickness: 0), fit: CapFit()).offset(up, skin: 0.07, cosine: 1) == 0)
  }

  @Test func whatLiftsTheCapEasesInFromItsEdge() {
    let rise = { (fit: CapFit, depth: Double) in fit.rise([0, 0, 1], depth: depth) }
    #expect(abs(rise(CapFit(standOff: 0.002), 0.015) - 0.001) < 1e-12)
    #expect(abs(rise(CapFit(hair: 0.004), 0.005) - 0.002) < 1e-12)
    #expect(abs(rise(CapFit(hair: 0.004), 0.010) - 0.004) < 1e-12)
    #expect(abs(rise(CapFit(hem: 0.002), 0.013) - 0.001) < 1e-12)
    #expect(abs(rise(CapFit(hem: 0.002), 0.012) - 0.002) < 1e-12)
    #expect(abs(rise(CapFit(standOff: 0.001, hair: 0.002, hem: 0.004), 0.005) - 0.001 * 2 / 27 - 0.001 - 0.004) < 1e-12)
  }

  @Test func foldsAreSoManyAndSoHigh() {
    #expect(Fold.random(HeadShape(capFolds: 0)).isEmpty)
    let folds = (0..<200 as Range<UInt64>).flatMap { Fold.random(HeadShape(seed: $0, capFolds: 0.001)) }
    #expect(folds.count == 1000)
    let heights = folds.map { $0.height * 1000 }
    #expect(heights.min()! >= 0.6 && heights.min()! < 0.62)
    #expect(heights.max()! <= 1.4 && heights.max()! > 1.38)
    // 0.8 over the root of 12 is the spread: 0.23, of the mean of a thousand 0.0073.
    #expect(abs(heights.reduce(0, +) / 1000 - 1) < 0.03)
    for fold in folds {
      #expect(abs(fold.pole.length - 1) < 1e-12 && abs(fold.middle.length - 1) < 1e-12)
      #expect(abs(fold.pole.dot(fold.middle)) < 1e-12)
    }
    // On the upper half: at least 0.2 of the length of (cos, sin, 0.2) before it was made a unit vector.
    let low = folds.map(\.middle.z).min()!
    #expect(low >= 0.196 && low < 0.25, "\(low)")
    // Steeper than 0.5 are those that were drawn with z beyond 0.41: 59 %.
    #expect((530...650).contains(folds.count { $0.middle.z > 0.5 }))
  }

  /// 2 mm across and 25 mm along on a head of 66 mm: tangents of 0.03 and 0.38.
  @Test func aFoldFallsAcrossAndAlong() throws {
    let fold = try #require(Fold.random(HeadShape(seed: 5, capFolds: 0.002)).max { $0.middle.z < $1.middle.z })
    let along = fold.middle.cross(fold.pole)
    #expect(abs(fold.height(fold.middle) - fold.height) < 1e-15)
    for sine in [0.03, -0.03, 0.06] {
      let cosine = (1 - sine * sine).squareRoot()
      let q = (sine / 0.03) * (sine / 0.03) + (2 - 2 * cosine) / (0.38 * 0.38)
      let found = fold.height(fold.middle * cosine + fold.pole * sine)
      #expect(abs(found / fold.height - exp(-q / 2)) < 1e-9)
    }
    // A chord of 0.38.
    for sign in [-1.0, 1] {
      let angle = sign * 2 * asin(0.19)
      #expect(abs(fold.height(fold.middle * cos(angle) + along * sin(angle)) / fold.height - exp(-0.5)) < 1e-9)
    }
    #expect(fold.height(fold.pole) == 0)
    let shape = HeadShape(seed: 5, capThickness: 0, capFolds: 0.002)
    let sum = Fold.random(shape).reduce(0) { $0 + $1.height(fold.middle) }
    #expect(abs(CapCloth(shape, fit: CapFit()).offset(fold.middle, skin: 0.3, cosine: 1) - sum) < 1e-12)
  }

  /// A tent from the midline of a flat print to its right edge and down again, three half sizes wide, and beyond its upper
  /// and lower edge not at once at an end.
  @Test func aFlapIsATent() {
    let marker = PrintedMarker(
      id: 0, size: 0.016, bits: [[]], pose: RigidTransform(rotation: .identity, translation: [0, 0, 0.065]))
    let flap = CapFlap(marker: marker, slope: 0.5)
    let rise = { (x: Double, y: Double) in flap.rise(Vector3(x * 0.008, y * 0.008, 0.065).normalized) / 0.004 }
    let expected: [(Double, Double, Double)] = [
      (-0.5, 0, 0), (0, 0, 0), (0.5, 0, 0.5), (1, 0, 1), (1.5, 0, 0.75), (2, 0, 0.5), (2.8, 0, 0.1), (3.5, 0, 0),
      (1, 1.3, 1), (1, -1.3, 1), (1, 1.8, 0.5), (1, -1.8, 0.5), (1, 2.3, 0), (1, -2.3, 0),
    ]
    for (x, y, tent) in expected { #expect(abs(rise(x, y) - tent) < 1e-9, "\(x) \(y)") }
    #expect(flap.rise(Vector3(-0.2, 0, -1).normalized) == 0)
  }

  /// Waves of 40 mm to half a head, each at a phase of its own.
  @Test func patternsOfHairAreDrawnFromTheirRanges() {
    let patterns = (0..<300 as Range<UInt64>).map { HairPattern(seed: $0) }
    let lengths = patterns.flatMap { $0.waves.map { $0.wave.length } }
    #expect(lengths.count == 900)
    #expect(lengths.min()! >= 2 - 1e-9 && lengths.min()! < 2.05)
    #expect(lengths.max()! <= 6.5 + 1e-9 && lengths.max()! > 6.45)
    let phases = patterns.flatMap { $0.waves.map { $0.phase } }
    #expect(phases.min()! >= 0 && phases.min()! < 0.1 && phases.max()! < 2 * .pi && phases.max()! > 6.2)
    for pattern in patterns { #expect(abs(pattern.lean.length - 0.25) < 1e-12) }
    #expect(HairPattern(seed: 4) == HairPattern(seed: 4) && HairPattern(seed: 4) != HairPattern(seed: 5))
  }

  /// All of it where the crests of three waves meet, none where their troughs do, half of it on the mean; less where the
  /// pattern leans to, which is the right of the usual one.
  @Test func hairIsThickOnCrestsAndThinWhereThePatternLeans() {
    let directions = Icosphere(subdivisions: 2).directions
    let mean = { (shares: [Double]) in shares.reduce(0, +) / Double(shares.count) }
    var (crests, troughs) = (0, 0)
    var (towards, away): ([Double], [Double]) = ([], [])
    for seed in 0..<300 as Range<UInt64> {
      let pattern = HairPattern(seed: seed)
      for u in directions {
        let share = pattern.share(u)
        let heights = pattern.waves.map { cos($0.wave.dot(u) + $0.phase) }
        if heights.min()! > 0.9 {
          crests += 1
          #expect(share == 1, "seed \(seed), \(u)")
        } else if heights.max()! < -0.9 {
          troughs += 1
          #expect(share == 0, "seed \(seed), \(u)")
        }
        if pattern.lean.dot(u) > 0 { towards.append(share) } else { away.append(share) }
      }
    }
    // A wave is above 0.9 over 0.144 of its length: all three in 0.3 % of 48 600 places.
    #expect(crests > 50 && troughs > 50, "\(crests) \(troughs)")
    #expect(abs(mean(towards + away) - 0.5) < 0.02, "seeds 0 to 299: \(mean(towards + away))")
    #expect(mean(towards) < mean(away) - 0.1, "seeds 0 to 299: \(mean(towards)) \(mean(away))")
    let usual = { (side: [Vector3]) in mean(side.map(HairPattern.usual.share)) }
    #expect(usual(directions.filter { $0.x > 0 }) < usual(directions.filter { $0.x < 0 }) - 0.05)
  }
}
