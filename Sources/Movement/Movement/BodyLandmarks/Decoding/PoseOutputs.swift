public import Geometry
internal import Platform

/// What a pose model's outputs are, told from their shapes: of COCO's 17 points, or of HALPE's 26.
enum PoseOutputs: Equatable {
  /// A map of each point: 1 × points × height × width.
  case heatMaps(points: Int, width: Int, height: Int)
  /// Two rows of each point: 1 × points × columns and 1 × points × rows, and which output is which. SimCC (Li et al. 2022), as
  /// RTMPose has it.
  case rows(points: Int, across: Int, down: Int, columns: Int, rows: Int)
  /// PoseNet's maps of each point and how far it lies from a cell (Papandreou et al. 2018, *PersonLab*, ECCV): 1 × points × height ×
  /// width and 1 × 2 points × height × width, first down, then across, and which output is which. What else PoseNet has tells
  /// several people apart.
  case offsets(points: Int, maps: Int, offsets: Int, width: Int, height: Int)
  /// The places of points as shares of the input, and how sure they are: 1 × 1 × points × 3, y first. MoveNet has it.
  case places(points: Int)

  /// How many points a model may have.
  private static let counts = [17, 26]

  /// What outputs of these shapes are; nil for anything else.
  ///
  /// - Parameter size: the model's input.
  init?(_ shapes: [[Int]], size: (width: Int, height: Int)) {
    let kinds = Self.counts.lazy.compactMap { Self.kind(shapes, points: $0, size: size) }
    guard let kind = kinds.first else { return nil }
    self = kind
  }

  private static func kind(_ shapes: [[Int]], points: Int, size: (width: Int, height: Int)) -> PoseOutputs? {
    let maps = { (shape: [Int], count: Int) in
      shape.count == 4 && shape[0] == 1 && shape[1] == count && shape[2] >= 3 && shape[3] >= 3
    }
    if shapes.count == 1, maps(shapes[0], points) {
      return .heatMaps(points: points, width: shapes[0][3], height: shapes[0][2])
    }
    if shapes.count == 1, shapes[0].suffix(2) == [points, 3], shapes[0].dropLast(2).allSatisfy({ $0 == 1 }) {
      return .places(points: points)
    }
    if (2...4).contains(shapes.count), let first = shapes.firstIndex(where: { maps($0, points) }),
      let second = shapes.firstIndex(where: { maps($0, 2 * points) }),
      shapes[first].suffix(2) == shapes[second].suffix(2)
    {
      return .offsets(points: points, maps: first, offsets: second, width: shapes[first][3], height: shapes[first][2])
    }
    guard shapes.count == 2, shapes.allSatisfy({ $0.count == 3 && $0[0] == 1 && $0[1] == points && $0[2] >= 3 })
    else { return nil }
    // Both axes have as many cells a pixel. Across comes first, unless the input's shape says that it does not.
    for (across, down) in [(0, 1), (1, 0)] where shapes[across][2] * size.height == shapes[down][2] * size.width {
      return .rows(
        points: points, across: across, down: down, columns: shapes[across][2], rows: shapes[down][2])
    }
    return nil
  }
}

/// A point as outputs tell it, in cells, and how sure it is; nil where it has no number.
struct DecodedPoint: Equatable {
  let place: Vector2
  let score: Double
}

/// A heat map of one point: its peak to parts of a cell.
///
/// The largest cell, moved to where a Gaussian through the smoothed map has its peak: the offset is −H⁻¹ g with the gradient
/// g and the Hessian H of the logarithm (DARK; Zhang et al. 2020, *Distribution-Aware Coordinate Representation for Human Pose
/// Estimation*, CVPR). As in MMPose the map is smoothed by a Gaussian of 11 cells first, which takes out several
/// peaks side by side. Where the logarithm has no peak, or one farther away than a cell, the largest cell is left as it is.
struct HeatMap {
  private let values: UnsafeBufferPointer<Float>
  private let width, height: Int

