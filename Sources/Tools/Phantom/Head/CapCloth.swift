import Geometry
import Platform

/// The cloth of the cap: where it lies, how far it stands off the skin, and its folds.
struct CapCloth: Sendable {
  private let thickness: Double
  /// The plane of the edge: its normal, towards the top of the cap, and its distance from the head's middle along it.
  let edgeNormal: Vector3, edgeOffset: Double
  private let folds: [Fold]
  private let fit: CapFit

  /// The edge runs above the brows and the ears and down to the nape.
  init(_ shape: HeadShape, fit: CapFit) {
    self.fit = fit
    thickness = shape.capThickness
    edgeNormal = Vector3(0, -0.29, 1).normalized
    edgeOffset = -0.095 * shape.height
    folds = Fold.random(shape)
  }

  /// The signed distance of a skin point (head frame before shear, metres) from the edge's plane, positive in the cap.
  func depth(_ point: Vector3) -> Double { edgeNormal.dot(point) - edgeOffset }

  /// How far the cap's outside lies from the skin, along the radius: the cloth fades in over 3 mm at its edge.
  func offset(_ u: Vector3, skin: Double, cosine: Double) -> Double {
    let depth = depth(u * skin)
    let fade = smoothstep(depth / 0.003)
    guard fade > 0, thickness > 0 || !folds.isEmpty || !fit.isSnug else { return 0 }
    let flat = folds.reduce(thickness) { $0 + $1.height(u) * smoothstep(depth / 0.015) }
    let raised = fit.isSnug ? flat : flat + fit.rise(u, depth: depth)
    return raised * fade / cosine
  }
}

/// A ridge of the cloth along an arc of a great circle.
struct Fold: Sendable {
  let pole, middle: Vector3
  let height: Double

  /// The rise towards a unit direction: a Gaussian of 2 mm width across, of 25 mm along.
  func height(_ u: Vector3) -> Double {
    let across = u.dot(pole) / 0.03
    let along = (u - middle).length / 0.38
    let exponent = across * across + along * along
    return exponent > 60 ? 0 : height * exp(-0.5 * exponent)
  }

  /// Five folds over the upper half of the head.
  static func random(_ shape: HeadShape) -> [Fold] {
    guard shape.capFolds > 0 else { return [] }
    var generator = SeededGenerator(seed: shape.seed ^ 0x466F_6C64)
    return (0..<5).map { _ in
      var middle = generator.direction()
      middle.z = abs(middle.z) * 0.8 + 0.2
      middle = middle.normalized
      let pole = middle.cross(generator.direction()).normalized
      return Fold(pole: pole, middle: middle, height: shape.capFolds * (0.6 + 0.8 * generator.uniform()))
    }
  }
}

/// 0 below 0, 1 above 1, and a cubic with level ends between.
func smoothstep(_ x: Double) -> Double {
  let t = min(max(x, 0), 1)
  return t * t * (3 - 2 * t)
}

/// A flap of the cloth across a marker.
struct CapFlap: Sendable {
  let marker: PrintedMarker
  let slope: Double
}

extension CapFlap {
  /// How much farther out the surface lies towards a unit direction, in metres: from the marker's vertical midline it
  /// rises to the print's right edge and falls off again over a marker's size beyond.
  func rise(_ u: Vector3) -> Double {
    let pose = marker.pose
    let facing = u.dot(pose.rotation.c2)
    guard facing > 0.5 else { return 0 }
    let reach = pose.translation.dot(pose.rotation.c2) / facing
    let offset = u * reach - pose.translation
    let (x, y) = (offset.dot(pose.rotation.c0), offset.dot(pose.rotation.c1))
    let half = marker.size / 2
    let tent = x < half ? max(0, x) : max(0, half - (x - half) / 2)
    return slope * tent * smoothstep((2.2 * half - abs(y)) / (0.8 * half))
  }
}

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
  let waves: [(wave: Vector3, phase: Double)]
  /// Where more of it is: towards the opposite of this.
  let lean: Vector3

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
