import Analysis
import Diagnostics
import Landmarks
import Platform
import PointClouds
import Reports

/// The measurement of a mesh of any scanner: read, checked, measured.
public struct MeshMeasurement: Sendable {
  /// The surface, in metres in the frame of the landmarks.
  public let surface: HeadSurface
  /// What was measured.
  public let measures: HeadMeasures
  /// The same as it is written.
  public let result: ScanResult
  /// The unit of the mesh file, and whether it had to be guessed.
  public let unit: LengthUnit
  /// True when the unit was guessed from the head's size.
  public let unitWasGuessed: Bool
  /// What is said of a mesh file that was changed after this program wrote it.
  let change: Finding?

  /// Reads a mesh and the landmarks picked on it, and measures the head.
  ///
  /// - Parameters:
  ///   - meshFile: a PLY, STL or OBJ file.
  ///   - landmarkFile: a landmark file that gives points or vertices.
  ///   - unit: the mesh file's unit, or nil to guess it.
  ///   - analysis: protocol, scales and cap; without a cap, the one that the file says it shows.
  /// - Throws: a ``UserFacingError``.
  public init(
    meshFile: URL, landmarkFile: URL, unit: LengthUnit? = nil, analysis: HeadAnalysis = HeadAnalysis()
  ) throws {
    let head = try MeshHead(meshFile: meshFile, landmarkFile: landmarkFile, unit: unit)
    var analysis = analysis
    analysis.cap = analysis.cap ?? head.cap
    try self.init(head, analysis)
  }

  /// Measures a head that was read; a cap that it shows stays on where the analysis has none.
  public init(_ head: MeshHead, _ analysis: HeadAnalysis) throws {
    (surface, unit, unitWasGuessed) = (head.surface, head.unit, head.unitWasGuessed)
    change = head.change
    do {
      measures = try analysis.measure(head.surface, landmarks: head.landmarks)
    } catch let error as HeadFrameError {
      throw MeshMeasurementError.unfit(file: head.landmarkFile, cause: error)
    }
    var result = ScanResult(measures)
    result.findings +=
      [head.change, head.capNote(analysis)].compactMap(\.self) + measures.landmarks.sourceFindings
    if let frame = measures.frame {
      let coverage = SurfaceCoverage(of: head.surface, frame: frame, landmarks: head.landmarks)
      result.surface = ScanResult.Surface(
        coverage, holes: Hole.all(of: head.surface), headFromScan: frame.headFromScan,
        vertices: head.surface.positions.count, triangles: head.surface.triangles.count)
    }
    self.result = result
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
  /// The cap that the mesh file says it shows, where markers beside it tell with its place; nil where it says nothing of one.
  public var cap: CapLayer? { meshCap?.layer }
  let landmarkFile: String
  /// What is said of a mesh file that was changed after this program wrote it.
  let change: Finding?
  private let meshCap: MeshCap?

  /// Reads both files; see ``MeshMeasurement``.
  public init(meshFile: URL, landmarkFile: URL, unit: LengthUnit? = nil) throws {
    let picked = try LandmarkFile.read(landmarkFile)
    self.landmarkFile = landmarkFile.path
    let file = try HeadMeshFile(meshFile, unit: unit)
    (self.unit, unitWasGuessed) = (file.unit, file.unitWasGuessed)
    meshCap = MeshCap(file, at: meshFile)
    change = file.change
    landmarks = try picked.points(vertices: file.vertices)
    do {
      surface = try HeadSurface(ofFile: file.mesh)
      try surface.check(landmarks)
    } catch let error as any UserFacingError {
      throw MeshMeasurementError.unfit(file: meshFile.path, cause: error)
    }
  }

  /// What is said of the cap in the mesh; nil where it shows none, or where the protocol leaves it on.
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

  /// What is said of it.
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
