public import Geometry

/// A pixel of a depth image.
public struct DepthSample: Sendable {
  /// Where the colour image shows it, in pixels.
  public let place: Vector2
  /// Its depth along the colour camera's optical axis in metres; NaN where there is none.
  public let depth: Double
}

/// A depth image as the colour camera sees it, whichever camera took it. Nothing is resampled: its own pixels are found at
/// places of the colour image.
public struct RegisteredDepth: Sendable {
  /// The depth image and the cameras.
  public let image: DepthImage
  /// The cameras of both images.
  public let cameras: CameraPair
  private let view: View

  /// How places of the colour image lead to depth pixels.
  private enum View: Sendable {
    /// Pixel by pixel.
    case same
    /// At another size.
    case scaled(Vector2)
    /// Through the pose between the cameras.
    case seen(DepthBuffer)
  }

  /// A depth image and its cameras; where they stand apart, all of its pixels are brought to the colour image once.
  public init(_ image: DepthImage, _ cameras: CameraPair) {
    (self.image, self.cameras) = (image, cameras)
    if cameras.areOne {
      view = .same
    } else if cameras.shareView {
      let (color, depth) = (cameras.color, cameras.depth)
      view = .scaled(
        Vector2(Double(depth.width) / Double(color.width), Double(depth.height) / Double(color.height)))
    } else {
      view = .seen(DepthBuffer(image, cameras))
    }
  }

  /// The number of depth pixels along a pixel of the colour image.
  public var density: Double {
    switch view {
    case .same: 1
    case .scaled(let scale): min(scale.x, scale.y)
    case .seen(let buffer): buffer.scale
    }
  }

  /// The depth pixels around a place of the colour image: as many to either side along both axes.
  public func samples(around place: Vector2, reach: Int) -> [DepthSample] {
    // Pixel by pixel, those around the nearest one.
    let (centre, half) =
      if case .same = view { (place.rounded(.toNearestOrAwayFromZero), Double(reach) + 0.25) } else {
        (place, (Double(reach) + 0.5) / density)
      }
    let (x, y) = (Vector2(half, 0), Vector2(0, half))
    return samples(in: Quadrilateral([centre - x - y, centre + x - y, centre + x + y, centre - x + y]))
  }

  /// The depth pixels within a quadrilateral of the colour image, row by row.
  public func samples(in area: Quadrilateral) -> [DepthSample] {
    switch view {
    case .same:
      return area.samples(width: image.width, height: image.height) { x, y in
        DepthSample(place: Vector2(Double(x), Double(y)), depth: Double(image.pixels[y * image.width + x]))
      }
    case .scaled(let scale):
      let scaled = Quadrilateral(area.corners.map { ($0 + 0.5) * scale - 0.5 })
      return scaled.samples(width: image.width, height: image.height) { x, y in
        DepthSample(
          place: (Vector2(Double(x), Double(y)) + 0.5) / scale - 0.5,
          depth: Double(image.pixels[y * image.width + x]))
      }
    case .seen(let buffer): return buffer.samples(in: area)
    }
  }
}

extension Quadrilateral {
  /// The samples of the pixels inside, row by row.
  fileprivate func samples(width: Int, height: Int, _ sample: (Int, Int) -> DepthSample) -> [DepthSample] {
    let rows = rows(width: width, height: height)
    var samples: [DepthSample] = []
    samples.reserveCapacity(rows.reduce(0) { $0 + $1.columns.count })
    for (y, columns) in rows {
      for x in columns { samples.append(sample(x, y)) }
    }
    return samples
  }
}

/// The depth pixels that the colour camera sees: of those that fall on the same cell of its image one of the nearest
/// surface.
///
/// It is the one in the middle of the cell, not the nearest: of two pixels of one surface the nearer one is the one whose
/// noise made it nearer, by σ/√π in the mean.
private struct DepthBuffer: Sendable {
  /// The number of cells along a pixel of the colour image: somewhat fewer than depth pixels, so that no cell of a surface
  /// stays empty and shows what lies behind it.
  let scale: Double
  private let width, height: Int
  /// A pixel in each cell: its place in the colour image, and its depth there; NaN for none.
  private let cells: [SIMD3<Float>]

  /// Cells a depth pixel.
  private static let thinning = 0.7
  /// Pixels that differ by less than this share of their depth belong to one surface: several times the noise.
  private static let surface: Float = 0.01

  init(_ image: DepthImage, _ cameras: CameraPair) {
    let (color, depth, pose) = (cameras.color, cameras.depth, cameras.colorFromDepth)
    let scale = min(1, Self.thinning * depth.fx / color.fx)
    let (width, height) = (Int(Double(color.width) * scale) + 1, Int(Double(color.height) * scale) + 1)
    let field = FieldOfView(color)
    var cells = [SIMD3<Float>](repeating: SIMD3(repeating: .nan), count: width * height)
    var offsets = [Float](repeating: .infinity, count: width * height)
    for y in 0..<image.height {
      for x in 0..<image.width {
        let z = Double(image.pixels[y * image.width + x])
        guard z > 0 else { continue }
        let point = pose * (depth.ray([Double(x), Double(y)]) * z)
        guard point.z > 0, field.contains(point) else { continue }
        let place = color.project(point)
        guard color.contains(place) else { continue }
        let (across, down) = ((place.x + 0.5) * scale, (place.y + 0.5) * scale)
        let (column, row) = (Int(across), Int(down))
        let (cell, near) = (row * width + column, Float(point.z))
        let (dx, dy) = (Float(across) - Float(column) - 0.5, Float(down) - Float(row) - 0.5)
        let offset = dx * dx + dy * dy
        let step = near - cells[cell].z
        if step > Self.surface * near || (step >= -Self.surface * near && offset >= offsets[cell]) { continue }
        cells[cell] = [Float(place.x), Float(place.y), near]
        offsets[cell] = offset
      }
    }
    (self.scale, self.width, self.height, self.cells) = (scale, width, height, cells)
  }

  func samples(in area: Quadrilateral) -> [DepthSample] {
    let scaled = Quadrilateral(area.corners.map { ($0 + 0.5) * scale - 0.5 })
    return scaled.samples(width: width, height: height) { x, y in
      let cell = cells[y * width + x]
      guard cell.z > 0 else {
        return DepthSample(place: (Vector2(Double(x), Double(y)) + 0.5) / scale - 0.5, depth: .nan)
      }
      return DepthSample(place: Vector2(Double(cell.x), Double(cell.y)), depth: Double(cell.z))
    }
  }
}
