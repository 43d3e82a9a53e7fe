public import Diagnostics
public import Feedback
internal import Drawing
internal import Geometry
internal import Images
public import Movement
public import Platform
public import Replay

/// The video of a limb that is guided: the picture or a stick figure with the angle in its colour, the value, where its colours begin,
/// and what is said.
public final class LimbVideo {
  private let encoder: VideoEncoder
  private let ground: Canvas
  private let panel: BodyPanel
  private let body: FlatBody?
  private let pictures: CurvePictures?
  private let typeface: Typeface
  private let (book, language): (MovementPhrases, Language)
  private var last = -Double.infinity

  private static let area = PixelArea(x: 0, y: 0, width: 880, height: 560)
  private static let (textLeft, textWidth) = (904, 352)

  /// Begins a video.
  ///
  /// - Parameters:
  ///   - file: the landmarks or angles.
  ///   - drawn: the points as they lie in the pictures; nil for angles alone.
  ///   - source: where the pictures come from; without it the landmarks are drawn as a stick figure.
  ///   - target: where it is written; it is whole after ``finish()``.
  public init(
    _ task: MotionTask, _ plan: LimbPlan, _ book: MovementPhrases, _ language: Language, _ file: MotionFile,
    drawn: LandmarkSequence?, pictures source: FramePictureSource?, _ tool: VideoTool, to target: URL
  ) throws {
    (self.book, self.language) = (book, language)
    typeface = try Typeface.installed()
    panel = BodyPanel(
      area: Self.area, overlay: JointOverlay(DrawnAngle(task.joint, task.movement, task.side), typeface: typeface))
    body = drawn.map { FlatBody($0, task.movement) }
    let format: MotionFormat = if case .landmarks(_, let kind) = file { kind } else { .mot }
    pictures = source?.pictures(file.names, file.times, format)
    ground = try Self.ground(task, plan, language, typeface)
    encoder = try VideoEncoder(tool, width: VideoPanels.width, height: VideoPanels.height, to: target)
  }

  /// Adds a frame; those that follow too closely for 30 frames a second are left out.
  public func add(_ feedback: MovementFeedback) throws {
    guard feedback.time - last >= MotionVideo.shortestStep else { return }
    last = feedback.time
    try encoder.add(try image(feedback), at: feedback.time)
  }

  /// Ends the video.
  public func finish() throws { try encoder.finish() }

  private func image(_ feedback: MovementFeedback) throws -> ColorImage {
    var canvas = ground
    let text = feedback.degrees.map { language.number($0, digits: 0) + "°" }
    let paint = feedback.light?.paint ?? .gray
    let picture = try pictures?.picture(feedback.frame)
    try panel.draw(body, feedback.frame, picture: picture, angle: text, paint, on: &canvas)
    let value = text.map { "\(feedback.light?.sign ?? "") \($0)" } ?? "–"
    try line(value, 160, sizes: 40...84, paint, on: &canvas)
    try line(language.term(feedback.state.name, of: "guide_state"), 220, sizes: 16...28, .white, on: &canvas)
    let prompt = book.prompt(feedback)
    let (fitting, size) = try typeface.fit(prompt, width: VideoPanels.width - 80, sizes: 20...44)
    try canvas.text(fitting, at: [40, 660], size: size, typeface, .white)
    return canvas.image
  }

  private func line(
    _ text: String, _ top: Int, sizes: ClosedRange<Int>, _ paint: Paint, on canvas: inout Canvas
  ) throws {
    try Self.line(text, top, sizes: sizes, paint, typeface, on: &canvas)
  }

  private static func line(
    _ text: String, _ top: Int, sizes: ClosedRange<Int>, _ paint: Paint, _ typeface: Typeface, on canvas: inout Canvas
  ) throws {
    let (text, size) = try typeface.fit(text, width: textWidth, sizes: sizes)
    try canvas.text(text, at: [Double(textLeft), Double(top)], size: size, typeface, paint)
  }

  /// What does not change from frame to frame: the heading, and where colours begin.
  private static func ground(
    _ task: MotionTask, _ plan: LimbPlan, _ language: Language, _ typeface: Typeface
  ) throws -> Canvas {
    var canvas = Canvas(width: VideoPanels.width, height: VideoPanels.height, .night)
    let heading = [
      language.term(task.joint.rawValue, of: "joint"), task.side.map { language.term($0.rawValue, of: "side") },
      language.term(task.movement.rawValue, of: "movement"),
    ].compactMap(\.self).joined(separator: ", ")
    try line(heading, 50, sizes: 16...26, .white, typeface, on: &canvas)
    let colours = plan.reading(of: task.movement).colours
    for (row, (light, limit)) in [(TrafficLight.green, colours.greenFrom), (.amber, colours.amberFrom)].enumerated() {
      var limits = [limit]
      if let share = colours.shareBelow, share > 0 { limits.append(-limit * share) }
      let text = limits.map { language.number($0, digits: 0) + "°" }.joined(separator: ", ")
      try line("\(light.sign) \(text)", 300 + 36 * row, sizes: 14...24, light.paint, typeface, on: &canvas)
    }
    let width = Double(VideoPanels.width)
    try canvas.line([[0, 580], [width, 580]], width: 2, .gray)
    let (notice, size) = try typeface.fit(language("guide.notice"), width: VideoPanels.width - 80, sizes: 10...16)
    try canvas.text(notice, at: [40, 704], size: size, typeface, .gray)
    return canvas
  }
}
