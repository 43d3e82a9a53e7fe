import Geometry

/// A closed outline without the ripples that a mesh's noise adds, for lengths along it.
///
/// A line through places that err by σ, a step s apart, is longer than the true one by about σ²/s² of itself: the finer
/// the mesh, the longer its sections, however small the errors; and a tape would rest on the noise's peaks. So the outline
/// is smoothed with 2 B − B∗B, B a bell whose standard deviation is 1/212 of the outline, 2 mm on a head. That takes away
/// ripples shorter than 9 mm there (some 40 % of one of 9 mm, nearly all of one of 5 mm) and leaves curves as they are: an arc of
/// radius r shrinks by (σ²/2r²)² of itself, which is 10⁻⁶ at 45 mm. Sizes in proportion keep ratios: a head that has only
/// grown has an outline that has only grown.
enum Contour {
  /// How many samples an outline has: 0.24 mm apart on a head.
  private static let count = 1800
  /// Samples on either side of a running mean; three of them one after the other make the bell.
  private static let reach = 8

  /// A closed outline (its last point is joined to the first) smoothed, in even steps.
  static func smoothed(_ outline: [Vector2]) -> [Vector2] {
    let whole = Polygon.perimeter(outline)
    guard whole > 0 else { return outline }
    let once = bell(resampled(fromTheFront(outline), length: whole))
    return zip(once, bell(once)).map { $0 * 2 - $1 }
  }

  /// The outline begun where it crosses the midline in front, so that the samples do not depend on the order of a file.
  private static func fromTheFront(_ outline: [Vector2]) -> [Vector2] {
    var (start, front): (Int?, Vector2) = (nil, [0, 0])
    for i in outline.indices {
      let (a, b) = (outline[i], outline[(i + 1) % outline.count])
      guard (a.x >= 0) != (b.x >= 0) else { continue }
      let crossing = a + (b - a) * (a.x / (a.x - b.x))
      if crossing.y > front.y { (start, front) = (i, crossing) }
    }
    guard let start else { return outline }
    return [front] + outline[(start + 1)...] + outline[...start]
  }

  /// Samples at even steps along an outline of a length, from its first point on.
  private static func resampled(_ outline: [Vector2], length: Double) -> [Vector2] {
    let next = { (i: Int) in outline[i + 1 < outline.count ? i + 1 : 0] }
    var (edge, start) = (0, 0.0)
    return (0..<count).map { k in
      let at = length * Double(k) / Double(count)
      while edge < outline.count - 1, start + (next(edge) - outline[edge]).length < at {
        start += (next(edge) - outline[edge]).length
        edge += 1
      }
      let along = next(edge) - outline[edge]
      return outline[edge] + along * (along.length > 0 ? min(1, (at - start) / along.length) : 0)
    }
  }

  private static func bell(_ points: [Vector2]) -> [Vector2] { runningMean(runningMean(runningMean(points))) }

  /// The mean over ``reach`` neighbours on either side, all the way round.
  private static func runningMean(_ points: [Vector2]) -> [Vector2] {
    let count = points.count
    var sum = (-reach...reach).reduce(Vector2.zero) { $0 + points[($1 + count) % count] }
    return points.indices.map { (i: Int) -> Vector2 in
      let (next, last) = (i + reach + 1, i - reach)
      defer { sum += points[next < count ? next : next - count] - points[last < 0 ? last + count : last] }
      return sum / Double(2 * reach + 1)
    }
  }
}
