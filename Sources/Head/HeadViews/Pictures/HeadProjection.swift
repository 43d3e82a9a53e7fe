public import Geometry

/// From the mesh's frame, in metres, to the pixels of a picture and the depth along the line of sight.
struct HeadProjection {
  let width, height: Int
  /// Pixels a metre.
  let scale: Double
  /// The eye's direction in the mesh's frame.
  let eye: Vector3
  private let right, up, centre: Vector3

  /// The share of the picture that is left free on each side.
  private static let margin = 0.05

  init(_ scene: HeadScene, _ side: HeadView, width: Int, height: Int) {
    (self.width, self.height) = (width, height)
    let meshFromHead = scene.headFromMesh.inverse.rotation
    let axes = side.axes
    (eye, right, up) = (meshFromHead * side.eye, meshFromHead * axes.right, meshFromHead * axes.up)
    let (low, high) = Self.bounds(scene)
    centre = scene.headFromMesh.inverse * ((low + high) / 2)
    // One scale for all sides: the largest that fits the box of the head from each of them.
    let free = Vector2(Double(width), Double(height)) * (1 - 2 * Self.margin)
    scale = HeadView.allCases.map { side -> Double in
      let (right, up) = side.axes
      let size = Vector2(Self.extent(high - low, along: right), Self.extent(high - low, along: up))
      return min(free.x / max(size.x, 1e-6), free.y / max(size.y, 1e-6))
    }.min()!
  }

  /// The box of the surface in the head frame.
  private static func bounds(_ scene: HeadScene) -> (low: Vector3, high: Vector3) {
    let transform = scene.headFromMesh
    var (low, high) = (Vector3(repeating: .infinity), Vector3(repeating: -.infinity))
    for position in scene.mesh.positions {
      let point = transform * position
      (low, high) = (pointwiseMin(low, point), pointwiseMax(high, point))
    }
    return low.isFinite && high.isFinite ? (low, high) : (.zero, .zero)
  }

  /// The extent of a head in a box of this size along a direction; that of an ellipsoid where it is oblique.
  private static func extent(_ size: Vector3, along direction: Vector3) -> Double { (size * direction).length }

  /// The pixel, (0, 0) being the picture's upper left corner, and the depth in metres, which grows away from the eye.
  func place(_ point: Vector3) -> (pixel: Vector2, depth: Double) {
    let from = point - centre
    return (
      Vector2(Double(width) / 2 + scale * from.dot(right), Double(height) / 2 - scale * from.dot(up)), -from.dot(eye)
    )
  }
}

/// A view of a head: the side from which it is seen. Left and right are the head's own.
public enum HeadView: String, CaseIterable, Sendable {
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
