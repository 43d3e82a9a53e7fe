public import Geometry

/// A flat sheet of markers in rows and columns, by which a phone is calibrated.
public struct MarkerBoard: Sendable, Equatable {
  /// How many markers stand side by side, and how many rows there are.
  public let columns, rows: Int
  /// From centre to centre, metres.
  public let pitch: Double
  /// The length of the ruler that is printed on the sheet, metres.
  public let ruler: Double

  /// As many as a board has along one axis.
  static let counts = 2...40

  /// A board from its parts.
  public init(columns: Int, rows: Int, pitch: Double, ruler: Double) {
    (self.columns, self.rows, self.pitch, self.ruler) = (columns, rows, pitch, ruler)
  }

  /// The board that fills a room (width and height, metres) with markers of a side, two of their cells of white between
  /// them: OpenCV's detector needs one around each. Nil where less than two rows and columns fit.
  public static func filling(
    _ room: SIMD2<Double>, side: Double, of dictionary: MarkerDictionary, ruler: Double
  ) -> MarkerBoard? {
    let cells = Double(dictionary.cells + 2)
    // To the micrometre, as its file holds it.
    let pitch = (side * (cells + 2) / cells * 1e6).rounded() / 1e6
    let fit = (room - SIMD2(repeating: side)) / pitch + SIMD2(repeating: 1 + 1e-9)
    guard side > 0, counts.contains(Int(max(fit.x, 0))), counts.contains(Int(max(fit.y, 0))) else { return nil }
    return MarkerBoard(columns: Int(fit.x), rows: Int(fit.y), pitch: pitch, ruler: ruler)
  }

  /// How many markers it has.
  public var count: Int { columns * rows }

  /// The centre of a marker by its place, row by row from the upper left one: x right and y up in the print, z out of it,
  /// the origin in the middle; metres.
  public func centre(of index: Int) -> Vector3 {
    let (row, column) = (index / columns, index % columns)
    return Vector3(
      Double(column) - Double(columns - 1) / 2, Double(rows - 1) / 2 - Double(row), 0) * pitch
  }

  /// The corners of a marker of a side, clockwise in the print from its top left, metres.
  public func corners(of index: Int, side: Double) -> [Vector3] {
    let (centre, h) = (centre(of: index), side / 2)
    return [[-h, h, 0], [h, h, 0], [h, -h, 0], [-h, -h, 0]].map { centre + $0 }
  }
}

extension Cap {
  /// The corners of a board's markers by their ids, which stand row by row in ascending order; nil where this is no board.
  ///
  /// - Parameter scale: the true size of the print over the stated one.
  public func boardCorners(scale: Double = 1) -> [Int: [Vector3]]? {
    guard let board, let ids else { return nil }
    return Dictionary(
      uniqueKeysWithValues: zip(ids.sorted(), 0..<board.count).map { id, index in
        (id, board.corners(of: index, side: markerSize).map { $0 * scale })
      })
  }
}
