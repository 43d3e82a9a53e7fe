import Geometry
import Landmarks
import PointClouds

/// Finds the height of the section that a protocol asks for.
enum SectionLevel {
  /// How far from the level that was found others are looked at where landmarks differ a little, as a share of the vertex
  /// height.
  static let reach = 0.05
  /// The shares of the vertex height that a search can end at.
  private static let searched = (0.05 - 0.0225)...(0.8 + 0.0225)

  /// The height as a share of the vertex height.
  static func fraction(
    _ choices: MeasurementProtocol, _ surface: HeadSurface, _ headFromScan: RigidTransform, height: Double,
    tragions: [Landmark: Vector3]
  ) -> Double {
    if case .fraction(let fraction) = choices.level { return fraction }
    if case .height(let level) = choices.level { return level / height }
    return best(score(choices, CutSurface(surface), headFromScan, height: height, tragions: tragions))
  }

  /// The height as a share of the vertex height for landmarks that differ a little from those for which it is `found`: the
  /// best that steps of 1 % and then of 0.25 % lead to, as long as they gain.
  static func fraction(
    near found: Double, _ choices: MeasurementProtocol, _ surface: CutSurface, _ headFromScan: RigidTransform,
    height: Double, tragions: [Landmark: Vector3]
  ) -> Double {
    let score = score(choices, surface, headFromScan, height: height, tragions: tragions)
    var (place, best) = (found, score(found))
    for step in [0.01, -0.01, 0.0025, -0.0025] {
      while abs(place + step - found) <= reach, searched.contains(place + step) {
        let next = score(place + step)
        guard next > best else { break }
        (place, best) = (place + step, next)
      }
    }
    return place
  }

  /// What a searched level is to be greatest in, by the share of the vertex height.
  private static func score(
    _ choices: MeasurementProtocol, _ surface: CutSurface, _ headFromScan: RigidTransform, height: Double,
    tragions: [Landmark: Vector3]
  ) -> (Double) -> Double {
    let tragions = choices.ears == .excluded ? tragions : [:]
    return { level in
      let section = Section(
        of: surface, headFromScan: headFromScan, level: level * height, bridgedGap: choices.bridgedGap)
      guard !section.points.isEmpty else { return 0 }
      if choices.level == .longestSection { return section.extent(along: [0, 1]) + section.extent(along: [0, -1]) }
      return Polygon.perimeter(Polygon.hull(EarExclusion.apply(to: section, tragions: tragions).points))
    }
  }

  /// The share between 5 and 80 % with the greatest score: steps of 2.5 %, then of 0.25 % about the best of them.
  private static func best(_ score: (Double) -> Double) -> Double {
    let coarse = greatest((2...32).map { Double($0) * 0.025 }, score)
    return greatest((-9...9).map { coarse + Double($0) * 0.0025 }, score)
  }

  private static func greatest(_ levels: [Double], _ score: (Double) -> Double) -> Double {
    let scores = levels.map(score)
    return levels[scores.indices.max { scores[$0] < scores[$1] }!]
  }
}
