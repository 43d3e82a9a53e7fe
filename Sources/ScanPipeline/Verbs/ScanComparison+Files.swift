import Analysis
public import Diagnostics
import Geometry
import HeadViews
public import Platform
import PointClouds
import Reports

extension ScanComparison {
  /// The files of a comparison, by name; report and drawing are in a language.
  public func files(_ language: Language = .english) throws -> [(name: String, content: Data)] {
    let content = try content(language)
    let drawing = content.overlay.map { [("sections.svg", Data($0.svg.utf8))] } ?? []
    return [
      ("compare.json", try result.json()), ("distance.ply", distanceFile),
      ("report.html", Data(try ComparisonPage(content, language: language).html().utf8)),
    ] + drawing
  }

  /// What the report is made of.
  func content(_ language: Language) throws -> ComparisonContent {
    let fromFirst = Array(comparisons.prefix(result.visits.count - 1))
    return ComparisonContent(
      result, overlay: SectionOverlay(fromFirst, labels: result.visits.map(\.label), language: language),
      scenes: try fromFirst.map { try $0.scenes() })
  }

  /// The last scan's surface in the first one's head frame, coloured by its distance from the first.
  private var distanceFile: Data {
    let (surface, values) = (whole.surface, whole.distances.values)
    let map = HeadMap.distance(values, limit: HeadComparison.distanceLimit)
    let colors = map.values.map { map.position(of: $0).map(map.kind.colors.color) ?? ColorScale.unknown }
    let mesh = Mesh(positions: surface.positions, triangles: surface.triangles, colors: colors)
    let limit = NumberText.number(1000 * HeadComparison.distanceLimit, digits: 0)
    let (a, b) = (result.whole.a, result.whole.b)
    return MeshFile.encode(
      mesh,
      scalars: [
        VertexScalar("distance_mm", values.map { Float($0 * 1000) }),
        VertexScalar("shape_mm", whole.shape.values.map { Float($0 * 1000) }),
      ], unit: .millimetres,
      comments: [
        "Calvaria \(CalvariaVersion.current), a research tool, not a medical device", "unit mm",
        "frame head of \(a), RAS: x right, y anterior, z superior", "SPACE=RAS",
        "distance_mm: of \(b) from \(a), positive outside; shape_mm: the same at one size; nan where \(a) was not seen",
        "colour: distance_mm from blue at -\(limit) by white at 0 to orange at +\(limit); grey where there is none",
      ])
  }
}
