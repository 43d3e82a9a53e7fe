import Geometry
import Platform
import PointClouds

/// A stretch of a section where the surface was not seen.
public struct SectionGap: Sendable, Equatable {
  /// Where the surface ends on either side, in metres in the plane of the section.
  public let from, to: Vector2
  /// The distance between the ends, in metres.
  public var width: Double { (to - from).length }
  /// The side of the head at which its middle lies.
  public var place: String { PlaceText.side(from + to) }
}

/// The outline of a head in a plane parallel to the base plane: coordinates X to the right, Y forward, in metres.
public struct Section: Sendable {
  /// The height of the plane over the base plane, in metres.
  public let level: Double
  /// The outer outline: one closed line when nothing is missing, otherwise open pieces.
  public let outline: [[Vector2]]
  /// True when the outline is one closed line.
  public let isClosed: Bool
  /// Where the outline is missing, wider than the bridged gap; empty when it is closed.
  public let gaps: [SectionGap]

  /// Shorter pieces of a section are specks, metres.
  ///
  /// Evidence: assumed: no measurement behind it.
  private static let speck = 0.005

  /// Cuts a surface.
  ///
  /// - Parameters:
  ///   - surface: the surface, scan frame.
  ///   - headFromScan: the transform to the head frame.
  ///   - level: the height over the base plane in metres.
  ///   - bridgedGap: the widest gap in metres that a straight line closes.
  public init(
    of surface: HeadSurface, headFromScan: RigidTransform, level: Double, bridgedGap: Double
  ) {
    self.init(
      of: CutSurface(surface, isCutOnce: true), headFromScan: headFromScan, level: level, bridgedGap: bridgedGap)
  }

  init(of surface: CutSurface, headFromScan: RigidTransform, level: Double, bridgedGap: Double) {
    let lines = PlaneCut.lines(of: surface, headFromScan: headFromScan, level: level)
    self.init(lines: lines, level: level, bridgedGap: bridgedGap)
  }

  init(lines: [CutLine], level: Double, bridgedGap: Double) {
    self.level = level
    let joined = LineJoining.join(lines, within: bridgedGap)
    // The axis of the head frame runs inside the head, so the outer outline is the largest one around it.
    let around = joined.filter { $0.isClosed && Polygon.encloses($0.points, .zero) }
    let outer = around.max { abs(Polygon.area($0.points)) < abs(Polygon.area($1.points)) }
    if let outer, !Self.liesWithin(joined, outer) {
      outline = [outer.points]
      isClosed = true
      gaps = []
    } else {
      // What lies within a broken outer wall is another wall (a thickened mesh) and must not stand in for it.
      let pieces = Self.outermost(joined).map {
        $0.isClosed ? $0.points + [$0.points[0]] : $0.points
      }
      outline = pieces.filter { Self.length($0) >= Self.speck }
      isClosed = false
      gaps = AngularCoverage(outline).gaps(wider: bridgedGap)
    }
  }

  /// True when an open piece, no mere speck, lies outside a closed line: that line is then not the outer one.
  private static func liesWithin(_ lines: [CutLine], _ closed: CutLine) -> Bool {
    lines.contains { line in
      !line.isClosed && length(line.points) >= speck && isOutside(line.points, closed.points)
    }
  }

  /// The lines without those closed ones around the axis that lie within an open piece.
  private static func outermost(_ lines: [CutLine]) -> [CutLine] {
    lines.filter { !($0.isClosed && Polygon.encloses($0.points, .zero) && liesWithin(lines, $0)) }
  }

  /// True when most points of a piece lie outside a closed line.
  private static func isOutside(_ piece: [Vector2], _ closed: [Vector2]) -> Bool {
    2 * piece.count { !Polygon.encloses(closed, $0) } > piece.count
  }

  private static func length(_ line: [Vector2]) -> Double {
    zip(line, line.dropFirst()).reduce(0.0) { $0 + ($1.1 - $1.0).length }
  }

  /// All points of the outline.
  public var points: [Vector2] { outline.flatMap { $0 } }

