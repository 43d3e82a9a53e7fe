import Diagnostics
import Geometry

/// Where a closed outline steps, as it does where two parts of a surface were joined with an offset, and how rough it is.
///
/// On either side of each direction a line of least squares through the radii is continued to it; the step is what the two
/// differ by. The curvature of a smooth outline bends both alike and cancels. A ridge steps up and down by the same amount
/// within a few degrees: what counts of a step is what it has more than the steps the other way beside it.
struct OutlineSteps {
  /// The radii that a line is fitted through, in quarters of a degree from the direction: the nearest 1.5° may be the
  /// slope of the step itself.
  private static let flank = 6..<32
  /// How far beside a step one the other way makes it a ridge, in quarters of a degree.
  private static let ridge = 40
  /// What a step has more than those beside it is told from here on, and roughness, in metres. Sound heads have at most
  /// 0.56 and 0.08 mm; 3 mm between two halves give at least 0.97 mm, noise of 0.5 mm at least 0.30 mm
  /// (Docs/methods/section.md).
  private static let excessLimit = 0.0008, roughnessLimit = 0.0002

  /// The step with the greatest excess: its height, and what that has more than the steps the other way beside it; metres.
  let height, excess: Double
  /// Where it is, in metres in the plane of the section.
  let place: Vector2
  /// The median height of the steps in all directions, in metres.
  let roughness: Double

  /// - Parameter outline: points in order around the head's axis, in metres; the last is joined to the first.
  init?(_ outline: [Vector2]) {
    guard let first = outline.first else { return nil }
    let points = AngularCoverage([outline + [first]]).farthest.compactMap(\.self)
    guard points.count == AngularCoverage.count else { return nil }
    let radii = points.map(\.length)
    let steps = radii.indices.map { Self.step(radii, at: $0) }
    let excesses = steps.indices.map { Self.excess(steps, at: $0) }
    let highest = excesses.indices.max { excesses[$0] < excesses[$1] }!
    (height, excess, place) = (abs(steps[highest]), excesses[highest], points[highest])
    roughness = steps.map(abs).sorted()[steps.count / 2]
  }

  /// The radius that the points behind a direction lead to, minus that of the points before it.
  private static func step(_ radii: [Double], at direction: Int) -> Double {
    zip(flank, weights).reduce(0) { sum, entry in
      let (away, weight) = entry
      return sum + weight * (radii[wrap(direction + away)] - radii[wrap(direction - away)])
    }
  }

  /// What a step has more than the highest the other way beside it.
  private static func excess(_ steps: [Double], at direction: Int) -> Double {
    let sign = steps[direction] < 0 ? -1.0 : 1
    let other = (direction - ridge...direction + ridge).reduce(0) { max($0, -sign * steps[wrap($1)]) }
    return abs(steps[direction]) - other
  }

  private static func wrap(_ direction: Int) -> Int {
    (direction + AngularCoverage.count) % AngularCoverage.count
  }

  /// What each radius counts in the value at 0 of the line of least squares through all.
  private static let weights: [Double] = {
    let mean = Double(flank.lowerBound + flank.upperBound - 1) / 2
    let squares = flank.reduce(0) { $0 + (Double($1) - mean) * (Double($1) - mean) }
    return flank.map { 1 / Double(flank.count) - mean * (Double($0) - mean) / squares }
  }()

  /// What sound heads do not have; nil where there is nothing of it.
  var finding: Finding? {
    if roughness >= Self.roughnessLimit {
      return Finding(.sectionRough, ["roughness_mm": .millimetres(roughness, decimals: 1)])
    }
    guard excess >= Self.excessLimit else { return nil }
    return Finding(
      .sectionStep, ["step_mm": .millimetres(height, decimals: 1), "place": .place(PlaceText.side(place))])
  }
}
