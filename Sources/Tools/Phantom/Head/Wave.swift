import Geometry
import Platform

/// One plane wave over the sphere of directions: part of a head's roughness.
struct Wave: Sendable, Equatable {
  private let vector: Vector3
  private let phase, amplitude: Double

  /// The rise towards a unit direction, in metres.
  func height(_ u: Vector3) -> Double { amplitude * cos(vector.dot(u) + phase) }

  /// Six waves of 45 to 105 mm length whose root mean square is half the shape's roughness.
  static func random(_ shape: HeadShape) -> [Wave] {
    guard shape.roughness > 0 else { return [] }
    var generator = SeededGenerator(seed: shape.seed ^ 0x526F_7567_68)
    let count = 6
    let amplitude = shape.roughness * 0.5 * (2 / Double(count)).squareRoot()
    return (0..<count).map { _ in
      Wave(
        vector: generator.direction() * (4 + 5 * generator.uniform()), phase: 2 * .pi * generator.uniform(),
        amplitude: amplitude)
    }
  }
}
