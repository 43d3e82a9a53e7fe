import Diagnostics
import Drawing
import Geometry
import Images
import Platform
import Recordings
import Reports
import Tracking
import Workers

/// Frames of a recording with the markers that were used in them, one of each part of the scan, on one picture.
struct FrameSheet {
  let recording: Recording
  let tracking: Tracking

  /// How many frames are shown at most, and how many in a row.
  private static let (most, columns) = (12, 4)
  /// The width of a frame in the picture, in pixels.
  private static let width = 240
  private static let quality = 75

  /// The picture and what it shows.
  func drawn(_ workers: Workers) throws -> (jpeg: Data, sheet: ScanResult.Sheet) {
    let frames = chosen
    let camera = recording.frames[0].camera
    let height = max(1, (Self.width * camera.height + camera.width / 2) / camera.width)
    let size = (width: Self.width, height: height)
    let images = try workers.map(frames.count) { try picture(of: frames[$0], size) }
    var canvas = Canvas(
      width: size.width * Self.columns, height: size.height * ((frames.count + Self.columns - 1) / Self.columns), .white
    )
    for (index, image) in images.enumerated() {
      let area = PixelArea(
        x: index % Self.columns * size.width, y: index / Self.columns * size.height, width: size.width,
        height: size.height)
      try canvas.place(image, in: area)
    }
    let start = recording.frames[0].time
    let sheet = ScanResult.Sheet(
      file: SheetName.frames, cellWidth: size.width, cellHeight: size.height, columns: Self.columns,
      cells: frames.map { frame in
        .init(
          frame: frame.name, timeS: rounded(frame.time - start, 3),
          markers: tracking.observations[frame.index].markers.count,
          posed: tracking.scanFromCamera[frame.index] != nil)
      })
    return (try ImageFile.jpeg(canvas.image, quality: Self.quality), sheet)
  }

  /// Of each of equal parts of the recording the frame that shows most markers, one with a pose before one without.
  private var chosen: [RecordedFrame] {
    let (frames, parts) = (recording.frames, min(recording.frames.count, Self.most))
    return (0..<parts).map { part in
      // The middle half of a part, so that neighbours are some way apart.
      let at = { (quarters: Int) in quarters * frames.count / (4 * parts) }
      let range = at(4 * part + 1)..<max(at(4 * part + 3), at(4 * part + 1) + 1)
      return frames[range].max { worth($0) < worth($1) || worth($0) == worth($1) && $0.index > $1.index }!
    }
  }

  private func worth(_ frame: RecordedFrame) -> Int {
    tracking.observations[frame.index].markers.count + (tracking.scanFromCamera[frame.index] == nil ? 0 : 1000)
  }

  private func picture(of frame: RecordedFrame, _ size: (width: Int, height: Int)) throws -> ColorImage {
    var canvas = Canvas(width: size.width, height: size.height, .white)
    try canvas.place(
      recording.color(frame), in: PixelArea(x: 0, y: 0, width: size.width, height: size.height))
    let scale = Double(size.width) / Double(frame.camera.width)
    for marker in tracking.observations[frame.index].markers {
      let corners = marker.corners.map { $0 * scale }
      try canvas.line(corners, closed: true, width: 3, .black)
      try canvas.line(corners, closed: true, width: 1, .yellow)
    }
    return canvas.image
  }
}