  /// A map of height × width values.
  init(_ values: UnsafeBufferPointer<Float>, width: Int, height: Int) {
    (self.values, self.width, self.height) = (values, width, height)
  }

  /// The peak and its value; nil where a value is no number, or none is above 0.
  var peak: DecodedPoint? {
    var (best, at): (Float, Int) = (0, -1)
    for (i, value) in values.enumerated() {
      guard value.isFinite else { return nil }
      if value > best { (best, at) = (value, i) }
    }
    guard at >= 0 else { return nil }
    let (x, y) = (at % width, at / width)
    return DecodedPoint(
      place: Vector2(Double(x), Double(y)) + (offset(x, y, peak: Double(best)) ?? .zero), score: Double(best))
  }

  /// How far the peak lies from the largest cell; nil where that can't be told.
  private func offset(_ x: Int, _ y: Int, peak: Double) -> Vector2? {
    guard x >= 2, y >= 2, x < width - 2, y < height - 2 else { return nil }
    let log = { (dx: Int, dy: Int) in Platform.log(max(smoothed(x + dx, y + dy), 1e-10 * peak)) }
    let middle = log(0, 0)
    let gradient = Vector2((log(1, 0) - log(-1, 0)) / 2, (log(0, 1) - log(0, -1)) / 2)
    let xx = (log(2, 0) - 2 * middle + log(-2, 0)) / 4
    let yy = (log(0, 2) - 2 * middle + log(0, -2)) / 4
    let xy = (log(1, 1) - log(1, -1) - log(-1, 1) + log(-1, -1)) / 4
    let determinant = xx * yy - xy * xy
    guard xx < 0, determinant > 0 else { return nil }
    let offset = -Vector2(yy * gradient.x - xy * gradient.y, xx * gradient.y - xy * gradient.x) / determinant
    return abs(offset.x) <= 1 && abs(offset.y) <= 1 ? offset : nil
  }

  /// The reach of the Gaussian in cells, and its values: OpenCV's deviation for 11 cells.
  private static let reach = 5
  private static let gaussian: [Double] = {
    let values = (-reach...reach).map { exp(-0.5 * Double($0 * $0) / (2 * 2)) }
    return values.map { $0 / values.reduce(0, +) }
  }()

  /// The smoothed map in a cell; nothing lies outside.
  private func smoothed(_ x: Int, _ y: Int) -> Double {
    var sum = 0.0
    for dy in -Self.reach...Self.reach where y + dy >= 0 && y + dy < height {
      var row = 0.0
      for dx in -Self.reach...Self.reach where x + dx >= 0 && x + dx < width {
        row += Self.gaussian[dx + Self.reach] * Double(values[(y + dy) * width + x + dx])
      }
      sum += Self.gaussian[dy + Self.reach] * row
    }
    return sum
  }
}

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

/// PoseNet's map of a point: its largest cell, moved by that cell's offset.
enum OffsetMap {
  /// The place in pixels of the input and the score; nil where a value is no number.
  ///
  /// - Parameters:
  ///   - values: the logarithm of the odds in each cell, or the share.
  ///   - areShares: whether they are shares.
  ///   - down: how far the point lies from each cell, in pixels of the input; across the same.
  ///   - stride: how many pixels lie between two cells.
  static func point(
    _ values: Slice<UnsafeBufferPointer<Float>>, areShares: Bool, down: Slice<UnsafeBufferPointer<Float>>,
    across: Slice<UnsafeBufferPointer<Float>>, width: Int, stride: Vector2
  ) -> DecodedPoint? {
    var (best, at): (Float, Int) = (-.infinity, 0)
    for (i, value) in values.enumerated() {
      guard value.isFinite else { return nil }
      if value > best { (best, at) = (value, i) }
    }
    let offset = Vector2(Double(across[across.startIndex + at]), Double(down[down.startIndex + at]))
    guard offset.x.isFinite, offset.y.isFinite else { return nil }
    return DecodedPoint(
      place: Vector2(Double(at % width), Double(at / width)) * stride + offset,
      score: areShares ? Double(best) : 1 / (1 + exp(-Double(best))))
  }

