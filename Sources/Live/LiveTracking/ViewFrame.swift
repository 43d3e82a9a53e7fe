import Geometry

/// The image as the operator sees it: places from its middle, x right and y down, in half its longer side.
struct ViewFrame: Sendable {
  private let camera: Camera
  private let field: FieldOfView
  private let right, down: Vector2

  /// - Parameter turn: the quarter turns clockwise that make the recorded image upright.
  init(_ camera: Camera, quarterTurns turn: Int) {
    self.camera = camera
    field = FieldOfView(camera)
    down = -Self.up(quarterTurns: turn)
    right = [down.y, -down.x]
  }

  /// Up in the recorded image.
  var up: Vector2 { -down }

  /// Where the upright image's up points in the recorded one.
  static func up(quarterTurns turn: Int) -> Vector2 {
    let ups: [Vector2] = [[0, -1], [-1, 0], [0, 1], [1, 0]]
    return ups[((turn % 4) + 4) % 4]
  }

  /// The place of a pixel.
  func place(_ pixel: Vector2) -> Vector2 {
    turned(pixel - Vector2(Double(camera.width) - 1, Double(camera.height) - 1) / 2) / half
  }

  /// The place of a point in the camera's frame; one behind the camera lies far out on its side, and of one
  /// outside of the image a lens says nothing.
  func place(_ point: Vector3) -> Vector2 {
    guard point.z > 0.01 else {
      let side = Vector2(point.x, point.y)
      return turned(side) * (10 / max(side.length, 1e-6))
    }
    return place((field.contains(point) ? camera : camera.pinhole).project(point))
  }

  /// A direction of the recorded image in the upright one.
  func turned(_ v: Vector2) -> Vector2 { [v.dot(right), v.dot(down)] }

  private var half: Double { Double(max(camera.width, camera.height)) / 2 }
}
