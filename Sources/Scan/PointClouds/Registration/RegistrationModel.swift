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
