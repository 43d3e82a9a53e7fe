import Diagnostics
import Drawing
import Geometry
import Platform
import Testing

@testable import Feedback
@testable import Replay

/// The dial beside what it should be: in an area from (20, 10) on, 500 wide, its centre is at (270, 340).
@Suite struct AngleDialTests {
  private func feedback(_ movement: JointMovement, _ degrees: Double?, _ light: TrafficLight?) -> MovementFeedback {
    MovementFeedback(
      frame: 0, time: 0, state: .intro, movement: movement, instruction: nil, degrees: degrees, light: light,
      counts: [.left: 2, .right: 1], reason: nil, events: [])
  }

  private func drawn(_ feedback: MovementFeedback) throws -> [UInt8] {
    let dial = AngleDial(
      area: PixelArea(x: 20, y: 10, width: 500, height: 600), typeface: try .installed(), rules: .standard,
      language: .english)
    var canvas = Canvas(width: 540, height: 610, .night)
    try dial.draw(feedback, on: &canvas)
    return canvas.image.pixels
  }

  /// Where an angle stands: negative ones to the right, as the subject's left is in the image of somebody who faces the camera.
  private func at(_ degrees: Double, _ radius: Double) -> Vector2 {
    [270 - radius * sin(degrees * .pi / 180), 340 - radius * cos(degrees * .pi / 180)]
  }

  private func centre(
    _ text: String, _ y: Double, _ size: Int, _ paint: Paint, on canvas: inout Canvas, _ typeface: Typeface
  ) throws {
    let width = Double(try typeface.width(of: text, size: size))
    try canvas.text(text, at: [270 - width / 2, y], size: size, typeface, paint)
  }

  /// Title, arcs with a point about every two degrees, and how often of three times each side was held.
  private func expected(
    _ movement: JointMovement, _ zones: [(ClosedRange<Double>, Int, TrafficLight)], _ sides: [(GuidedSide, Int)],
    _ value: (inout Canvas, Typeface) throws -> Void
  ) throws -> [UInt8] {
    let typeface = try Typeface.installed()
    var canvas = Canvas(width: 540, height: 610, .night)
    try centre(
      Language.english.term(movement.rawValue, of: "guided_movement"), 70, 30, .white, on: &canvas, typeface)
    for (zone, steps, light) in zones {
      for (side, _) in sides {
        let sign: Double = side == .left || side == .backwards ? -1 : 1
        let arc = (0...steps).map { (step: Int) -> Vector2 in
          let share = Double(step) / Double(steps)
          return at(sign * (zone.lowerBound * (1 - share) + zone.upperBound * share), 210)
        }
        try canvas.line(arc, width: 16, light.paint)
      }
    }
    try value(&canvas, typeface)
    for (side, count) in sides {
      let text = "\(Language.english.term(side.rawValue, of: "side")) \(count)/3"
      let width = Double(try typeface.width(of: text, size: 30))
      let x: Double = side == .left || side == .backwards ? 430 : 110
      try canvas.text(text, at: [x - width / 2, 580], size: 30, typeface, .white)
    }
    return canvas.image.pixels
  }

  private func isSame(_ a: [UInt8], _ b: [UInt8]) -> Bool {
    // A corner of an arc may be rounded to the next sixteenth of a pixel.
    zip(a, b).count { abs(Int($0) - Int($1)) > 24 } == 0
  }

  /// Leaning aims at 70°: amber from 35°, green from 56°.
  @Test(arguments: [(-30.4, "−30", TrafficLight.red), (47.6, "48", .amber), (-0.3, "0", .red)])
  func theHandShowsTheAngle(_ degrees: Double, _ text: String, _ light: TrafficLight) throws {
    let zones: [(ClosedRange<Double>, Int, TrafficLight)] = [
      (0...35, 17, .red), (35...56, 10, .amber), (56...70, 7, .green),
    ]
    let picture = try expected(.lateral, zones, [(.left, 2), (.right, 1)]) { canvas, typeface in
      try canvas.line([[270, 340], at(degrees, 201.6)], width: 7, .white)
      try centre("\(light.sign) \(text)°", 490, 54, light.paint, on: &canvas, typeface)
    }
    #expect(isSame(try drawn(feedback(.lateral, degrees, light)), picture))
  }

  /// Bending forwards and back aims at 45°: amber from 22.5°, green from 36°. Backwards is where left is.
  @Test func withoutAnAngleThereIsADash() throws {
    let zones: [(ClosedRange<Double>, Int, TrafficLight)] = [
      (0...22.5, 11, .red), (22.5...36, 6, .amber), (36...45, 4, .green),
    ]
    let picture = try expected(.flexion, zones, [(.backwards, 0), (.forwards, 0)]) { canvas, typeface in
      try centre("–", 490, 54, .white, on: &canvas, typeface)
    }
    #expect(isSame(try drawn(feedback(.flexion, nil, nil)), picture))
  }
}
