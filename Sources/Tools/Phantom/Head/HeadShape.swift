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
