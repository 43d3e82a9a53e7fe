import Geometry

/// A correction of depth for the cells of a view, eight at a time.
struct CellCorrection: Sendable {
  private let scale: Float
  private let field: DepthField
  /// The places −1 … 1 across the image of the first cell, and of a step to the next.
  private let left, top, columnStep, rowStep: Double

  init(_ correction: DepthCorrection, _ crop: ImageCrop, _ layout: CellLayout, width: Int, height: Int) {
    (scale, field) = (Float(correction.scale), correction.field)
    let n = Double(layout.binning)
    left = DepthCorrection.normalized(Double(crop.x) + (n - 1) / 2, width)
    top = DepthCorrection.normalized(Double(crop.y) + (n - 1) / 2, height)
    (columnStep, rowStep) = (2 * n / Double(width), 2 * n / Double(height))
  }

  /// The correction along a row of cells.
  func row(_ y: Int) -> Row {
    let (low, high) = (field.columns.lowerBound, field.columns.upperBound)
    return Row(
      scale: scale, powers: field.row(at: top + Double(y) * rowStep).map(Float.init),
      left: Float((2 * left - low - high) / (high - low)), step: Float(2 * columnStep / (high - low)))
  }

  /// What is added along a row is a polynomial over its columns.
  struct Row {
    fileprivate let scale: Float
    fileprivate let powers: [Float]
    fileprivate let left, step: Float

    /// What is added in the cells from column x on, in metres.
    @inline(__always)
    func offsets(_ x: Int) -> Lanes {
      let column = Lanes(0, 1, 2, 3, 4, 5, 6, 7) + Float(x)
      let u = (left + column * step).clamped(above: Lanes(repeating: -1)).clamped(below: Lanes(repeating: 1))
      var sum = Lanes(repeating: 0)
      for power in powers.indices.reversed() { sum = sum * u + powers[power] }
      return sum
    }

    /// Depth corrected by offsets.
    @inline(__always)
    func corrected(_ z: Lanes, _ offsets: Lanes) -> Lanes { scale * z + offsets }
  }
}
