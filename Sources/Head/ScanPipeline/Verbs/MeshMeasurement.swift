import Analysis
public import Diagnostics
internal import Files
import Geometry
import Landmarks
public import Platform
import PointClouds
public import Reports
import Workers

/// The measurement of a mesh of any scanner: read, checked, measured.
public struct MeshMeasurement: Sendable {
  /// The surface, in metres in the frame of the landmarks.
  public let surface: HeadSurface
  /// What was measured.
  public let measures: HeadMeasures
  /// The measures as they are written.
  public var result: ScanResult
  /// The unit of the mesh file, and whether it had to be guessed.
  public let unit: LengthUnit
  /// True when the unit was guessed from the head's size.
  public let unitWasGuessed: Bool
  /// Remarks on the mesh file; see ``HeadMeshFile/remarks``.
  let remarks: [Finding]
  /// The cap that the surface shows and that was taken off for the measures; nil where there is none.
  let cap: CapLayer?

  /// Reads a mesh and the landmarks picked on it, and measures the head.
  ///
  /// - Parameters:
  ///   - meshFile: a PLY, STL, OBJ or glTF file.
  ///   - landmarkFile: a landmark file that gives points or vertices.
  ///   - unit: the mesh file's unit, or nil to guess it.
  ///   - analysis: protocol, scales and cap; without a cap, the one that the file says it shows.
  /// - Throws: a ``UserFacingError``.
  public static func measure(
    meshFile: URL, landmarkFile: URL, unit: LengthUnit? = nil, analysis: HeadAnalysis = HeadAnalysis()
  ) throws -> MeshMeasurement {
    let head = try HeadMesh.readHead(
      meshFile: meshFile, landmarkFile: landmarkFile, unit: unit)
    var analysis = analysis
    analysis.cap = analysis.cap ?? head.cap
    return try measure(head, analysis)
  }

  /// Measures a head that was read; a cap that it shows stays on where the analysis has none. Of a surface that this program
  /// made, the errors are those of its result, where that lies beside it.
  public static func measure(_ head: MeshHead, _ analysis: HeadAnalysis) throws -> MeshMeasurement {
    var analysis = analysis
    if let deviations = head.deviations { analysis.uncertainty?.surface = deviations }
    let measures: HeadMeasures
    do {
      measures = try analysis.measure(head.surface, landmarks: head.landmarks)
    } catch let error as HeadFrameError {
      throw MeshMeasurementError.unfit(file: head.landmarkFile, cause: error)
    }
    var result = ScanResult(measures)
    result.landmarks.observer = head.observer
    result.findings +=
      head.remarks
      + [head.mismatch, head.capNote(analysis), head.deviations.map { _ in SurfaceDeviations.note }].compactMap(\.self)
      + measures.landmarks.sourceFindings
    if let frame = measures.frame {
      let coverage = SurfaceCoverage.measure(head.surface, frame: frame, landmarks: head.landmarks)
      result.surface = ScanResult.Surface(
        coverage, holes: Hole.all(of: head.surface), headFromScan: frame.headFromScan,
        vertices: head.surface.positions.count, triangles: head.surface.triangles.count)
    }
    return MeshMeasurement(
      surface: head.surface, measures: measures, result: result, unit: head.unit, unitWasGuessed: head.unitWasGuessed,
      remarks: head.remarks, cap: analysis.cap)
  }
}

/// A mesh with a head in it, read and checked; nobody has picked landmarks on it yet.
public struct HeadMesh: Sendable {
  /// The surface, metres.
  public let surface: HeadSurface
  /// The whole mesh, metres, as the file has it.
  public let mesh: Mesh
  /// The unit of the mesh file, and whether it had to be guessed.
  public let unit: LengthUnit
  /// True when the unit was guessed from the head's size.
  public let unitWasGuessed: Bool
  /// The cap that the mesh file says it shows, with its place where the markers beside it tell; nil where it says
  /// nothing of one.
  public var cap: CapLayer? { meshCap?.layer }
  /// The corners of the cap's markers by their ids, metres, as the file beside the mesh has them; empty without one.
  public let markers: [Int: [Vector3]]
  /// The mesh file's path, for messages.
  let file: String
  /// The mesh's vertices in the file's order; nil where the format does not number them.
  let vertices: [Vector3]?
  /// The points by which the surface was told from other parts.
  private let carried: [Vector3]
  /// Whether the file names the frame of its numbers as RAS.
  private let isRAS: Bool
  /// Remarks on the mesh file; such as a guessed unit.
  public let remarks: [Finding]
  fileprivate let meshCap: MeshCap?
  /// How far a surface that this program made may be off, where its result tells; nil for a mesh of another scanner.
  public let deviations: SurfaceDeviations?

