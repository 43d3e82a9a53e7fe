import Diagnostics
import Geometry
import Platform

/// Where the markers of a cap go: on rings around the head, from the rim to the top.
///
/// Neighbours on a ring and neighbouring rings are one pitch apart (rings √3/2 of it, staggered, as in a hexagonal
/// packing). The pitch is the widest with which every view shows what ``CapViewRule`` asks for.
public struct CapPlan: Sendable, Equatable {
  /// The markers at one height.
  public struct Ring: Sendable, Equatable {
    /// From the rim of the cap up to the centres of the markers, along the head, in metres.
    public let height: Double
    /// From one centre to the next, along the ring, in metres.
    public let spacing: Double
    /// The ids, in turn around the head.
    public let ids: [Int]
    /// The directions of the markers from the centre of the head: x to the right, y to the front, z up; unit vectors.
    public let directions: [Vector3]
  }

  /// The circumference of the head in metres.
  public let circumference: Double
  /// The side of a marker's black square in metres.
  public let markerSize: Double
  /// From the rim of the cap to the top, along the head, in metres.
  public let rim: Double
  /// The rings, the lowest first.
  public let rings: [Ring]
  /// The fewest markers that count in a view.
  public let fewestInView: Int

  /// All ids, those of the lowest ring first.
  public var ids: [Int] { rings.flatMap(\.ids) }

  /// The plan with the fewest markers that meets the rule.
  ///
  /// - Parameters:
  ///   - circumference: of the head, in metres.
  ///   - markerSize: the side of a marker's black square in metres.
  ///   - cells: the cells on a side of a marker, border included; one of them is left white around it, which neighbours
  ///     may share.
  ///   - ids: what may be printed, the first of them first.
  /// - Throws: `CapPlanError.tooSmall` where the markers can't be seen large enough, `.noPlan` where no pitch meets the
  ///   rule, `.tooFewIDs` where it takes more markers.
  public static func fitting(
    circumference: Double, markerSize: Double, cells: Int, ids: [Int], rule: CapViewRule = CapViewRule()
  ) throws(CapPlanError) -> CapPlan {
    let radius = circumference / (2 * .pi)
    let largest = rule.focalLengthPixels * markerSize / rule.distance
    guard largest >= rule.leastSidePixels else {
      throw .tooSmall(sideMm: Self.rounded(1000 * markerSize), pixels: largest, rule)
    }
    let axes = rule.axes
    // Rings are nearer to each other than neighbours on a ring.
    let room = markerSize * Double(cells + 1) / Double(cells)
    let closest = room / Self.ringStep
    // From wide to narrow, in steps of half a millimetre.
    var (pitch, most) = (4 * closest, 0)
    while pitch >= closest {
      let rings = rings(radius: radius, pitch: pitch, rim: rule.rim, side: markerSize, room: room)
      let markers = rings.flatMap(\.directions)
      let fewest = axes.lazy.map { rule.count(markers, from: $0, radius: radius, markerSize: markerSize) }.min() ?? 0
      most = max(most, fewest)
      if fewest >= rule.leastMarkers + rule.reserve {
        guard markers.count <= ids.count else {
          throw .tooFewIDs(needed: markers.count, given: ids.count, circumferenceCm: Self.rounded(100 * circumference))
        }
        return CapPlan(
          circumference: circumference, markerSize: markerSize, rim: radius * rule.rim, rings: named(rings, ids),
          fewestInView: fewest)
      }
      pitch -= 0.0005
    }
    throw .noPlan(
      sideMm: Self.rounded(1000 * markerSize), circumferenceCm: Self.rounded(100 * circumference), fewest: most, rule)
  }

  /// The circumference in centimetres.
  public var circumferenceCm: Double { Self.rounded(100 * circumference) }

  /// A number as it was given, before it was taken to another unit.
  private static func rounded(_ value: Double) -> Double { (value * 1000).rounded() / 1000 }

  /// From ring to ring, in pitches.
  private static let ringStep = 0.75.squareRoot()

  /// The rings at a pitch, without ids.
  ///
  /// - Parameter room: the side of a marker and the white that it shares with a neighbour.
  private static func rings(radius: Double, pitch: Double, rim: Double, side: Double, room: Double) -> [Ring] {
    let length = radius * rim
    var (rings, arc): ([Ring], Double) = ([], length - pitch / 2)
    while arc > pitch / 2 {
      let count = min(Int(2 * .pi * radius * sin(arc / radius) / pitch), most(at: arc, radius, side: side, room: room))
      guard count > 2 else { break }
      let turn = rings.count.isMultiple(of: 2) ? 0.0 : 0.5
      let directions = (0..<count).map { index -> Vector3 in
        let angle = 2 * Double.pi * (Double(index) + turn) / Double(count)
        let polar = arc / radius
        return [sin(polar) * sin(angle), sin(polar) * cos(angle), cos(polar)]
      }
      let spacing = 2 * .pi * radius * sin(arc / radius) / Double(count)
      rings.append(Ring(height: length - arc, spacing: spacing, ids: [], directions: directions))
      arc -= pitch * ringStep
    }
    // The top, where the last ring leaves room for a marker.
    if length - (rings.last?.height ?? 0) >= room {
      rings.append(Ring(height: length, spacing: 0, ids: [], directions: [[0, 0, 1]]))
    }
    return rings
  }

