import Geometry
import Images
import Landmarks
import Recordings
import Testing
import Workers

@testable import ScanPipeline

/// What surrounds clicks, on one picture.
@Suite struct ClickSheetTests {
  /// Red grows to the right, green downwards; each frame has a blue of its own.
  private static func painted() throws -> PaintedRecording {
    try PaintedRecording(4, width: 110, height: 90) { frame, x, y in (40 + x, 40 + 2 * y, 150 + 20 * frame) }
  }

  private static func click(
    _ recording: Recording, _ landmark: Landmark, frame: Int, _ pixel: Vector2
  ) -> ReportedClick {
    ReportedClick(
      LandmarkClick(frame: recording.frames[frame].name, pixel: pixel), on: landmark, source: .picked, frame: frame,
      depth: 0.3)
  }

  /// The picture of one click shows 96 pixels about it, half as large again, and black beyond the image.
  @Test(arguments: [Vector2(60, 30), [50.4, 70.6], [3, 45]]) func whatIsAroundAClickIsShown(pixel: Vector2) throws {
    let painted = try Self.painted()
    let sheet = ClickSheet(
      recording: painted.recording, clicks: [Self.click(painted.recording, .sellion, frame: 2, pixel)])
    let drawn = try #require(try sheet.drawn(Workers(count: 1)))
    let picture = try ImageFile.color(drawn.jpeg)
    #expect(picture.width == 144)
    #expect(picture.height == 144)
    // The corner of what is shown: 48 pixels left of and above the pixel that was hit.
    let (left, top) = (pixel.x.rounded() - 48, pixel.y.rounded() - 48)
    let source = { (u: Int, v: Int) in
      Vector2((Double(u) + 0.5) / 1.5 - 0.5 + left, (Double(v) + 0.5) / 1.5 - 0.5 + top)
    }
    for (u, v) in [(15, 20), (15, 125), (125, 20), (125, 125), (50, 95), (95, 50), (40, 40)] {
      let (place, found) = (source(u, v), picture.color(u, v))
      if (2..<107).contains(place.x), (2..<87).contains(place.y) {
        #expect(abs(Double(found.red) - (40 + place.x)) < 10, "\(u), \(v)")
        #expect(abs(Double(found.green) - (40 + 2 * place.y)) < 10, "\(u), \(v)")
        #expect(abs(found.blue - 190) < 14, "\(u), \(v)")
      } else if place.x < -3 || place.y < -3 || place.x > 112 || place.y > 92 {
        #expect(found.red < 20 && found.green < 20 && found.blue < 25, "\(u), \(v)")
      }
    }
    // Four arms from 7 to 26 pixels off the place itself, which stays bare.
    let (x, y) = (
      Int(((pixel.x - left + 0.5) * 1.5 - 0.5).rounded()), Int(((pixel.y - top + 0.5) * 1.5 - 0.5).rounded())
    )
    for (dx, dy) in [(16, 0), (-16, 0), (0, 16), (0, -16)] {
      #expect(picture.isYellow(x + dx, y + dy), "\(dx), \(dy)")
    }
    for (dx, dy) in [(0, 0), (32, 0), (-32, 0), (0, 32), (0, -32), (16, 16), (-16, 16)] {
      #expect(!picture.isYellow(x + dx, y + dy), "\(dx), \(dy)")
    }
  }

  /// Far beyond the image all is black but the four arms, whose middle is the place itself.
  @Test func theArmsStandAboutTheClick() throws {
    let painted = try Self.painted()
    let click = Self.click(painted.recording, .sellion, frame: 1, [-60.3, 45.2])
    let drawn = try #require(try ClickSheet(recording: painted.recording, clicks: [click]).drawn(Workers(count: 1)))
    let picture = try ImageFile.color(drawn.jpeg)
    var (sum, middle) = (0.0, Vector2(0, 0))
    for (u, v) in (0..<144).flatMap({ v in (0..<144).map { ($0, v) } }) {
      let light = Double(picture.color(u, v).red)
      guard light > 60 else { continue }
      (sum, middle) = (sum + light, middle + Vector2(Double(u), Double(v)) * light)
    }
    // 47.7 and 48.2 pixels from the corner, whose middle lies half a pixel inside: (47.7 + 0.5) · 1.5 − 0.5.
    #expect((middle / sum - Vector2(71.8, 72.55)).length < 0.3)
  }

  /// Six of each landmark in the landmarks' order, six in a row.
  @Test func atMostSixOfALandmarkAreShown() throws {
    let painted = try Self.painted()
    let recording = painted.recording
    let clicks =
      [Self.click(recording, .tragionLeft, frame: 1, [55, 45])]
      + (0..<7).map { Self.click(recording, .sellion, frame: $0 % 4, [50 + Double($0), 45]) }
      + [Self.click(recording, .tragionLeft, frame: 3, [55, 45])]
    let drawn = try #require(try ClickSheet(recording: recording, clicks: clicks).drawn(Workers(count: 2)))
    let frames = [0, 1, 2, 3, 0, 1, 1, 3]
    #expect(drawn.sheet.cells.map(\.frame) == frames.map { recording.frames[$0].name })
    #expect(drawn.sheet.cells.map(\.timeS) == frames.map { 0.25 * Double($0) })
    let landmarks = [String](repeating: "sellion", count: 6) + ["tragion_left", "tragion_left"]
    #expect(drawn.sheet.cells.compactMap(\.landmark) == landmarks)
    #expect(drawn.sheet.columns == 6)
    #expect(drawn.sheet.cellWidth == 144)
    #expect(drawn.sheet.cellHeight == 144)
    let picture = try ImageFile.color(drawn.jpeg)
    #expect(picture.width == 6 * 144)
    #expect(picture.height == 2 * 144)
    for (cell, frame) in frames.enumerated() {
      let blue = picture.color(cell % 6 * 144 + 50, cell / 6 * 144 + 95).blue
      #expect(abs(blue - (150 + 20 * frame)) < 9, "cell \(cell)")
    }
    #expect(picture.color(3 * 144 + 72, 144 + 72).blue > 245, "nothing stands there")
  }

  @Test func withoutAClickThereIsNoPicture() throws {
    let painted = try Self.painted()
    #expect(try ClickSheet(recording: painted.recording, clicks: []).drawn(Workers(count: 1)) == nil)
  }
}
