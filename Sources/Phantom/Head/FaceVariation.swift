import Geometry

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
