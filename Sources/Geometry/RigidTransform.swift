/// A rotation followed by a translation. Named destination first: `headFromCamera * pointInCamera` is in the head frame.
public struct RigidTransform: Equatable, Sendable {
  /// The rotation, orthonormal with determinant +1.
  public var rotation: Matrix3
  /// The translation in metres.
  public var translation: Vector3

  /// A transform from its parts.
  public init(rotation: Matrix3, translation: Vector3) {
    self.rotation = rotation
    self.translation = translation
  }

  /// The transform that moves nothing.
  public static let identity = RigidTransform(rotation: .identity, translation: .zero)

  /// The inverse transform.
  public var inverse: RigidTransform {
    let r = rotation.transpose
    return RigidTransform(rotation: r, translation: -(r * translation))
  }

  /// The image of a point.
  public static func * (t: RigidTransform, point: Vector3) -> Vector3 { t.rotation * point + t.translation }

  /// The composition: first b, then a.
  public static func * (a: RigidTransform, b: RigidTransform) -> RigidTransform {
    RigidTransform(rotation: a.rotation * b.rotation, translation: a * b.translation)
  }

  /// This transform followed by a small motion: rotation vector (rad) and translation (m) applied on the left.
  public func retracted(rotation w: Vector3, translation t: Vector3) -> RigidTransform {
    RigidTransform(rotation: .rotation(w) * rotation, translation: .rotation(w) * translation + t)
  }
}
