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
