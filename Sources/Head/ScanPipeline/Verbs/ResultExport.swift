public import Diagnostics
public import Files
import Geometry
import Landmarks
public import Platform
import PointClouds
import Recordings
public import Reports
public import Workers

extension OutputKind {
  /// A result for other programs.
  public static let export = OutputKind(
    .phrase("earlier_export"), mark: ResultExport.sums, holding: ResultExport.mark,
    files: Set(ResultExport.Part.allCases.flatMap(\.names) + [ResultExport.sums]))
}

/// A result of `reconstruct` or `measure` for other programs: its surface, its landmarks and its planes.
public struct ResultExport: Sendable {
  /// What can be written.
  public enum Part: String, CaseIterable, Sendable {
    /// The surface as binary glTF, STL and OBJ.
    case glb, stl, obj
    /// Landmarks and planes as markups of 3D Slicer.
    case slicer
    /// Surface and report as DICOM.
    case dicom

    /// What is written unless parts are asked for: all that needs no other program.
    public static let usual: Set<Part> = [.glb, .stl, .obj, .slicer]

    /// The names of its files.
    var names: [String] {
      switch self {
      case .glb, .stl, .obj: ["head." + rawValue]
      case .slicer: [ResultExport.landmarkName, ResultExport.planeName]
      case .dicom: ["head.dcm", "report.dcm"]
      }
    }
  }

  /// What DICOM needs beside the result.
  public struct Dicom: Sendable {
    let printer: PaperPrinter
    let wrapper: DicomWrapper
    let stated: ScanDescription
    let language: Language
    let workers: Workers

    /// What is needed from its parts.
    ///
    /// - Parameters:
    ///   - stated: who was scanned and so on; it goes before what the result says.
    ///   - language: that of the report.
    public init(
      _ printer: PaperPrinter, _ wrapper: DicomWrapper, stated: ScanDescription, language: Language, workers: Workers
    ) {
      (self.printer, self.wrapper, self.stated) = (printer, wrapper, stated)
      (self.language, self.workers) = (language, workers)
    }
  }

  /// The list of the files' SHA-256, which `sha256sum --check` reads.
  static let sums = "SHA256SUMS"
  static let mark = "# calvaria/export/1"
  private static let (landmarkName, planeName) = ("landmarks.mrk.json", "planes.mrk.json")

  private let folder: ResultFolder
  /// The surface, metres, of whatever size: a scan that was broken off has a part of a head.
  private let mesh: Mesh
  private let label: MeshLabel
  /// Remarks on the surface: that it was changed after it was written.
  public let remarks: [Finding]

  /// Reads a result.
  ///
  /// - Parameter path: the folder of a reconstruction or a measurement, or the `result.json` in it.
  /// - Throws: a `UserFacingError`.
  public init(_ path: URL) throws {
    folder = try ResultFolder.read(path, for: .report)
    let bytes = try MeshFile.bytes(folder.mesh)
    let document = try MeshFile.decode(bytes, name: folder.mesh.path)
    label = MeshLabel(comments: document.comments)
    mesh = try document.mesh(unit: label.unit ?? .millimetres)
    let isChanged = label.digest.map { Seal.isBroken(Data(bytes), digest: $0) } ?? false
    remarks = isChanged ? [Finding(.surfaceMeshChanged)] : []
  }

  /// What is read, none of which an output may replace.
  public var inputs: [URL] { [folder.url] }

  /// The names of files that the result can't give: there are no planes without a head frame, and no list without landmarks.
  public func missing(of parts: Set<Part>) -> [String] {
    guard parts.contains(.slicer) else { return [] }
    return (landmarks.estimates.isEmpty ? [Self.landmarkName] : [])
      + (label.isInHeadFrame ? [] : [Self.planeName])
  }

  /// What is known of the scan: what is stated, then what the result says.
  public func scan(_ stated: ScanDescription) -> ScanDescription {
    folder.result.scan.map { stated.completed(by: $0) } ?? stated
  }

