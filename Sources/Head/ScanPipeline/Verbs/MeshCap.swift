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
  /// The note that tells of the cap where it is taken off.
  let note: Finding

  /// Markers belong to a mesh when the median distance of their corners from it is below this, metres.
  ///
  /// Evidence: assumed: no measurement behind it.
  private static let markerReach = 0.003

  /// Reads what a mesh and the markers beside it say; nil where the mesh says nothing of a cap.
  static func read(_ file: HeadMeshFile, at url: URL) -> MeshCap? {
    guard let thickness = file.label.capThickness else { return nil }
    let quads = quads(besideMesh: url, isInHeadFrame: file.label.isInHeadFrame)
    let surface = MeshDistance(file.mesh)
    let corners = (quads ?? []).flatMap(\.self)
    let distances = corners.compactMap { surface.closest(to: $0)?.distance }
    let said: [String: FindingValue] = [
      "thickness_mm": .millimetres(thickness, decimals: 1), "file": .text(MarkersFile.name),
    ]
    if let quads, distances.count == corners.count, RobustStatistics.median(distances) < markerReach {
      let centres = quads.map { $0.reduce(.zero, +) / Double($0.count) }
      return MeshCap(
        layer: CapLayer(thickness: thickness, points: corners, margin: CapLayer.margin(centres)),
        note: Finding(.capPlaced, said))
    }
    return MeshCap(
      layer: CapLayer(thickness: thickness), note: Finding(quads == nil ? .capNoFile : .capOtherFile, said))
  }

  /// The corners of the markers of a mesh, in metres; nil where there is no such file beside it, or none of its frame.
  private static func quads(besideMesh mesh: URL, isInHeadFrame: Bool) -> [[Vector3]]? {
    markers(besideMesh: mesh, isInHeadFrame: isInHeadFrame).map { $0.sorted { $0.key < $1.key }.map(\.value) }
  }

  /// The corners of the markers of a mesh by their ids, in metres; nil where there is no such file beside it, or none of its
  /// frame.
  static func markers(besideMesh mesh: URL, isInHeadFrame: Bool) -> [Int: [Vector3]]? {
    let url = mesh.deletingLastPathComponent().appending(path: MarkersFile.name)
    guard let file = try? MarkersFile.read(url), file.frame == (isInHeadFrame ? "head" : "scan") else { return nil }
    var markers: [Int: [Vector3]] = [:]
    for (id, marker) in file.markers {
      guard let id = Int(id), let corners = marker.corners(within: 1e4) else { return nil }
      markers[id] = corners
    }
    return markers.isEmpty ? nil : markers
  }
}
