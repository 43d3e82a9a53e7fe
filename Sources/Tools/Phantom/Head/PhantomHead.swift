public import Geometry
import Platform
public import PointClouds

/// A simulated capped head: a smooth star-shaped surface given by its radius in every direction.
///
/// Frame: RAS (X the subject's right, Y anterior, Z superior), metres, origin at the middle of the cranium. Two
/// ellipsoids, cranium and face, are blended by the p-norm of their radii; bumps make the features and the deformity; a
/// shear moves one side forward; the cap stands off along the normal. A right-sided deformity is the exact mirror image
/// of the left-sided one.
public struct PhantomHead: Sendable {
  /// The numbers from which the head is made.
  public let shape: HeadShape
  let features: FaceFeatures
  let cloth: CapCloth
  let fit: CapFit
  /// How the cap has turned on the head (takes its first place to where it is now); nil where it has not.
  var capTurn: Matrix3?
  /// True for a head without a cap.
  var bare = false
  /// A fold across a marker.
  var flap: CapFlap?
  private let bumps: [SurfaceBump]
  private let waves: [Wave]
  private let craniumAxes, faceAxes, faceCentre: Vector3
  private let mirror: Double

  /// The head of a shape.
  public init(_ shape: HeadShape) throws(PhantomError) { try self.init(shape, fit: CapFit()) }

  /// The head of a shape under a cap that may not lie on the skin.
  init(_ shape: HeadShape, fit: CapFit) throws(PhantomError) {
    try shape.validate()
    self.shape = shape
    self.fit = fit
    features = FaceFeatures(shape)
    cloth = CapCloth(shape, fit: fit)
    bumps = features.bumps + Self.deformity(shape)
    waves = Wave.random(shape)
    craniumAxes = [shape.width / 2, shape.length / 2, 0.425 * shape.height]
    faceAxes = [0.375 * shape.width, 0.312 * shape.length, 0.325 * shape.height]
    faceCentre = [0, 0.156 * shape.length, -0.25 * shape.height]
    mirror = shape.flatSide == .left ? 1 : -1
  }

  /// The head without cap and hair.
  func skin() throws(PhantomError) -> PhantomHead {
    var shape = shape
    (shape.capThickness, shape.capFolds) = (0, 0)
    return try PhantomHead(shape)
  }

  /// The distance from the origin to the surface, cap included, towards a unit direction; metres.
  public func radius(toward direction: Vector3) -> Double {
    let sheared = unsheared(direction)
    let length = sheared.length
    let u = sheared / length
    let skin = skinRadius(u)
    let cap = capTurn.map { unsheared($0.transpose * direction).normalized } ?? u
    let capSkin = capTurn == nil ? skin : skinRadius(cap)
    let bare = (skin + cloth.offset(cap, skin: capSkin, cosine: craniumCosine(u))) / length
    return bare + (flap?.rise(direction) ?? 0)
  }

  /// The point of the surface towards a direction of any length.
  public func point(toward direction: Vector3) -> Vector3 {
    let unit = direction.normalized
    return unit * radius(toward: unit)
  }

  /// How far a point of the surface lies inside the cap's edge, in metres; negative on bare skin.
  func capDepth(toward direction: Vector3) -> Double {
    guard !bare else { return -1 }
    let place = capTurn.map { $0.transpose * direction } ?? direction
    let u = unsheared(place).normalized
    return cloth.depth(u * skinRadius(u))
  }

  /// The direction in the head frame of a direction on the symmetric, unsheared, left-sided original.
  func directionFromOriginal(_ u: Vector3) -> Vector3 {
    Vector3(u.x * mirror, u.y - shape.shear * u.x, u.z).normalized
  }

  /// Undoes mirror and shear; not of length one.
  private func unsheared(_ d: Vector3) -> Vector3 {
    let x = d.x * mirror
    return [x, d.y + shape.shear * x, d.z]
  }

  private func skinRadius(_ u: Vector3) -> Double {
    let cranium = 1 / (u / craniumAxes).length
    let ratio = faceRadius(u) / cranium
    let blended = cranium * pow(1 + pow(ratio, 16), 1.0 / 16)
    let raised = bumps.reduce(blended) { $0 + $1.rise(u) }
    return waves.reduce(raised) { $0 + $1.height(u) }
  }

  /// Where a ray from the origin, which lies inside, leaves the face's ellipsoid.
  private func faceRadius(_ u: Vector3) -> Double {
    let d = u / faceAxes
    let c = faceCentre / faceAxes
    let (a, b) = (d.dot(d), d.dot(c))
    return (b + (b * b - a * (c.dot(c) - 1)).squareRoot()) / a
  }

