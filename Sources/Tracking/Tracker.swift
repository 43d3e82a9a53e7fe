import Geometry
import Markers
import Workers

/// The head's pose in every frame and the cap's marker map.
public struct Tracking: Sendable {
  /// `scanFromCamera` of each frame, in the order of the observations; nil where it could not be found.
  public internal(set) var scanFromCamera: [RigidTransform?]
  /// Why a frame has no pose; nil where it has one.
  public internal(set) var rejections: [String?]
  /// The frames whose poses come from the surface, not from markers.
  public internal(set) var carried: [Int: CarriedPose] = [:]
  /// The observations that carry the result, with those rejected on the way.
  public let observations: [FrameObservations]
  /// Where the markers are.
  public internal(set) var map: MarkerMap
  /// What the recording says about its own sensor.
  public let calibration: SelfCalibration
  /// The correction of depth images that follows.
  public let depthCorrection: DepthCorrection
  /// The root mean square distance of projected and detected corners in pixels.
  public let reprojectionRMS: Double
  /// The root mean square difference of the corners' measured and predicted depth in metres.
  public let depthRMS: Double
  /// How far the map moves between the first and the second half of the recording; nil where they share too little.
  public let closure: Closure?

  /// The share of frames that have a pose.
  public var posedFraction: Double {
    scanFromCamera.isEmpty ? 0 : Double(scanFromCamera.count { $0 != nil }) / Double(scanFromCamera.count)
  }
}

/// Finds the head's pose in every frame.
public struct Tracker: Sendable {
  /// What is assumed of the recording.
  public let options: TrackingOptions

  /// A tracker.
  public init(options: TrackingOptions = TrackingOptions()) { self.options = options }

  /// Tracks screened observations: a first map from keyframes, an adjustment, the sightings that don't move with the cap
  /// taken out, an adjustment of the rest, and the other frames resected against the map.
  ///
  /// - Parameter calibration: what is known of the sensor already and is not estimated again.
  public func track(
    _ observations: [FrameObservations], cap: Cap, calibration: SelfCalibration? = nil,
    workers: Workers = Workers(count: 1)
  ) throws(TrackingError) -> Tracking {
    var (frames, options) = (observations, options)
    let keyframes = Keyframes.choose(frames, most: options.mostKeyframes, fewestMarkers: options.fewestMarkers)
    let others = Set(frames.indices).subtracting(keyframes).sorted()
    var adjustment = try firstMap(frames, keyframes)
    if let calibration {
      adjustment.calibration = calibration
      options.fixCalibration()
    }
    adjustment.place(others, frames, workers)
    MovedMarkers.reject(&frames, &adjustment, workers)
    // A wrong focal length alone puts corners off by ten pixels before the first adjustment.
    rejectStrangers(&frames, adjustment, limit: 12)
    let curvature = CapCurvature(of: adjustment.map, given: options.headRadius)
    options.headRadius = curvature.radius
    let side = curvature.chord(ofPrinted: cap.markerSize)
    let rounds = [(options.rough, 4.0), (options.rough, 1), (options, 1)]
    for (round, (options, limit)) in rounds.enumerated() {
      try adjustment.adjust(
        frames, among: keyframes, markerSide: side, options: options, wantsSigmas: round == rounds.count - 1,
        workers: workers)
      try adjustment.resect(frames, among: others, options: options, workers)
      if round == 0 { MovedMarkers.reject(&frames, &adjustment, workers) }
      rejectStrangers(&frames, adjustment, limit: limit)
      rejectUnconfirmed(&frames, adjustment)
      adjustment.dropUnseen(frames, fewest: options.fewestMarkers)
    }
    let closure = Closure.measure(frames, among: keyframes, adjustment, markerSide: side, options: options, workers)
    adjustment.calibration.scaleTension = adjustment.scaleTension(markerSide: side, options)
    if let calibration { adjustment.calibration = calibration }  // with the deviations that it came with
    return tracking(frames, adjustment, closure, headRadius: curvature.radius)
  }

  private func firstMap(_ frames: [FrameObservations], _ keyframes: [Int]) throws(TrackingError) -> Adjustment {
    var builder = MapBuilder(frames, among: keyframes)
    guard builder.build(fewest: options.fewestMarkers) else {
      throw TrackingError.tooFewMarkers(
        required: options.fewestMarkers, best: frames.map(\.markers.count).max() ?? 0)
    }
    guard builder.mapFromCamera.count(where: { $0 != nil }) > 1 || frames.count == 1 else {
      throw TrackingError.noMap(framesPosed: 1, frames: frames.count)
    }
    return Adjustment(
      cameraFromMap: builder.mapFromCamera.map { $0?.inverse },
      map: MarkerMap(
        markers: builder.corners.mapValues { .init(corners: $0, cornerSigmas: [0, 0, 0, 0], sightings: 0) }),
      calibration: .none)
  }

