import Drawing
import Geometry
import Testing

@testable import Feedback
@testable import Replay

/// What is drawn on the camera's image, beside what it should be.
@Suite struct PicturePanelTests {
  private let file = FeedbackFile.builtIn

  private func drawn(_ scene: ReplayScene) throws -> [UInt8] {
    let panel = PicturePanel(
      layout: DrawnScene.layout, typeface: try .installed(), quarterTurns: 0, rules: file.rules,
      book: try file.phrasebook("en"))
    var canvas = Canvas(width: 420, height: 720, .night)
    try panel.draw(scene, on: &canvas)
    return canvas.image.pixels
  }

  private func expected(_ draw: (inout Canvas, Typeface) throws -> Void) throws -> [UInt8] {
    var canvas = Canvas(width: 420, height: 720, .night)
    try canvas.fill(PixelArea(x: 90, y: 0, width: 240, height: 720), Paint(70, 70, 70))
    try draw(&canvas, try .installed())
    return canvas.image.pixels
  }

  private func box(_ x: Double, _ y: Double, side: Double) -> [Vector2] {
    DrawnScene.box(x, y, x + side, y + side)
  }

  /// Sides of 20, 14 and 10 pixels are 48, 33.6 and 24 in the picture; 0.45 of that, from 12 to 20, is the number's size.
  @Test func aMarkersNumberHasASizeByItsSide() throws {
    let markers: [(id: Int, corners: [Vector2])] = [
      (7, box(10, 20, side: 20)), (8, box(41, 120, side: 14)), (9, box(60, 200, side: 10)),
    ]
    var feedback = DrawnScene.feedback()
    feedback.overlap.ids = [7, 8, 9]
    let facts = FrameFacts(
      frame: 0, time: 1, markers: DrawnScene.markers([(7, 0.9), (8, 0.75), (9, 0.9)]))
    let picture = try expected { canvas, typeface in
      for ((id, corners), size) in zip(markers, [20, 15, 12]) {
        let places = corners.map { DrawnScene.at($0.x, $0.y) }
        try canvas.quad(places, .shared)
        try canvas.label("\(id)", at: (places[0] + places[2]) / 2, size: size, typeface)
      }
    }
    #expect(try drawn(DrawnScene.scene(facts, feedback, detected: markers)) == picture)
  }

  /// A marker of less depth than the rules want (0.75) is crossed out; a stray never is, and has no number.
  @Test func aMarkersLookTellsWhatItIsGoodFor() throws {
    let markers: [(id: Int, corners: [Vector2])] = [
      (3, box(10, 20, side: 20)), (4, box(60, 20, side: 20)), (5, box(10, 100, side: 20)), (6, box(60, 100, side: 20)),
    ]
    var feedback = DrawnScene.feedback()
    feedback.overlap.ids = [3, 4]
    let facts = FrameFacts(frame: 0, time: 1, markers: DrawnScene.markers([(3, 0.75), (4, 0.74), (5, 0.2)]))
    let looks: [(MarkerLook, Bool)] = [(.shared, false), (.shared, true), (.other, true), (.stray, false)]
    let picture = try expected { canvas, typeface in
      for (marker, look) in zip(markers, looks) {
        let places = marker.corners.map { DrawnScene.at($0.x, $0.y) }
        try canvas.quad(places, look.0, crossed: look.1)
        if marker.id != 6 {
          try canvas.label("\(marker.id)", at: (places[0] + places[2]) / 2, size: 20, typeface)
        }
      }
    }
    #expect(try drawn(DrawnScene.scene(facts, feedback, detected: markers)) == picture)
  }

  /// A frame six pixels within the picture.
  @Test func aVibrationHasADashedFrame() throws {
    var feedback = DrawnScene.feedback()
    feedback.isVibrating = true
    let picture = try expected { canvas, _ in
      try canvas.dashed(DrawnScene.box(96, 6, 323, 713), width: 8, length: 40, .orange)
    }
    #expect(try drawn(DrawnScene.scene(FrameFacts(frame: 0, time: 1), feedback)) == picture)
  }

  /// Alerts stand one below the other, 18 pixels from the picture's corner, by their names in files.
  @Test func alertsAreWrittenInRows() throws {
    var feedback = DrawnScene.feedback()
    feedback.alerts = [.heat, .depthAbsent]
    let picture = try expected { canvas, typeface in
      for (text, top) in [("▲ There is no depth", 18), ("▲ The phone is getting hot", 56)] {
        let (fitting, size) = try typeface.fit(text, width: 180, sizes: 14...20)
        let width = try typeface.width(of: fitting, size: size)
        try canvas.fill(PixelArea(x: 108, y: top, width: width + 24, height: 32), .night)
        try canvas.text(fitting, at: [120, Double(top + 23)], size: size, typeface, .white)
      }
    }
    #expect(try drawn(DrawnScene.scene(FrameFacts(frame: 0, time: 1), feedback)) == picture)
  }
}
