import Geometry
import Markers

/// The amount that the correction adds to measured depth over the image, at one depth. Metres.
public struct DepthCorrectionMap: Sendable, Equatable {
  /// The measured depth.
  public let depth: Double
  /// What is added in each cell's middle, ``rows`` of ``columns`` cells from the image's top left; nil where no marker
  /// was seen.
  public let added: [[Double?]]
  /// Its mean over the places where markers were seen, and its largest deviation from that.
  public let mean, peak: Double

  /// The number of cells along each axis: 40 pixels wide in a depth image of 640 × 480.
  public static let (columns, rows) = (16, 12)

  /// The map of a correction.
  ///
  /// - Parameter places: where markers were seen, −1 … 1 across the image; at least one.
  init(_ correction: DepthCorrection, at depth: Double, places: [Vector2]) {
    let value = { (place: Vector2) in (correction.scale - 1) * depth + correction.field.value(at: place) }
    let values = places.map(value)
    let mean = RobustStatistics.mean(values)
    (self.depth, self.mean, peak) = (depth, mean, values.map { abs($0 - mean) }.max() ?? 0)
    var added: [[Double?]] = Array(repeating: Array(repeating: nil, count: Self.columns), count: Self.rows)
    for place in places {
      let (row, column) = (Self.cell(place.y, of: Self.rows), Self.cell(place.x, of: Self.columns))
      added[row][column] = value(Vector2(Self.middle(column, of: Self.columns), Self.middle(row, of: Self.rows)))
    }
    self.added = added
  }

  private static func cell(_ place: Double, of count: Int) -> Int {
    min(max(Int((place + 1) / 2 * Double(count)), 0), count - 1)
  }

  private static func middle(_ cell: Int, of count: Int) -> Double { (2 * Double(cell) + 1) / Double(count) - 1 }
}

extension Tracking {
  /// What the correction adds to depth over the image, at a depth in metres; nil where none was estimated.
  public func depthCorrectionMap(at depth: Double) -> DepthCorrectionMap? {
    let places = markerPlaces
    guard depthCorrection != .none, !places.isEmpty else { return nil }
    return DepthCorrectionMap(depthCorrection, at: depth, places: places)
  }
}
