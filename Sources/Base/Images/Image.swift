public import Geometry

/// An 8-bit grey image, rows from top to bottom.
public struct GrayImage: Sendable, Equatable {
  /// The size in pixels.
  public let width, height: Int
  /// width × height values.
  public var pixels: [UInt8]

  /// An image from its pixels; their count must be width × height.
  public init(width: Int, height: Int, pixels: [UInt8]) {
    precondition(pixels.count == width * height)
    (self.width, self.height, self.pixels) = (width, height, pixels)
  }
}

/// An 8-bit colour image, sRGB, rows from top to bottom, red green blue interleaved.
public struct ColorImage: Sendable, Equatable {
  /// The size in pixels.
  public let width, height: Int
  /// width × height × 3 values.
  public var pixels: [UInt8]

  /// An image from its pixels; their count must be width × height × 3.
  public init(width: Int, height: Int, pixels: [UInt8]) {
    precondition(pixels.count == width * height * 3)
    (self.width, self.height, self.pixels) = (width, height, pixels)
  }
}

extension ColorImage {
  /// The number of the pixel at a place; nil outside the image.
  public func index(of place: Vector2) -> Int? {
    guard place.x >= -0.5, place.y >= -0.5, place.x < Double(width) - 0.5, place.y < Double(height) - 0.5 else {
      return nil
    }
    return Int(place.y + 0.5) * width + Int(place.x + 0.5)
  }
}

/// A depth image: z along the optical axis in metres, NaN where there is no valid measurement; rows from top to bottom.
public struct DepthImage: Sendable {
  /// The size in pixels.
  public let width, height: Int
  /// width × height values.
  public var pixels: [Float]

  /// An image from its pixels; their count must be width × height.
  public init(width: Int, height: Int, pixels: [Float]) {
    precondition(pixels.count == width * height)
    (self.width, self.height, self.pixels) = (width, height, pixels)
  }

  /// How many pixels have a depth.
  public var validCount: Int {
    // Counted in lanes: NaN fails the comparison.
    pixels.withUnsafeBytes { bytes in
      let lanes = bytes.count / MemoryLayout<SIMD16<Float>>.size
      var counts = SIMD16<Int32>.zero
      for i in 0..<lanes {
        let depths = bytes.loadUnaligned(fromByteOffset: i * MemoryLayout<SIMD16<Float>>.size, as: SIMD16<Float>.self)
        counts.replace(with: counts &+ 1, where: depths .> 0)
      }
      return Int(counts.wrappedSum()) + pixels[(16 * lanes)...].count { $0 > 0 }
    }
  }

  /// The depth at a pixel in metres; NaN outside the image.
  public subscript(x: Int, y: Int) -> Float {
    x >= 0 && y >= 0 && x < width && y < height ? pixels[y * width + x] : .nan
  }
}

extension GrayImage {
  /// The image with left and right exchanged.
  public var mirrored: GrayImage {
    var image = self
    for y in 0..<height { image.pixels[y * width..<(y + 1) * width].reverse() }
    return image
  }

  /// The image with black and white exchanged.
  public var negative: GrayImage {
    var image = self
    for i in image.pixels.indices { image.pixels[i] = ~image.pixels[i] }
    return image
  }
}

extension GrayImage {
  /// The image at half its size, each pixel the mean of four; a last odd row or column is left out.
  public var halved: GrayImage {
    let (w, h) = (width / 2, height / 2)
    let halved = [UInt8](unsafeUninitializedCapacity: w * h) { buffer, count in
      pixels.withUnsafeBufferPointer { pixels in
        for y in 0..<h {
          let (upper, lower) = (2 * y * width, (2 * y + 1) * width)
          for x in 0..<w {
            let top = Int(pixels[upper + 2 * x]) + Int(pixels[upper + 2 * x + 1])
            let bottom = Int(pixels[lower + 2 * x]) + Int(pixels[lower + 2 * x + 1])
            buffer[y * w + x] = UInt8((top + bottom + 2) / 4)
          }
        }
      }
      count = w * h
    }
    return GrayImage(width: w, height: h, pixels: halved)
  }
}

extension ColorImage {
  /// The image turned clockwise by a number of quarter turns.
  public func turned(quarterTurns: Int) -> ColorImage {
    let turns = ((quarterTurns % 4) + 4) % 4
    guard turns != 0 else { return self }
    let (w, h) = turns % 2 == 0 ? (width, height) : (height, width)
    var turned: [UInt8] = []
    turned.reserveCapacity(pixels.count)
    for y in 0..<h {
      for x in 0..<w {
        let (column, row) =
          switch turns {
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

/// Another way round of an image of the same size.
public enum ImageTurn: Sendable, CaseIterable {
  /// Left and right exchanged.
  case leftRight
  /// Top and bottom exchanged.
  case upsideDown
  /// Both: turned by 180°.
  case half
}

extension DepthImage {
  /// The image another way round.
  public func turned(_ turn: ImageTurn) -> DepthImage {
    var image = self
    if turn == .half || turn == .upsideDown { image.pixels.reverse() }
    guard turn != .half else { return image }
    // Upside down is a half turn and left for right.
    for y in 0..<height { image.pixels[y * width..<(y + 1) * width].reverse() }
    return image
  }
}

extension DepthImage {
  /// Takes out each pixel that differs from a neighbour in its row or column by more than a share of the nearer depth of
  /// both: the pixels on steps, and the ramps that a filter lays across them.
  ///
  /// - Parameter spacing: how many columns and rows on the next pixel is that is no copy; all between the two go with them.
  public mutating func dropRamps(steeperThan share: Float, spacing: (columns: Int, rows: Int) = (1, 1)) {
    var isSteep = [Bool](repeating: false, count: pixels.count)
    for (stride, count, columns, rows) in [
      (1, spacing.columns, width - spacing.columns, height), (width, spacing.rows, width, height - spacing.rows),
    ] {
      for y in 0..<max(0, rows) {
        for i in (y * width)..<(y * width + max(0, columns)) {
          let (a, b) = (pixels[i], pixels[i + count * stride])
          // NaN fails the comparison.
          if abs(a - b) > share * min(a, b) { for k in 0...count { isSteep[i + k * stride] = true } }
        }
      }
    }
    for i in pixels.indices where isSteep[i] { pixels[i] = .nan }
  }
}

/// How many pixels of an area have a valid depth.
public struct ValidCount: Sendable, Equatable {
  /// Pixels with valid depth, and all pixels.
  public var valid, total: Int

  /// A count; none by default.
  public init(valid: Int = 0, total: Int = 0) {
    self.valid = valid
    self.total = total
  }

  /// The share of valid pixels, 0 to 1; nil for an area without pixels.
  public var fraction: Double? { total > 0 ? Double(valid) / Double(total) : nil }

  /// The sum of two counts.
  public static func + (a: ValidCount, b: ValidCount) -> ValidCount {
    ValidCount(valid: a.valid + b.valid, total: a.total + b.total)
  }

  /// Counts one pixel.
  public mutating func add(_ isValid: Bool) {
    total += 1
    if isValid { valid += 1 }
  }
}
