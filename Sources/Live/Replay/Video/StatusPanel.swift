package import Drawing
package import Feedback
import Geometry

/// Draws what the operator is told: the prompt, the vibration, the overlap, the bar.
struct StatusPanel {
  let layout: VideoLayout
  let typeface: Typeface
  let rules: FeedbackRules
  let book: Phrasebook
  private var prompts = PromptKeeper()

  /// The width of a sign before a text, and of the gap after it.
  private static let (swatch, gap) = (30.0, 26.0)

  private var left: Double { Double(layout.status.x + 216) }
  private var width: Int { layout.status.width - 216 - 24 }
  private var top: Double { Double(layout.status.y) }

  init(layout: VideoLayout, typeface: Typeface, rules: FeedbackRules, book: Phrasebook) {
    (self.layout, self.typeface, self.rules, self.book) = (layout, typeface, rules, book)
  }

  mutating func draw(_ scene: ReplayScene, on canvas: inout Canvas) throws {
    try canvas.line([[0, top], [Double(layout.width), top]], width: 2, .gray)
    let (prompt, size) = try typeface.fit(prompts.text(scene.feedback, book), width: width, sizes: 20...40)
    try canvas.text(prompt, at: [left, top + 54], size: size, typeface, .white)
    try overlap(scene, on: &canvas)
    try bar(scene.feedback, on: &canvas)
    if scene.feedback.isVibrating { try vibration(on: &canvas) }
  }

  /// The overlap with a sign, and how many markers are drawn in which way.
  private func overlap(_ scene: ReplayScene, on canvas: inout Canvas) throws {
    let overlap = scene.feedback.overlap
    let light: TrafficLight = overlap.isSufficient ? .green : .red
    let others = scene.facts.markers.count { !overlap.ids.contains($0.id) }
    let blind = scene.facts.markers.count { $0.validDepth < rules.hints.markerDepth }
    let texts = [
      "\(book[.overlap]) \(percent(overlap.share))", "\(overlap.ids.count) \(book[.shared])",
      "\(others) \(book[.other])", "\(blind) \(book[.noDepth])",
    ]
    let (size, widths) = try fit(texts)
    var x = left
    for (i, text) in texts.enumerated() {
      switch i {
      case 0: try canvas.text(light.sign, at: [x, top + 102], size: 21, typeface, light.paint)
      case 1: try canvas.quad(swatch(at: x), .shared)
      case 2: try canvas.quad(swatch(at: x), .other)
      default: try canvas.cross(swatch(at: x), MarkerLook.other.paint)
      }
      try canvas.text(text, at: [x + Self.swatch, top + 102], size: size, typeface, .white)
      x += widths[i] + Self.swatch + Self.gap
    }
  }

  private func swatch(at x: Double) -> [Vector2] {
    [[x, top + 84], [x + 20, top + 84], [x + 20, top + 104], [x, top + 104]]
  }

  /// The largest size at which texts, each after a swatch, stand side by side, and their widths at it.
  private func fit(_ texts: [String]) throws -> (size: Int, widths: [Double]) {
    let room = Double(width) - Self.swatch * Double(texts.count) - Self.gap * Double(texts.count - 1)
    var size = 21
    var widths = try texts.map { Double(try typeface.width(of: $0, size: size)) }
    while size > 14, widths.reduce(0, +) > room {
      size -= 1
      widths = try texts.map { Double(try typeface.width(of: $0, size: size)) }
    }
    return (size, widths)
  }

  /// The share of the cap's markers that were seen so far.
  private func bar(_ feedback: FrameFeedback, on canvas: inout Canvas) throws {
    let (title, size) = try typeface.fit(book[.markers], width: width / 3, sizes: 14...21)
    let y = top + 150
    try canvas.text(title, at: [left, y], size: size, typeface, .white)
    let start = left + Double(try typeface.width(of: title, size: size)) + 18
    guard let share = feedback.progress, let light = feedback.light else {
      try canvas.text("–", at: [start, y], size: 21, typeface, .white)
      return
    }
    let area = ProgressBarArea(start: start, end: left + Double(width) - 120, top: top + 128, height: 30)
    try canvas.polygon(area.part(0...1), Paint(44, 47, 52))
    if share > 0 { try canvas.polygon(area.part(0...min(share, 1)), light.paint) }
    for mark in [0.25, 0.5, 0.75] { try canvas.line(area.mark(mark), width: 2, .night) }
    try canvas.line(area.part(0...1), closed: true, width: 2, .white)
    try canvas.text(light.sign, at: [area.end + 14, y], size: 21, typeface, light.paint)
    try canvas.text(percent(share), at: [area.end + 42, y], size: 21, typeface, .white)
  }

  /// A shaking phone and the word for it.
  private func vibration(on canvas: inout Canvas) throws {
    let (x, y) = (108.0, top + 66)
    try canvas.line(
      [[x - 19, y - 38], [x + 19, y - 38], [x + 19, y + 38], [x - 19, y + 38]], closed: true, width: 5, .orange)
    try canvas.line([[x - 6, y + 27], [x + 6, y + 27]], width: 4, .orange)
    for side in [-1.0, 1] {
      for distance in [36.0, 54] {
        let height = 62 - 0.6 * distance
        let wave = (0...4).map { i -> Vector2 in
          [x + side * (distance + (i % 2 == 0 ? 0 : 8)), y + height * (Double(i) / 2 - 1)]
        }
        try canvas.line(wave, width: 4, .orange)
      }
    }
    let (word, size) = try typeface.fit(book[.vibration], width: 190, sizes: 14...26)
    let width = try typeface.width(of: word, size: size)
    try canvas.text(word, at: [x - Double(width) / 2, top + 150], size: size, typeface, .orange)
  }

  private func percent(_ share: Double) -> String { "\(Int((100 * share).rounded())) %" }
}

/// Where a bar stands.
struct ProgressBarArea {
  let start, end, top, height: Double

  /// The corners of a part of it.
  func part(_ range: ClosedRange<Double>) -> [Vector2] {
    let (a, b) = (x(range.lowerBound), x(range.upperBound))
    return [[a, top], [b, top], [b, top + height], [a, top + height]]
  }

  /// A line across it.
  func mark(_ share: Double) -> [Vector2] { [[x(share), top], [x(share), top + height]] }

  private func x(_ share: Double) -> Double { start + (end - start) * share }
}

extension TrafficLight {
  /// Red, amber and green that people who can't tell red from green still see as dark, light and middling.
  package var paint: Paint {
    switch self {
    case .red: Paint(214, 64, 40)
    case .amber: Paint(245, 190, 30)
    case .green: Paint(40, 170, 120)
    }
  }
}
