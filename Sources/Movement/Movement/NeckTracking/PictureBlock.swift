internal import Geometry

/// A square part of a small picture.
struct PictureBlock: Sendable {
  private static let side = 14
  private let x, y: Int
  /// The values, their slopes, and the sums of the slopes' products.
  private let values, across, down: [Double]
  private let xx, xy, yy: Double

  /// The blocks that a picture consists of, but for its borders.
  static func all(of picture: SmallPicture) -> [PictureBlock] {
    stride(from: 2, through: picture.height - side - 2, by: side).flatMap { y in
      stride(from: 2, through: picture.width - side - 2, by: side).map { PictureBlock(picture, x: $0, y: y) }
    }
  }

  init(_ picture: SmallPicture, x: Int, y: Int) {
    (self.x, self.y) = (x, y)
    let at = { (x: Int, y: Int) in Double(picture.values[y * picture.width + x]) }
    let places = (0..<Self.side * Self.side).map { (x + $0 % Self.side, y + $0 / Self.side) }
    values = places.map { at($0, $1) }
    across = places.map { (at($0 + 1, $1) - at($0 - 1, $1)) / 2 }
    down = places.map { (at($0, $1 + 1) - at($0, $1 - 1)) / 2 }
    xx = zip(across, across).reduce(0) { $0 + $1.0 * $1.1 }
    xy = zip(across, down).reduce(0) { $0 + $1.0 * $1.1 }
    yy = zip(down, down).reduce(0) { $0 + $1.0 * $1.1 }
  }

  /// Whether it shows enough for a shift to be told to a quarter of a limit, and more than noise in every direction.
  func shows(_ limit: Double, _ noise: Double) -> Bool {
    let weakest = (xx + yy) / 2 - (((xx - yy) / 2) * ((xx - yy) / 2) + xy * xy).squareRoot()
    let deviation = noise * 2.0.squareRoot() / max(weakest, 1e-9).squareRoot()
    // Noise alone has slopes too: half of its variance in every pixel.
    let own = noise * noise / 2 * Double(values.count)
    return deviation < limit / 4 && weakest > 4 * own
  }

  /// Whether a point of the picture lies in it or half a side beside it.
  func isNear(_ point: Vector2) -> Bool {
    let reach = Double(Self.side) / 2
    return point.x > Double(x) - reach && point.x < Double(x + Self.side) + reach && point.y > Double(y) - reach
      && point.y < Double(y + Self.side) + reach
  }

  /// The shift at which another picture shows the same but for noise, in its pixels; nil where none does.
  func shift(in picture: SmallPicture, noise: Double) -> Vector2? {
    var shift = Vector2(0, 0)
    let determinant = xx * yy - xy * xy
    guard determinant > 0 else { return nil }
    let mean = values.reduce(0, +) / Double(values.count)
    for _ in 0..<Self.steps {
      var seen: [Double] = []
      seen.reserveCapacity(values.count)
      for k in values.indices {
        guard
          let value = picture.value(
            Double(x + k % Self.side) + shift.x, Double(y + k / Self.side) + shift.y)
        else { return nil }
        seen.append(value)
      }
      // A camera's exposure may change; a block's mean does not count.
      let change = seen.reduce(0, +) / Double(seen.count) - mean
      var (bx, by) = (0.0, 0.0)
      for k in values.indices {
        let difference = values[k] - seen[k] + change
        (bx, by) = (bx + across[k] * difference, by + down[k] * difference)
      }
      let step = Vector2((yy * bx - xy * by) / determinant, (xx * by - xy * bx) / determinant)
      shift += step
      guard shift.length < Double(Self.side) else { return nil }
      if step.length < 0.01 { break }
    }
    return explains(shift, picture, mean, noise) ? shift : nil
  }

  private static let steps = 8

  /// Whether what is seen there is the same but for a third of the contrast, and twice the noise of both pictures.
  private func explains(_ shift: Vector2, _ picture: SmallPicture, _ mean: Double, _ noise: Double) -> Bool {
    let seen = values.indices.compactMap {
      picture.value(Double(x + $0 % Self.side) + shift.x, Double(y + $0 / Self.side) + shift.y)
    }
    guard seen.count == values.count else { return false }
    let other = seen.reduce(0, +) / Double(seen.count)
    var (rest, whole) = (0.0, 0.0)
    for k in values.indices {
      let (a, b) = (values[k] - mean, seen[k] - other)
      (rest, whole) = (rest + (a - b) * (a - b), whole + a * a)
    }
    return rest < whole / 9 + 4 * noise * noise * Double(values.count)
  }
}