  /// The farthest point at which a ray from `centre` meets the outline, or nil where it goes through a gap.
  public func hit(from centre: Vector2, direction: Vector2) -> Vector2? {
    let side = Vector2(-direction.y, direction.x)
    var farthest = 0.0
    for piece in outline {
      for i in piece.indices where isClosed || i + 1 < piece.count {
        let (a, b) = (piece[i] - centre, piece[(i + 1) % piece.count] - centre)
        let (sa, sb) = (a.dot(side), b.dot(side))
        guard (sa >= 0) != (sb >= 0) else { continue }
        farthest = max(farthest, (a + (b - a) * (sa / (sa - sb))).dot(direction))
      }
    }
    return farthest > 0 ? centre + direction * farthest : nil
  }

  /// The distances from `centre` at which rays leave the outline, metres; nil through a gap.
  ///
  /// Each is that of ``hit(from:direction:)``, found in one walk along the outline.
  ///
  /// - Parameter directions: evenly spread, the first forward, the next to the right.
  func radii(from centre: Vector2, along directions: [Vector2]) -> [Double?] {
    let count = directions.count
    let place = { (p: Vector2) in atan2(p.x, p.y) * Double(count) / (2 * .pi) }
    var radii = [Double](repeating: 0, count: count)
    for piece in outline {
      guard let first = piece.first else { continue }
      var (a, from) = (first - centre, place(first - centre))
      for i in piece.indices where isClosed || i + 1 < piece.count {
        let b = piece[(i + 1) % piece.count] - centre
        let to = place(b)
        let turn = (to - from) - Double(count) * ((to - from) / Double(count)).rounded()
        let (low, high) = (min(from, from + turn).rounded(.down), max(from, from + turn).rounded(.up))
        for step in Int(low)...Int(high) {
          let index = (step % count + count) % count
          let side = Vector2(-directions[index].y, directions[index].x)
          let (sa, sb) = (a.dot(side), b.dot(side))
          guard (sa >= 0) != (sb >= 0) else { continue }
          radii[index] = max(radii[index], (a + (b - a) * (sa / (sa - sb))).dot(directions[index]))
        }
        (a, from) = (b, to)
      }
    }
    return radii.map { $0 > 0 ? $0 : nil }
  }

  /// From where to where the outline reaches across at a distance forward, metres; nil where it does not.
  func width(at forward: Double) -> Double? {
    var (least, most) = (Double.infinity, -Double.infinity)
    for piece in outline {
      for i in piece.indices where isClosed || i + 1 < piece.count {
        let (a, b) = (piece[i], piece[(i + 1) % piece.count])
        guard (a.y >= forward) != (b.y >= forward) else { continue }
        let x = a.x + (b.x - a.x) * ((forward - a.y) / (b.y - a.y))
        (least, most) = (min(least, x), max(most, x))
      }
    }
    return most > least ? most - least : nil
  }

  /// How far the outline reaches along a direction: the greatest n · p, in metres; −∞ for an empty outline.
  public func extent(along direction: Vector2) -> Double {
    points.reduce(-.infinity) { max($0, $1.dot(direction)) }
  }

  /// The gap that could hide a point farther along a direction than all that was seen, or nil.
  ///
  /// Over a gap of width w a head may bulge by the sagitta w² / 8r of a circle with the radius r of the tightest curve of a
  /// head's outline.
  public func gapHidingExtent(along direction: Vector2) -> SectionGap? {
    let seen = extent(along: direction)
    return gaps.first { gap in
      let rim = max(gap.from.dot(direction), gap.to.dot(direction))
      return rim + Unseen.bulge(over: gap.width) > seen + Unseen.hiddenExtent
    }
  }
}

/// A line through the centre of a section, from its front end to its back end; metres, in the plane of the section.
public struct Diagonal: Sendable, Equatable {
  /// The ends on the outline.
  public let front, back: Vector2
  /// The distance of the ends in metres.
  public var length: Double { (front - back).length }
}

extension Section {
  /// Half-way between the extents along an axis and against it.
  func middle(along axis: Vector2) -> Double { (extent(along: axis) - extent(along: -axis)) / 2 }

  /// The gap through which a ray from `centre` leaves the outline, or nil.
  func gap(across centre: Vector2, _ direction: Vector2) -> SectionGap? {
    gaps.first {
      (($0.from - centre).cross(direction) >= 0) != (($0.to - centre).cross(direction) >= 0)
        && ((($0.from + $0.to) / 2 - centre).dot(direction) > 0)
    }
  }
}
