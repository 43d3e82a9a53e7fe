public import Geometry
public import Images

/// A click on a landmark with the depth that was measured there.
public struct ClickSighting: Sendable, Equatable {
  /// The landmark, and who says that it is there.
  public let landmark: Landmark
  /// Where the click comes from.
  public let source: LandmarkSource
  /// The frame's index in the recording.
  public let frame: Int
  /// The frame's name, as the landmark file has it.
  public let frameName: String
  /// The pixel; centres at integers.
  public let pixel: Vector2
  /// Metres along the optical axis, as measured.
  public let depth: Double

  /// A click from its parts.
  public init(
    landmark: Landmark, source: LandmarkSource, frame: Int, frameName: String, pixel: Vector2, depth: Double
  ) {
    (self.landmark, self.source, self.frame, self.frameName) = (landmark, source, frame, frameName)
    (self.pixel, self.depth) = (pixel, depth)
  }

  /// A click needs this many valid pixels within ``reach`` pixels of it.
  private static let fewestPixels = 8
  private static let reach = 3
  /// Depth that differs by more than this share from the neighbours' median is another surface's.
  private static let sameSurface = 0.03

  /// The depth at a pixel in metres: a plane (linear in inverse depth) through its valid neighbours, those of another surface
  /// left out; nil where too few are valid.
  public static func depth(at pixel: Vector2, in image: DepthImage) -> Double? {
    let (x, y) = (Int(pixel.x.rounded()), Int(pixel.y.rounded()))
    var samples: [(offset: Vector2, inverse: Double)] = []
    for v in (y - reach)...(y + reach) {
      for u in (x - reach)...(x + reach) {
        let z = Double(image[u, v])
        if z > 0 { samples.append((Vector2(Double(u), Double(v)) - pixel, 1 / z)) }
      }
    }
    let middle = RobustStatistics.median(samples.map(\.inverse))
    samples.removeAll { abs($0.inverse / middle - 1) > sameSurface }
    guard samples.count >= fewestPixels else { return nil }
    var equations = LeastSquares(unknowns: 3)
    for sample in samples { equations.add([1, sample.offset.x, sample.offset.y], value: sample.inverse) }
    guard let plane = equations.solved()?.solution, plane[0] > 0 else { return nil }
    return 1 / plane[0]
  }
}
