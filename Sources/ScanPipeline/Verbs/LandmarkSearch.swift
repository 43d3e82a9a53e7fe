import Analysis
import Diagnostics
public import Landmarks
public import Platform
import PointClouds
import Reconstruction

/// The landmarks of a mesh or a scan: those that a program finds, beside those that were given.
public struct LandmarkSearch: Sendable {
  /// What the surface's shape tells.
  public let found: AutomaticLandmarks
  /// What is used: picked before cap before automatic, landmark by landmark.
  public let used: HeadLandmarks
  /// The unit of a mesh file where it had to be guessed.
  public let guessedUnit: LengthUnit?
  /// What is odd about a mesh file: that it was changed, and what was cut because it is damaged.
  public let remarks: [Finding]

  /// Looks at a mesh file (PLY, STL, OBJ).
  ///
  /// - Parameter unit: the file's unit, or nil to guess it.
  /// - Throws: a `UserFacingError`.
  public init(
    meshFile: URL, unit: LengthUnit? = nil, options: AutomaticLandmarkOptions = AutomaticLandmarkOptions()
  ) throws {
    let file = try HeadMeshFile(meshFile, unit: unit)
    guessedUnit = file.unitWasGuessed ? file.unit : nil
    do {
      let surface = try HeadSurface(ofFile: file.mesh)
      found = AutomaticLandmarks.find(on: surface, options: options)
      remarks = [file.change, surface.damage.finding].compactMap(\.self)
    } catch {
      throw MeshMeasurementError.unfit(file: meshFile.path, cause: error)
    }
    used = found.landmarks
    self.file = Self.points(of: found.landmarks)
  }

  /// Looks at a reconstructed scan; positions are in the frame of its `mesh.ply`.
  public init(_ scan: Scan) throws {
    (guessedUnit, remarks) = (nil, [])
    let options = scan.options.stages.reconstruction
    let found =
      try scan.found
      ?? AutomaticLandmarks.find(
        on: try HeadSurface(scan.mesh),
        up: scan.tracking.map.up(options.region, fewest: options.faceSearch.fewestMarkers),
        options: options.landmarks.automatic)
    self.found = found.transformed(by: scan.outputFromScan)
    used = scan.measures.landmarks.transformed(by: scan.outputFromScan)
    file = try Self.clicks(on: found.landmarks, scan)
  }

  /// What was found as a landmark file, its source `automatic`; without the landmarks that may not be used.
  public let file: LandmarkFile

  /// True when the landmarks carry a head frame.
  public var isComplete: Bool { used.areSufficient }
}
