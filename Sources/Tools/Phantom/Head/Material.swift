import Geometry
import Platform

/// What a surface is made of; the raw value tells surfaces apart where the colour image needs finer sampling.
enum Material: UInt8, Sendable {
  case room, skin, face, shirt, cloth, blackInk, whiteInk

  /// The share of red, green and blue light that is reflected, at a point of the frame in which the thing is at rest.
  func albedo(at p: Vector3) -> SIMD3<Float> {
    switch self {
    case .room: Self.wall(p)
    case .skin: [0.56, 0.34, 0.25] * Self.mottle(p, depth: 0.05)
    case .face: [0.62, 0.39, 0.30] * Self.mottle(p, depth: 0.04)
    case .shirt: [0.50, 0.24, 0.11] * Self.mottle(p * 0.6, depth: 0.10)
    case .cloth: [0.50, 0.54, 0.55] * Self.weave(p)
    case .blackInk: [0.028, 0.028, 0.030]
    case .whiteInk: [0.80, 0.81, 0.80] * Self.weave(p)
    }
  }

  private static func mottle(_ p: Vector3, depth: Double) -> Float {
    Float(1 + depth * sin(210 * p.x + 2 * sin(95 * p.z)) * sin(180 * p.y + 140 * p.z))
  }

  private static func weave(_ p: Vector3) -> Float {
    Float(1 + 0.02 * sin(2600 * (p.x + 0.4 * p.z)) * sin(2600 * (p.y - 0.4 * p.z)))
  }

  private static func wall(_ p: Vector3) -> SIMD3<Float> {
    let wave = Float(sin(16 * p.x + 5 * p.y) * sin(13 * p.z + 7 * p.y))
    let tint = Float(0.5 + 0.5 * sin(1.4 * p.x + 1.1 * p.z))
    let paint: SIMD3<Float> = [0.40 - 0.16 * tint, 0.39 - 0.08 * tint, 0.34 - 0.02 * tint]
    return paint * (1 + 0.12 * wave)
  }
}
