import Geometry
import Landmarks
import PointClouds

/// Finds the height of the section that a protocol asks for.
enum SectionLevel {
  /// The height as a share of the vertex height.
  static func fraction(
    _ choices: MeasurementProtocol, _ surface: HeadSurface, _ headFromScan: RigidTransform, height: Double,
    tragions: [Landmark: Vector3], _ ears: EarExclusionOptions, _ unseen: UnseenOptions
  ) -> Double {
    if case .fraction(let fraction) = choices.level { return fraction }
    if case .height(let level) = choices.level { return level / height }
    let tragions = choices.ears == .excluded ? tragions : [:]
    let score = { (level: Double) -> Double in
      let section = Section(
        of: surface, headFromScan: headFromScan, level: level * height, bridgedGap: choices.bridgedGap,
        unseen: unseen)
      guard !section.points.isEmpty else { return 0 }
      if choices.level == .longestSection { return section.extent(along: [0, 1]) + section.extent(along: [0, -1]) }
      return Polygon.perimeter(Polygon.hull(EarExclusion.apply(to: section, tragions: tragions, ears).points))
    }
    return best(score)
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
