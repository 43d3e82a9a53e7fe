import Geometry
import Images
import Recordings
import Testing
import Workers

@testable import Markers
@testable import ScanPipeline
@testable import Tracking

/// Frames of a recording on one picture.
@Suite struct FrameSheetTests {
  private static let corners: [Vector2] = [[2, 2], [14, 2], [14, 9], [2, 9]]

  /// Frames with so many markers each, those of a list with a pose.
  private static func tracking(_ markers: [Int], posed: Set<Int> = []) -> Tracking {
    let camera = Camera(width: 17, height: 12, fx: 17, fy: 17, cx: 8, cy: 6)
    let frames = markers.enumerated().map { index, count in
      FrameObservations(
        frame: index, time: 2 + 0.25 * Double(index), camera: camera,
        markers: (0..<count).map {
          MarkerObservation(id: $0, corners: corners, metric: nil, depthPixels: 0, validDepthPixels: 0)
        })
    }
    let pose = RecoveredPose(scanFromCamera: .identity, deviation: 0, inlierShare: 1, residual: 0)
    return Tracking.withoutMarkers(
      frames, poses: Dictionary(uniqueKeysWithValues: posed.map { ($0, pose) }), refusals: [:], closure: nil)
  }

  private static func gray(_ count: Int) throws -> PaintedRecording {
    try PaintedRecording(count, width: 17, height: 12) { frame, _, _ in
      (40 + 4 * frame, 40 + 4 * frame, 40 + 4 * frame)
    }
  }

  /// 240 × 13 / 17 are 183.53.
  @Test func theHeightOfAPictureIsRounded() throws {
    let painted = try PaintedRecording(2, width: 17, height: 13) { _, _, _ in (90, 90, 90) }
    let (_, sheet) = try FrameSheet(recording: painted.recording, tracking: Self.tracking([0, 0])).drawn(
      Workers(count: 1))
    #expect(sheet.cellHeight == 184)
  }

  /// Of thirteen frames the eighth is of the eighth part, however many markers it has.
  @Test func noPartTakesTheNextOnesFrame() throws {
    let painted = try Self.gray(13)
    let markers = (0..<13).map { $0 == 7 ? 9 : 1 }
    let (_, sheet) = try FrameSheet(recording: painted.recording, tracking: Self.tracking(markers)).drawn(
      Workers(count: 1))
    // The tenth frame lies at the border of two parts.
    let expected = Array(0..<9) + Array(10..<13)
    #expect(sheet.cells.map(\.frame) == expected.map { painted.recording.frames[$0].name })
  }

  /// Each of twelve parts of four frames is shown by one of its middle two: the one with more markers, of two alike the
  /// earlier one, and one with a pose before one without.
  @Test func ofEachPartTheBestFrameIsShown() throws {
    let painted = try Self.gray(48)
    var markers = [Int](repeating: 0, count: 48)
    (markers[0], markers[1], markers[2], markers[3]) = (9, 1, 2, 9)
    (markers[5], markers[6]) = (3, 3)
    markers[9] = 4
    let (jpeg, sheet) = try FrameSheet(
      recording: painted.recording, tracking: Self.tracking(markers, posed: [10])
    ).drawn(Workers(count: 2))
    let expected = [2, 5, 10] + (3..<12).map { 4 * $0 + 1 }
    #expect(sheet.cells.map(\.frame) == expected.map { painted.recording.frames[$0].name })
    #expect(sheet.cells.map(\.timeS) == expected.map { 0.25 * Double($0) })
    #expect(sheet.cells.map(\.markers) == expected.map { markers[$0] })
    #expect(sheet.cells.map(\.posed) == expected.map { $0 == 10 })
    // 240 × 12 / 17 are 169.4.
    #expect(sheet.cellWidth == 240)
    #expect(sheet.cellHeight == 169)
    #expect(sheet.columns == 4)
    let picture = try ImageFile.color(jpeg)
    #expect(picture.width == 960)
    #expect(picture.height == 3 * 169)
    for (cell, frame) in expected.enumerated() {
      let (x, y) = (cell % 4 * 240 + 120, cell / 4 * 169 + 78)
      #expect(abs(picture.color(x, y).green - (40 + 4 * frame)) < 8, "cell \(cell)")
      // Where the marker's corners and sides lie in a picture 240 / 17 times as large.
      let sides = [(28, 78), (198, 78), (113, 28), (113, 127)]
      for (column, row) in sides {
        let isDrawn = picture.isYellow(cell % 4 * 240 + column, cell / 4 * 169 + row)
        #expect(isDrawn == (markers[frame] > 0), "cell \(cell): \(column), \(row)")
      }
    }
  }

  /// Thirteen frames in twelve parts: each part has one at least, and the cells of five frames leave a rest of white.
  @Test func fewFramesAreShownAsTheyAre() throws {
    let thirteen = try Self.gray(13)
    let many = try FrameSheet(
      recording: thirteen.recording, tracking: Self.tracking([Int](repeating: 0, count: 13))
    ).drawn(Workers(count: 1)).sheet
    // Of part p the frame at (4 p + 1) · 13 / 48.
    #expect(
      many.cells.map(\.timeS) == [0, 1, 2, 3, 4, 5, 6, 7, 8, 10, 11, 12].map { 0.25 * Double($0) })

    let five = try Self.gray(5)
    let (jpeg, sheet) = try FrameSheet(
      recording: five.recording, tracking: Self.tracking([0, 0, 0, 0, 0])
    ).drawn(Workers(count: 1))
    #expect(sheet.cells.map(\.frame) == five.recording.frames.map(\.name))
    let picture = try ImageFile.color(jpeg)
    #expect(picture.height == 2 * 169)
    #expect(abs(picture.color(120, 169 + 80).red - 56) < 8)
    #expect(picture.color(360, 169 + 80).red > 245)
  }
}