  /// How many markers find room side by side on a ring: their upper or lower edges are nearest to each other.
  private static func most(at arc: Double, _ radius: Double, side: Double, room: Double) -> Int {
    let narrow = radius * min(sin((arc - side / 2) / radius), sin((arc + side / 2) / radius))
    return narrow > 0 ? Int(.pi / atan(room / 2 / narrow)) : 0
  }

  private static func named(_ rings: [Ring], _ ids: [Int]) -> [Ring] {
    var rest = ids[...]
    return rings.map { ring in
      defer { rest = rest.dropFirst(ring.directions.count) }
      return Ring(
        height: ring.height, spacing: ring.spacing, ids: Array(rest.prefix(ring.directions.count)),
        directions: ring.directions)
    }
  }
}

/// What a view of the cap must show so that the head's pose can be told from it.
///
/// The head is taken as a sphere. A marker counts where its normal is at most ``mostTilt`` from the line of sight (beyond
/// that its corners are not measured) and its mean side in the image is at least ``leastSidePixels``. Every view must show
/// ``leastMarkers`` whose optical axis goes through the centre of the head and meets the cap at least ``margin`` above its
/// rim.
public struct CapViewRule: Sendable, Equatable {
  /// The focal length of the colour camera in pixels; 592 is that of a TrueDepth camera at 640 × 480.
  public var focalLengthPixels = 592.0
  /// From the camera to the nearest point of the head, in metres.
  public var distance = 0.3
  /// The least mean side of a marker in the image, in pixels.
  public var leastSidePixels = 24.0
  /// So many markers are wanted in a view.
  public var leastMarkers = 8
  /// So many more are planned on a sphere: heads are longer than wide, and caps higher than a sphere's
  /// (Docs/evaluation/cap-sheets.md).
  public var reserve = 1
  /// The greatest angle between a marker's normal and the line of sight, in radians.
  public var mostTilt = Double.pi / 3
  /// The angle at the centre of the head between its top and the rim of the cap, in radians.
  public var rim = 105 * Double.pi / 180
  /// How far above the rim the axis of a view meets the cap, as an angle at the centre of the head, in radians.
  public var margin = 25 * Double.pi / 180

  /// The rule as it is used unless something is changed.
  public init() {}

  /// How many of some markers count in a view.
  ///
  /// - Parameters:
  ///   - directions: unit vectors from the centre of the head to the markers.
  ///   - axis: the unit vector from the centre of the head to the camera.
  ///   - radius: the head's, in metres.
  ///   - markerSize: a marker's side in metres.
  public func count(_ directions: [Vector3], from axis: Vector3, radius: Double, markerSize: Double) -> Int {
    let camera = axis * (radius + distance)
    return directions.count { direction in
      let sight = camera - radius * direction
      let cosine = sight.dot(direction) / sight.length
      // The mean of a side that is not foreshortened and one that is.
      let side = focalLengthPixels * markerSize / sight.dot(axis) * (1 + cosine) / 2
      return cosine >= cos(mostTilt) && side >= leastSidePixels
    }
  }

  /// The axes that a cap is judged on: evenly over all that the rule asks for.
  public var axes: [Vector3] { FibonacciSphere(count: 2000).points.filter { $0.z >= cos(rim - margin) } }
}

/// Why no cap can be planned for a head.
public enum CapPlanError: UserFacingError, Equatable {
  /// A marker can't be seen as large as the rule asks for.
  case tooSmall(sideMm: Double, pixels: Double, CapViewRule)
  /// No layout shows enough markers in every view.
  case noPlan(sideMm: Double, circumferenceCm: Double, fewest: Int, CapViewRule)
  /// The layout takes more markers than there are ids.
  case tooFewIDs(needed: Int, given: Int, circumferenceCm: Double)

  public var message: ErrorMessage {
    switch self {
    case .tooSmall(let side, let pixels, let rule):
      ErrorMessage(
        .capSheetTooSmall, at: "--size-mm", nil,
        [
          "side": .exact(side, unit: "mm"), "pixels": .number(pixels, decimals: 1, unit: "px"),
          "least": .number(rule.leastSidePixels, decimals: 0, unit: "px"),
          "distance": .number(100 * rule.distance, decimals: 0, unit: "cm"),
        ])
    case .noPlan(let side, let circumference, let fewest, let rule):
      ErrorMessage(
        .capSheetNoPlan, at: "--size-mm", nil,
        [
          "side": .exact(side, unit: "mm"), "circumference": .exact(circumference, unit: "cm"),
          "fewest": .count(fewest), "least": .count(rule.leastMarkers + rule.reserve),
        ])
    case .tooFewIDs(let needed, let given, let circumference):
      ErrorMessage(
        .capSheetTooFewIDs, at: "--ids", nil,
        [
          "needed": .count(needed), "given": .count(given), "circumference": .exact(circumference, unit: "cm"),
        ])
    }
  }
}
