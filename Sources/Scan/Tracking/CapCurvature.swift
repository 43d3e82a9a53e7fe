import Geometry

/// How a cap's markers bend with the head.
struct CapCurvature: Equatable {
  /// The radius of the head in metres.
  let radius: Double

  /// The given radius, or that of the sphere through a map's markers.
  init(of map: MarkerMap, _ options: TrackingOptions = TrackingOptions()) {
    radius = options.headRadius ?? Self.seen(in: map, options) ?? options.usualRadius
  }

  private static func seen(in map: MarkerMap, _ options: TrackingOptions) -> Double? {
    let centres = map.centres
    guard centres.count >= options.fewestForRadius, let sphere = Sphere.through(centres),
      options.vaultRadii.contains(sphere.radius)
    else {
      return nil
    }
    return sphere.radius
  }

  /// The chord between two corners of a printed side in metres, halfway between the two ways in which a print can
  /// follow a head.
  ///
  /// A side that keeps its length has the chord a (1 − a² / 24 R²); a print that keeps lengths from its centre (the
  /// exponential map of the sphere) √2 R sin(a / √2 R) ≈ a (1 − a² / 12 R²). Cloth does neither: the mean is within
  /// 0.13 % of both for 16 mm on 65 mm.
  func chord(ofPrinted side: Double) -> Double { side * (1 - side * side / (16 * radius * radius)) }
}
