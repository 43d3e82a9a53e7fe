/// What a camera's image shows. A lens whose image folds over beyond the rim would show there what lies far outside.
public struct FieldOfView: Sendable {
  /// Where the lens is centred, at depth 1, and the square of the farthest radius about it that the image shows.
  private let centre: Vector2
  private let farthest: Double

  /// The field of view of a camera; without a lens all that lies in front of it.
  public init(_ camera: Camera) {
    centre = camera.lens?.centre ?? .zero
    guard camera.lens != nil else {
      farthest = .infinity
      return
    }
    let (right, bottom) = (Double(camera.width) - 0.5, Double(camera.height) - 0.5)
    let middle = Vector2(right - 0.5, bottom - 0.5) / 2
    let rim: [Vector2] = [
      [-0.5, -0.5], [right, -0.5], [-0.5, bottom], [right, bottom],
      [middle.x, -0.5], [middle.x, bottom], [-0.5, middle.y], [right, middle.y],
    ]
    let centre = centre
    // A place that shows no ray lies beyond the fold.
    farthest = rim.reduce(0) { farthest, place in
      let ray = camera.ray(place)
      let d = Vector2(ray.x, ray.y) - centre
      return d.dot(d) > farthest ? d.dot(d) : farthest
    }
  }

  /// Whether a point (camera frame, metres, z > 0) may be in the image; where it is not, its projection has no meaning.
  @inline(__always)
  public func contains(_ point: Vector3) -> Bool {
    let d = Vector2(point.x, point.y) / point.z - centre
    return d.dot(d) <= farthest
  }
}
