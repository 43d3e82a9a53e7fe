import Geometry

/// Where face and ears lie on a nominal head of 118 × 141 × 160 mm, in millimetres from its centre, scaled to a shape.
struct FaceFeatures: Sendable {
  /// Metres per nominal millimetre along each axis.
  private let scale: Vector3
  private let variation: FaceVariation?

  init(_ shape: HeadShape) {
    variation = shape.faceSeed.map { FaceVariation(seed: $0) }
    scale = [shape.width / 118, shape.length / 141, shape.height / 160]
  }

  /// Nose, brow, eye sockets, cheeks, mouth, chin and ears.
  var bumps: [SurfaceBump] {
    midline + [-1.0, 1.0].flatMap(paired)
  }

  /// The unit direction of the tragion: the foot of the ear's front. `side` is −1 for left, +1 for right.
  func tragion(side: Double) -> Vector3 {
    let place = variation?.tragion ?? [57, 2, -27]
    return (Vector3(place.x * side, place.y, place.z) * scale).normalized
  }

  private var midline: [SurfaceBump] {
    nose + [
      bump([0, 68, 3], 1.5, [26, 7]),
      bump([0, 58, -62], 2.5, [12, 4.5]),
      bump([0, 52, -82], 5, [11, 8]),
    ]
  }

  private var nose: [SurfaceBump] {
    guard let variation else {
      return [bump([0, 64, -41], 10.5, [7, 8]), bump([0, 66, -27], 5, [5.5, 9]), bump([0, 68, -12], -4, [15, 7])]
    }
    return variation.nose.map { bump($0.at, $0.amplitude, $0.widths) }
  }

  private func paired(side: Double) -> [SurfaceBump] {
    [
      bump([18 * side, 63, -17], -5, [9, 6.5]),
      bump([27 * side, 54, -46], 3, [12, 12]),
    ] + ear(side: side)
  }

  /// The auricle and the hollow before the ear canal.
  private func ear(side: Double) -> [SurfaceBump] {
    guard let variation else {
      return [
        bump([57 * side, -11, -32], 12, [9, 15], flatTop: true), bump([57 * side, -5, -34], -4, [4, 6]),
      ]
    }
    let (tragion, offset) = (variation.tragion, variation.earOffset)
    let middle = Vector3(57 * side, tragion.y + offset.x, tragion.z + offset.y)
    return [
      bump(
        middle, variation.earProtrusion, variation.earWidths, lean: side * variation.earLean,
        flatTop: variation.isEarFlat),
      bump([57 * side, tragion.y - 7, tragion.z - 7], -3, [4, 6]),
    ]
  }

  /// Widths in millimetres on a head of 66 mm radius, whatever its size: features grow with the head.
  private func bump(
    _ at: Vector3, _ amplitude: Double, _ widths: Vector2, lean: Double = 0, flatTop: Bool = false
  ) -> SurfaceBump {
    SurfaceBump(at: at * scale, amplitude: amplitude * scale.y, widths: widths / 66, lean: lean, flatTop: flatTop)
  }
}

/// How nose and ears of a simulated head differ from the usual ones; drawn from a seed, so that what is found on one face
/// can be tried on others.
///
/// The ear is placed by what anthropometry says of the tragion: 53 % of the ear's height above the lobe, and 62 % of that
/// height in front of the hind edge (from the means of ear length, ear length above tragion and ear breadth in Gordon et
/// al. 1989, ANSUR); the spread of both is assumed. Nominal millimetres on a head of 118 × 141 × 160 mm.
struct FaceVariation: Sendable, Equatable {
  /// Factors of the nose's height and width, of the depth of its root; how much higher tip and root lie.
  let noseHeight, noseWidth, rootDepth, tipRise, rootRise: Double
  /// The ear's height, and how far it stands out.
  let earHeight, earProtrusion: Double
  /// The ear's breadth over its height; how far, in radians, its upper end leans back.
  let earBreadth, earLean: Double
  /// A plateau with a steep rim instead of a smooth flap.
  let isEarFlat: Bool
  /// The tragion before the hind edge and above the lobe, in ear heights, and where it lies on the head.
  let tragionAhead, tragionShare: Double
  let tragion: Vector3

  /// The face of a seed.
  init(seed: UInt64) {
    var random = SeededGenerator(seed: seed ^ 0xFACE)
    func draw(_ range: ClosedRange<Double>) -> Double {
      range.lowerBound + (range.upperBound - range.lowerBound) * random.uniform()
    }
    (noseHeight, noseWidth, rootDepth) = (draw(0.7...1.2), draw(0.85...1.25), draw(0.8...1.5))
    (tipRise, rootRise) = (draw(-2...4), draw(-3...3))
    (earHeight, earProtrusion) = (draw(30...42), draw(8...15))
    (earBreadth, earLean) = (draw(0.52...0.66), draw(0...0.3))
    isEarFlat = random.uniform() < 0.5
    (tragionAhead, tragionShare) = (draw(0.56...0.68), draw(0.46...0.60))
    tragion = [57, 2 + draw(-4...3), -27 + draw(-3...3)]
  }

  /// Tip, bridge and root of the nose.
  var nose: [(at: Vector3, amplitude: Double, widths: Vector2)] {
    [
      ([0, 64, -41 + tipRise], 10.5 * noseHeight, [7 * noseWidth, 8]),
      ([0, 66, -27 + (tipRise + rootRise) / 2], 5 * noseHeight, [5.5 * noseWidth, 9]),
      ([0, 68, -12 + rootRise], -4 * rootDepth, [15, 7]),
    ]
  }

  /// The middle of the ear, nominal millimetres from the tragion: along Y and Z.
  var earOffset: Vector2 {
    // At half its height, the outline of a smooth flap lies 1.18 widths from its middle, that of a plateau 1.09.
    [-(tragionAhead - earBreadth / 2) * earHeight, (0.5 - tragionShare) * earHeight]
  }

  /// The ear's widths for a ``SurfaceBump``, nominal millimetres.
  var earWidths: Vector2 {
    let outline = isEarFlat ? 1.085 : 1.177
    return Vector2(earBreadth, 1) * (earHeight / (2 * outline))
  }
}
