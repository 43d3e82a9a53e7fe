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
    let real = path.resolvingSymlinksInPath().path
    let type = try? FileManager.default.attributesOfItem(atPath: real)[.type] as? FileAttributeType
    guard type == .typeDirectory else {
      let file = try HeadMeshFile.read(path, unit: unit)
      return PickedHead(
        surface: try surface(file, path), digest: Checksum.sha256(of: path), landmarks: nil,
        guessedUnit: file.unitWasGuessed ? file.unit : nil)
    }
    let result = try ComparedScan.result(inFolder: path)
    let mesh = path.appending(path: "mesh.ply")
    return PickedHead(
      surface: try surface(HeadMeshFile.read(mesh, unit: .millimetres), mesh),
      digest: result.provenance?.inputs["frames"], landmarks: result.headLandmarks, guessedUnit: nil)
  }

  private static func surface(_ file: HeadMeshFile, _ path: URL) throws -> HeadSurface {
    do { return try HeadSurface(ofFile: file.mesh) } catch {
      throw MeshMeasurementError.unfit(file: path.path, cause: error)
    }
  }
}
