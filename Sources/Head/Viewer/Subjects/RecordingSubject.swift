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
    var (clicks, sightings): ([Landmark: [Placement.Click]], [ClickSighting]) = ([:], [])
    var places: [(landmark: Landmark, index: Int)] = []
    for (landmark, pick) in picks.landmarks.sorted(by: { $0.key < $1.key }) {
      for click in pick.clicks {
        do {
          let sighting = try sight(click, on: landmark)
          places.append((landmark, clicks[landmark]?.count ?? 0))
          clicks[landmark, default: []].append(.init(click: click, depth: sighting.depth, isUsed: false))
          sightings.append(sighting)
        } catch {
          let fault = (error as? any UserFacingError)?.message.problem ?? .phrase("unknown")
          clicks[landmark, default: []].append(.init(click: click, isUsed: false, fault: fault))
        }
      }
    }
    let placed = scan.place(sightings)
    for (landmark, group) in Dictionary(grouping: places.indices, by: { places[$0].landmark }) {
      let slots = group.map { (index: places[$0].index, position: placed.positions[$0]) }
      mark(&clicks[landmark]!, slots, placed.clicked.landmarks.estimates[landmark])
    }
    return Placement(
      landmarks: placed.landmarks, picked: placed.clicked.landmarks,
      found: scan.scan.found?.landmarks ?? HeadLandmarks([:]), clicks: clicks)
  }

  /// Says of clicks where they lie, how far from the landmark they agree on, and whether it rests on them.
  private func mark(
    _ clicks: inout [Placement.Click], _ slots: [(index: Int, position: Vector3?)], _ estimate: LandmarkEstimate?
  ) {
    let posed = slots.filter { $0.position != nil }
    let model = estimate.map { LandmarkEstimate.ClickModel($0.source, scan.clickOptions) }
    let apart = LandmarkEstimate.outliers(posed.map { $0.position! }, model: model).map { posed[$0].index }
    for (index, position) in slots {
      clicks[index].position = position
      clicks[index].apart = position.flatMap { at in estimate.map { (at - $0.position).length } }
      clicks[index].isUsed = position != nil && estimate?.rejection == nil && !apart.contains(index)
      if position == nil { clicks[index].fault = .phrase("frame_without_pose") }
    }
  }

  /// A click with its depth.
  func sight(_ click: Picks.Click, on landmark: Landmark) throws -> ClickSighting {
    try scan.sight(file([landmark: [click]]))[0]
  }

  func measure(_ placement: Placement, by choices: MeasurementProtocol, withIntervals: Bool) -> HeadMeasures {
    scan.measure(placement.landmarks, by: choices, withIntervals: withIntervals)
  }

  func meet(_ landmark: Landmark, _ origin: Vector3, _ direction: Vector3) -> Picks.Pick? {
    guard let point = outside.meet(origin, direction), let sight = frames.best(of: point) else { return nil }
    return Picks.Pick(clicks: [.init(frame: sight.frame, pixel: LandmarkFile.rounded(pixel: sight.pixel))])
  }

  func proposal(of landmark: Landmark) -> Picks.Pick? {
    guard let estimate = scan.scan.found?.landmarks.estimates[landmark], estimate.fault == nil,
      let sight = frames.best(of: estimate.position)
    else { return nil }
    let pixel = LandmarkFile.rounded(pixel: sight.pixel)
    return Picks.Pick(clicks: [.init(frame: sight.frame, pixel: pixel, isProposed: true)])
  }

  /// True for a frame that the recording has.
  func hasFrame(_ index: Int) -> Bool { scan.scan.recording.frames.indices.contains(index) }

  /// What is saved: the clicks that can be used.
  func savedFile(_ picks: Picks) -> LandmarkFile {
    let placement = place(picks)
    var file = file(
      placement.clicks.mapValues { clicks in clicks.filter { $0.fault == nil }.map(\.click) }.filter {
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
  func file(_ clicks: [Landmark: [Picks.Click]]) -> LandmarkFile {
    LandmarkFile(
      name: LandmarkFile.usualName,
      entries: clicks.mapValues { clicks in
        .clicks(
          clicks.map { click in
            let frames = scan.scan.recording.frames
            let name = frames.indices.contains(click.frame) ? frames[click.frame].name : "\(click.frame)"
            return LandmarkClick(frame: name, pixel: click.pixel, isProposed: click.isProposed)
          })
      })
  }
}
