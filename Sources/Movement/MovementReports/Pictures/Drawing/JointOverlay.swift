internal import Drawing
internal import Geometry
internal import Movement
internal import Platform
internal import Replay

/// Draws a body's points and the angle of its joint.
struct JointOverlay {
  let chain: [BodyPoint]
  let typeface: Typeface

  /// Draws the body in a frame.
  ///
  /// - Parameters:
  ///   - place: where a point of the body stands on the canvas.
  ///   - angle: the angle as text; nil where the frame does not count, and only the thin lines are drawn.
  func draw(
    _ points: [BodyPoint: Vector2], angle: String?, on canvas: inout Canvas, place: (Vector2) -> Vector2
  ) throws(DrawingError) {
    for (a, b) in BodyLines.all {
      guard let a = points[a], let b = points[b] else { continue }
      try canvas.line([place(a), place(b)], width: 2, .gray)
    }
    let joint = chain.compactMap { points[$0] }.map(place)
    guard joint.count == chain.count, joint.count == 3 else { return }
    try canvas.outlined(joint, width: 4, .orange)
    for point in joint { try canvas.polygon(Self.disc(point, 6), .skyBlue) }
    guard let angle else { return }
    let arc = Self.arc(joint)
    if arc.count > 1 { try canvas.outlined(arc, width: 2, .yellow) }
    let away = joint[1] - (joint[0] + joint[2]) / 2
    let way = away.length > 1 ? away / away.length : Vector2(1, 0)
    try canvas.label(angle, at: joint[1] + way * 44, size: 24, typeface)
  }

  /// From the first segment, drawn on beyond the joint, to the second one.
  private static func arc(_ joint: [Vector2]) -> [Vector2] {
    let (u, v) = (joint[1] - joint[0], joint[2] - joint[1])
    let radius = 0.35 * min(u.length, v.length)
    let (from, turn) = (atan2(u.y, u.x), atan2(u.x * v.y - u.y * v.x, u.x * v.x + u.y * v.y))
    let steps = max(1, Int(abs(turn) * 12))
    guard radius > 4 else { return [] }
    return (0...steps).map { step in
      let at = from + turn * Double(step) / Double(steps)
      return joint[1] + Vector2(cos(at), sin(at)) * radius
    }
  }

  private static func disc(_ centre: Vector2, _ radius: Double) -> [Vector2] {
    (0..<16).map { centre + Vector2(cos(Double($0) * .pi / 8), sin(Double($0) * .pi / 8)) * radius }
  }
}
