import Geometry
import Platform
import Testing

@testable import Phantom

/// Where nose, brow, mouth and ears are, on the usual head, on larger ones and on faces drawn from seeds.
@Suite struct FaceFeaturesTests {
  private typealias Feature = (place: Vector3, amplitude: Double, widths: Vector2, isFlat: Bool)

  /// Nominal millimetres: nose, brow, mouth, chin; eye sockets, cheeks, auricles and the hollows before the ear canals.
  private static let usual: [Feature] = {
    let midline: [Feature] = [
      ([0, 64, -41], 10.5, [7, 8], false), ([0, 66, -27], 5, [5.5, 9], false), ([0, 68, -12], -4, [15, 7], false),
      ([0, 68, 3], 1.5, [26, 7], false), ([0, 58, -62], 2.5, [12, 4.5], false), ([0, 52, -82], 5, [11, 8], false),
    ]
    let right: [Feature] = [
      ([18, 63, -17], -5, [9, 6.5], false), ([27, 54, -46], 3, [12, 12], false),
      ([57, -11, -32], 12, [9, 15], true), ([57, -5, -34], -4, [4, 6], false),
    ]
    let left: [Feature] = right.map {
      (Vector3(-$0.place.x, $0.place.y, $0.place.z), $0.amplitude, $0.widths, $0.isFlat)
    }
    return midline + right + left
  }()

  /// Whether a bump rises to its whole amplitude in its middle, to exp(−½) of it one width to the side and upwards, and half a
  /// width to the side to exp(−⅛), or as a plateau exp(−1/32).
  private func has(_ bumps: [SurfaceBump], _ feature: Feature, scale: Vector3) -> Bool {
    let axis = (feature.place * scale).normalized
    let across = Vector3(0, 0, 1).cross(axis).normalized
    let up = axis.cross(across)
    let amplitude = feature.amplitude * scale.y
    return bumps.contains { bump in
      let (x, y) = (across * (feature.widths.x / 66), up * (feature.widths.y / 66))
      let rises = [axis, axis + x, axis + y, axis + x / 2].map { bump.rise($0.normalized) / amplitude }
      let expected = [1, exp(-0.5), exp(-0.5), exp(feature.isFlat ? -1.0 / 32 : -1.0 / 8)]
      return zip(rises, expected).allSatisfy { abs($0 - $1) < 1e-9 }
    }
  }

