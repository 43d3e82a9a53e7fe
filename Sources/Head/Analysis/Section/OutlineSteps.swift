import Diagnostics
import Geometry

/// Where an outline steps, as it does where two parts of a surface were joined with an offset, and how rough it is.
///
/// On either side of a direction a line of least squares is fitted to the radii and extended to it; the step is what the
/// two lines differ by. What of the outline's curvature is even about the direction bends both alike and cancels. A ridge
/// steps up and down by the same amount within a few degrees, so the excess of a step is its height less the highest step
/// the other way beside it.
struct OutlineSteps {
  /// The radii that a line is fitted to, in quarters of a degree from the direction: the nearest 1.5° may be the slope of
  /// the step itself.
  private static let flank = 6..<32
  /// How far beside a step one the other way makes it a ridge, in quarters of a degree.
  private static let ridge = 40
  /// The least excess and the least roughness that are told, in metres. Sound heads have an excess of at most 0.56 mm and
  /// a roughness of at most 0.08 mm; 3 mm between two halves give an excess of at least 0.97 mm, noise of 0.5 mm a
  /// roughness of at least 0.30 mm (Docs/methods/section.md).
  private static let excessLimit = 0.0008, roughnessLimit = 0.0002
  /// A step's least excess in units of the roughness: noise alone reaches three.
  private static let leastRatio = 4.0

  /// The step with the greatest excess: its height, and that excess; metres.
  let height, excess: Double
  /// Where it is, in metres in the plane of the section.
  let place: Vector2
  /// The median height of the steps in all directions, in metres.
  let roughness: Double

  /// The steps where an outline was seen on both sides; nil where that is less than half of it.
  ///
  /// - Parameter outline: the farthest point in each direction of ``AngularCoverage``, in metres; nil where there is none.
  init?(_ outline: [Vector2?]) {
    let radii = outline.map { $0?.length }
    let steps = radii.indices.map { Self.step(radii, at: $0) }
    let seen = steps.compactMap { $0.map(abs) }
    let excesses = steps.indices.compactMap { index in Self.excess(steps, at: index).map { (index, $0) } }
    guard 2 * seen.count >= outline.count, let highest = excesses.max(by: { $0.1 < $1.1 }),
      let height = steps[highest.0], let place = outline[highest.0]
    else { return nil }
    (self.height, excess, self.place) = (abs(height), highest.1, place)
    roughness = seen.sorted()[seen.count / 2]
  }

  /// The radius that the points behind a direction lead to, minus that of the points before it; nil where one is unseen.
  private static func step(_ radii: [Double?], at direction: Int) -> Double? {
    var step = 0.0
    for (away, weight) in zip(flank, weights) {
      guard let after = radii[wrap(direction + away)], let before = radii[wrap(direction - away)] else { return nil }
      step += weight * (after - before)
    }
    return step
  }

  /// A step's height less the highest the other way beside it; nil where it or what is beside it is unknown.
  private static func excess(_ steps: [Double?], at direction: Int) -> Double? {
    guard let step = steps[direction] else { return nil }
    let sign = step < 0 ? -1.0 : 1
    var other = 0.0
    for beside in direction - ridge...direction + ridge {
      guard let step = steps[wrap(beside)] else { return nil }
      other = max(other, -sign * step)
    }
    return abs(step) - other
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

  /// What sound heads do not have.
  var findings: [Finding] {
    var findings: [Finding] = []
    if excess >= max(Self.excessLimit, Self.leastRatio * roughness) {
      findings.append(
        Finding(.sectionStep, ["step_mm": .millimetres(height, decimals: 1), "place": .place(PlaceText.side(place))]))
    }
    if roughness >= Self.roughnessLimit {
      findings.append(Finding(.sectionRough, ["roughness_mm": .millimetres(roughness, decimals: 1)]))
    }
    return findings
  }
}
