import Analysis
import Diagnostics
import Geometry
import Landmarks
import PointClouds
import Reports
import ScanPipeline

/// A mesh of any scanner, or that of a result: landmarks are picked on its surface.
struct MeshSubject: PickingSubject {
  let mesh: HeadMesh
  let head: ShownHead
  private let analysis: HeadAnalysis
  private let found: HeadLandmarks
  private let caster: MeshRaycaster

  /// Prepares a mesh for picking: looks for what its shape shows.
  static func prepare(_ mesh: HeadMesh, _ analysis: HeadAnalysis, _ options: AutomaticLandmarkOptions) -> MeshSubject {
    var analysis = analysis
    analysis.cap = analysis.cap ?? mesh.cap
    return MeshSubject(
      mesh: mesh, head: ShownHead(of: mesh), analysis: analysis,
      found: AutomaticLandmarks.find(on: mesh.surface, options: options).landmarks,
      caster: MeshRaycaster(Mesh(positions: mesh.surface.positions, triangles: mesh.surface.triangles)))
  }

  func place(_ picks: Picks) -> Placement {
    let picked = (try? file(picks).points()) ?? HeadLandmarks([:])
    return Placement(landmarks: picked, picked: picked, found: found)
  }

  func measure(_ placement: Placement, by choices: MeasurementProtocol, withIntervals: Bool) -> HeadMeasures {
    var analysis = analysis
    analysis.choices = choices
    if !withIntervals { analysis.uncertainty = nil }
    do {
      try mesh.surface.check(placement.landmarks)
      return try analysis.measure(mesh.surface, landmarks: placement.landmarks)
    } catch {
      let finding =
        (error as? any FindingError)?.finding
        ?? Finding(
          .surfaceUnfit,
          [
            "subject": .phrase("surface"),
            "problem": .written((error as? any UserFacingError)?.message.problem ?? .phrase("unknown")),
          ])
      return .withheld(
        because: [finding], landmarks: placement.landmarks, choices: choices, scales: analysis.scales)
    }
  }

  func meet(_ landmark: Landmark, _ origin: Vector3, _ direction: Vector3) -> Picks.Pick? {
    caster.firstHit(origin: origin, direction: direction).map {
      Picks.Pick(point: Picks.rounded(origin + direction * $0.distance), isAccepted: true)
    }
  }

  /// The picks as a landmark file: points of the mesh.
  func file(_ picks: Picks) -> LandmarkFile {
    LandmarkFile(
      name: "landmarks.json",
      entries: picks.landmarks.compactMapValues { pick in
        pick.isAccepted ? pick.point.map { .point($0, standardDeviation: nil) } : nil
      })
  }
}
