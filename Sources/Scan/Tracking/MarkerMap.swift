import Geometry
import Markers

/// The places of the cap's markers in the scan frame.
public struct MarkerMap: Sendable {
  /// A marker of the map.
  public struct Marker: Sendable {
    /// Four corners in metres, clockwise in the print from its top left.
    public var corners: [Vector3]
    /// The standard deviation of each corner in metres.
    public var cornerSigmas: [Double]
    /// The number of posed frames that show it.
    public var sightings: Int

    /// The mean of the corners.
    public var centre: Vector3 { corners.reduce(.zero, +) / 4 }
    /// The median of the four sides in metres.
    public var side: Double { RobustStatistics.median(sides) }
    /// Its four sides in metres.
    var sides: [Double] { (0..<4).map { (corners[$0] - corners[($0 + 1) % 4]).length } }
    /// The unit normal out of the print.
    public var normal: Vector3 { (corners[3] - corners[1]).cross(corners[2] - corners[0]).normalized }
  }

  /// The markers by id.
  public var markers: [Int: Marker]

  /// The ids in ascending order.
  public var ids: [Int] { markers.keys.sorted() }
  /// The markers' centres in the order of their ids.
  public var centres: [Vector3] { ids.map { markers[$0]!.centre } }

  /// The map in another frame.
  public func transformed(by transform: RigidTransform) -> MarkerMap {
    MarkerMap(
      markers: markers.mapValues { marker in
        var moved = marker
        moved.corners = marker.corners.map { transform * $0 }
        return moved
      })
  }
}

extension MarkerMap.Marker {
  /// The least distance from the nearest marker of the cap, in sides of the marker: nearer, it lies on top of that one.
  /// Assumed.
  private static let leastDistance = 0.8
  /// The largest distance from the nearest marker of the cap, metres: no farther than a cap's markers are apart. Assumed.
  private static let mostDistance = 0.045
  /// The tightest radius that a part of a vault has, metres. Assumed.
  private static let tightestRadius = 0.04
  /// How far a marker may lie off the surface that goes on from the nearest one, metres. Assumed.
  private static let mostLift = 0.003
  /// How far it may be turned beyond what the tightest radius explains, radians. Assumed: 17°.
  private static let mostTurn = 0.3

  /// True when the marker lies beside those of a map as the next piece of the same cloth: no farther than they are
  /// apart, not on top of one, and neither lifted off nor turned away by more than a head's curvature allows.
  func continues(_ map: MarkerMap) -> Bool {
    let neighbours = map.ids.map { map.markers[$0]! }
    guard let nearest = neighbours.min(by: { ($0.centre - centre).length < ($1.centre - centre).length }) else {
      return false
    }
    let offset = centre - nearest.centre
    let distance = offset.length
    guard distance > Self.leastDistance * side, distance < Self.mostDistance else { return false }
    // On a sphere of radius R the surface falls by d² / 2R from the tangent plane.
    let height = nearest.normal.dot(offset)
    let fall = distance * distance / (2 * Self.tightestRadius)
    guard height < Self.mostLift, height > -fall - Self.mostLift else { return false }
    let turn = distance / Self.tightestRadius + Self.mostTurn
    return normal.dot(nearest.normal) > 1 - turn * turn / 2
  }
}

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

/// The motion of the map in the camera's frame around a moment.
struct CameraMotion {
  private let before, after: RigidTransform
  private let seconds: Double
  /// Whether the two poses are as far away in time.
  private let isEven: Bool

  /// The longest time between two poses from which a velocity is taken, in seconds.
  private static let longest = 0.35
  /// The shortest such time, in seconds: over less, the noise of the poses would pass for motion.
  private static let shortest = 0.005

  /// How much the times to the two poses may differ, as a share of both, for a curve through the three. Assumed: a rate's jitter
  /// passes, a frame that is missing does not.
  private static let mostUneven = 0.1

  /// The motion between the posed frames on either side of a frame; nil where they are missing or far away.
  init?(around frame: Int, _ cameraFromMap: [RigidTransform?], _ frames: [FrameObservations]) {
    let first = frame > 0 && cameraFromMap[frame - 1] != nil ? frame - 1 : frame
    let last = frame + 1 < frames.count && cameraFromMap[frame + 1] != nil ? frame + 1 : frame
    guard let before = cameraFromMap[first], let after = cameraFromMap[last] else { return nil }
    seconds = frames[last].time - frames[first].time
    guard seconds > Self.shortest, seconds < Self.longest else { return nil }
    let steps = (frames[frame].time - frames[first].time, frames[last].time - frames[frame].time)
    isEven = abs(steps.0 - steps.1) < Self.mostUneven * seconds
    (self.before, self.after) = (before, after)
  }

  /// The velocity of a point of the map in the camera's frame, in m/s.
  func velocity(of point: Vector3) -> Vector3 { (after * point - before * point) / seconds }

  /// The pose `delay` seconds later, with the same screw motion continued.
  func later(_ pose: RigidTransform, by delay: Double) -> RigidTransform {
    (after * before.inverse).power(delay / seconds) * pose
  }

  /// The same with the change from the motion before the pose to that behind it: to second order in the delay, where there
  /// are poses on both sides, as far away in time.
  func laterInCurve(_ pose: RigidTransform, by delay: Double) -> RigidTransform {
    let straight = later(pose, by: delay)
    guard isEven else { return straight }
    let (share, turn) = (2 * delay / seconds, (after * pose.inverse) * (before * pose.inverse))
    return turn.power(share * share / 2) * straight
  }
}

extension MarkerMap.Marker {
  /// How fast depth grows where a marker's corners are seen, in m/s: z of the moving surface at a fixed pixel,
  /// (v · n) / (r · n) with the corner's velocity v, the surface's normal n and the pixel's ray r.
  ///
  /// The normal is the map's, because on a round head late depth shows the normal of another place. It is taken at the
  /// corner itself, on a head of radius `radius` (metres): a marker spans 14°, over which rates at a slant grow by a
  /// third.
  func depthRates(_ cameraFromMap: RigidTransform, motion: CameraMotion?, radius: Double) -> [Double] {
    guard let motion else { return [0, 0, 0, 0] }
    let (centre, normal) = (centre, normal)
    return corners.map { corner in
      let seen = cameraFromMap * corner
      let outward = cameraFromMap.rotation * (normal + (corner - centre) / radius).normalized
      let facing = (seen / seen.z).dot(outward)
      return facing < -0.2 ? motion.velocity(of: corner).dot(outward) / facing : 0
    }
  }
}
