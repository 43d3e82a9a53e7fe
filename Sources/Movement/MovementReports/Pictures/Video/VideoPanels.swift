internal import Diagnostics
internal import Drawing
internal import Geometry
internal import Images
internal import Movement
internal import Platform
internal import Replay
internal import Reports

/// What stands where in a frame of the video: the picture at the upper left, the numbers beside it, the curve below both.
struct VideoPanels {
  /// The size of a frame, even as H.264 wants it.
  static let (width, height) = (1280, 720)
  private static let (textLeft, textWidth) = (856, 400)
  private static let plot = (left: 70.0, top: 520.0, width: 1190.0, height: 160.0)

  /// All that does not change from frame to frame.
  private(set) var ground: Canvas
  private let result: MotionResult
  private let curve: AngleCurve
  private let channel: AngleCurve.Channel
  private let language: Language
  private let typeface: Typeface
  /// The picture at the upper left.
  let body: BodyPanel
  private let scale: RoundScale
  /// When each repeat has come back, in seconds of the file.
  private let ends: [Double]

  init(_ result: MotionResult, _ curve: AngleCurve, _ channel: AngleCurve.Channel, _ language: Language) throws {
    (self.result, self.curve, self.channel, self.language) = (result, curve, channel, language)
    typeface = try Typeface.installed()
    body = BodyPanel(
      area: PixelArea(x: 0, y: 0, width: 832, height: 500),
      overlay: JointOverlay(DrawnAngle(result.joint, result.movement, result.side), typeface: typeface))
    let values = channel.filtered.filter(\.isFinite)
    let low = values.reduce(0, min)
    scale = RoundScale(low...values.reduce(low + 1, max), most: 4)
    ends = result.repeats.map { one in
      (one.nearFrame ?? one.farFrame).flatMap { curve.index(of: $0) }.map { curve.times[$0] } ?? .infinity
    }
    ground = Canvas(width: Self.width, height: Self.height, .night)
    try drawGround()
  }

  private var start: Double { curve.times.first ?? 0 }
  private var duration: Double { max((curve.times.last ?? 0) - start, 1e-9) }

  private func x(_ time: Double) -> Double { Self.plot.left + Self.plot.width * (time - start) / duration }

  private func y(_ degrees: Double) -> Double {
    Self.plot.top + Self.plot.height * (scale.high - degrees) / (scale.high - scale.low)
  }

  private mutating func drawGround() throws {
    let right = Self.plot.left + Self.plot.width
    for tick in scale.ticks {
      try ground.line([[Self.plot.left, y(tick)], [right, y(tick)]], width: 1, Paint(60, 64, 70))
      let text = language.number(tick, digits: scale.decimals) + "°"
      let width = Double(try typeface.width(of: text, size: 16))
      try ground.text(text, at: [Self.plot.left - 8 - width, y(tick) + 6], size: 16, typeface, .white)
    }
    for plateau in result.plateaus.prefix(1000) {
      let (from, to, level) = (x(plateau.fromS), x(plateau.toS), y(plateau.degrees))
      try ground.polygon(
        [[from, level - 6], [max(to, from + 2), level - 6], [max(to, from + 2), level + 6], [from, level + 6]],
        Paint(120, 84, 0))
    }
    for part in parts { try ground.line(part, width: 2, .skyBlue) }
    let seconds = RoundScale(0...duration, most: 10)
    for tick in seconds.ticks where tick <= duration {
      let text = language.number(tick, digits: seconds.decimals) + " s"
      let place = x(start + tick) - Double(try typeface.width(of: text, size: 16)) / 2
      try ground.text(text, at: [min(place, 1225), Self.plot.top + Self.plot.height + 24], size: 16, typeface, .white)
    }
    let heading = [
      language.term(result.joint.rawValue, of: "joint"), result.side.map { language.term($0.rawValue, of: "side") },
      language.term(result.movement.rawValue, of: "movement"),
    ].compactMap(\.self).joined(separator: ", ")
    try text(heading, 44, sizes: 16...26, .white)
    for (row, entry) in result.followed.prefix(2).enumerated() {
      let value = entry.value.map { language.number($0.degrees, digits: 1) + "°" } ?? language("motion.withheld")
      try text(language.term(entry.key, of: "motion_value") + " " + value, 250 + 34 * row, sizes: 14...22, .white)
    }
    if let form = result.neutralZero {
      try text(
        form.notation.printable(limit: 20) + " (" + language.term(form.order, of: "neutral_zero").printable(limit: 50)
          + ")", 318,
        sizes: 12...20, .white)
    }
    // In lines of its own, so that nothing of it is cut off.
    let notice = language("report.notice").printable(limit: 200).split(separator: ":", maxSplits: 1)
    for (row, part) in notice.enumerated() {
      let end = row + 1 < notice.count ? ":" : ""
      try text(part.trimmingPrefix(while: \.isWhitespace) + end, 470 + 18 * row, sizes: 9...14, .gray)
    }
  }

  private func line(_ text: String, _ top: Int, sizes: ClosedRange<Int>, _ paint: Paint, on canvas: inout Canvas) throws
  {
    let (text, size) = try typeface.fit(text, width: Self.textWidth, sizes: sizes)
    try canvas.text(text, at: [Double(Self.textLeft), Double(top)], size: size, typeface, paint)
  }

  private mutating func text(_ text: String, _ top: Int, sizes: ClosedRange<Int>, _ paint: Paint) throws {
    try line(text, top, sizes: sizes, paint, on: &ground)
  }

  /// The filtered angle as lines, broken where there is none; a point of each half pixel is enough.
  private var parts: [[Vector2]] {
    curve.parts(of: channel.filtered, at: curve.times.indices)
      .map { part in
        part.reduce(into: [Vector2]()) { points, index in
          let point = Vector2(x(curve.times[index]), y(channel.filtered[index]))
          if let last = points.last, point.x - last.x < 0.5 { return }
          points.append(point)
        }
      }.filter { $0.count > 1 }
  }

  /// The angle in large figures and which repeat this is.
  func numbers(_ index: Int, angle: String?, on canvas: inout Canvas) throws {
    try line(angle ?? "–", 140, sizes: 40...84, .yellow, on: &canvas)
    if angle == nil { try line(language("motion.video_not_counted"), 180, sizes: 14...22, .orange, on: &canvas) }
    guard !ends.isEmpty else { return }
    let current = ends.firstIndex { curve.times[index] <= $0 } ?? ends.count - 1
    try line(
      language("motion.video_repeat", ["number": .count(current + 1), "count": .count(ends.count)]), 206,
      sizes: 14...24,
      .white, on: &canvas)
  }

  /// The cursor on the curve.
  func cursor(_ index: Int, on canvas: inout Canvas) throws {
    let at = x(curve.times[index])
    try canvas.line([[at, Self.plot.top - 6], [at, Self.plot.top + Self.plot.height + 4]], width: 2, .white)
    guard channel.filtered[index].isFinite else { return }
    let level = y(channel.filtered[index])
    try canvas.polygon([[at - 5, level], [at, level - 5], [at + 5, level], [at, level + 5]], .yellow)
  }
}