  /// The files by name, with the list of their digests; equal results give equal bytes.
  ///
  /// - Parameter dicom: without it, and without a subject's code that DICOM has room for, there is none.
  public func files(_ parts: Set<Part>, _ dicom: Dicom? = nil) throws -> [(name: String, content: Data)] {
    let files = try Part.allCases.filter(parts.contains).flatMap { part in
      zip(part.names, try contents(part, dicom)).compactMap { name, content in
        content.map { (name: name, content: $0) }
      }
    }
    let sums = files.map { "\(Checksum.sha256($0.content))  \($0.name)\n" }.joined()
    let head = "\(Self.mark): Calvaria \(CalvariaVersion.current), of the result.json with SHA-256 \(folder.digest)\n"
    return files + [(Self.sums, Data((head + sums).utf8))]
  }

  /// The files as one ZIP.
  public static func archive(_ files: [(name: String, content: Data)], for path: String) throws(OutputError) -> Data {
    guard let data = ZipWriter.data(files) else {
      throw .cannotWrite(path: path, reason: .phrase("writing_failed"))
    }
    return data
  }

  private func contents(_ part: Part, _ dicom: Dicom?) throws -> [Data?] {
    switch part {
    case .glb: [try MeshFile.glb(mesh.transformed(by: turn(.gltf)), comments: comments(.gltf, .metres))]
    case .stl: [stl]
    case .obj:
      [
        Seal.sealed(
          MeshFile.encode(
            mesh.transformed(by: turn(.lps)), as: .obj, unit: .millimetres,
            comments: comments(.lps, .millimetres)))
      ]
    case .slicer:
      [
        try landmarks.estimates.isEmpty ? nil : MarkupsFile.json(landmarks.transformed(by: turn(.lps))),
        try label.isInHeadFrame ? MarkupsFile.json(planes) : nil,
      ]
    case .dicom: try dicom.map(documents) ?? []
    }
  }

  /// Surface and report as DICOM.
  private func documents(_ dicom: Dicom) throws -> [Data] {
    guard let study = DicomStudy(scan(dicom.stated), digest: folder.digest) else { return [] }
    let content = ReportContent(folder, stated: dicom.stated, workers: dicom.workers)
    let page = ReportPage(content, language: dicom.language, workers: dicom.workers)
    return [
      try dicom.wrapper.surface(stl, of: study, version: CalvariaVersion.current),
      try dicom.wrapper.report(dicom.printer.pdf(page.paper()), of: study),
    ]
  }

  /// The header has room for 80 bytes; 3D Slicer looks for the axes in it.
  private var stl: Data {
    let space = label.isInHeadFrame ? ["SPACE=LPS"] : []
    return MeshFile.encode(
      mesh.transformed(by: turn(.lps)), as: .stl, unit: .millimetres,
      comments: space + ["unit mm", "Calvaria \(CalvariaVersion.current), research, not a medical device"])
  }

  private func comments(_ axes: MeshLabel.Axes, _ unit: LengthUnit) -> [String] {
    var written = MeshLabel(unit: unit, isInHeadFrame: label.isInHeadFrame, capThickness: label.capThickness)
    written.axes = axes
    if axes == .gltf { written.digest = nil }
    return written.comments
  }

  /// The rotation from the head frame to the same with other axes; none where there is no head frame.
  private func turn(_ axes: MeshLabel.Axes) -> RigidTransform {
    guard label.isInHeadFrame else { return .identity }
    let rotation: Matrix3 =
      switch axes {
      case .ras: .identity
      case .lps: Matrix3(rows: [-1, 0, 0], [0, -1, 0], [0, 0, 1])
      case .gltf: Matrix3(rows: [-1, 0, 0], [0, 0, 1], [0, 1, 0])
      }
    return RigidTransform(rotation: rotation, translation: .zero)
  }

  /// The landmarks that were used, in the frame of the mesh.
  private var landmarks: HeadLandmarks { folder.result.landmarks.estimates }

  /// The planes of the head frame: the base plane, the section's where there is one, and the midline, in LPS.
  private var planes: [MarkedPlane] {
    let reach = 0.1
    func plane(_ name: String, _ middle: Vector3, _ along: Vector3, _ across: Vector3) -> MarkedPlane {
      let turned = turn(.lps)
      return MarkedPlane(
        name, middle: turned * middle, along: turned * (along * reach), across: turned * (across * reach))
    }
    let base = plane("base plane", .zero, [1, 0, 0], [0, 1, 0])
    let section = folder.result.section.map {
      plane("section", [0, 0, $0.heightMm / 1000], [1, 0, 0], [0, 1, 0])
    }
    return [base] + (section.map { [$0] } ?? []) + [plane("midline", .zero, [0, 1, 0], [0, 0, 1])]
  }
}
