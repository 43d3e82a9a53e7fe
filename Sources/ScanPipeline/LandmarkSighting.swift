import Analysis
import Geometry
import Recordings
import Workers

/// A click on a landmark with the depth that was measured there.
struct LandmarkSighting: Sendable {
  let landmark: Landmark
  let source: LandmarkSource
  let frame: Int
  let pixel: Vector2
  /// Metres along the optical axis, as measured.
  let depth: Double

  /// A click needs this many valid pixels within ``reach`` pixels of it.
  private static let fewestPixels = 8
  private static let reach = 3

  /// The clicks of a landmark file, each checked against its frame.
  ///
  /// - Throws: ``LandmarkFileError`` for a frame that does not exist, a pixel outside the image or without depth.
  static func all(
    of file: LandmarkFile, in recording: Recording, workers: Workers = Workers(count: 1)
  ) throws -> [LandmarkSighting] {
    var all: [(landmark: Landmark, click: LandmarkClick)] = []
    for (landmark, entry) in file.entries.sorted(by: { $0.key < $1.key }) {
      guard case .clicks(let clicks) = entry else {
        throw LandmarkFileError.pointWithoutMesh(file: file.name, landmark: landmark)
      }
      all += clicks.map { (landmark, $0) }
    }
    let clicks = all
    return try workers.map(clicks.count) { try sighting(of: clicks[$0].landmark, clicks[$0].click, file, recording) }
  }

  private static func sighting(
    of landmark: Landmark, _ click: LandmarkClick, _ file: LandmarkFile, _ recording: Recording
  ) throws -> LandmarkSighting {
    guard let frame = recording.frame(named: click.frame) else {
      throw LandmarkFileError.noSuchFrame(file: file.name, landmark: landmark, frame: click.frame)
    }
    guard frame.camera.contains(click.pixel) else {
      throw LandmarkFileError.outsideImage(
        file: file.name, landmark: landmark, click: click, width: frame.camera.width, height: frame.camera.height)
    }
    guard let depth = depth(at: click.pixel, in: try recording.depth(frame)) else {
      throw LandmarkFileError.withoutDepth(file: file.name, landmark: landmark, click: click)
    }
    return LandmarkSighting(
      landmark: landmark, source: file.source, frame: frame.index, pixel: click.pixel, depth: depth)
  }

  /// The depth at a pixel: a plane (linear in inverse depth) through its valid neighbours, those of another surface left
  /// out.
  static func depth(at pixel: Vector2, in image: DepthImage) -> Double? {
    let (x, y) = (Int(pixel.x.rounded()), Int(pixel.y.rounded()))
    var samples: [(offset: Vector2, inverse: Double)] = []
    for v in (y - reach)...(y + reach) {
      for u in (x - reach)...(x + reach) {
        let z = Double(image[u, v])
        if z > 0 { samples.append((Vector2(Double(u), Double(v)) - pixel, 1 / z)) }
      }
    }
    let middle = RobustStatistics.median(samples.map(\.inverse))
    samples.removeAll { abs($0.inverse / middle - 1) > 0.03 }
    guard samples.count >= fewestPixels else { return nil }
    var equations = LeastSquares(unknowns: 3)
    for sample in samples { equations.add([1, sample.offset.x, sample.offset.y], value: sample.inverse) }
    guard let plane = equations.solved()?.solution, plane[0] > 0 else { return nil }
    return 1 / plane[0]
  }
}