  /// Reads a PLY, STL, OBJ or glTF file and what lies beside it. Of a mesh in several parts the head is the largest, until
  /// landmarks tell.
  ///
  /// - Parameters:
  ///   - unit: the file's unit, or nil to guess it.
  ///   - landmarks: points on the head, metres, where they are known.
  /// - Throws: a `UserFacingError`.
  public static func read(
    _ url: URL, unit: LengthUnit? = nil,
    near landmarks: [Vector3] = []
  ) throws -> HeadMesh {
    let file = try HeadMeshFile.read(url, unit: unit, near: landmarks)
    return HeadMesh(
      surface: try file.surface(called: url.path, carrying: landmarks), mesh: file.mesh, unit: file.unit,
      unitWasGuessed: file.unitWasGuessed,
      markers: MeshCap.markers(besideMesh: url, isInHeadFrame: file.label.isInHeadFrame) ?? [:], file: url.path,
      vertices: file.vertices, carried: landmarks, isRAS: file.label.isInHeadFrame, remarks: file.remarks,
      meshCap: MeshCap.read(file, at: url),
      deviations: SurfaceDeviations(besideMesh: url))
  }

  /// Reads a mesh file and the landmarks picked on it; see ``read(_:unit:near:)`` and ``head(with:)``.
  public static func readHead(
    meshFile: URL, landmarkFile: URL, unit: LengthUnit? = nil
  ) throws -> MeshHead {
    let picked = try LandmarkFile.read(landmarkFile)
    return try read(meshFile, unit: unit, near: picked.ownPoints).head(with: picked)
  }

  /// The head with the points or vertices of a landmark file.
  ///
  /// - Throws: a `UserFacingError` for clicks in frames, for vertices that do not exist, and for points far from the
  ///   surface.
  public func head(with picked: LandmarkFile) throws -> MeshHead {
    var head = try head(
      with: picked.points(vertices: vertices, unit: unit, isRAS: isRAS), of: picked.name,
      observer: picked.picking?.observer)
    head.mismatch = picked.picking?.scan.flatMap { scan in
      scan.digest.flatMap { _ in scan.mismatch(.mesh, digest: Checksum.sha256(of: URL(fileURLWithPath: file))) }
    }
    return head
  }

  /// The head with landmarks in the frame of its mesh.
  ///
  /// - Parameters:
  ///   - name: where they come from, for messages.
  ///   - observer: who picked them; nil where that is not known.
  /// - Throws: a `UserFacingError` for points far from the surface.
  public func head(with landmarks: HeadLandmarks, of name: String, observer: String?) throws -> MeshHead {
    let surface = try surface(carrying: Landmark.allCases.compactMap { landmarks.estimates[$0]?.position })
    do throws(LandmarkPlacementError) { try surface.check(landmarks) } catch {
      throw MeshMeasurementError.unfit(file: file, cause: error)
    }
    return MeshHead(
      surface: surface, landmarks: landmarks, unit: unit, unitWasGuessed: unitWasGuessed, landmarkFile: name,
      observer: observer,
      remarks: remarks, meshCap: meshCap, deviations: deviations)
  }

  /// The surface of the part that carries landmarks, where there are other parts.
  private func surface(carrying landmarks: [Vector3]) throws -> HeadSurface {
    if landmarks == carried { return surface }
    let isAlone =
      surface.partsLeftOut == 0 && landmarks.allSatisfy { surface.distance(to: $0) <= HeadSurface.landmarkReach }
    if isAlone { return surface }
    do { return try HeadSurface(ofFile: mesh, carrying: landmarks) } catch {
      throw MeshMeasurementError.unfit(file: file, cause: error)
    }
  }
}

