import Analysis
import Diagnostics
import Geometry
import Landmarks
import PointClouds
import Reports
import ScanPipeline
import Workers

/// A mesh of any scanner, or that of a result: landmarks are picked on its surface.
struct MeshSubject: PickingSubject {
  let mesh: HeadMesh
  let head: ShownHead
  private let analysis: HeadAnalysis
  private let found: HeadLandmarks
  /// The result that the mesh belongs to; nil for a mesh alone.
  private let result: ResultFolder?
  private let outside: OuterSurface

  var up: Vector3? { result?.result.upward }

  /// Prepares a mesh for picking: looks for what its shape shows.
  ///
  /// - Parameter given: landmarks that a program found before; they go before those that are found now.
  static func prepare(
    _ mesh: HeadMesh, _ analysis: HeadAnalysis, _ options: AutomaticLandmarkOptions, given: HeadLandmarks,
    of result: ResultFolder?
  ) -> MeshSubject {
    var analysis = analysis
    analysis.cap = analysis.cap ?? mesh.cap
    let found = AutomaticLandmarks.find(on: mesh.surface, options: options).landmarks
    return MeshSubject(
      mesh: mesh,
      head: ShownHead.prepare(mesh.mesh, markers: mesh.markers, workers: analysis.workers), analysis: analysis,
      found: HeadLandmarks(found.estimates.merging(given.estimates) { $1 }), result: result,
      outside: OuterSurface.prepare(Mesh(positions: mesh.surface.positions, triangles: mesh.surface.triangles)))
  }

  func place(_ picks: Picks) -> Placement {
    let file = file(picks)
    let all = (try? file.points()) ?? HeadLandmarks([:])
    let picked = all.estimates.filter { picks.landmarks[$0.key] != nil }
    return Placement(landmarks: all, picked: HeadLandmarks(picked), found: found)
  }

  func measure(_ placement: Placement, by choices: MeasurementProtocol, withIntervals: Bool) -> HeadMeasures {
    var analysis = analysis
    (analysis.choices, analysis.found) = (choices, found)
    if let deviations = mesh.deviations { analysis.uncertainty?.surface = deviations }
    if !withIntervals { analysis.uncertainty = nil }
    do {
      try mesh.surface.check(placement.landmarks)
      let measures = try analysis.measure(mesh.surface, landmarks: placement.landmarks)
      return result?.gated(measures) ?? measures
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
    outside.meet(origin, direction).map { Picks.Pick(point: LandmarkFile.rounded(point: $0)) }
  }

  func proposal(of landmark: Landmark) -> Picks.Pick? {
    guard let estimate = found.estimates[landmark], estimate.fault == nil else { return nil }
    return Picks.Pick(
      point: LandmarkFile.rounded(point: estimate.position), deviation: estimate.standardDeviation, isProposed: true)
  }

  /// What is saved and measured: the picked points, and the proposals for landmarks that nobody has picked.
  func file(_ picks: Picks) -> LandmarkFile {
    var file = LandmarkFile(name: LandmarkFile.usualName, entries: [:])
    var picking = LandmarkPicking()
    picking.program = CalvariaVersion.current
    for landmark in Landmark.allCases {
      let pick = picks.landmarks[landmark]
      guard let shown = pick ?? (Landmark.required.contains(landmark) ? proposal(of: landmark) : nil),
        let point = shown.point
      else { continue }
      file.entries[landmark] = .point(point, standardDeviation: shown.deviation)
      if shown.isProposed {
        picking.proposals.insert(landmark)
      } else if found.estimates[landmark]?.fault == nil, found.estimates[landmark] != nil {
        picking.corrected.insert(landmark)
      }
    }
    file.picking = picking
    return file.rounded
  }
}

/// The outside of a head, on which landmarks are picked: a click through a hole that meets the inside is none.
struct OuterSurface: Sendable {
  let caster: MeshRaycaster
  private let mesh: Mesh
  /// 1 where triangles are anticlockwise seen from outside, -1 for a file in which they are turned over.
  private let turn: Double

  /// Prepares a surface; which side is the outer one, most of its area tells.
  static func prepare(_ mesh: Mesh) -> OuterSurface {
    let centre = mesh.positions.reduce(Vector3.zero, +) / Double(max(1, mesh.positions.count))
    let surface = OuterSurface(caster: MeshRaycaster(mesh), mesh: mesh, turn: 1)
    let outwards = mesh.triangles.reduce(0.0) {
      $0 + surface.normal($1).dot(mesh.positions[Int($1.x)] - centre)
    }
    return OuterSurface(caster: surface.caster, mesh: mesh, turn: outwards < 0 ? -1 : 1)
  }

  /// Where a ray first meets the surface, in metres; nil where it misses it or comes from inside.
  func meet(_ origin: Vector3, _ direction: Vector3) -> Vector3? {
    guard let hit = caster.firstHit(origin: origin, direction: direction),
      turn * normal(mesh.triangles[hit.triangle]).dot(direction) < 0
    else { return nil }
    return origin + direction * hit.distance
  }

  /// A triangle's normal, with twice its area for length.
  private func normal(_ triangle: SIMD3<Int32>) -> Vector3 {
    let (a, b, c) = (
      mesh.positions[Int(triangle.x)], mesh.positions[Int(triangle.y)], mesh.positions[Int(triangle.z)]
    )
    return (b - a).cross(c - a)
  }
}
