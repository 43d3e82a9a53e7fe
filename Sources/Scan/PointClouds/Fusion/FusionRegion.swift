public import Files
import Geometry

/// The part of space that is fused: a sphere around the head and, where it is known, a floor below which the neck
/// begins.
///
/// The neck moves with the torso, but by less than a millimetre against the head, so that residuals can't separate the
/// two: where the head ends has to be given.
public struct FusionRegion: Sendable, Equatable {
  /// The sphere's centre, scan frame, metres.
  public var centre: Vector3
  /// Its radius in metres.
  public var radius: Double
  /// Only points with distance ≥ 0 from this plane belong to the region.
  public var floor: Plane?

  /// The radius of the region in radii of the sphere through the markers. See Docs/methods/fusion.md (Region): nose
  /// tips of simulated heads lie at 1.24 to 1.53 radii.
  private static let reach = 1.45
  /// Radii that a cap can have, metres; others come from a few markers on a nearly plane patch. Assumed: vaults from a
  /// premature newborn's to a toddler's with room.
  private static let capRadii = 0.04...0.12
  /// How far below that sphere's centre the floor lies where no landmarks are known, in radii. See
  /// Docs/decisions/fusion.md (A second volume to find faces in) gives what it cuts; the number itself is assumed.
  private static let floorDepth = 0.93
  /// How much larger the region is in which landmarks are looked for. Nose tips of eight simulated faces (seeds 401 to
  /// 408), Docs/decisions/fusion.md (A second volume to find faces in).
  private static let searchGrowth = 1.2
  /// How much farther down the region for landmarks reaches, in radii of the smaller one. As for its growth.
  private static let searchDepth = 0.4

  /// A region from its parts.
  public init(centre: Vector3, radius: Double, floor: Plane? = nil) {
    (self.centre, self.radius, self.floor) = (centre, radius, floor)
  }

  /// True for a point of the scan frame (metres) that lies in it.
  public func contains(_ point: Vector3) -> Bool {
    let offset = point - centre
    return offset.dot(offset) <= radius * radius && (floor.map { $0.distance(to: point) >= 0 } ?? true)
  }

  /// The region of a capped head from the centres of the cap's markers (scan frame, metres), or nil without any.
  ///
  /// The least-squares sphere through the markers gives size and place; the mean direction in which they lie gives
  /// "up". Too few or too flat a patch of markers gives a sphere of fixed size without a floor.
  public static func around(markerCentres points: [Vector3]) -> FusionRegion? {
    guard !points.isEmpty else { return nil }
    let mean = points.reduce(.zero, +) / Double(points.count)
    guard let sphere = Sphere.through(points), capRadii.contains(sphere.radius) else {
      return FusionRegion(centre: mean, radius: reach * capRadii.upperBound)
    }
    let (centre, radius) = (sphere.centre, sphere.radius)
    let up = (mean - centre).normalized
    guard up.isFinite else { return FusionRegion(centre: centre, radius: reach * radius) }
    let floor = Plane(normal: up, offset: up.dot(centre) - floorDepth * radius)
    return FusionRegion(centre: centre, radius: reach * radius, floor: floor)
  }

  /// A larger region, in which nose tip and ear lobes lie whatever the cap covers, and some of the neck.
  ///
  /// Nose tips of simulated heads lie at 1.24 to 1.53 radii of the cap's sphere from its middle, and up to 1.24 below
  /// it.
  public func deepened() -> FusionRegion {
    var region = FusionRegion(centre: centre, radius: Self.searchGrowth * radius, floor: floor)
    region.floor?.offset -= Self.searchDepth * radius
    return region
  }

  /// The region with its floor parallel to the base plane, ``RegionOptions/belowBasePlane`` below it; unchanged
  /// where the landmarks (scan frame, metres) lie on a line.
  public func withFloor(
    sellion: Vector3, tragionLeft: Vector3, tragionRight: Vector3, options: RegionOptions = RegionOptions()
  ) -> FusionRegion {
    let middle = (tragionLeft + tragionRight) / 2
    let up = (tragionRight - tragionLeft).cross(sellion - middle).normalized
    guard up.isFinite else { return self }
    let floor = Plane(normal: up, offset: up.dot(middle) - options.belowBasePlane)
    return FusionRegion(centre: centre, radius: radius, floor: floor)
  }
}

/// Where the head is looked for, from the places of its cap's markers.
public struct RegionOptions: OptionTable {
  /// How far below the plane of sellion and tragions the head is kept, metres.
  ///
  /// Evidence: assumed: below chin and ear lobes the neck begins; Docs/decisions/fusion.md (A floor rather than motion for the neck).
  public var belowBasePlane = 0.035

  /// The defaults.
  public init() {}

  public static let table: [OptionEntry<RegionOptions>] = [
    .number("below_base_plane_m", \.belowBasePlane, 0...0.2)
  ]
}
