internal import Geometry

/// The part of a picture that a pose model sees: a person's box, padded and widened to the shape of the model's input.
///
/// It is MMPose's top-down transformation without rotation: the box's middle lies in the middle of the input, both axes
/// have the same scale, and what lies outside of the picture is black.
struct PictureCrop: Sendable, Equatable {
  /// Input pixels for a pixel of the picture, along each axis.
  let scale: Vector2
  /// Where the picture's first pixel lies in the input.
  let shift: Vector2

  /// The crop of a box.
  ///
  /// - Parameters:
  ///   - box: the person, in pixels.
  ///   - size: the input's size in pixels.
  ///   - isUnbiased: true where sizes are counted from the first pixel's centre to the last one's.
  init(_ box: PersonBox, size: Vector2, padding: Double, isUnbiased: Bool) {
    let aspect = size.x / size.y
    let (width, height) = (max(box.width, box.height * aspect), max(box.height, box.width / aspect))
    let extent = isUnbiased ? size - 1 : size
    scale = extent / (Vector2(width, height) * padding)
    shift = extent / 2 - scale * Vector2(box.x + box.width / 2, box.y + box.height / 2)
  }

  /// The place in the picture that a place in the input shows.
  func picture(_ place: Vector2) -> Vector2 { (place - shift) / scale }
}
