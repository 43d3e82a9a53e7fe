import Analysis
import Diagnostics
import Geometry
internal import Platform

/// A small head from above, forehead up, the subject's right on the right: its flattened quarter has the colour of the level,
/// and the letter of its side. The shape is a sign, the same for every head.
struct FlattenedSideDrawing {
  let side: FlattenedSide
  /// The colour of the level, see ``SeverityScale/colour(ofLevel:)``.
  let colour: Int
  let language: Language

  /// The half axes of the head and the depth of the flattening, in the drawing's units, whose origin is the head's middle.
  private static let (width, length, depth) = (21.0, 26.0, 4.0)

  /// The drawing; nil where no side is flattened, or which one is not known. Its letter has 9 pt where it is 11.5 mm wide.
  var figure: Figure? {
    let isLeft: Bool
    switch side {
    case .leftPosterior: isLeft = true
    case .rightPosterior: isLeft = false
    case .none, .unknown: return nil
    }
    let outline = stride(from: 0, to: 360, by: 5).map { point(Double($0), isLeft) }
    let quarter = stride(from: 0, through: 90, by: 5).map { point(180 + (isLeft ? -1 : 1) * Double($0), isLeft) }
    let nose: [Vector2] = [[-4, -25], [0, -31], [4, -25]]
    return Figure(
      name: "flattened", corner: [isLeft ? -41 : -24, -33], size: [65, 62], letters: 18,
      description: side.title(language),
      content: Shape.path(nose, closed: true, "small-head") + Shape.path(outline, closed: true, "small-head")
        + Shape.path([.zero] + quarter, closed: true, "small-part level\(colour)")
        + Shape.label(language(isLeft ? "drawing.left" : "drawing.right"), [isLeft ? -32 : 32, 20], "side"))
  }

  /// A point of the outline, so many degrees from the front to the left.
  private func point(_ degrees: Double, _ isLeft: Bool) -> Vector2 {
    let angle = degrees * .pi / 180
    let direction = Vector2(-sin(angle), -cos(angle))
    let isFlat = direction.y > 0 && (direction.x < 0) == isLeft
    let dent = isFlat ? Self.depth * pow(sin(2 * angle), 2) : 0
    return Vector2(direction.x * (Self.width - dent), direction.y * (Self.length - dent))
  }
}
