extension ColorImage {
  /// The image turned clockwise by a number of quarter turns.
  public func turned(quarterTurns: Int) -> ColorImage {
    let turns = ((quarterTurns % 4) + 4) % 4
    let (w, h) = turns % 2 == 0 ? (width, height) : (height, width)
    var turned: [UInt8] = []
    turned.reserveCapacity(pixels.count)
    for y in 0..<h {
      for x in 0..<w {
        let (column, row) =
          switch turns {
          case 0: (x, y)
          case 1: (y, height - 1 - x)
          case 2: (width - 1 - x, height - 1 - y)
          default: (width - 1 - y, x)
          }
        let at = 3 * (row * width + column)
        turned += pixels[at..<(at + 3)]
      }
    }
    return ColorImage(width: w, height: h, pixels: turned)
  }

  /// The image reduced to at most `width` pixels across, in proportion; each pixel is the mean of those it covers.
  public func reduced(toWidth most: Int) -> ColorImage {
    guard most > 0, width > most else { return self }
    let (w, h) = (most, max(1, (height * most + width / 2) / width))
    var reduced: [UInt8] = []
    reduced.reserveCapacity(3 * w * h)
    for y in 0..<h {
      let rows = (y * height / h)..<((y + 1) * height / h)
      for x in 0..<w {
        let columns = (x * width / w)..<((x + 1) * width / w)
        reduced += mean(rows, columns)
      }
    }
    return ColorImage(width: w, height: h, pixels: reduced)
  }

  private func mean(_ rows: Range<Int>, _ columns: Range<Int>) -> [UInt8] {
    var sum = SIMD3<Int>.zero
    for row in rows {
      for column in columns {
        let at = 3 * (row * width + column)
        sum &+= SIMD3(Int(pixels[at]), Int(pixels[at + 1]), Int(pixels[at + 2]))
      }
    }
    let count = rows.count * columns.count
    let mean = (sum &+ count / 2) / SIMD3(repeating: count)
    return [UInt8(mean.x), UInt8(mean.y), UInt8(mean.z)]
  }
}
