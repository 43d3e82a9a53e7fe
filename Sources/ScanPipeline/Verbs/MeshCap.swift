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
  let note: String

  /// Corners of markers that belong to a mesh lie on it: their median distance is below this, metres.
  private static let reach = 0.003

  /// Reads what a mesh and the markers beside it say; nil where the mesh says nothing of a cap.
  init?(_ file: HeadMeshFile, at url: URL) {
    guard let thickness = file.label.capThickness else { return nil }
    let quads = MarkersFile.quads(besideMesh: url, isInHeadFrame: file.label.isInHeadFrame)
    let surface = MeshDistance(file.mesh)
    let corners = (quads ?? []).flatMap(\.self)
    let distances = corners.compactMap { surface.closest(to: $0)?.distance }
    let said = "the mesh says that it shows a cap \(NumberText.number(thickness * 1000, digits: 1)) mm thick"
    if let quads, distances.count == corners.count, RobustStatistics.median(distances) < Self.reach {
      let centres = quads.map { $0.reduce(.zero, +) / Double($0.count) }
      layer = CapLayer(thickness: thickness, points: corners, margin: CapLayer.margin(centres))
      note = "\(said), and \(MarkersFile.name) beside it tells where that lies"
    } else {
      layer = CapLayer(thickness: thickness)
      let fault = quads == nil ? "there is no such \(MarkersFile.name)" : "\(MarkersFile.name) is that of another mesh"
      note = "\(said); where that ends is guessed, because \(fault) beside it"
    }
  }
}
