public import Geometry

/// A side from which a head is seen. Left and right are the head's own.
public enum HeadSide: String, CaseIterable, Sendable {
  /// The face; the head's left is on the right of the picture.
  case front
  case back
  /// The head's left side, its face to the left of the picture.
  case left
  /// The head's right side, its face to the right of the picture.
  case right
  /// From above, the forehead up; the head's right is on the right of the picture.
  case top
  /// From in front, the head's left and above.
  case threeQuarter = "three_quarter"

  /// The unit vector from the head to the eye, head frame.
  public var eye: Vector3 {
    switch self {
    case .front: [0, 1, 0]
    case .back: [0, -1, 0]
    case .left: [-1, 0, 0]
    case .right: [1, 0, 0]
    case .top: [0, 0, 1]
    case .threeQuarter: Vector3(-0.6, 0.75, 0.4).normalized
    }
  }

  /// The unit vectors to the right and up in the picture, head frame.
  public var axes: (right: Vector3, up: Vector3) {
    let right = self == .top ? Vector3(1, 0, 0) : (-eye).cross([0, 0, 1]).normalized
    return (right, right.cross(-eye))
  }
}
