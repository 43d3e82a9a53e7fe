import Geometry
import PointClouds
import Workers

/// How far a surface lies from another one, at each of its vertices.
public struct DistanceMap: Sendable {
  /// Signed distances in metres, positive outside the other surface; NaN where that was not seen.
  public let values: [Double]

  /// The distances of points in the other surface's head frame.
  init(_ points: [Vector3], from other: SurfaceMatcher, _ workers: Workers = Workers(count: 1)) {
    values = other.matches(points, workers).map { $0?.signed ?? .nan }
  }
}

/// Distances over a part of the surface, each vertex weighted with its area.
public struct DistanceSummary: Sendable, Equatable {
  /// The share of the area that has a counterpart, 0 to 1.
  public let seen: Double
  /// The mean, the root mean square, and the 5, 50 and 95 % quantiles, metres.
  public let mean, rms, low, median, high: Double

  /// The summary of some vertices, or nil where none has a counterpart.
  init?(_ values: [Double], areas: [Double], of vertices: some Sequence<Int>) {
    var (samples, all): ([(value: Double, area: Double)], Double) = ([], 0)
    for i in vertices {
      all += areas[i]
      if values[i].isFinite { samples.append((values[i], areas[i])) }
    }
    let total = samples.reduce(0) { $0 + $1.area }
    guard total > 0 else { return nil }
    seen = total / all
    mean = samples.reduce(0) { $0 + $1.area * $1.value } / total
    rms = (samples.reduce(0) { $0 + $1.area * $1.value * $1.value } / total).squareRoot()
    samples.sort { $0.value < $1.value }
    let quantiles = [0.05, 0.5, 0.95].map { Self.quantile(samples, $0 * total) }
    (low, median, high) = (quantiles[0], quantiles[1], quantiles[2])
  }

  /// The value below which the given area lies.
  private static func quantile(_ sorted: [(value: Double, area: Double)], _ area: Double) -> Double {
    var below = 0.0
    for sample in sorted {
      below += sample.area
      if below >= area { return sample.value }
    }
    return sorted.last!.value
  }
}

extension HeadSurface {
  /// A third of the area of the triangles about each vertex, square metres.
  var vertexAreas: [Double] {
    var areas = [Double](repeating: 0, count: positions.count)
    for triangle in triangles {
      let (a, b, c) = corners(triangle)
      let third = (b - a).cross(c - a).length / 6
      for k in 0..<3 { areas[Int(triangle[k])] += third }
    }
    return areas
  }
}
