import Analysis
import Diagnostics
import Geometry
import Platform
import PointClouds

/// The cap that a mesh file says it shows.
struct MeshCap {
  /// The cap, where it lies included if that is known.
  let layer: CapLayer
  /// What is said of it where it is taken off.
  let note: Finding

  /// Corners of markers that belong to a mesh lie on it: their median distance is below this, metres.
  private static let reach = 0.003

  /// Reads what a mesh and the markers beside it say; nil where the mesh says nothing of a cap.
  init?(_ file: HeadMeshFile, at url: URL) {
    guard let thickness = file.label.capThickness else { return nil }
    let quads = MarkersFile.quads(besideMesh: url, isInHeadFrame: file.label.isInHeadFrame)
    let surface = MeshDistance(file.mesh)
    let corners = (quads ?? []).flatMap(\.self)
    let distances = corners.compactMap { surface.closest(to: $0)?.distance }
    let said: [String: FindingValue] = [
      "thickness_mm": .millimetres(thickness, decimals: 1), "file": .text(MarkersFile.name),
    ]
    if let quads, distances.count == corners.count, RobustStatistics.median(distances) < Self.reach {
      let centres = quads.map { $0.reduce(.zero, +) / Double($0.count) }
      layer = CapLayer(thickness: thickness, points: corners, margin: CapLayer.margin(centres))
      note = Finding(.capPlaced, said)
    } else {
      layer = CapLayer(thickness: thickness)
      note = Finding(quads == nil ? .capNoFile : .capOtherFile, said)
    }
  }
}
