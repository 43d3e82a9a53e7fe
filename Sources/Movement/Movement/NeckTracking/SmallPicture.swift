internal import Geometry
internal import Images

/// A grey picture averaged down to about 160 pixels across.
struct SmallPicture: Sendable {
  let width, height, factor: Int
  let values: [Float]

  init(_ image: GrayImage) {
    factor = max(1, image.width / 160)
    (width, height) = (image.width / factor, image.height / factor)
    var values = [Float](repeating: 0, count: width * height)
    let area = Float(factor * factor)
    for y in 0..<(height * factor) {
      let row = y / factor * width
      for x in 0..<(width * factor) { values[row + x / factor] += Float(image.pixels[y * image.width + x]) / area }
    }
    self.values = values
  }

  /// The noise of a pixel by what changes to the next picture, most of which shows the same.
  func noise(against other: SmallPicture) -> Double {
    let differences = zip(values, other.values).map { Double(abs($0 - $1)) }
    return max(0.1, RobustStatistics.madToSigma * RobustStatistics.median(differences) / 2.0.squareRoot())
  }

  /// The value between pixels; nil outside.
  func value(_ x: Double, _ y: Double) -> Double? {
    let (column, row) = (Int(x.rounded(.down)), Int(y.rounded(.down)))
    guard column >= 0, row >= 0, column + 1 < width, row + 1 < height else { return nil }
    let (u, v) = (x - Double(column), y - Double(row))
    let at = row * width + column
    let upper = Double(values[at]) * (1 - u) + Double(values[at + 1]) * u
    let lower = Double(values[at + width]) * (1 - u) + Double(values[at + width + 1]) * u
    return upper * (1 - v) + lower * v
  }
}
