import Diagnostics
import Drawing
import Geometry
import Images
import Landmarks
import Platform
import Recordings
import Reports
import Workers

/// What surrounds the clicks on landmarks, on one picture.
struct ClickSheet {
  let recording: Recording
  let clicks: [ReportedClick]

  /// How many clicks on one landmark are shown at most, and how many pictures stand in a row.
  private static let (most, columns) = (6, 6)
  /// The edge of what is shown of a frame, and of its picture, in pixels.
  private static let (reach, edge) = (96, 144)
  private static let quality = 80

  /// The picture and what it shows; nil where nothing was clicked.
  func drawn(_ workers: Workers) throws -> (jpeg: Data, sheet: ScanResult.Sheet)? {
    let shown = Dictionary(grouping: clicks, by: \.landmark).sorted { $0.key < $1.key }
      .flatMap { $0.value.prefix(Self.most) }
    guard !shown.isEmpty else { return nil }
    let images = try workers.map(shown.count) { try picture(of: shown[$0]) }
    let columns = min(shown.count, Self.columns)
    let rows = (shown.count + columns - 1) / columns
    var canvas = Canvas(width: columns * Self.edge, height: rows * Self.edge, .white)
    for (index, image) in images.enumerated() {
      let area = PixelArea(
        x: index % columns * Self.edge, y: index / columns * Self.edge, width: Self.edge, height: Self.edge)
      try canvas.place(image, in: area)
    }
    let start = recording.frames[0].time
    let sheet = ScanResult.Sheet(
      file: SheetName.clicks, cellWidth: Self.edge, cellHeight: Self.edge, columns: columns,
      cells: shown.map { click in
        .init(
          frame: click.placed.frame, timeS: rounded(recording.frames[click.frame].time - start, 3),
          landmark: click.landmark.rawValue)
      })
    return (try ImageFile.jpeg(canvas.image, quality: Self.quality), sheet)
  }

  private func picture(of click: ReportedClick) throws -> ColorImage {
    let corner = [click.placed.pixel.x, click.placed.pixel.y].map { Int($0.rounded()) - Self.reach / 2 }
    let part = try recording.color(recording.frames[click.frame]).part(x: corner[0], y: corner[1], edge: Self.reach)
    var canvas = Canvas(width: Self.edge, height: Self.edge, .black)
    try canvas.place(part, in: PixelArea(x: 0, y: 0, width: Self.edge, height: Self.edge))
    // Pixel centres lie at integers in both pictures.
    let scale = Double(Self.edge) / Double(Self.reach)
    let at = (click.placed.pixel - Vector2(Double(corner[0]), Double(corner[1])) + 0.5) * scale - 0.5
    for arm: Vector2 in [[1, 0], [-1, 0], [0, 1], [0, -1]] {
      let line = [at + arm * 7, at + arm * 26]
      try canvas.line(line, width: 4, .black)
      try canvas.line(line, width: 2, .yellow)
    }
    return canvas.image
  }
}

extension ColorImage {
  /// A square of an image; black where it lies outside.
  fileprivate func part(x left: Int, y top: Int, edge: Int) -> ColorImage {
    var part = [UInt8](repeating: 0, count: 3 * edge * edge)
    for y in 0..<edge where (0..<height).contains(top + y) {
      let columns = max(0, -left)..<max(max(0, -left), min(edge, width - left))
      guard !columns.isEmpty else { continue }
      let source = 3 * ((top + y) * width + left + columns.lowerBound)
      let target = 3 * (y * edge + columns.lowerBound)
      part.replaceSubrange(target..<(target + 3 * columns.count), with: pixels[source..<(source + 3 * columns.count)])
    }
    return ColorImage(width: edge, height: edge, pixels: part)
  }
}
