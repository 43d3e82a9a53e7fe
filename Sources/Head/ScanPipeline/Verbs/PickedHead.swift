import Analysis
import Diagnostics
import Geometry
internal import Files
public import Landmarks
public import Platform
public import PointClouds
import Reports

/// A head on which landmarks are picked: a mesh file, or the result of a recording.
public struct PickedHead: Sendable {
  /// The surface, in metres.
  public let surface: HeadSurface
  /// The digest by which landmark files name it: of the mesh file, or of the recording's frames; nil where the result has none.
  public let digest: String?
  /// The landmarks of a result, in the frame of its surface; nil for a mesh file.
  public let landmarks: HeadLandmarks?
  /// The unit of a mesh file where it was guessed.
  public let guessedUnit: LengthUnit?

  /// Reads a mesh file (PLY, STL, OBJ, glTF) or a folder of `reconstruct`.
  ///
  /// - Parameter unit: the unit of a mesh file, or nil to find it.
  /// - Throws: a `UserFacingError`.
  public static func read(_ path: URL, unit: LengthUnit? = nil) throws -> PickedHead {
    guard ResultFolder.isFolder(path) else {
      let file = try HeadMeshFile.read(path, unit: unit)
      return PickedHead(
        surface: try file.surface(called: path.path), digest: Checksum.sha256(of: path), landmarks: nil,
        guessedUnit: file.unitWasGuessed ? file.unit : nil)
    }
    let folder = try ResultFolder.read(path, for: .comparison)
    let file = try HeadMeshFile.read(folder.mesh, unit: .millimetres)
    return PickedHead(
      surface: try file.surface(called: folder.mesh.path), digest: folder.result.provenance?.inputs["frames"],
      landmarks: folder.result.headLandmarks, guessedUnit: nil)
  }
}
