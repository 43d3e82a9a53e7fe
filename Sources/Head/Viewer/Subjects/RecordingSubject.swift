import Analysis
import Diagnostics
import Geometry
import Landmarks
import PointClouds
import Recordings
import ScanPipeline
import Workers

/// A reconstructed recording: landmarks are clicked in its colour frames, or on the surface, which finds the frame that
/// shows the point best.
struct RecordingSubject: PickingSubject {
  let scan: PickableScan
  let frames: FrameViews
  let head: ShownHead
  let up: Vector3?
  private let outside: OuterSurface

  /// Prepares a scan for picking.
  static func prepare(_ scan: Scan) -> RecordingSubject {
    let pickable = PickableScan.prepare(scan)
    let outside = OuterSurface.prepare(scan.mesh)
    return RecordingSubject(
      scan: pickable, frames: FrameViews.gather(pickable, outside.caster),
      head: ShownHead.prepare(
        scan.mesh, markers: scan.tracking.map.markers.mapValues(\.corners), workers: Workers(count: 2)),
      up: scan.upInScan(), outside: outside)
  }

  func place(_ picks: Picks) -> Placement {
    var clicks = picks.landmarks.sorted { $0.key < $1.key }.flatMap { landmark, pick in
      pick.clicks.compactMap { reported($0, on: landmark) }
    }
    let usable = clicks.indices.filter { clicks[$0].fault == nil }
    let (clicked, landmarks) = scan.place(usable.map { clicks[$0] })
    for (index, click) in zip(usable, clicked.clicks) { clicks[index] = click }
    return Placement(
      landmarks: landmarks, picked: clicked.landmarks,
      found: scan.scan.landmarks.found?.landmarks ?? HeadLandmarks([:]),
      clicks: Dictionary(grouping: clicks, by: \.landmark))
  }

  /// A click with its depth, or with why it can't be used; nil in a frame that the recording does not have.
  private func reported(_ click: LandmarkClick, on landmark: Landmark) -> ReportedClick? {
    guard let frame = scan.scan.recording.frame(named: click.frame) else { return nil }
    do {
      return try sight(click, on: landmark)
    } catch {
      return ReportedClick(
        click, on: landmark, source: click.isProposed ? .automatic : .picked, frame: frame.index, depth: nil,
        fault: (error as? any UserFacingError)?.message.problem ?? .phrase("unknown"))
    }
  }

  /// A click with its depth.
  func sight(_ click: LandmarkClick, on landmark: Landmark) throws -> ReportedClick {
    try scan.sight(file([landmark: [click]]))[0]
  }

  func measure(_ placement: Placement, by choices: MeasurementProtocol, withIntervals: Bool) -> HeadMeasures {
    scan.measure(placement.landmarks, by: choices, withIntervals: withIntervals)
  }

  func meet(_ landmark: Landmark, _ origin: Vector3, _ direction: Vector3) -> Picks.Pick? {
    guard let point = outside.meet(origin, direction), let sight = frames.best(of: point) else { return nil }
    return Picks.Pick(clicks: [click(sight)])
  }

  func proposal(of landmark: Landmark) -> Picks.Pick? {
    guard let estimate = scan.scan.landmarks.found?.landmarks.estimates[landmark], estimate.fault == nil,
      let sight = frames.best(of: estimate.position)
    else { return nil }
    return Picks.Pick(clicks: [click(sight, isProposed: true)])
  }

  /// The click on a point that a frame shows.
  private func click(_ sight: FrameViews.Sight, isProposed: Bool = false) -> LandmarkClick {
    LandmarkClick(
      frame: scan.scan.recording.frames[sight.frame].name, pixel: LandmarkFile.rounded(pixel: sight.pixel),
      isProposed: isProposed)
  }

  /// What is saved: the clicks that can be used.
  func savedFile(_ picks: Picks) -> LandmarkFile {
    let placement = place(picks)
    var file = file(
      placement.clicks.mapValues { clicks in clicks.filter { $0.fault == nil }.map(\.placed) }.filter {
        !$0.value.isEmpty
      })
    var picking = LandmarkPicking()
    picking.program = CalvariaVersion.current
    picking.proposals = Set(file.entries.keys.filter(file.isProposal))
    picking.corrected = Set(file.entries.keys).subtracting(picking.proposals)
      .intersection(placement.found.estimates.filter { $0.value.fault == nil }.keys)
    file.picking = picking
    return file
  }

  /// Clicks as a landmark file.
  private func file(_ clicks: [Landmark: [LandmarkClick]]) -> LandmarkFile {
    LandmarkFile(name: LandmarkFile.usualName, entries: clicks.mapValues { .clicks($0) })
  }
}
