import Analysis
public import Diagnostics
import Geometry
internal import Files
public import Platform
import PointClouds
public import Reports
import Workers

extension MeshMeasurement {
  /// The files of a measured mesh by name, as `report` reads them, and the result in them: the mesh in the head frame where the
  /// landmarks give one.
  ///
  /// - Parameters:
  ///   - inputs: the files that were read, by their roles.
  ///   - language: that of the report.
  public func files(
    inputs: [String: URL], _ language: Language, threads: Int
  ) throws -> (result: ScanResult, files: [(name: String, content: Data)]) {
    let headFromScan = measures.frame?.headFromScan ?? .identity
    var written = result
    let inHeadFrame = ScanResult(measures, meshFromScan: headFromScan)
    (written.landmarks, written.midline) = (inHeadFrame.landmarks, inHeadFrame.midline)
    written.provenance = .init(
      version: CalvariaVersion.current, inputs: inputs.compactMapValues { Checksum.sha256(of: $0) },
      options: ["protocol": measures.choices.name, "scales": measures.scales.map(\.name).joined(separator: " ")])
    let mesh = Mesh(positions: surface.positions.map { headFromScan * $0 }, triangles: surface.triangles)
    let label = MeshLabel(
      unit: .millimetres, isInHeadFrame: measures.frame != nil, capThickness: cap.map(\.thickness))
    let (section, workers) = (SectionFile(measures), Workers(count: threads))
    var files: [(name: String, content: Data)] = [
      (ResultFolder.resultName, try written.sealed()),
      (
        ResultFolder.meshName,
        Seal.sealed(MeshFile.encode(mesh, as: .ply, unit: .millimetres, comments: label.comments))
      ),
    ]
    if let section { files.append((SectionFile.name, try section.json())) }
    let content = ReportContent(
      written, section: section, head: .bare(mesh.asWritten(in: .millimetres), markers: nil, workers: workers),
      sheets: [:], workers: workers)
    return (written, files + [try content.file(language, workers)])
  }
}
