import Analysis
import Diagnostics
import Geometry
import Outputs
public import Platform
import PointClouds
import Reports

/// The comparison of two scans of one head: read, checked, registered.
public struct ScanComparison: Sendable {
  /// What was found, as it is written.
  public let result: HeadChange
  /// What was found.
  public let comparison: HeadComparison
  /// Units of mesh files that were guessed, by the file's path.
  public let guessedUnits: [(path: String, unit: LengthUnit)]

  /// Compares A, the earlier scan, with B.
  ///
  /// - Throws: a ``UserFacingError`` for input that can't be read or compared.
  public static func compare(
    _ a: ComparedInput, _ b: ComparedInput, by method: RegistrationMethod = .surface
  ) throws -> ScanComparison {
    let (scanA, scanB) = (try ComparedScan.read(a), try ComparedScan.read(b))
    if let difference = scanA.result.protocol.difference(from: scanB.result.protocol) {
      throw ComparedScanError.differentProtocols(a: a.path.path, b: b.path.path, difference: difference)
    }
    let comparison = try HeadComparison.compare(scanA.head, scanB.head, by: method)
    var result = HeadChange(comparison, a: scanA.side, b: scanB.side, choices: scanA.result.protocol)
    for (code, scan) in [(FindingCode.comparisonSideA, scanA), (.comparisonSideB, scanB)] {
      result.findings += scan.remarks.map { Finding(code, severity: $0.severity, causes: [$0]) }
    }
    var digests: [String: String] = [:]
    for (side, scan) in [("a", scanA), ("b", scanB)] {
      for file in scan.files {
        digests["\(side)/\(file.lastPathComponent)"] = try digest(of: file)
      }
    }
    result.provenance = .init(
      version: CalvariaVersion.current, inputs: digests, options: ["registration": method.rawValue])
    return ScanComparison(
      result: result, comparison: comparison,
      guessedUnits: [scanA, scanB].compactMap { scan in scan.guessedUnit.map { (scan.input.path.path, $0) } })
  }

  private static func digest(of file: URL) throws(MeshFileError) -> String {
    guard let digest = Checksum.sha256(of: file) else {
      throw .unreadable(file: file.path, reason: .phrase("gone_since"))
    }
    return digest
  }

  /// The files of a comparison, by name; report and drawing are in a language.
  public func files(_ language: Language = .english) throws -> [(name: String, content: Data)] {
    let overlay = SectionOverlay(comparison, language: language)
    let drawing = overlay.map { [("sections.svg", Data($0.svg.utf8))] } ?? []
    return [
      ("compare.json", try result.json()), ("distance.ply", distanceFile),
      ("report.html", Data(ComparisonPage(result, overlay: overlay, language: language).html.utf8)),
    ] + drawing
  }

  /// B's surface in A's head frame, coloured by its distance from A.
  private var distanceFile: Data {
    let (surface, values) = (comparison.surface, comparison.distances.values)
    let colors = DistanceColors(comparison.vault.distance)
    let mesh = Mesh(
      positions: surface.positions, triangles: surface.triangles, colors: values.map { colors.color($0) })
    let limit = NumberText.number(1000 * colors.limit, digits: 0)
    return MeshFile.encode(
      mesh,
      scalars: [
        VertexScalar("distance_mm", values.map { Float($0 * 1000) }),
        VertexScalar("shape_mm", comparison.shape.values.map { Float($0 * 1000) }),
      ], unit: .millimetres,
      comments: [
        "Calvaria \(CalvariaVersion.current), a research tool, not a medical device", "unit mm",
        "frame head of A, RAS: x right, y anterior, z superior", "SPACE=RAS",
        "distance_mm: of B from A, positive outside; shape_mm: the same at one size; nan where A was not seen",
        "colour: distance_mm from blue at -\(limit) by white at 0 to red at +\(limit); grey where there is none",
      ])
  }
}
