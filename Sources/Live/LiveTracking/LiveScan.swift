import Feedback
import Geometry
import Images
import Markers
import Platform
import Tracking

/// Makes the facts of each frame from what its images show and what the frames before have shown, as an app would while
/// it scans. Its memory does not grow with the scan.
public struct LiveScan: Sendable {
  private let cap: Cap
  let rules: FeedbackRules
  let quarterTurns: Int
  private(set) var map: LiveMap
  private var tally = SurfaceTally()
  private(set) var headFromMap: Matrix3?
  private var partsSource: PartsSource?
  private var start: Double?
  private var last: (time: Double, pixels: [Int: Vector2])?

  /// A scan that has not begun.
  ///
  /// - Parameters:
  ///   - layout: where the cap's markers lie in the head's frame (RAS, metres), from an earlier reconstruction of the same
  ///     cap; directions then lead to markers that this scan has not seen yet.
  ///   - quarterTurns: the quarter turns clockwise that make the images upright.
  public init(_ cap: Cap, rules: FeedbackRules, layout: [Int: [Vector3]]? = nil, quarterTurns: Int = 0) {
    (self.cap, self.rules, self.quarterTurns) = (cap, rules, quarterTurns)
    map = layout.map { LiveMap(known: $0) } ?? LiveMap()
    (headFromMap, partsSource) = layout == nil ? (nil, nil) : (.identity, .layout)
  }

  /// The facts of the next frame.
  ///
  /// - Parameters:
  ///   - seen: every marker that the detector sees in it.
  ///   - gray: its image, by which blur is measured; nil leaves that unknown.
  ///   - depth: its depth image; nil leaves depth and parts unknown.
  public mutating func facts(
    _ seen: FrameObservations, gray: GrayImage?, depth: DepthImage?, heat: Heat? = nil
  ) -> FrameFacts {
    let start = self.start ?? seen.time
    self.start = start
    let view = ViewFrame(seen.camera, quarterTurns: quarterTurns)
    let markers = ownMarkers(seen)
    let pose = map.place(markers)
    var facts = FrameFacts(frame: seen.frame, time: seen.time - start, mapFromCamera: pose, heat: heat)
    facts.markers = markers.map { marker in
      SeenMarker(marker, in: view, distance: distance(of: marker, seen.camera))
    }
    facts.blur = gray.flatMap { ImageBlur.width(of: $0) }
    facts.turnRate = turnRate(markers, seen)
    facts.validDepth = depth.map { Double($0.validCount) / Double(max(1, $0.pixels.count)) }
    if let pose {
      let cameraFromMap = pose.inverse
      for id in map.corners.keys { facts.places[id] = view.place(cameraFromMap * map.centre(of: id)!) }
    }
    if let middle = HeadBearings.middle(of: map, radius: rules.coverage.headRadius) {
      if let pose { look(depth, seen.cameras, pose, middle, view) }
      (facts.parts, facts.partsSource) = (parts(pose, middle, view), partsSource)
    }
    return facts
  }

  /// The corners of each marker that was seen, in the frame of the live map, metres.
  public var corners: [Int: [Vector3]] { map.corners }

  /// Whether depth has shown the head in each direction from its middle, often enough to count: in bands of 10° of elevation
  /// from the lowest up, each from the subject's left over the back, the right and the front; nil where it is not known which
  /// way the head faces.
  public var seenDirections: [[Bool]]? {
    headFromMap.map { tally.seen($0, fewest: Int(rules.coverage.framesToCount)) }
  }

  /// The cap's markers of a frame without strays: ids of the cap, of about the print's size, each seen once.
  private func ownMarkers(_ seen: FrameObservations) -> [MarkerObservation] {
    var own = seen
    own.reject { cap.contains($0.id) ? nil : .notOnCap }
    own.reject { marker in
      marker.metric.flatMap { abs($0.side / cap.markerSize - 1) > rules.position.sizeTolerance ? .wrongSize : nil }
    }
    let counts = Dictionary(own.markers.map { ($0.id, 1) }, uniquingKeysWith: +)
    own.reject { counts[$0.id]! > 1 ? .seenTwice : nil }
    return own.markers
  }

  /// The distance of a marker along the camera's axis in metres: by its depth, or else by how large it looks.
  private func distance(of marker: MarkerObservation, _ camera: Camera) -> Double? {
    if let metric = marker.metric { return metric.points.reduce(0) { $0 + $1.z } / 4 }
    return try? MarkerDetector(cap).poses(of: marker, camera, frame: "").first?.cameraFromMarker.translation.z
  }

  /// How fast markers move over the image, as an angle.
  private mutating func turnRate(_ markers: [MarkerObservation], _ seen: FrameObservations) -> Double? {
    let pixels = Dictionary(uniqueKeysWithValues: markers.map { ($0.id, $0.corners.reduce(.zero, +) / 4) })
    defer { last = (seen.time, pixels) }
    guard let last, seen.time > last.time else { return nil }
    let moved = pixels.compactMap { id, pixel in last.pixels[id].map { (pixel - $0).length } }
    guard moved.count >= 2 else { return nil }
    return atan2(RobustStatistics.median(moved), seen.camera.fx) * 180 / .pi / (seen.time - last.time)
  }

  /// Takes in what a frame with a pose shows of the head, and where the head's parts lie as soon as that can be told.
  private mutating func look(
    _ depth: DepthImage?, _ cameras: CameraPair, _ pose: RigidTransform, _ middle: Vector3, _ view: ViewFrame
  ) {
    if let depth {
      tally.add(
        depth, camera: cameras.depth, mapFromCamera: pose * cameras.colorFromDepth, middle: middle, rules.coverage)
    }
    if partsSource == .layout { return }
    if let byRole = HeadBearings.rotation(cap, map, middle: middle) {
      (headFromMap, partsSource) = (byRole, .cap)
    } else if headFromMap == nil, let first = rules.coverage.firstView {
      headFromMap = HeadBearings.rotation(
        facing: first, elevation: rules.coverage.firstElevation, mapFromCamera: pose, up: view.up)
      partsSource = headFromMap == nil ? nil : .firstView
    }
  }

  private func parts(_ pose: RigidTransform?, _ middle: Vector3, _ view: ViewFrame) -> [HeadPart: PartFacts] {
    guard let headFromMap else { return [:] }
    let shares = tally.shares(headFromMap, fewest: Int(rules.coverage.framesToCount))
    return Dictionary(
      uniqueKeysWithValues: shares.map { part, covered in
        guard let pose else { return (part, PartFacts(covered: covered)) }
        let cameraFromMap = pose.rotation.transpose
        let target = cameraFromMap * (headFromMap.transpose * part.direction.normalized)
        let eye = cameraFromMap * (pose.translation - middle).normalized
        return (part, PartFacts(covered: covered, Approach(from: eye, to: target, view, rules.coverage)))
      })
  }
}

extension SeenMarker {
  fileprivate init(_ marker: MarkerObservation, in view: ViewFrame, distance: Double?) {
    let valid = marker.depthPixels > 0 ? Double(marker.validDepthPixels) / Double(marker.depthPixels) : 0
    self.init(
      id: marker.id, place: view.place(marker.corners.reduce(Vector2.zero, +) / 4), validDepth: valid,
      distance: distance)
  }
}
