import Analysis
import Diagnostics
import Foundation
import Geometry
import Testing

@testable import Feedback
@testable import Replay

/// The page of somebody who was guided. Over 5 s, and from -120° to 120°, its curve has 186 pixels a second from x = 60 on,
/// and 4/3 of a pixel a degree; 0° is at y = 160.
@Suite struct MovementPageTests {
  private func frame(
    _ index: Int, _ time: Double, _ movement: JointMovement, _ degrees: Double?, _ kind: MovementEvent.Kind? = nil
  ) -> MovementFeedback {
    MovementFeedback(
      frame: index, time: time, state: .measuring(degrees), movement: movement, instruction: nil, degrees: degrees,
      light: degrees.map { _ in .red }, counts: [:], reason: nil,
      events: kind.map { [MovementEvent(time: time, frame: index, kind: $0)] } ?? [])
  }

  private func page(
    _ frames: [MovementFeedback], _ summary: MovementSummary = MovementSummary(),
    rules: any MovementPlan = MovementRules.standard, book: MovementPhrases? = nil
  ) throws -> String {
    let pictures = [0, 3, 9].map { FramePicture(frame: $0, jpeg: Data([UInt8($0)])) }
    let book = try book ?? MovementRules.standard.phrasebook("en")
    return MovementPage(
      frames, pictures: pictures, summary: summary, rules: rules, book: book, language: .english
    ).html()
  }

  private var neck: [MovementFeedback] {
    [
      frame(0, 0, .rotation, 0), frame(1, 1, .rotation, -95, .end(.rotation, .left, degrees: 95, .green, count: 1)),
      frame(2, 2, .rotation, nil), frame(3, 3, .rotation, 40),
      frame(4, 4, .lateral, 20, .end(.lateral, .right, degrees: 50, .amber, count: 2)),
      frame(5, 5, .lateral, 30, .end(.lateral, .right, degrees: 0.75, .red, count: 3)),
    ]
  }

  @Test func theCurveStandsOnItsScale() throws {
    let html = try page(neck)
    for part in [
      "<line x1=\"60.00\" y1=\"160.00\" x2=\"990.00\" y2=\"160.00\" class=\"course-zero\">",
      "<text x=\"52.00\" y=\"324.00\" class=\"end\">-120°</text>",
      "<text x=\"52.00\" y=\"4.00\" class=\"end\">120°</text>",
      "<polyline points=\"60.00,160.00 246.00,286.67\" class=\"course-curve\">",
      "<polyline points=\"618.00,106.67 804.00,133.33 990.00,120.00\" class=\"course-curve\">",
      "<text x=\"246.00\" y=\"340.00\" class=\"middle\">1.0 s</text>",
    ] { #expect(html.contains(part), "\(part)") }
    #expect(!html.contains("150°"))
  }

  /// Turning, which aims at 110°, is amber from 55° and green from 88°; leaning, which aims at 70°, from 35° and 56°.
  /// To both sides.
  @Test func eachMovementHasItsThresholds() throws {
    let html = try page(neck)
    for (left, right, y) in [
      (60, 804, "86.67"), (60, 804, "42.67"), (60, 804, "233.33"), (60, 804, "277.33"),
      (804, 990, "113.33"), (804, 990, "85.33"), (804, 990, "206.67"), (804, 990, "234.67"),
    ] {
      let line = "<line x1=\"\(left).00\" y1=\"\(y)\" x2=\"\(right).00\" y2=\"\(y)\" class=\"course-limit\">"
      #expect(html.contains(line), "\(line)")
    }
    #expect(html.components(separatedBy: "\"course-limit\"").count == 9)
    #expect(html.contains("<line x1=\"804.00\" y1=\"0.00\" x2=\"804.00\" y2=\"320.00\" class=\"course-change\">"))
    for (x, movement) in [("432.00", JointMovement.rotation), ("897.00", .lateral)] {
      let name = Language.english.term(movement.rawValue, of: "guided_movement")
      #expect(html.contains("<text x=\"\(x)\" y=\"14.00\" class=\"middle\">\(name)</text>"), "\(movement)")
    }
  }

  /// A disc, with its sign and number on the side away from 0°; the picture nearest to it in the table.
  @Test func heldEndsAreMarkedAndShown() throws {
    let html = try page(neck)
    for part in [
      "<circle cx=\"246.00\" cy=\"286.67\" r=\"6.00\" class=\"course-end green\">",
      "<text x=\"246.00\" y=\"306.67\" class=\"middle\">● 1</text>",
      "<circle cx=\"804.00\" cy=\"93.33\" r=\"6.00\" class=\"course-end amber\">",
      "<text x=\"804.00\" y=\"83.33\" class=\"middle\">▲ 2</text>",
      "<text x=\"990.00\" y=\"149.00\" class=\"middle\">■ 3</text>",
    ] { #expect(html.contains(part), "\(part)") }
    let rows = html.components(separatedBy: "<tr>").filter { $0.contains("<figure>") }
    try #require(rows.count == 3)
    #expect(rows[0].contains("image of frame 0<") && rows[0].contains("base64,AA=="))
    #expect(rows[1].contains("image of frame 3<") && rows[1].contains("base64,Aw=="))
    #expect(rows[2].contains("image of frame 3<") && rows[2].contains("0.8° ■"))
    #expect(html.contains("<th>movement</th>") && !html.contains("<th>angles</th>"))
  }

  /// A limb has a scale for each direction, no names of movements, and columns of its own; a knee is amber from 67.5° and
  /// green from 108°, and a bent one has no lower limits.
  @Test func aLimbHasAPageOfItsOwn() throws {
    let guidance = JointGuidance.standard
    let plan = try #require(guidance.plan("knee", .flexion))
    let frames = [
      frame(0, 0, .flexion, -10), frame(1, 4, .flexion, 100, .end(.flexion, nil, degrees: 100, .amber, count: 1)),
      frame(2, 10, .flexion, 50),
    ]
    let html = try page(
      frames, MovementSummary(.init(joint: "knee", side: "left", view: nil)), rules: plan,
      book: try guidance.phrasebook("en", "knee", .flexion))
    // From -30° to 120°: 320 pixels for 150°; 93 pixels a second.
    for part in [
      "<text x=\"52.00\" y=\"324.00\" class=\"end\">-30°</text>",
      "<polyline points=\"60.00,277.33 432.00,42.67 990.00,149.33\" class=\"course-curve\">",
      "<line x1=\"60.00\" y1=\"112.00\" x2=\"990.00\" y2=\"112.00\" class=\"course-limit\">",
      "<line x1=\"60.00\" y1=\"25.60\" x2=\"990.00\" y2=\"25.60\" class=\"course-limit\">",
      "<circle cx=\"432.00\" cy=\"42.67\" r=\"6.00\" class=\"course-end amber\">", ">▲ 1</text>",
      "<text x=\"246.00\" y=\"340.00\" class=\"middle\">2 s</text>", "<th>angles</th>",
    ] { #expect(html.contains(part), "\(part)") }
    #expect(html.components(separatedBy: "\"course-limit\"").count == 3)
    #expect(!html.contains("\"course-change\"") && !html.contains("<th>movement</th>"))
  }

  @Test func aPageWithoutFramesIsNoFault() throws {
    let html = try page([])
    #expect(html.contains("<text x=\"60.00\" y=\"340.00\" class=\"middle\">0.0 s</text>"))
    #expect(html.components(separatedBy: " s</text>").count == 2)
    #expect(html.contains(">30°</text>") && !html.contains(">60°</text>"))
  }
}
