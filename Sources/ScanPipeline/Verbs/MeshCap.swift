import Analysis
import Diagnostics
import Geometry
import Platform
import PointClouds
import Reports

/// The cap that a mesh file says it shows.
struct MeshCap {
  /// The cap, with its place where that is known.
  let layer: CapLayer
  /// What is said of it where it is taken off.
  let note: Finding

  /// Reads what a mesh and the markers beside it say; nil where the mesh says nothing of a cap.
  static func read(_ file: HeadMeshFile, at url: URL, _ options: CapThicknessOptions) -> MeshCap? {
    guard let thickness = file.label.capThickness else { return nil }
    let quads = quads(besideMesh: url, isInHeadFrame: file.label.isInHeadFrame)
    let surface = MeshDistance(file.mesh)
    let corners = (quads ?? []).flatMap(\.self)
    let distances = corners.compactMap { surface.closest(to: $0)?.distance }
    let said: [String: FindingValue] = [
      "thickness_mm": .millimetres(thickness, decimals: 1), "file": .text(MarkersFile.name),
    ]
    if let quads, distances.count == corners.count, RobustStatistics.median(distances) < options.markerReach {
      let centres = quads.map { $0.reduce(.zero, +) / Double($0.count) }
      return MeshCap(
        layer: CapLayer(thickness: thickness, points: corners, margin: CapLayer.margin(centres, options)),
        note: Finding(.capPlaced, said))
    }
    return MeshCap(
      layer: CapLayer(thickness: thickness), note: Finding(quads == nil ? .capNoFile : .capOtherFile, said))
  }

  /// The corners of the markers of a mesh, in metres; nil where there is no such file beside it, or none of its frame.
  private static func quads(besideMesh mesh: URL, isInHeadFrame: Bool) -> [[Vector3]]? {
    let url = mesh.deletingLastPathComponent().appending(path: MarkersFile.name)
    guard let file = try? MarkersFile.read(url), file.frame == (isInHeadFrame ? "head" : "scan") else { return nil }
    let quads = file.markers.values.map { $0.corners(within: 1e4) }
    return quads.isEmpty || quads.contains { $0 == nil } ? nil : quads.compactMap(\.self)
  }
}
