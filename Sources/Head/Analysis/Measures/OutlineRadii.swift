import Geometry
import Platform

/// The outline of a section as radius over angle: from the centre of the diagonals, every 5° from the front to the right.
public enum OutlineRadii {
  /// How many there are.
  static let count = 72
  /// The angle between one and the next, degrees.
  public static let step = 360 / count

  /// The angle of each from the front in degrees, positive to the right: 0, 5 … 180, −175 … −5.
  public static let degrees = (0..<count).map { 2 * $0 > count ? step * ($0 - count) : step * $0 }

  /// The direction of each in the plane of the section.
  static let directions = degrees.map { Vector2(sin(Double($0) * .pi / 180), cos(Double($0) * .pi / 180)) }

  /// Where the radius at an angle stands.
  static func index(of degrees: Int) -> Int { (degrees / step + count) % count }
}
