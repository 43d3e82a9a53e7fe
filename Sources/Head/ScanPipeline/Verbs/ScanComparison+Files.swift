public import Files
import Analysis
public import Diagnostics
import Geometry
import HeadViews
public import Platform
import PointClouds
import Reports

extension OutputKind {
  /// A comparison of scans of heads.
  public static let comparison = OutputKind(
    .phrase("earlier_comparison"), mark: "compare.json", holding: "\"calvaria/compare/",
    files: ["compare.json", "distance.ply", "sections.svg", "report.html"])
}

extension ScanComparison {
  /// The files of a comparison, by name; report and drawing are in a language.
  ///
  /// - Parameter content: what the report is made of, see ``content(_:isDefaced:)``.
  public func files(
    _ content: ComparisonContent, _ language: Language = .english
  ) throws -> [(name: String, content: Data)] {
    let drawing = content.overlay.map { [("sections.svg", Data($0.svg.utf8))] } ?? []
    return [
      ("compare.json", try result.json()), ("distance.ply", distanceFile(content)),
      ("report.html", Data(try ComparisonPage(content, language: language).html().utf8)),
    ] + drawing
  }

  /// What the report is made of.
  ///
  /// - Parameter isDefaced: whether the face below the brow is left out.
  /// - Throws: ``ResultFolderError/noFace(name:)`` where a face that is to be left out can't be found.
  public func content(_ language: Language = .english, isDefaced: Bool = false) throws -> ComparisonContent {
    let fromFirst = Array(comparisons.prefix(result.visits.count - 1))
    var content = ComparisonContent(
      result, overlay: SectionOverlay(fromFirst, labels: result.visits.map(\.label), language: language),
      scenes: try fromFirst.map { try $0.scenes() })
    content.threeScript = HeadBrowser.threeScript()
    guard isDefaced else { return content }
    let defaced = content.defaced
    for (visit, scenes) in zip(result.visits.dropFirst(), zip(content.scenes, defaced.scenes)) {
      if scenes.0 != nil, scenes.1 == nil { throw ResultFolderError.noFace(name: visit.name) }
    }
    return defaced
  }

  /// The last scan's surface in the first one's head frame, coloured by its distance from the first; without the face where
  /// the content has none.
  private func distanceFile(_ content: ComparisonContent) -> Data {
    let kept = content.isDefaced ? Set(content.scenes.last??.distance.mesh.positions ?? []) : nil
    let (surface, values) = (whole.surface, whole.distances.values)
    let map = HeadMap.distance(values, limit: HeadComparison.distanceLimit)
    let colors = map.values.map { map.position(of: $0).map(map.kind.colors.color) ?? ColorScale.unknown }
    let all = VertexTable(
      mesh: Mesh(positions: surface.positions, triangles: surface.triangles, colors: colors),
      scalars: [("distance_mm", values), ("shape_mm", whole.shape.values)])
    let shown = kept.map { all.keeping($0) } ?? all
    let limit = NumberText.number(1000 * HeadComparison.distanceLimit, digits: 0)
    let (a, b) = (result.whole.a, result.whole.b)
    return MeshFile.encode(
      shown.mesh, scalars: shown.scalars.map { VertexScalar($0.name, $0.values.map { Float($0 * 1000) }) },
      unit: .millimetres,
      comments: [
        "Calvaria \(CalvariaVersion.current), a research tool, not a medical device", "unit mm",
        "frame head of \(a), RAS: x right, y anterior, z superior", "SPACE=RAS",
        "distance_mm: of \(b) from \(a), positive outside; shape_mm: the same at one size; nan where \(a) was not seen",
        "colour: distance_mm from blue at -\(limit) by white at 0 to orange at +\(limit); grey where there is none",
      ])
  }
}

/// A mesh with numbers at its vertices.
private struct VertexTable {
  var mesh: Mesh
  var scalars: [(name: String, values: [Double])]

  /// The part whose triangles have all their corners at some places.
  func keeping(_ places: Set<Vector3>) -> VertexTable {
    var (new, part) = ([Int32: Int32](), self)
    part.mesh.triangles = mesh.triangles.filter { t in
      (0..<3).allSatisfy { places.contains(mesh.positions[Int(t[$0])]) }
    }
    var origin: [Int] = []
    part.mesh.triangles = part.mesh.triangles.map { triangle in
      var moved = triangle
      for k in 0..<3 {
        moved[k] = new[triangle[k], default: Int32(origin.count)]
        if new.updateValue(moved[k], forKey: triangle[k]) == nil { origin.append(Int(triangle[k])) }
      }
      return moved
    }
    part.mesh.positions = origin.map { mesh.positions[$0] }
    part.mesh.colors = origin.map { mesh.colors[$0] }
    part.scalars = scalars.map { ($0.name, Self.picked($0.values, origin)) }
    return part
  }

  private static func picked(_ values: [Double], _ places: [Int]) -> [Double] { places.map { values[$0] } }
}
