import Geometry
import Images
import Markers
import Recordings
import Workers

/// Whether a camera stood still, told from the background: parts of the picture that show something and stay in place.
///
/// The picture is averaged down and parted into blocks. The shift of each against the first picture is found by least
/// squares (Lucas & Kanade 1981). What moves before the camera does not matter, as long as enough of the rest stays.
struct CameraStillness {
  /// How many blocks show enough to tell a shift, and the share of them that stays in place.
  let usable: Int, share: Double
  /// The median turn of the camera by the blocks that stay, in radians.
  let deviation: Double

  /// Whether enough can be told.
  var isKnown: Bool { usable >= Self.fewestBlocks }
  /// Whether the camera stood still.
  var isStill: Bool { isKnown && share >= Self.leastShare && share * Double(usable) >= Double(Self.fewestStill) }

  /// The fewest blocks by which anything can be told, the fewest that stay, and their least share.
  private static let (fewestBlocks, fewestStill, leastShare) = (6, 4, 0.25)
  /// How far a block may move, as a turn of the camera in radians: 0.25°.
  private static let limit = 0.25 * Double.pi / 180
  /// In how many of the pictures a block that stays must do so.
  private static let leastPictures = 0.9
  /// How many pictures are looked at.
  private static let pictures = 40

  /// Looks at pictures that are spread over a recording.
  ///
  /// - Parameter observations: the markers in every frame; blocks near them are no background.
  static func measure(
    _ recording: Recording, _ observations: [FrameObservations], workers: Workers
  ) throws -> CameraStillness {
    let count = recording.frames.count
    let chosen = Set((0..<min(pictures, count)).map { $0 * (count - 1) / max(1, min(pictures, count) - 1) }).sorted()
    let small = try workers.map(chosen.count) { index in
      Result { SmallPicture(try recording.gray(recording.frames[chosen[index]])) }
    }.map { try $0.get() }
    guard let first = small.first, small.count > 2, small.allSatisfy({ $0.width == first.width }) else {
      return CameraStillness(usable: 0, share: 0, deviation: 0)
    }
    let camera = recording.frames[chosen[0]].camera
    let perPixel = Double(first.factor) / camera.fx
    let noise = first.noise(against: small[1])
    var blocks = first.blocks().filter { $0.shows(limit / perPixel, noise) }
    let corners = observations.flatMap { $0.markers.flatMap(\.corners) }.map { $0 / Double(first.factor) }
    blocks.removeAll { block in corners.contains { block.isNear($0) } }
    var stays = [Int](repeating: 0, count: blocks.count)
    var shifts: [Double] = []
    for picture in small.dropFirst() {
      for (index, block) in blocks.enumerated() {
        guard let shift = block.shift(in: picture), shift.length * perPixel <= limit else { continue }
        stays[index] += 1
        shifts.append(shift.length * perPixel)
      }
    }
    let still = stays.count { Double($0) >= leastPictures * Double(small.count - 1) }
    return CameraStillness(
      usable: blocks.count, share: blocks.isEmpty ? 0 : Double(still) / Double(blocks.count),
      deviation: shifts.isEmpty ? 0 : RobustStatistics.median(shifts))
  }
}

/// A grey picture averaged down to about 160 pixels across.
private struct SmallPicture: Sendable {
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

  func blocks() -> [Block] {
    let side = Block.side
    return stride(from: 2, through: height - side - 2, by: side).flatMap { y in
      stride(from: 2, through: width - side - 2, by: side).map { Block(self, x: $0, y: y) }
    }
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

/// A square part of a small picture.
private struct Block: Sendable {
  static let side = 14
  private let x, y: Int
  /// The values, their slopes, and the sums of the slopes' products.
  private let values, across, down: [Double]
  private let xx, xy, yy: Double

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

  func isNear(_ point: Vector2) -> Bool {
    let reach = Double(Self.side) / 2
    return point.x > Double(x) - reach && point.x < Double(x + Self.side) + reach && point.y > Double(y) - reach
      && point.y < Double(y + Self.side) + reach
  }

  /// The shift at which another picture shows the same, in its pixels; nil where none does.
  func shift(in picture: SmallPicture) -> Vector2? {
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
    return explains(shift, picture, mean) ? shift : nil
  }

  private static let steps = 8

  /// Whether what is seen there is the same but for a third of the contrast.
  private func explains(_ shift: Vector2, _ picture: SmallPicture, _ mean: Double) -> Bool {
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
    return rest < whole / 9
  }
}