  @Test(arguments: [HeadShape(), HeadShape(width: 0.130, length: 0.169, height: 0.144)])
  func featuresGrowWithTheHead(_ shape: HeadShape) {
    let features = FaceFeatures(shape)
    let scale = Vector3(shape.width / 118, shape.length / 141, shape.height / 160)
    #expect(features.bumps.count == Self.usual.count)
    for feature in Self.usual { #expect(has(features.bumps, feature, scale: scale), "\(feature)") }
    for side in [-1.0, 1] {
      #expect((features.tragion(side: side) - (Vector3(57 * side, 2, -27) * scale).normalized).length < 1e-12)
    }
  }

  private static let faces = (0..<400 as Range<UInt64>).map { FaceVariation(seed: $0) }

  @Test func facesAreDrawnFromTheirRanges() {
    let ranges: [(String, (FaceVariation) -> Double, ClosedRange<Double>)] = [
      ("nose height", \.noseHeight, 0.7...1.2), ("nose width", \.noseWidth, 0.85...1.25),
      ("root", \.rootDepth, 0.8...1.5),
      ("tip", \.tipRise, -2...4), ("root rise", \.rootRise, -3...3), ("ear", \.earHeight, 30...42),
      ("protrusion", \.earProtrusion, 8...15), ("breadth", \.earBreadth, 0.52...0.66), ("lean", \.earLean, 0...0.3),
      ("ahead", \.tragionAhead, 0.56...0.68), ("share", \.tragionShare, 0.46...0.60), ("y", \.tragion.y, -2...5),
      ("z", \.tragion.z, -30 ... -24),
    ]
    for (name, value, range) in ranges {
      let values = Self.faces.map(value)
      let width = range.upperBound - range.lowerBound
      #expect(values.allSatisfy { range.contains($0) }, "\(name)")
      // That none of 400 lies in a thirtieth at an end has a chance of 10⁻⁶.
      #expect(values.min()! < range.lowerBound + width / 30, "\(name)")
      #expect(values.max()! > range.upperBound - width / 30, "\(name)")
    }
    #expect((150...250).contains(Self.faces.count(where: \.isEarFlat)))
    #expect(Self.faces.allSatisfy { $0.tragion.x == 57 })
  }

  /// Half-way up the ear's height the outline is where it is measured: the hind edge, the top and the lobe.
  @Test func theEarReachesAroundTheTragion() {
    for face in Self.faces.prefix(40) {
      let outline = (2 * log(2.0)).squareRoot()
      let reach = face.earWidths * (face.isEarFlat ? outline.squareRoot() : outline)
      // The factors of the outline have three decimals.
      let hind = face.earOffset.x - reach.x + face.tragionAhead * face.earHeight
      let top = face.earOffset.y + reach.y - (1 - face.tragionShare) * face.earHeight
      let lobe = face.earOffset.y - reach.y + face.tragionShare * face.earHeight
      for error in [hind, top, lobe] { #expect(abs(error) < 0.02) }
      #expect(abs(face.earWidths.x / face.earWidths.y - face.earBreadth) < 1e-12)
    }
  }

  /// Against the usual nose: so much higher, wider and deeper, and its tip and root so much farther up.
  @Test func noseAndEarsAreThoseOfTheFace() {
    for seed in 0..<20 as Range<UInt64> {
      let (face, shape) = (FaceVariation(seed: seed), HeadShape(faceSeed: seed))
      let bumps = FaceFeatures(shape).bumps
      let nose: [Feature] = [
        ([0, 64, -41 + face.tipRise], 10.5 * face.noseHeight, [7 * face.noseWidth, 8], false),
        ([0, 66, -27 + face.tipRise / 2 + face.rootRise / 2], 5 * face.noseHeight, [5.5 * face.noseWidth, 9], false),
        ([0, 68, -12 + face.rootRise], -4 * face.rootDepth, [15, 7], false),
      ]
      #expect(bumps.count == 14)
      for feature in nose { #expect(has(bumps, feature, scale: Vector3(repeating: 0.001)), "seed \(seed)") }
      for side in [-1.0, 1] {
        let (tragion, ear) = (face.tragion, face.earOffset)
        let hollow: Feature = ([57 * side, tragion.y - 7, tragion.z - 7], -3, [4, 6], false)
        #expect(has(bumps, hollow, scale: Vector3(repeating: 0.001)), "seed \(seed)")
        let middle = Vector3(57 * side, tragion.y + ear.x, tragion.z + ear.y).normalized
        #expect(bumps.contains { abs($0.rise(middle) * 1000 - face.earProtrusion) < 1e-9 }, "seed \(seed)")
        let place = FaceFeatures(shape).tragion(side: side)
        #expect((place - Vector3(57 * side, tragion.y, tragion.z).normalized).length < 1e-12)
      }
    }
  }

  /// Both halves are alike, and the upper end of the ear leans back on both sides.
  @Test(arguments: [nil, 3, 8, 21] as [UInt64?]) func theFaceIsItsOwnMirrorImage(_ seed: UInt64?) {
    let bumps = FaceFeatures(HeadShape(faceSeed: seed)).bumps
    let rise = { (u: Vector3) in bumps.reduce(0) { $0 + $1.rise(u) } }
    var generator = SeededGenerator(seed: 12)
    for _ in 0..<500 {
      let u = generator.direction()
      #expect(abs(rise(u) - rise([-u.x, u.y, u.z])) < 1e-12)
    }
    guard let seed else { return }
    let face = FaceVariation(seed: seed)
    let (tragion, ear) = (face.tragion, face.earOffset)
    let axis = Vector3(57, tragion.y + ear.x, tragion.z + ear.y).normalized
    let level = Vector3(0, 0, 1).cross(axis).normalized
    let up = axis.cross(level)
    // On the right, sideways is forwards: leaning back is against it.
    let along = up * cos(face.earLean) - level * sin(face.earLean)
    let end = (axis + along * (face.earWidths.y / 66)).normalized
    #expect(along.y <= up.y + 1e-12)
    #expect(bumps.contains { abs($0.rise(end) * 1000 - face.earProtrusion * exp(-0.5)) < 1e-9 })
  }
}
