import Geometry
import Images

/// A coloured cloud that grows frame by frame while a scan goes on: one point a voxel, so that its memory is bounded by
/// the region and not by the scan's length. Quick and coarse, to look at; measures come from ``TSDFVolume``.
public struct GrowingCloud: Sendable {
  /// A point as it is drawn.
  public struct Point: Sendable, Equatable {
    /// Its place in metres.
    public var position: SIMD3<Float>
    /// The mean unit direction to the cameras that saw it.
    public var outward: SIMD3<Float>
    /// Its mean colour, 0 to 255.
    public var color: SIMD3<Float>
    /// How many pixels it is the mean of, up to ``memory``.
    public var count: Float

    /// A point from its parts.
    public init(position: SIMD3<Float>, outward: SIMD3<Float>, color: SIMD3<Float>, count: Float) {
      (self.position, self.outward, self.color, self.count) = (position, outward, color, count)
    }
  }

  /// The edge of a voxel in metres.
  public let voxel: Double
  private let most: Int
  private var indices: [UInt64: Int32] = [:]
  private var cells: [Point] = []

  /// The number of pixels over which a point is averaged, the latest weighing most.
  public static let memory: Float = 60
  /// A point that fewer pixels saw may be noise.
  private static let fewest: Float = 2
  /// Neighbouring pixels whose depth differs more, as a share of it, lie on an edge.
  private static let steepest: Float = 0.01

  /// An empty cloud.
  ///
  /// - Parameter most: no more points than this are kept; what comes later is left out.
  public init(voxel: Double = 0.0015, most: Int = 300_000) { (self.voxel, self.most) = (voxel, most) }

  /// The points that are sure enough to be drawn, in the order in which they were first seen.
  public var points: [Point] { cells.filter { $0.count >= Self.fewest } }

  /// Takes in a frame.
  ///
  /// - Parameters:
  ///   - cameras: those of the depth and the colour image.
  ///   - scanFromCamera: the pose of the colour camera.
  ///   - centre, radius: the sphere in which points are kept, metres in the scan frame.
  ///   - step: the step along both axes, in pixels.
  public mutating func add(
    _ depth: DepthImage, _ color: ColorImage, cameras: CameraPair, scanFromCamera: RigidTransform, centre: Vector3,
    radius: Double, step: Int = 2
  ) {
    let (eye, isOne) = (scanFromCamera.translation, cameras.areOne)
    let field = FieldOfView(cameras.color)
    for y in stride(from: 1, to: depth.height - 1, by: step) {
      for x in stride(from: 1, to: depth.width - 1, by: step) {
        let at = y * depth.width + x
        guard Self.isSmooth(depth.pixels, at, depth.width) else { continue }
        let seen = cameras.colorFromDepth * (cameras.depth.ray([Double(x), Double(y)]) * Double(depth.pixels[at]))
        let point = scanFromCamera * seen
        let fromCentre = point - centre
        guard fromCentre.dot(fromCentre) < radius * radius else { continue }
        guard isOne || field.contains(seen), let from = isOne ? at : color.index(of: cameras.color.project(seen))
        else { continue }
        let pixel = SIMD3<Float>(
          Float(color.pixels[3 * from]), Float(color.pixels[3 * from + 1]), Float(color.pixels[3 * from + 2]))
        add(point, outward: SIMD3<Float>((eye - point).normalized), pixel)
      }
    }
  }

  /// True where a pixel and its four neighbours have about the same depth; NaN fails.
  private static func isSmooth(_ depth: [Float], _ at: Int, _ width: Int) -> Bool {
    let z = depth[at]
    let limit = steepest * z
    return abs(depth[at - 1] - z) <= limit && abs(depth[at + 1] - z) <= limit && abs(depth[at - width] - z) <= limit
      && abs(depth[at + width] - z) <= limit && z > 0
  }

