import Geometry
import Landmarks
import Platform

/// Takes an ear out of a section: where the outline near a tragion stands out from the line that the head follows
/// before and behind it, that line is used.
///
/// The line is the parabola r(θ) of least squares through the outline's radii some degrees on either side of the ear.
enum EarExclusion {
  /// How far in front of the tragion a pinna can be, metres.
  ///
  /// Evidence: assumed: no measurement behind it.
  private static let forward = 0.010
  /// How far behind it, metres.
  ///
  /// Evidence: assumed: no measurement behind it.
  private static let back = 0.040
  /// How far above or below it, metres.
  ///
  /// Evidence: assumed: no measurement behind it.
  private static let vertical = 0.040
  /// What stands out by more than this is an ear and not the head's own shape, metres.
  ///
  /// Evidence: assumed: no measurement behind it.
  private static let protrusion = 0.0025
  /// The stretch beside the ear that shows the head's own line, degrees.
  ///
  /// Evidence: assumed: no measurement behind it.
  private static let flankDegrees = 20.0

  /// The outline's points without the ears, and which ears it met (their tragions' landmarks).
  ///
  /// - Parameter tragions: the tragions in the head frame.
  static func apply(
    to section: Section, tragions: [Landmark: Vector3]
  ) -> (points: [Vector2], ears: [Landmark]) {
    let (directions, ears) = directions(of: section, tragions: tragions)
    return ears.isEmpty ? (section.points, []) : (directions.compactMap { $0 }, ears)
  }

  /// The farthest point of the outline without the ears in each direction of ``AngularCoverage``, nil where none was
  /// seen, and which ears it met.
  static func directions(
    of section: Section, tragions: [Landmark: Vector3]
  ) -> (points: [Vector2?], ears: [Landmark]) {
    var profile = Profile(section)
    let ears = tragions.sorted { $0.key < $1.key }.filter { _, tragion in
      abs(section.level - tragion.z) <= Self.vertical && profile.smooth(over: tragion)
    }
    return (profile.points, ears.map(\.key))
  }

  private struct Profile {
    var points: [Vector2?]
    /// ``EarExclusion/flankDegrees`` in steps of a quarter of a degree.
    private let flank = Int(4 * flankDegrees)

    init(_ section: Section) {
      points = AngularCoverage(section.isClosed ? section.outline.map { $0 + [$0[0]] } : section.outline).farthest
    }

    /// Replaces the ear at a tragion; false where nothing stands out.
    mutating func smooth(over tragion: Vector3) -> Bool {
      let zone = points.indices.filter { isNear(points[$0], tragion) }
      guard let run = contiguous(zone), let line = fit(before: run.lowerBound, after: run.upperBound) else {
        return false
      }
      let excess = run.map { step -> Double in
        points[wrap(step)].map { $0.length - line(Double(step)) } ?? 0
      }
      guard excess.max()! > EarExclusion.protrusion else { return false }
      for (step, excess) in zip(run, excess) where excess > 0 {
        points[wrap(step)] = points[wrap(step)].map { $0 * (line(Double(step)) / $0.length) }
      }
      return true
    }

    private func isNear(_ point: Vector2?, _ tragion: Vector3) -> Bool {
      guard let point, point.x * tragion.x > 0 else { return false }
      return point.y >= tragion.y - EarExclusion.back && point.y <= tragion.y + EarExclusion.forward
    }

    /// The steps of a zone as one run, which may pass the end of the array.
    private func contiguous(_ zone: [Int]) -> ClosedRange<Int>? {
      guard let first = zone.first, let last = zone.last else { return nil }
      guard last - first > points.count / 2 else { return first...last }
      let low = zone.first { $0 > points.count / 2 }!
      return low...(zone.last { $0 <= points.count / 2 }! + points.count)
    }

    private func wrap(_ step: Int) -> Int { (step % points.count + points.count) % points.count }

    /// The parabola through the radii of both flanks, or nil where they were not seen.
    private func fit(before low: Int, after high: Int) -> ((Double) -> Double)? {
      let steps = Array(low - flank..<low) + Array(high + 1...high + flank)
      let seen = steps.compactMap { step in points[wrap(step)].map { (step, $0.length) } }
      let before = seen.filter { $0.0 < low }.count
      guard min(before, seen.count - before) >= flank / 2 else { return nil }
      let (middle, half) = (Double(low + high) / 2, Double(high - low) / 2 + Double(flank))
      var equations = LeastSquares(unknowns: 3)
      for (step, radius) in seen {
        let x = (Double(step) - middle) / half
        equations.add([1, x, x * x], value: radius)
      }
      guard let c = equations.solved()?.solution else { return nil }
      return { step in
        let x = (step - middle) / half
        return c[0] + c[1] * x + c[2] * x * x
      }
    }
  }
}
