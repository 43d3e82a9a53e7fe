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
  /// Metres along the colour camera's optical axis, as measured.
  public let depth: Double
  /// The place across the depth image, −1 … 1, where it was measured; nil where depth lies in the colour image.
  public let depthPlace: Vector2?

  /// The fewest valid pixels around a click. Assumed.
  private static let fewestPixels = 8
  /// How far around the click they are counted, pixels. Assumed.
  private static let pixelReach = 3
  /// Depth that differs from the neighbours' median by more than this share belongs to another surface. Assumed.
  private static let sameSurface = 0.03

  /// A click from its parts.
  public init(
    landmark: Landmark, source: LandmarkSource, frame: Int, frameName: String, pixel: Vector2, depth: Double,
    depthPlace: Vector2? = nil
  ) {
    (self.landmark, self.source, self.frame, self.frameName) = (landmark, source, frame, frameName)
    (self.pixel, self.depth, self.depthPlace) = (pixel, depth, depthPlace)
  }

  /// The depth at a pixel of the colour image in metres: a plane (linear in inverse depth) through its valid neighbours, those of another surface
  /// left out; nil where too few are valid.
  public static func depth(at pixel: Vector2, in image: RegisteredDepth) -> Double? {
    var samples = image.samples(around: pixel, reach: pixelReach).filter { $0.depth > 0 }.map { sample in
      (offset: (sample.place - pixel) * image.density, inverse: 1 / sample.depth)
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