  /// How many pixels lie between two cells: a power of two, as PoseNet's layers have it.
  static func stride(_ size: Vector2, _ cells: Vector2) -> Vector2 {
    let power = { (pixels: Double, cells: Double) in pow(2, log2(pixels / cells).rounded()) }
    return [power(size.x, cells.x), power(size.y, cells.y)]
  }
}

/// A person's upright box in a picture, in pixels.
public struct PersonBox: Sendable, Equatable {
  /// The left upper corner.
  public let x, y: Double
  /// The size.
  public let width, height: Double

  /// A box from its parts.
  public init(x: Double, y: Double, width: Double, height: Double) {
    (self.x, self.y, self.width, self.height) = (x, y, width, height)
  }
}

/// The part of a picture that a pose model sees: a person's box, padded and widened to the shape of the model's input.
///
/// It is MMPose's top-down transformation without rotation: the box's middle lies in the middle of the input, both axes
/// have the same scale, and what lies outside of the picture is black.
struct PictureCrop: Sendable, Equatable {
  /// Input pixels for a pixel of the picture, along each axis.
  let scale: Vector2
  /// Where the picture's first pixel lies in the input.
  let shift: Vector2

  /// The crop of a box.
  ///
  /// - Parameters:
  ///   - box: the person, in pixels.
  ///   - size: the input's size in pixels.
  ///   - isUnbiased: true where sizes are counted from the first pixel's centre to the last one's.
  init(_ box: PersonBox, size: Vector2, padding: Double, isUnbiased: Bool) {
    let aspect = size.x / size.y
    let (width, height) = (max(box.width, box.height * aspect), max(box.height, box.width / aspect))
    let extent = isUnbiased ? size - 1 : size
    scale = extent / (Vector2(width, height) * padding)
    shift = extent / 2 - scale * Vector2(box.x + box.width / 2, box.y + box.height / 2)
  }

  /// The place in the picture that a place in the input shows.
  func picture(_ place: Vector2) -> Vector2 { (place - shift) / scale }
}

/// A picture that is turned clockwise by quarters, and back.
struct PictureTurn {
  private let quarters: Int
  /// The size of the picture before, in pixels.
  private let width, height: Double

  init(_ quarterTurns: Int, width: Int, height: Int) {
    quarters = ((quarterTurns % 4) + 4) % 4
    (self.width, self.height) = (Double(width), Double(height))
  }

  /// Where a pixel of the turned picture lies in the picture; pixel centres at integers.
  func original(_ pixel: Vector2) -> Vector2 {
    switch quarters {
    case 1: [pixel.y, height - 1 - pixel.x]
    case 2: [width - 1 - pixel.x, height - 1 - pixel.y]
    case 3: [width - 1 - pixel.y, pixel.x]
    default: pixel
    }
  }

  /// A box of the picture in the turned one.
  func turned(_ box: PersonBox) -> PersonBox {
    let (right, bottom) = (width - box.x - box.width, height - box.y - box.height)
    switch quarters {
    case 1: return PersonBox(x: bottom, y: box.x, width: box.height, height: box.width)
    case 2: return PersonBox(x: right, y: bottom, width: box.width, height: box.height)
    case 3: return PersonBox(x: box.y, y: right, width: box.height, height: box.width)
    default: return box
    }
  }
}

/// A point that a pose model has found in a picture.
public struct DetectedPoint: Sendable, Equatable {
  /// Where it is; pixel centres at integers.
  public let pixel: Vector2
  /// How sure the model is, 0 to 1: the peak of its map, of SimCC's two the lower one.
  public let score: Double
}
