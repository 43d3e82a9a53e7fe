import Geometry

/// How a cap's markers bend with the head.
struct CapCurvature: Equatable {
  /// Radii of vaults, in metres; outside them the usual one is taken. Assumed: from a premature newborn's to a
  /// toddler's.
  private static let vaultRadii = 0.04...0.09
  /// The fewest markers from which a radius is fitted. Assumed.
  private static let fewestMarkers = 6

  /// The radius of the head in metres.
  let radius: Double

  /// The given radius, or that of the sphere through a map's markers.
  init(of map: MarkerMap, _ options: TrackingOptions = TrackingOptions()) {
    radius = options.headRadius ?? Self.seen(in: map) ?? UsualHead.radius
  }

  private static func seen(in map: MarkerMap) -> Double? {
    let centres = map.centres
    guard centres.count >= fewestMarkers, let sphere = Sphere.through(centres),
      vaultRadii.contains(sphere.radius)
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
