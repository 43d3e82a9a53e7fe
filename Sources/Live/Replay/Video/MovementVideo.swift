import Diagnostics
internal import Drawing
import Feedback
import Foundation
import Geometry
import Images
import Markers
import Recordings

/// A replayed frame of somebody who is guided, with all that was seen in it, to be drawn.
public struct MovementScene {
  let frame: RecordedFrame
  let color: ColorImage
  /// Every marker that was detected, strays too; the ids of those on the cap, and of the patch.
  let detected: [MarkerObservation]
  let own, patch: Set<Int>
  let feedback: MovementFeedback
}

/// The video of a guided movement: the camera's image with the markers, a dial with the angle, and what is said.
public final class MovementVideo {
  private let encoder: VideoEncoder
  private let layout: VideoLayout
  private let quarterTurns: Int
  private let typeface: Typeface
  private let dial: AngleDial
  private let book: MovementPhrases
  private var said: (text: String, until: Double)?

  /// Begins a video.
  ///
  /// - Parameters:
  ///   - camera: the camera of the recording's images, and the quarter turns clockwise that make them upright.
  ///   - file: where it is written; it is whole after ``finish()``.
  init(
    _ camera: Camera, quarterTurns turns: Int, _ rules: MovementRules, _ book: MovementPhrases, _ language: Language,
    _ tool: VideoTool, to file: URL
  ) throws {
    typeface = try Typeface.installed()
    layout = VideoLayout(width: camera.width, height: camera.height, quarterTurns: turns)
    (quarterTurns, self.book) = (turns, book)
    dial = AngleDial(area: layout.cloud, typeface: typeface, rules: rules, language: language)
    encoder = try VideoEncoder(tool, width: layout.width, height: layout.height, to: file)
  }

  /// Adds a frame.
  public func add(_ scene: MovementScene) throws {
    var canvas = Canvas(width: layout.width, height: layout.height, .night)
    try canvas.place(scene.color, quarterTurns: quarterTurns, in: layout.picture)
    for marker in scene.detected {
      let look: MarkerLook =
        scene.own.contains(marker.id) ? .shared : scene.patch.contains(marker.id) ? .other : .stray
      try canvas.quad(marker.corners.map(layout.place), look)
    }
    try dial.draw(scene.feedback, on: &canvas)
    try prompt(scene.feedback, on: &canvas)
    try encoder.add(canvas.image, at: scene.feedback.time)
  }

  /// Ends the video.
  public func finish() throws { try encoder.finish() }

  /// How long what was said stays, in seconds.
  private static let patience = 1.5

  /// What was said last for a while, otherwise the prompt of the state.
  private func prompt(_ feedback: MovementFeedback, on canvas: inout Canvas) throws {
    for event in feedback.events {
      if case .instruction = event.kind { continue }
      if let text = book.text(for: event) { said = (text, feedback.time + Self.patience) }
    }
    let status = layout.status
    try canvas.line([[0, Double(status.y)], [Double(status.width), Double(status.y)]], width: 2, .gray)
    let current = said.flatMap { feedback.time < $0.until ? $0.text : nil }
    let text = [current, book.prompt(feedback)].compactMap(\.self).joined(separator: " · ")
    let (fitting, size) = try typeface.fit(text, width: status.width - 80, sizes: 20...44)
    try canvas.text(fitting, at: [40, Double(status.y) + 100], size: size, typeface, .white)
  }
}
