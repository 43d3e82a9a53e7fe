import Drawing
import Geometry
import Images

/// What is drawn in a picture, pixel by pixel.
struct DrawnPixels {
  let image: ColorImage

  init(_ image: ColorImage) { self.image = image }

  /// How far the colour of a pixel is from another one: the largest difference of the three parts. 255 outside.
  private func difference(_ x: Int, _ y: Int, _ paint: Paint) -> Int {
    guard x >= 0, y >= 0, x < image.width, y < image.height else { return 255 }
    let at = 3 * (y * image.width + x)
    let red = abs(Int(image.pixels[at]) - Int(paint.red))
    let green = abs(Int(image.pixels[at + 1]) - Int(paint.green))
    let blue = abs(Int(image.pixels[at + 2]) - Int(paint.blue))
    return max(red, max(green, blue))
  }

  /// Whether a pixel within a distance of a place has about that colour.
  func has(_ paint: Paint, near place: Vector2, within reach: Double = 2, tolerance: Int = 40) -> Bool {
    let most = Int(reach) + 1
    let (column, row) = (Int(place.x.rounded()), Int(place.y.rounded()))
    for y in (row - most)...(row + most) {
      for x in (column - most)...(column + most) where difference(x, y, paint) <= tolerance {
        let away = Vector2(Double(x), Double(y)) - place
        if (away.x * away.x + away.y * away.y).squareRoot() <= reach { return true }
      }
    }
    return false
  }

  /// The pixels of an area that have about that colour.
  func places(_ paint: Paint, in area: PixelArea, tolerance: Int = 40) -> [Vector2] {
    var places: [Vector2] = []
    for y in area.y..<(area.y + area.height) {
      for x in area.x..<(area.x + area.width) where difference(x, y, paint) <= tolerance {
        places.append(Vector2(Double(x), Double(y)))
      }
    }
    return places
  }

  /// Whether a text stands there on the dark ground, in the size at which it fits into a width.
  func says(
    _ text: String, at place: Vector2, width: Int = 1200, sizes: ClosedRange<Int>, _ paint: Paint
  ) throws -> Bool {
    let typeface = try Typeface.installed()
    let (fitting, size) = try typeface.fit(text, width: width, sizes: sizes)
    var expected = Canvas(width: try typeface.width(of: fitting, size: size) + 8, height: 2 * size, .night)
    try expected.text(fitting, at: [4, Double(size + size / 2)], size: size, typeface, paint)
    let (left, top) = (Int(place.x.rounded()) - 4, Int(place.y.rounded()) - size - size / 2)
    var ink = 0
    for y in 0..<expected.image.height {
      for x in 0..<expected.image.width {
        let at = 3 * (y * expected.image.width + x)
        let pixel = Paint(expected.image.pixels[at], expected.image.pixels[at + 1], expected.image.pixels[at + 2])
        guard pixel != .night else { continue }
        ink += 1
        guard difference(left + x, top + y, pixel) == 0 else { return false }
      }
    }
    return ink > 0
  }
}