/// A mesh and its landmarks, read and checked.
public struct MeshHead: Sendable {
  /// The surface, metres.
  public let surface: HeadSurface
  /// The landmarks in its frame.
  public let landmarks: HeadLandmarks
  /// The unit of the mesh file, and whether it had to be guessed.
  public let unit: LengthUnit
  /// True when the unit was guessed from the head's size.
  public let unitWasGuessed: Bool
  /// The cap that the mesh file says it shows; see ``HeadMesh/cap``.
  public var cap: CapLayer? { meshCap?.layer }
  let landmarkFile: String
  /// Who picked them, where the file says so.
  let observer: String?
  /// Remarks on the mesh file; see ``HeadMeshFile/remarks``.
  let remarks: [Finding]
  /// The warning of landmarks that were picked on another mesh.
  fileprivate(set) var mismatch: Finding?
  fileprivate let meshCap: MeshCap?
  /// How far a surface that this program made may be off, where its result tells; nil for a mesh of another scanner.
  fileprivate let deviations: SurfaceDeviations?

  /// The note on the cap in the mesh; nil where it shows none, or where the protocol leaves it on.
  func capNote(_ analysis: HeadAnalysis) -> Finding? {
    guard let meshCap, analysis.choices.capThickness == .compensated else { return nil }
    if analysis.cap == meshCap.layer { return meshCap.note }
    return analysis.cap == nil ? Finding(.capLeftOn) : nil
  }
}

/// Why a mesh can't be measured.
public enum MeshMeasurementError: UserFacingError {
  /// In no unit has the mesh the size of a head; its extent in its own numbers.
  case unitUnknown(file: String, extent: Double)
  /// In the unit that was named the mesh has a size that none with a head in it has; its extent in metres.
  case unitWrong(file: String, extent: Double, unit: LengthUnit, fitting: LengthUnit?)
  /// Mesh or landmarks are not those of a head.
  case unfit(file: String, cause: any UserFacingError)

  public var message: ErrorMessage {
    switch self {
    case .unitUnknown(let file, let extent):
      ErrorMessage(
        .meshUnitUnknown, at: file, nil,
        [
          "low": .exact(LengthUnit.headSize.lowerBound), "high": .exact(LengthUnit.headSize.upperBound, unit: "m"),
          "extent": .number(extent, decimals: 4),
        ])
    case .unitWrong(let file, let extent, let unit, let fitting):
      ErrorMessage(
        .meshUnitWrong, at: file, nil,
        [
          "low": .exact(LengthUnit.plausibleSize.lowerBound),
          "high": .exact(LengthUnit.plausibleSize.upperBound, unit: "m"),
          "extent": .number(extent, decimals: 1, unit: "m"), "unit": .text(unit.symbol),
          "advice": fitting.map { .phrase("fitting_unit", ["unit": .text($0.symbol)]) } ?? .phrase("check_unit"),
        ])
    case .unfit(let file, let cause):
      ErrorMessage(cause.code, at: file, cause.message.subject, cause.message.values)
    }
  }
}

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
      version: CalvariaVersion.current, inputs: try inputs.mapValues { try Checksum.sha256(ofInput: $0) },
      options: ["protocol": measures.choices.name, "scales": measures.scales.map(\.name).joined(separator: " ")])
    let mesh = Mesh(positions: surface.positions.map { headFromScan * $0 }, triangles: surface.triangles)
    let label = MeshLabel(
      unit: .millimetres, isInHeadFrame: measures.frame != nil, capThickness: cap.map(\.thickness))
    let (section, workers) = (SectionFile(measures), Workers(count: threads))
    let sealed = try written.sealed()
    var files: [(name: String, content: Data)] = [
      (ResultFolder.resultName, sealed),
      (
        ResultFolder.meshName,
        Seal.sealed(MeshFile.encode(mesh, as: .ply, unit: .millimetres, comments: label.comments))
      ),
    ]
    if let section { files.append((SectionFile.name, try section.json())) }
    let content = try ReportContent(
      sealed: sealed, section: section,
      head: .bare(mesh.asWritten(in: .millimetres), markers: nil, workers: workers),
      sheets: [:], workers: workers)
    return (written, files + [try content.file(language, workers)])
  }
}