  /// The cosine between a direction and the cranium's normal there.
  private func craniumCosine(_ u: Vector3) -> Double {
    (u / (craniumAxes * craniumAxes)).normalized.dot(u)
  }

  /// Left-sided plagiocephaly: the back pressed in 35° from the midline, the forehead on that side pushed forward.
  private static func deformity(_ shape: HeadShape) -> [SurfaceBump] {
    [
      SurfaceBump(at: [-0.57, -0.80, 0.15], amplitude: -shape.flattening, widths: [0.50, 0.55]),
      SurfaceBump(at: [-0.50, 0.84, 0.25], amplitude: shape.bossing, widths: [0.40, 0.40]),
    ]
  }
}

/// The anatomical points whose exact position a simulated head knows.
public enum PhantomLandmark: String, CaseIterable, Sendable {
  /// The deepest point of the nasal root.
  case sellion
  /// The notch in front of the left ear.
  case tragionLeft = "tragion_left"
  /// The notch in front of the right ear.
  case tragionRight = "tragion_right"
  /// The foremost point of the nose.
  case noseTip = "nose_tip"
}

extension PhantomHead {
  /// Where a landmark lies, metres, on the surface.
  public func position(of landmark: PhantomLandmark) -> Vector3 {
    switch landmark {
    case .sellion: foremost(elevations: -0.32...0, sign: -1)
    case .noseTip: foremost(elevations: -0.75 ... -0.35, sign: 1)
    case .tragionLeft: tragion(side: .left)
    case .tragionRight: tragion(side: .right)
    }
  }

  private func tragion(side: HeadSide) -> Vector3 {
    let flattened = side == shape.flatSide
    let original = features.tragion(side: flattened ? -1 : 1)
    return point(toward: directionFromOriginal(original))
  }

  /// The midline point of greatest (sign +1) or least (−1) Y between two elevations, by golden-section search
  /// (Kiefer 1953), so exact to about a micrometre.
  private func foremost(elevations: ClosedRange<Double>, sign: Double) -> Vector3 {
    let profile = { (elevation: Double) in point(toward: [0, cos(elevation), sin(elevation)]) }
    let ratio = (5.0.squareRoot() - 1) / 2
    var (low, high) = (elevations.lowerBound, elevations.upperBound)
    while high - low > 1e-6 {
      let step = ratio * (high - low)
      if sign * profile(high - step).y > sign * profile(low + step).y {
        high = low + step
      } else {
        low = high - step
      }
    }
    return profile((low + high) / 2)
  }
}

extension PhantomHead {
  /// The outer surface, cap included, as a closed mesh from below the chin to the crown; the neck is no part of it.
  ///
  /// - Parameter subdivisions: of an icosahedron, 0 … 8: 10 · 4ⁿ + 2 vertices; 6 gives edges of about 1.3 mm.
  /// - Returns: metres, head frame, triangles anticlockwise seen from outside, unit normals at the vertices.
  public func mesh(subdivisions: Int) -> Mesh {
    let sphere = Icosphere(subdivisions: min(max(subdivisions, 0), 8))
    let positions = sphere.directions.map { $0 * radius(toward: $0) }
    return Mesh(
      positions: positions, triangles: sphere.triangles,
      normals: sphere.directions.map { SIMD3<Float>(normal(toward: $0)) })
  }

  /// The unit outward normal of the surface towards a unit direction: of r(u)·u by differences of ±0.05 mm.
  func normal(toward u: Vector3) -> Vector3 {
    let e1 = u.anyOrthogonal
    let e2 = u.cross(e1)
    let h = 7.5e-4
    let along1 = point(toward: u + e1 * h) - point(toward: u - e1 * h)
    let along2 = point(toward: u + e2 * h) - point(toward: u - e2 * h)
    return along1.cross(along2).normalized
  }
}

/// A side of the head, the subject's own.
public enum HeadSide: String, Sendable, Equatable, CaseIterable {
  /// The subject's left: negative X.
  case left
  /// The subject's right: positive X.
  case right
}

/// The numbers that describe a simulated head. Metres unless a name says otherwise.
public struct HeadShape: Sendable, Equatable {
  /// Extents of the undeformed head without ears and nose: left to right, front to back, chin to crown.
  public var width, length, height: Double
  /// How deep the back of the head is pressed in, and on which side.
  public var flattening: Double
  /// The side of the flattening.
  public var flatSide: HeadSide
  /// How far the forehead bulges on the flattened side.
  public var bossing: Double
  /// How far points move forward per metre towards the flattened side: the ear on that side moves with them.
  public var shear: Double
  /// The amplitude of random waves of the surface.
  public var roughness: Double
  /// Seed of the random waves and of the folds.
  public var seed: UInt64
  /// How far the cap stands off the skin; 0 is a print on the skin.
  public var capThickness: Double
  /// The height of folds in the cap; 0 is a smooth cap.
  public var capFolds: Double
  /// Seed of sizes and places of nose and ears; nil for the usual ones.
  public var faceSeed: UInt64?

