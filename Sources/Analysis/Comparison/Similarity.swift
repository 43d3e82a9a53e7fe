import Geometry
import Platform

/// A rotation, a uniform scale and a translation: p ↦ scale · rotation · p + translation.
public struct Similarity: Sendable, Equatable {
  /// The factor of all lengths, above 0.
  public var scale: Double
  /// The rotation.
  public var rotation: Matrix3
  /// The translation in metres.
  public var translation: Vector3

  /// The map that changes nothing.
  public static let identity = Similarity(scale: 1, rotation: .identity, translation: .zero)

  /// The image of a point.
  public static func * (s: Similarity, point: Vector3) -> Vector3 { s.rotation * point * s.scale + s.translation }

  /// This map followed by a small one about `centre`: rotation vector (rad), translation (m), logarithm of the scale.
  func moved(rotation w: Vector3, translation t: Vector3, logScale: Double, about centre: Vector3) -> Similarity {
    let (turn, factor) = (Matrix3.rotation(w), exp(logScale))
    return Similarity(
      scale: scale * factor, rotation: turn * rotation,
      translation: turn * (translation - centre) * factor + centre + t)
  }

  /// The rigid transform with this rotation under which points keep their size about the target's origin.
  ///
  /// It carries the point that the similarity maps to the origin there too: what has grown has grown about the origin.
  public var withoutScale: RigidTransform { RigidTransform(rotation: rotation, translation: translation / scale) }
}
