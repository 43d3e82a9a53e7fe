import Diagnostics
import Drawing
import Foundation
import Geometry
import TestSupport
import Testing

@testable import Feedback
@testable import Replay

/// The video of a guided movement, by a program in ffmpeg's place that keeps the frames as they are.
@Suite struct MovementVideoTests {
  let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  private func feedback(_ time: Double, _ kinds: [MovementEvent.Kind]) -> MovementFeedback {
    MovementFeedback(
      frame: 0, time: time, state: .measuring(nil), movement: .rotation,
      instruction: .side(.rotation, .left, isNext: false), degrees: nil, light: nil, counts: [:], reason: nil,
      events: kinds.map { MovementEvent(time: time, frame: 0, kind: $0) })
  }

  /// The panel below the pictures, from row 715 on: a line, and a text at its place.
  private func panel(_ text: String) throws -> ArraySlice<UInt8> {
    let typeface = try Typeface.installed()
    var canvas = Canvas(width: 980, height: 896, .night)
    try canvas.fill(PixelArea(x: 90, y: 0, width: 240, height: 720), Paint(70, 70, 70))
    try canvas.line([[0, 720], [980, 720]], width: 2, .gray)
    let (fitting, size) = try typeface.fit(text, width: 900, sizes: 20...44)
    try canvas.text(fitting, at: [40, 820], size: size, typeface, .white)
    return canvas.image.pixels[(3 * 980 * 715)...]
  }

  /// What was said stays for 1.5 s beside what is asked for; the instruction itself does not stand there twice.
  @Test func whatWasSaidIsWrittenForAWhile() throws {
    let program = folder.url.appendingPathComponent("ffmpeg")
    let script = """
      #!/bin/sh
      if [ "$2" = -h ]; then echo 'Encoder libx264'; exit 0; fi
      for last; do :; done
      cat > "$last"

      """
    try Data(script.utf8).write(to: program)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: program.path)
    let file = folder.url.appendingPathComponent("video.mp4")
    let rules = MovementRules.standard
    let video = try MovementVideo(
      Camera(width: 100, height: 300, fx: 400, fy: 400, cx: 49.5, cy: 149.5), quarterTurns: 0, rules,
      rules.phrasebook("en"), .english, VideoTool(path: folder.url.path), to: file)
    let side = MovementInstruction.side(.rotation, .left, isNext: false)
    let frames: [(Double, [MovementEvent.Kind], String)] = [
      (1, [.instruction(side)], "Turn the head to the left"),
      (2, [.hold(.rotation, .left)], "Hold · Turn the head to the left"), (3.4, [], "Hold · Turn the head to the left"),
      (3.5, [], "Turn the head to the left"),
      // Wider than 900 pixels in the largest letters.
      (5, [.done(.flexion)], "Bending forwards and back is done · Turn the head to the left"),
    ]
    for (time, kinds, _) in frames {
      try video.add(
        MovementScene(
          frame: DrawnScene.frame(Camera(width: 100, height: 300, fx: 400, fy: 400, cx: 49.5, cy: 149.5)),
          color: DrawnScene.image, detected: [], own: [], patch: [], feedback: feedback(time, kinds)))
    }
    try video.finish()
    let bytes = [UInt8](try Data(contentsOf: file))
    // Each frame ends with its pixels; a header stands before it.
    let head = RawVideo.header(width: 980, height: 896).count
    let size = (bytes.count - head) / frames.count
    for (index, frame) in frames.enumerated() {
      let end = head + (index + 1) * size
      let isRight = bytes[(end - 3 * 980 * 181)..<end].elementsEqual(try panel(frame.2))
      #expect(isRight, "\(frame.0) s")
    }
  }
}
