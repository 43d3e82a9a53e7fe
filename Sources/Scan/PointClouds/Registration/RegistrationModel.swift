import Geometry

/// A surface that depth views are registered against: its points with their normals.
public struct RegistrationModel: Sendable {
  let positions: [SIMD3<Float>]
  let normals: [SIMD3<Float>]
  /// The middle of the points and their greatest distance from it, metres.
  let centre: Vector3
  let radius: Double

  /// The vertices of a fused surface (normals outwards); nil where there are too few to register against.
  public init?(_ surface: Mesh) {
    guard surface.normals.count == surface.positions.count else { return nil }
    let usable = surface.positions.indices.filter {
      surface.positions[$0].isFinite && Vector3(surface.normals[$0]).isFinite
    }
    guard usable.count >= Self.fewestPoints else { return nil }
    positions = usable.map { SIMD3<Float>(surface.positions[$0]) }
    normals = usable.map { surface.normals[$0] }
    let middle = usable.reduce(.zero) { $0 + surface.positions[$1] } / Double(usable.count)
    centre = middle
    radius = usable.reduce(0) { max($0, (surface.positions[$1] - middle).length) }
  }

  /// A model without points: every registration with it is refused.
  public static let empty = RegistrationModel()

  private init() { (positions, normals, centre, radius) = ([], [], .zero, 0) }

  /// The points in metres.
  public var points: [Vector3] { positions.map { Vector3($0) } }

  /// The fewest points of a model.
  static let fewestPoints = 500
}

/// The model as a camera would see it: for each pixel the nearest point that faces the camera, with its normal.
///
/// The camera stands at the predicted place of the depth camera and looks at the model's middle, with pixels of
/// ``ModelView/pixelSize`` there, somewhat wider than the spacing of the model's points; nearer points hide
/// others.
struct ModelView {
  /// The edge of a pixel of the view at the distance of its middle, metres. Assumed: somewhat wider than the
  /// model's points are apart.
  static let pixelSize = 0.002
  /// The most pixels along an axis.
  private static let mostPixels = 256

  private let cameraFromModel: RigidTransform
  private let focal, middle: Float
  private let side: Int
  /// The number of the model's point in each pixel, -1 for none.
  private var points: [Int32]
  /// How many pixels show the model.
  let covered: Int

  /// The view from a place (model frame, metres); nil from within the model.
  init?(_ model: RegistrationModel, from viewpoint: Vector3) {
    let ahead = model.centre - viewpoint
    let distance = ahead.length
    guard distance.isFinite, distance > 1.05 * model.radius else { return nil }
    let z = ahead / distance
    let x = z.anyOrthogonal
    let rotation = Matrix3(rows: x, z.cross(x), z)
    cameraFromModel = RigidTransform(rotation: rotation, translation: -(rotation * viewpoint))
    // The outline of the model's ball is a cone of sine r/d.
    let reach = model.radius / (distance * distance - model.radius * model.radius).squareRoot()
    let pixels = min(distance / Self.pixelSize, Double(Self.mostPixels) / (2 * reach))
    focal = Float(pixels)
    side = 2 * Int((reach * pixels).rounded(.up)) + 3
    middle = Float(side) / 2
    points = Array(repeating: -1, count: side * side)
    covered = Self.fill(&points, model, cameraFromModel, focal: focal, middle: middle, side: side)
  }

  /// The pixel onto which a point of the model frame projects, or nil outside the view.
  @inline(__always)
  func pixel(_ point: Vector3) -> Int? {
    Self.pixel(SIMD3<Float>(cameraFromModel * point), focal, middle, side)
  }

  /// The number of the model's point in a pixel; nil for none.
  @inline(__always)
  func point(at pixel: Int) -> Int? {
    let number = points.withUnsafeBufferPointer { $0[pixel] }
    return number < 0 ? nil : Int(number)
  }

  /// How many pixels that show the model points fall on.
  func pixels(under cloud: Cloud, moved motion: RigidTransform) -> Int {
    var isSeen = [Bool](repeating: false, count: pixelCount)
    var seen = 0
    for position in cloud.positions {
      guard let pixel = self.pixel(motion * position), !isSeen[pixel], points[pixel] >= 0 else { continue }
      (isSeen[pixel], seen) = (true, seen + 1)
    }
    return seen
  }

  /// How many pixels there are.
  var pixelCount: Int { points.count }

  @inline(__always)
  private static func pixel(_ p: SIMD3<Float>, _ focal: Float, _ middle: Float, _ side: Int) -> Int? {
    guard p.z > 0 else { return nil }
    let (u, v) = (focal * p.x / p.z + middle, focal * p.y / p.z + middle)
    guard u >= 0, v >= 0, u < Float(side), v < Float(side) else { return nil }
    return Int(v) * side + Int(u)
  }

  private static func fill(
    _ points: inout [Int32], _ model: RegistrationModel, _ pose: RigidTransform, focal: Float, middle: Float, side: Int
  ) -> Int {
    var nearest = [Float](repeating: .infinity, count: side * side)
    let (r0, r1, r2) = pose.rotation.rows
    let (x, y, z) = (SIMD3<Float>(r0), SIMD3<Float>(r1), SIMD3<Float>(r2))
    let offset = SIMD3<Float>(pose.translation)
    var covered = 0
    for i in model.positions.indices {
      let (p, n) = (model.positions[i], model.normals[i])
      let seen = SIMD3<Float>((x * p).sum(), (y * p).sum(), (z * p).sum()) + offset
      let normal = SIMD3<Float>((x * n).sum(), (y * n).sum(), (z * n).sum())
      guard (seen * normal).sum() < 0, let pixel = pixel(seen, focal, middle, side) else { continue }
      if points[pixel] < 0 { covered += 1 }
      if seen.z < nearest[pixel] { (nearest[pixel], points[pixel]) = (seen.z, Int32(i)) }
    }
    return covered
  }
}
