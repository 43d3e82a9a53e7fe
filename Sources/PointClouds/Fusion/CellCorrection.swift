import Geometry

/// A correction of depth for the cells of a view, eight at a time.
struct CellCorrection: Sendable {
  private let scale: Float
  private let field: [Double]
  /// Where the field was measured; beyond it the nearest value holds.
  private let columns, rows: ClosedRange<Double>
  /// The places −1 … 1 across the image of the first cell, and of a step to the next.
  private let left, top, columnStep, rowStep: Double

  init(_ correction: DepthCorrection, _ crop: ImageCrop, _ layout: CellLayout, width: Int, height: Int) {
    (scale, field) = (Float(correction.scale), correction.field)
    (columns, rows) = (correction.columns, correction.rows)
    let n = Double(layout.binning)
    left = DepthCorrection.normalized(Double(crop.x) + (n - 1) / 2, width)
    top = DepthCorrection.normalized(Double(crop.y) + (n - 1) / 2, height)
    (columnStep, rowStep) = (2 * n / Double(width), 2 * n / Double(height))
  }

  /// The correction along a row of cells.
  func row(_ y: Int) -> Row {
    let v = min(max(top + Double(y) * rowStep, rows.lowerBound), rows.upperBound)
    let c = field
    return Row(
      scale: scale, constant: Float(c[0] + v * (c[2] + v * (c[5] + v * c[9]))),
      linear: Float(c[1] + v * (c[4] + v * c[8])), square: Float(c[3] + v * c[7]), cube: Float(c[6]),
      left: Float(left), step: Float(columnStep), least: Float(columns.lowerBound), most: Float(columns.upperBound))
  }

  /// What is added along a row is a cubic over its columns.
  struct Row {
    fileprivate let scale, constant, linear, square, cube, left, step, least, most: Float

    /// What is added in the cells from column x on, in metres.
    @inline(__always)
    func offsets(_ x: Int) -> Lanes {
      let column = Lanes(0, 1, 2, 3, 4, 5, 6, 7) + Float(x)
      let u = (left + column * step).clamped(above: Lanes(repeating: least)).clamped(below: Lanes(repeating: most))
      return constant + u * (linear + u * (square + u * cube))
    }

    /// Depth corrected by offsets.
    @inline(__always)
    func corrected(_ z: Lanes, _ offsets: Lanes) -> Lanes { scale * z + offsets }
  }
}
