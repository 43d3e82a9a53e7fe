import Geometry
import Platform

/// What lifts the outside of the cap farther off the skin than its cloth is thick. Metres.
struct CapFit: Sendable, Equatable {
  /// Air between the cap and the head, everywhere but at the edge.
  var standOff = 0.0
  /// Hair under the cap, alike everywhere, and in patches of at most so much.
  var hair = 0.0, patchyHair = 0.0
  /// Where these patches are.
  var pattern = HairPattern.usual
  /// How much thicker the hem is.
  var hem = 0.0

  /// Whether the cap lies on the skin.
  var isSnug: Bool { [standOff, hair, patchyHair, hem].allSatisfy { $0 == 0 } }

  /// How much farther out the cap lies towards a unit direction.
  ///
  /// - Parameter depth: how far the place lies inside the cap's edge, metres.
  func rise(_ u: Vector3, depth: Double) -> Double {
    standOff * smoothstep(depth / Self.taut) + (hair + patchyHair * pattern.share(u)) * smoothstep(depth / Self.combed)
      + hem * (1 - smoothstep((depth - Self.hemWidth) / Self.hemEnd))
  }

  /// Over so much of its depth the cap is drawn tight to its edge, and hair is combed out of it.
  private static let (taut, combed) = (0.030, 0.010)
  private static let (hemWidth, hemEnd) = (0.012, 0.002)
}

/// Where on a head hair grows thick, and where it does not.
struct HairPattern: Sendable, Equatable {
  /// Waves over the unit sphere, and their phases.
  private let waves: [(wave: Vector3, phase: Double)]
  /// Where more of it is: towards the opposite of this.
  private let lean: Vector3

  /// Patches of 40 to 60 mm on an infant's head, more of them on the left.
  static let usual = HairPattern(
    waves: [([5.1, -3.2, 0], 0.8), ([0, 4.4, 3.7], -1.1), ([-2.6, 0, 6.0], 2.2)], lean: [0.25, 0, 0])

  private init(waves: [(wave: Vector3, phase: Double)], lean: Vector3) { (self.waves, self.lean) = (waves, lean) }

  /// Patches of 40 mm to half a head, more of them towards any side.
  init(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    waves = (0..<3).map { _ in
      (random.normal3().normalized * (2 + 4.5 * random.uniform()), 2 * .pi * random.uniform())
    }
    lean = random.normal3().normalized * 0.25
  }

  /// The share of the most, 0 to 1, towards a unit direction.
  func share(_ u: Vector3) -> Double {
    let sum = waves.reduce(0) { $0 + cos($1.wave.dot(u) + $1.phase) }
    return smoothstep(0.5 + 0.35 * sum - lean.dot(u))
  }

  static func == (a: HairPattern, b: HairPattern) -> Bool {
    a.lean == b.lean && a.waves.elementsEqual(b.waves) { $0 == $1 }
  }
}
