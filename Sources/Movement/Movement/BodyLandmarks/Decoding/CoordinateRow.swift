/// A row of SimCC's values of one point: where along one axis it lies.
struct CoordinateRow {
  /// The largest cell, and its value; nil where a value is no number, or none is above 0.
  static func peak(_ values: Slice<UnsafeBufferPointer<Float>>) -> (cell: Int, value: Double)? {
    var (best, at): (Float, Int?) = (0, nil)
    for (i, value) in values.enumerated() {
      guard value.isFinite else { return nil }
      if value > best { (best, at) = (value, i) }
    }
    return at.map { ($0, Double(best)) }
  }
}
