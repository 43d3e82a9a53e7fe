import Analysis
import Diagnostics
import Geometry
internal import Files
import Platform
import PointClouds

/// A mesh file with a head in it, in metres.
struct HeadMeshFile {
  /// The surface.
  let mesh: Mesh
  /// The unit of the file's numbers.
  let unit: LengthUnit
  /// True where neither the caller nor the file named the unit.
  let unitWasGuessed: Bool
  /// What the file says of itself.
  let label: MeshLabel
  /// Remarks on the file: that it was changed after this program wrote it, that its unit was guessed, and what of it is
  /// not read.
  let remarks: [Finding]
  /// The vertices in the file's order; nil where the format does not number them.
  let vertices: [Vector3]?

  /// Reads a PLY, STL, OBJ or glTF file.
  ///
  /// - Parameters:
  ///   - unit: the unit of its numbers, or nil for the one that a comment names, or else the one that fits a head.
  ///   - landmarks: points on the head, metres, by which a unit that nothing names is told; without any, by the head's size.
  /// - Throws: a `UserFacingError` for what can't be read or has no head's size.
  static func read(_ url: URL, unit: LengthUnit? = nil, near landmarks: [Vector3] = []) throws -> HeadMeshFile {
    let bytes = try MeshFile.bytes(url)
    let document = try MeshFile.decode(bytes, name: url.path)
    let extent = LengthUnit.size(document.positions)
    let guess = LengthUnit.guess(size: extent)
    let label = MeshLabel(comments: document.comments)
    let isBroken = label.digest.map { Seal.isBroken(Data(bytes), digest: $0) } ?? false
    let named = unit ?? label.unit ?? document.prescribedUnit.flatMap { $0.fitsHead(size: extent) ? $0 : nil }
    let near = LengthUnit.guess(document.positions, size: extent, near: landmarks, within: HeadSurface.landmarkReach)
    guard let inUse = named ?? near ?? guess else {
      throw MeshMeasurementError.unitUnknown(file: url.path, extent: extent)
    }
    var mesh = try document.mesh(unit: inUse)
    // Only of a file of this program is it known what they are.
    if label.digest == nil { (mesh.weights, mesh.deviations) = ([], []) }
    guard LengthUnit.plausibleSize.contains(extent * inUse.metres) else {
      throw MeshMeasurementError.unitWrong(
        file: url.path, extent: extent * inUse.metres, unit: inUse, fitting: guess == inUse ? nil : guess)
    }
    var remarks: [Finding] = []
    if isBroken { remarks.append(Finding(.surfaceMeshChanged)) }
    if named == nil {
      let guessed = Finding(.inputUnitGuessed, ["unit": .text(inUse.symbol)])
      let other = near == nil ? LengthUnit.allCases.last { $0 != inUse && $0.fitsHead(size: extent) } : nil
      remarks.append(other.map { guessed.with(["other": .text($0.symbol)]).with(severity: .warning) } ?? guessed)
    }
    if document.strangeVertices > 0 {
      remarks.append(Finding(.surfaceUnusedVertices, ["count": .count(document.strangeVertices)]))
    }
    return HeadMeshFile(
      mesh: mesh, unit: inUse, unitWasGuessed: named == nil, label: label, remarks: remarks,
      vertices: document.numbersVertices ? mesh.positions : nil)
  }

  /// The surface of the head in it.
  ///
  /// - Parameters:
  ///   - name: what messages call the mesh.
  ///   - landmarks: points on the head, metres, by which it is told from other parts.
  /// - Throws: ``MeshMeasurementError/unfit(file:cause:)``.
  func surface(called name: String, carrying landmarks: [Vector3] = []) throws -> HeadSurface {
    do { return try HeadSurface(ofFile: mesh, carrying: landmarks) } catch {
      throw MeshMeasurementError.unfit(file: name, cause: error)
    }
  }
}