  /// A shape; the defaults are a six-month-old with mild left plagiocephaly under a cap of 1 mm.
  public init(
    width: Double = 0.118, length: Double = 0.141, height: Double = 0.160, flattening: Double = 0.005,
    flatSide: HeadSide = .left, bossing: Double = 0.002, shear: Double = 0.02, roughness: Double = 0.0006,
    seed: UInt64 = 1, capThickness: Double = 0.001, capFolds: Double = 0,
    faceSeed: UInt64? = nil
  ) {
    (self.width, self.length, self.height) = (width, length, height)
    (self.flattening, self.flatSide, self.bossing) = (flattening, flatSide, bossing)
    (self.shear, self.roughness, self.seed) = (shear, roughness, seed)
    (self.capThickness, self.capFolds, self.faceSeed) = (capThickness, capFolds, faceSeed)
  }

  /// Throws ``PhantomError/badOption(_:found:expected:)`` for numbers that make no head.
  func validate() throws(PhantomError) {
    try PhantomError.require("head width", width * 1000, in: 80...180, unit: "mm")
    try PhantomError.require("head length", length * 1000, in: 100...220, unit: "mm")
    try PhantomError.require("head height", height * 1000, in: 110...240, unit: "mm")
    try PhantomError.require("flattening", flattening * 1000, in: 0...25, unit: "mm")
    try PhantomError.require("bossing", bossing * 1000, in: 0...15, unit: "mm")
    try PhantomError.require("shear", shear, in: -0.2...0.2)
    try PhantomError.require("roughness", roughness * 1000, in: 0...3, unit: "mm")
    try PhantomError.require("cap thickness", capThickness * 1000, in: 0...5, unit: "mm")
    try PhantomError.require("cap folds", capFolds * 1000, in: 0...3, unit: "mm")
  }
}

/// A smooth rise or dent of a star-shaped surface: amplitude · exp(−½ qᵏ), q = (u·e₁/σ₁)² + (u·e₂/σ₂)² with e₁, e₂
/// measured in the plane that touches the unit sphere at the bump's axis; nothing on the far side of the sphere.
struct SurfaceBump: Sendable, Equatable {
  private let axis, across, along: Vector3
  private let amplitude: Double
  private let inverseWidths: Vector2
  private let flatTop: Bool

  /// A bump around `position`, which need not have length one.
  ///
  /// - Parameters:
  ///   - amplitude: metres, negative for a dent.
  ///   - widths: tangents of the angular standard deviations, sideways and up.
  ///   - lean: by how many radians its upper end leans against the direction sideways.
  ///   - flatTop: k = 2 instead of 1: a plateau with a steep rim.
  init(at position: Vector3, amplitude: Double, widths: Vector2, lean: Double = 0, flatTop: Bool = false) {
    axis = position.normalized
    let level = Vector3(0, 0, 1).cross(axis).normalized
    let upright = axis.cross(level)
    across = level * cos(lean) + upright * sin(lean)
    along = upright * cos(lean) - level * sin(lean)
    self.amplitude = amplitude
    inverseWidths = 1 / widths
    self.flatTop = flatTop
  }

  /// The rise towards a unit direction, in metres.
  func rise(_ u: Vector3) -> Double {
    let height = u.dot(axis)
    guard height > 0 else { return 0 }
    let x = u.dot(across) / height * inverseWidths.x
    let y = u.dot(along) / height * inverseWidths.y
    let q = x * x + y * y
    let exponent = flatTop ? q * q : q
    return exponent > 60 ? 0 : amplitude * exp(-0.5 * exponent)
  }
}

/// One plane wave over the sphere of directions: part of a head's roughness.
struct Wave: Sendable, Equatable {
  let vector: Vector3
  let phase, amplitude: Double

  /// The rise towards a unit direction, in metres.
  func height(_ u: Vector3) -> Double { amplitude * cos(vector.dot(u) + phase) }

  /// Six waves of 45 to 105 mm length whose root mean square is half the shape's roughness.
  static func random(_ shape: HeadShape) -> [Wave] {
    guard shape.roughness > 0 else { return [] }
    var generator = SeededGenerator(seed: shape.seed ^ 0x526F_7567_68)
    let count = 6
    let amplitude = shape.roughness * 0.5 * (2 / Double(count)).squareRoot()
    return (0..<count).map { _ in
      Wave(
        vector: generator.direction() * (4 + 5 * generator.uniform()), phase: 2 * .pi * generator.uniform(),
        amplitude: amplitude)
    }
  }
}
