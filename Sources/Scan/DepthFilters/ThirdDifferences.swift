import Geometry
import Images

/// Differences of depth from the parabola through its neighbours, a − 3b + 3c − d: what is left of a smooth surface is
/// its noise.
struct ThirdDifferences {
  /// The distance of the four pixels along the line.
  let spacing: Int
  /// Farther pixels are not taken, metres.
  let reach: Float

  /// Four pixels whose depths differ by more than this share of depth for each pixel of their spacing lie on no smooth
  /// surface.
  private static let roughness: Float = 0.02

  /// The difference at a pixel whose line goes on by `stride`; NaN where one of the four has no depth, is too far, or
  /// lies on an edge.
  @inline(__always)
  private func value(_ pixels: UnsafeBufferPointer<Float>, _ first: Int, _ stride: Int) -> Float {
    let (a, b) = (pixels[first], pixels[first + stride])
    let (c, d) = (pixels[first + 2 * stride], pixels[first + 3 * stride])
    let (least, most) = (min(min(a, b), min(c, d)), max(max(a, b), max(c, d)))
    let isSmooth =
      !(a.isNaN || b.isNaN || c.isNaN || d.isNaN) && most < reach
      && most - least < Self.roughness * Float(spacing) * most
    return isSmooth ? d - 3 * c + 3 * b - a : .nan
  }

  /// The differences along every `step`-th row, row by row, NaN where there is none.
  func alongRows(_ image: DepthImage, step: Int) -> [Float] {
    lines(image.height, of: image.width, step, image, along: 1, across: image.width)
  }

  /// The differences along every `step`-th column, column by column, NaN where there is none.
  func alongColumns(_ image: DepthImage, step: Int) -> [Float] {
    lines(image.width, of: image.height, step, image, along: image.width, across: 1)
  }

  private func lines(
    _ count: Int, of length: Int, _ step: Int, _ image: DepthImage, along: Int, across: Int
  ) -> [Float] {
    guard length > 3 * spacing else { return [] }
    return image.pixels.withUnsafeBufferPointer { pixels in
      var values: [Float] = []
      values.reserveCapacity((count / step + 1) * length)
      for line in stride(from: min(step, count) / 2, to: count, by: step) {
        for k in 0..<(length - 3 * spacing) { values.append(value(pixels, line * across + k * along, spacing * along)) }
      }
      return values
    }
  }
}

extension ThirdDifferences {
  /// The standard deviation of a pixel's noise in metres, by the differences along rows and columns; nil where there are
  /// too few of either.
  static func noise(_ images: [DepthImage], spacing: Int, reach: Float) -> Double? {
    let differences = ThirdDifferences(spacing: spacing, reach: reach)
    let along = [ThirdDifferences.alongRows, ThirdDifferences.alongColumns].map { direction in
      images.compactMap { deviation(direction(differences)($0, sparseStep)) }
    }
    guard along.allSatisfy({ !$0.isEmpty }) else { return nil }
    let means = along.map { $0.reduce(0, +) / Double($0.count) }
    // The difference of four independent pixels has 1 + 9 + 9 + 1 times the variance of one.
    return (means[0] + means[1]) / 2 / 20.0.squareRoot()
  }

  /// Every so many lines are enough to know a standard deviation to 1 %.
  private static let sparseStep = 12
  /// Fewer differences tell no standard deviation.
  private static let fewest = 200
  /// The share of differences, the smallest ones, that tell it: what is left of edges is larger.
  private static let inner = 0.8
  /// The standard deviation of a normal sample's inner share over that of all: √(1 − 2 c φ(c) / 0.8), c = Φ⁻¹(0.9).
  private static let innerDeviation = 0.66161

  /// The standard deviation of normal differences, from the smallest of them; nil of too few.
  private static func deviation(_ differences: [Float]) -> Double? {
    let sizes = differences.compactMap { $0.isNaN ? nil : Double(abs($0)) }
    guard sizes.count >= fewest else { return nil }
    let limit = RobustStatistics.quantile(sizes, inner)
    // Many can be equal to the limit, as depth comes in steps: as many of them count as the share holds.
    let (count, below) = (inner * Double(sizes.count), sizes.filter { $0 < limit })
    let sum = below.reduce(0) { $0 + $1 * $1 } + max(0, count - Double(below.count)) * limit * limit
    return (sum / count).squareRoot() / innerDeviation
  }
}
