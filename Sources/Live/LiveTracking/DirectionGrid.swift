import Geometry
import Platform

/// A grid of directions in cells of about 10°, for counting.
enum DirectionGrid {
  private static let bands = 18
  /// The number of cells in each band of elevation.
  private static let columns = (0..<bands).map { max(1, Int((36 * cos(elevation($0))).rounded())) }
  private static let starts = columns.reduce(into: [0]) { $0.append($0.last! + $1) }

  /// The number of cells.
  static let count = starts[bands]

  /// The middle of each cell, unit vectors.
  static let directions: [Vector3] = (0..<bands).flatMap { band in
    (0..<columns[band]).map { column in
      let azimuth = 2 * .pi * (Double(column) + 0.5) / Double(columns[band]) - .pi
      let up = elevation(band)
      return Vector3(cos(azimuth) * cos(up), sin(azimuth) * cos(up), sin(up))
    }
  }

  /// The cell of a unit vector.
  static func cell(_ d: Vector3) -> Int {
    let up = asin(max(-1, min(1, d.z))) / .pi + 0.5
    let band = min(bands - 1, Int(up * Double(bands)))
    let around = atan2(d.y, d.x) / (2 * .pi) + 0.5
    return starts[band] + min(columns[band] - 1, Int(around * Double(columns[band])))
  }

  private static func elevation(_ band: Int) -> Double { ((Double(band) + 0.5) / Double(bands) - 0.5) * .pi }
}
