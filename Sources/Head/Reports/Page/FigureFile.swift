internal import Files
import HeadViews
public import Platform

/// A drawing of a report as a file.
public struct FigureFile: Sendable {
  /// The file's name without ending, what it shows, and the drawing as SVG.
  public let name, description: String
  /// The drawing, in its size on paper.
  public let svg: Data

  /// A drawing, in its width on paper.
  package init(_ figure: Figure, millimetres width: Double) {
    (name, description) = (figure.name, figure.description)
    svg = figure.file(millimetres: width)
  }

  /// The list of drawings: `figures.json` (schema `calvaria/figures/1`).
  public static func list(_ figures: [FigureFile]) throws -> Data {
    try List(figures: figures.map { .init(name: $0.name, description: $0.description) }).machineJSON()
  }

  /// The names of all drawings that a report of a head may have.
  public static let names =
    ["outline", "radii", "severity", "progress", "legend"]
    + HeadView.allCases.flatMap { ["view-" + $0.rawValue, "coverage-" + $0.rawValue] }

  private struct List: Encodable {
    struct Entry: Encodable { let name, description: String }

    let schema = "calvaria/figures/1"
    let figures: [Entry]
  }
}

extension ReportPage {
  /// The drawings of the report as files: outline, its radii, severity scale, markers over time, six views, coverage with its
  /// legend.
  public func figures() throws -> [FigureFile] {
    let result = content.result
    var files: [FigureFile] = []
    if let section = content.section {
      let drawing = SectionDrawing(
        section: section, result: result, landmarks: content.landmarksFromAbove, language: language)
      files.append(FigureFile(drawing.figure, millimetres: 120))
    }
    if let radii = RadiiDrawing(content.section, language) {
      files.append(FigureFile(radii.figure, millimetres: 120))
    }
    if let scale = content.scale {
      let measure = result.measures[scale.measure.rawValue]
      let drawing = SeverityDrawing(scale: scale, value: measure?.value, interval: measure?.ci95, language: language)
      files.append(FigureFile(drawing.figure, millimetres: 180))
    }
    if let markers = result.markers {
      let drawing = ProgressDrawing(markers: markers, duration: result.recording?.durationS ?? 0, language: language)
      files.append(FigureFile(drawing.figure, millimetres: 120))
    }
    guard let head = content.head else { return files }
    let pictures = HeadPictures(scene: head, language: language)
    let drawn = try pictures.drawn {}
    files += drawn.views.map { FigureFile($0, millimetres: 60) }
    let coverage = drawn.coverage
    files += coverage.map { FigureFile($0, millimetres: 60) }
    if !coverage.isEmpty, let map = head[.coverage] {
      files.append(FigureFile(MapLegend(map: map, language: language).figure, millimetres: 80))
    }
    return files
  }
}