  private mutating func add(_ point: Vector3, outward: SIMD3<Float>, _ color: SIMD3<Float>) {
    guard let key = key(point) else { return }
    guard let index = indices[key].map(Int.init) else {
      guard cells.count < most else { return }
      indices[key] = Int32(cells.count)
      cells.append(Point(position: SIMD3<Float>(point), outward: outward, color: color, count: 1))
      return
    }
    let count = min(cells[index].count + 1, Self.memory)
    cells[index].position += (SIMD3<Float>(point) - cells[index].position) / count
    cells[index].outward += (outward - cells[index].outward) / count
    cells[index].color += (color - cells[index].color) / count
    cells[index].count = count
  }

  /// The voxel of a point, 21 bits an axis; nil for one farther than kilometres.
  private func key(_ point: Vector3) -> UInt64? {
    let cell = (point / voxel).rounded(.down) + Double(1 << 20)
    guard cell.min() >= 0, cell.max() < Double(1 << 21) else { return nil }
    return UInt64(cell.x) << 42 | UInt64(cell.y) << 21 | UInt64(cell.z)
  }
}

/// A view of a cloud from one side by parallel projection: every point a square, the nearest one in front.
public struct CloudView: Sendable {
  /// The picture's size in pixels.
  public let width, height: Int
  private let centre: Vector3
  private let right, down, forward: Vector3
  /// Pixels a metre.
  private let scale: Double

  /// A view.
  ///
  /// - Parameters:
  ///   - centre, radius: the sphere that fills the shorter side of the picture, metres.
  ///   - eye: the direction from the centre to the eye; of any length, not along `up`.
  ///   - up: what is up in the picture.
  public init(width: Int, height: Int, centre: Vector3, radius: Double, eye: Vector3, up: Vector3) {
    (self.width, self.height, self.centre) = (width, height, centre)
    scale = Double(min(width, height)) / (2 * radius)
    forward = -eye.normalized
    right = forward.cross(up).normalized
    down = forward.cross(right)
  }

  /// The pixel at which a point is seen, centres at integers.
  public func pixel(_ point: Vector3) -> Vector2 {
    let from = point - centre
    return Vector2(from.dot(right), from.dot(down)) * scale + Vector2(Double(width) - 1, Double(height) - 1) / 2
  }

  /// True for a surface that is seen from its outer side.
  public func faces(_ outward: Vector3) -> Bool { outward.dot(forward) < 0 }

  /// Draws the points that were seen from this side of them.
  ///
  /// - Parameter size: the side of a point's square in metres.
  public func image(of points: [GrowingCloud.Point], size: Double, background: SIMD3<UInt8>) -> ColorImage {
    var pixels = [UInt8](repeating: 0, count: 3 * width * height)
    for i in 0..<(width * height) {
      (pixels[3 * i], pixels[3 * i + 1], pixels[3 * i + 2]) = (background.x, background.y, background.z)
    }
    var depths = [Float](repeating: .infinity, count: width * height)
    let side = max(1, Int((size * scale).rounded(.up)))
    let ahead = SIMD3<Float>(forward)
    for point in points where (point.outward * ahead).sum() < 0 {
      let place = Vector3(point.position)
      let depth = Float((place - centre).dot(forward))
      let corner = pixel(place) - Double(side - 1) / 2
      let (left, top) = (Int(corner.x.rounded()), Int(corner.y.rounded()))
      for y in max(0, top)..<max(0, min(height, top + side), top) {
        for x in max(0, left)..<max(0, min(width, left + side), left) where depth < depths[y * width + x] {
          let at = y * width + x
          depths[at] = depth
          pixels[3 * at] = UInt8(point.color.x.rounded())
          pixels[3 * at + 1] = UInt8(point.color.y.rounded())
          pixels[3 * at + 2] = UInt8(point.color.z.rounded())
        }
      }
    }
    return ColorImage(width: width, height: height, pixels: pixels)
  }
}