  /// Takes out sightings that don't move with the cap; `limit` multiplies the limits of the options.
  private func rejectStrangers(_ frames: inout [FrameObservations], _ adjustment: Adjustment, limit: Double) {
    for i in frames.indices {
      guard let pose = adjustment.cameraFromMap[i] else { continue }
      let camera = adjustment.calibration.corrected(frames[i].camera)
      let correction = adjustment.calibration.depthCorrection
      frames[i].reject { marker in
        guard let mapped = adjustment.map.markers[marker.id], let metric = marker.metric else { return nil }
        let predicted = mapped.corners.map { pose * $0 }
        let pixels = RobustStatistics.rms((0..<4).map { (camera.project(predicted[$0]) - marker.corners[$0]).length })
        let depth = RobustStatistics.rms(
          (0..<4).map {
            predicted[$0].z
              - correction.corrected(
                metric.points[$0].z, at: marker.corners[$0], width: camera.width, height: camera.height)
          })
        let agrees = pixels <= limit * options.reprojectionLimit && depth <= limit * options.depthLimit
        return agrees ? nil : .notRigid
      }
    }
  }

  /// Takes out markers that only one posed frame shows and that do not lie on the cap's surface: nothing else confirms
  /// that they move with the cap.
  private func rejectUnconfirmed(_ frames: inout [FrameObservations], _ adjustment: Adjustment) {
    guard frames.count > 1 else { return }
    var sightings: [Int: Int] = [:]
    for i in frames.indices where adjustment.cameraFromMap[i] != nil {
      for marker in frames[i].markers { sightings[marker.id, default: 0] += 1 }
    }
    let confirmed = MarkerMap(markers: adjustment.map.markers.filter { sightings[$0.key, default: 0] > 1 })
    for i in frames.indices {
      frames[i].reject { marker in
        guard sightings[marker.id, default: 0] < 2, let mapped = adjustment.map.markers[marker.id] else { return nil }
        return mapped.continues(confirmed) ? nil : .rare
      }
    }
  }

  private func tracking(
    _ frames: [FrameObservations], _ adjustment: Adjustment, _ closure: Closure?, headRadius: Double
  ) -> Tracking {
    var adjustment = adjustment
    adjustment.countSightings(frames)
    return Tracking(
      scanFromCamera: adjustment.cameraFromMap.map { $0?.inverse },
      rejections: frames.indices.map { i in
        if adjustment.cameraFromMap[i] != nil { return nil }
        let count = frames[i].markers.count
        return count < options.fewestMarkers
          ? "\(count) usable markers, \(options.fewestMarkers) needed" : "its markers do not agree with the cap"
      },
      observations: frames, map: adjustment.map, calibration: adjustment.calibration,
      depthCorrection: adjustment.depthCorrection(frames, headRadius: headRadius),
      reprojectionRMS: adjustment.reprojectionRMS, depthRMS: adjustment.depthRMS,
      closure: closure)
  }
}

extension Adjustment {
  /// Gives frames a first pose from the markers of the map that they see.
  mutating func place(_ chosen: [Int], _ frames: [FrameObservations], _ workers: Workers) {
    let corners = map.markers.mapValues(\.corners)
    let poses = workers.map(chosen.count) { RobustPose.find(frames[chosen[$0]].sighted, in: corners) }
    for (frame, pose) in zip(chosen, poses) { cameraFromMap[frame] = pose?.mapFromCamera.inverse }
  }

  /// Counts for each marker the posed frames that see it.
  mutating func countSightings(_ frames: [FrameObservations]) {
    var counts: [Int: Int] = [:]
    for i in frames.indices where cameraFromMap[i] != nil {
      for marker in frames[i].markers { counts[marker.id, default: 0] += 1 }
    }
    for id in map.ids { map.markers[id]!.sightings = counts[id, default: 0] }
  }

  /// Takes frames with too few sightings and markers without any out of the adjustment.
  mutating func dropUnseen(_ frames: [FrameObservations], fewest: Int) {
    for i in frames.indices where frames[i].markers.count(where: { map.markers[$0.id] != nil }) < fewest {
      cameraFromMap[i] = nil
    }
    var seen: Set<Int> = []
    for i in frames.indices where cameraFromMap[i] != nil { seen.formUnion(frames[i].markers.map(\.id)) }
    map.markers = map.markers.filter { seen.contains($0.key) }
  }
}

extension Tracking {
  /// The root mean square distance of projected and detected corners of one frame in pixels; nil without a pose.
  public func reprojection(ofFrame index: Int) -> Double? {
    guard let pose = scanFromCamera[index]?.inverse else { return nil }
    let frame = observations[index]
    let camera = calibration.corrected(frame.camera)
    let distances = frame.markers.flatMap { marker in
      map.markers[marker.id].map { mapped in
        (0..<4).map { (camera.project(pose * mapped.corners[$0]) - marker.corners[$0]).length }
      } ?? []
    }
    return distances.isEmpty ? nil : RobustStatistics.rms(distances)
  }
}
