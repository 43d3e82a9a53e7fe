import Geometry

/// A closed outline without the ripples that a mesh's noise adds, for lengths along it.
///
/// A line through places that err by σ, a step s apart, is longer than the true one by about σ²/s² of itself: the finer
/// the mesh, the longer its sections, however small the errors; and a tape would rest on the noise's peaks. So the outline
/// is smoothed with 2 B − B∗B, B a bell of 2.1 mm standard deviation. That takes away ripples shorter than 9 mm (half of one of 9 mm, all of
/// one of 5 mm) and leaves curves as they are: an arc of radius r shrinks by (σ²/2r²)² of itself, which is 10⁻⁶ at 45 mm.
enum Contour {
  /// The distance of the samples along the outline, in metres.
  private static let step = 0.00025
  /// Samples on either side of a running mean; three of them one after the other make the bell.
  private static let reach = 8

  /// A closed outline (its last point is joined to the first) smoothed, in even steps; what is shorter than 13 mm stays.
  static func smoothed(_ outline: [Vector2]) -> [Vector2] {
    let samples = resampled(outline)
    guard samples.count > 6 * reach + 3 else { return outline }
    let once = bell(samples)
    return zip(once, bell(once)).map { $0 * 2 - $1 }
  }

  /// Samples at even steps along the outline.
  private static func resampled(_ outline: [Vector2]) -> [Vector2] {
    let whole = Polygon.perimeter(outline)
    let count = Int((whole / step).rounded())
    guard count > 0 else { return [] }
    let (spacing, next) = (whole / Double(count), { (i: Int) in outline[(i + 1) % outline.count] })
    var samples: [Vector2] = []
    var (edge, start) = (0, 0.0)
    for k in 0..<count {
      let at = Double(k) * spacing
      while edge < outline.count - 1, start + (next(edge) - outline[edge]).length < at {
        start += (next(edge) - outline[edge]).length
        edge += 1
      }
      let along = next(edge) - outline[edge]
      samples.append(outline[edge] + along * (along.length > 0 ? min(1, (at - start) / along.length) : 0))
    }
    return samples
  }

  private static func bell(_ points: [Vector2]) -> [Vector2] { runningMean(runningMean(runningMean(points))) }

  /// The mean over ``reach`` neighbours on either side, all the way round.
  private static func runningMean(_ points: [Vector2]) -> [Vector2] {
    let count = points.count
    var sum = (-reach...reach).reduce(Vector2.zero) { $0 + points[($1 + count) % count] }
    return points.indices.map { i in
      defer { sum += points[(i + reach + 1) % count] - points[(i - reach + count) % count] }
      return sum / Double(2 * reach + 1)
    }
  }
}
