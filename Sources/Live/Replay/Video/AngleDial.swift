import Diagnostics
internal import Drawing
import Feedback
import Geometry
import Platform

/// A dial that shows the angle of a movement with the zones of its colours, and how often each side was held. The subject's
/// left is at the right, as in the camera's image of somebody who faces it, and backwards with it.
struct AngleDial {
  let area: PixelArea
  let typeface: Typeface
  let rules: MovementRules
  let language: Language

  private static let radius = 210.0

  private var centre: Vector2 { [Double(area.x) + Double(area.width) / 2, Double(area.y) + 330] }

  func draw(_ feedback: MovementFeedback, on canvas: inout Canvas) throws {
    let title = language.term(feedback.movement.rawValue, of: "guided_movement")
    try centred(title, at: Double(area.y) + 60, size: 30, on: &canvas)
    try zones(feedback.movement, on: &canvas)
    if let degrees = feedback.degrees, let light = feedback.light {
      try canvas.line([centre, place(degrees, 0.96)], width: 7, .white)
      let text = "\(light.sign) \(language.number(degrees, digits: 0))°"
      try centred(text, at: centre.y + 150, size: 54, light.paint, on: &canvas)
    } else {
      try centred("–", at: centre.y + 150, size: 54, on: &canvas)
    }
    for side in feedback.movement.sides {
      let text = "\(language.term(side.rawValue, of: "side")) \(feedback.counts[side] ?? 0)/\(rules.repeats)"
      let width = Double(try typeface.width(of: text, size: 30))
      let x = centre.x - side.sign * 160 - width / 2
      try canvas.text(text, at: [x, centre.y + 240], size: 30, typeface, .white)
    }
  }

  /// Arcs in the colours that an end there would have.
  private func zones(_ movement: JointMovement, on canvas: inout Canvas) throws {
    let aim = rules.aims[movement] ?? 90
    let colours = rules.reading(of: movement).colours
    let zones: [(ClosedRange<Double>, TrafficLight)] = [
      (0...colours.amberFrom, .red), (colours.amberFrom...colours.greenFrom, .amber),
      (colours.greenFrom...max(aim, colours.greenFrom), .green),
    ]
    for (range, light) in zones {
      for side in movement.sides {
        let steps = max(2, Int((range.upperBound - range.lowerBound) / 2))
        let arc = (0...steps).map { i in
          let size = range.lowerBound + (range.upperBound - range.lowerBound) * Double(i) / Double(steps)
          return place(side.sign * size, 1)
        }
        try canvas.line(arc, width: 16, light.paint)
      }
    }
  }

  /// Where an angle in degrees stands, at a share of the radius.
  private func place(_ degrees: Double, _ share: Double) -> Vector2 {
    let angle = -degrees * .pi / 180
    return centre + Vector2(sin(angle), -cos(angle)) * (Self.radius * share)
  }

  private func centred(
    _ text: String, at y: Double, size: Int, _ paint: Paint = .white, on canvas: inout Canvas
  ) throws {
    let width = Double(try typeface.width(of: text, size: size))
    try canvas.text(text, at: [centre.x - width / 2, y], size: size, typeface, paint)
  }
}
