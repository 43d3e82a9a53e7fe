import Geometry
import Markers
internal import SolverBridge
import Workers

/// The poses and the marker map that explain all sightings best.
struct Adjustment {
  /// `cameraFromMap` of each frame; nil for frames that take no part.
  var cameraFromMap: [RigidTransform?]
  var map: MarkerMap
  var calibration: SelfCalibration
  private(set) var reprojectionRMS = Double.nan
  private(set) var depthRMS = Double.nan
  /// The sum of squared residuals and priors in standard deviations, robust.
  private(set) var cost = Double.nan
  /// The logarithm of the focal length over the stated one, where last asked for; nil where it was held.
  private(set) var focalFit: FocalFit?
  /// How the lens's coefficients are known, where last asked for; nil where they were held.
  private(set) var lensFit: LensFit?

  /// Which standard deviations an adjustment is to find.
  enum Sigmas: Int32 {
    case none, all, optics
  }

  /// Adjusts the poses of some frames, the corners they see and what they share.
  ///
  /// Frames without a pose and markers outside the map take no part. Standard deviations of all take as long as some
  /// iterations; where they are not wanted they are zero.
  mutating func adjust(
    _ frames: [FrameObservations], among chosen: [Int], markerSide: Double, options: TrackingOptions,
    sigmas: Sigmas = .all, workers: Workers = Workers(count: 1)
  ) throws(TrackingError) {
    var problem = AdjustmentProblem(map, cameraFromMap: cameraFromMap, calibration, frames, among: chosen, options)
    problem.holdSides(of: map, to: markerSide, options)
    guard !problem.sightings.isEmpty else { throw TrackingError.nothingAgrees }
    var solver = SolverOptions(options, markerSide: markerSide)
    (solver.sigmas, solver.threads) = (sigmas.rawValue, Int32(workers.count))
    let summary = try problem.solve(solver)
    takePoses(of: problem)
    takeMap(of: problem)
    calibration = SelfCalibration(problem.shared.values, sigmas: problem.sharedSigma.values)
    calibration.sizeSigma = sigmas == .all && summary.size_sigma.isFinite ? summary.size_sigma : nil
    cost = summary.cost
    reprojectionRMS = summary.reprojection_rms_px
    depthRMS = summary.depth_rms_m
    if sigmas == .optics {
      focalFit = FocalFit(problem, summary, options)
      lensFit = LensFit(problem, summary, options)
    }
  }

  /// Adjusts the poses of some frames to the map as it is, each on its own, so that no frame's errors affect another.
  mutating func resect(
    _ frames: [FrameObservations], among chosen: [Int], options: TrackingOptions, _ workers: Workers
  ) throws(TrackingError) {
    let (start, posed) = (self, chosen.filter { cameraFromMap[$0] != nil })
    let poses = try workers.map(posed.count) { index throws(TrackingError) -> RigidTransform in
      let frame = posed[index]
      var problem = AdjustmentProblem(
        start.map, cameraFromMap: start.cameraFromMap, start.calibration, frames, among: [frame], options)
      if problem.sightings.isEmpty { return start.cameraFromMap[frame]! }
      var solver = SolverOptions(options, markerSide: 1)
      solver.poses_only = 1
      _ = try problem.solve(solver)
      return RigidTransform(rowMajor: problem.poses[...])
    }
    for (frame, pose) in zip(posed, poses) { cameraFromMap[frame] = pose }
  }

  /// Gives frames a first pose from the markers of the map that they see.
  mutating func place(
    _ chosen: [Int], _ frames: [FrameObservations], _ options: TrackingOptions, _ workers: Workers
  ) {
    let corners = map.markers.mapValues(\.corners)
    let poses = workers.map(chosen.count) {
      RobustPose.find(frames[chosen[$0]].sighted, in: corners)
    }
    for (frame, pose) in zip(chosen, poses) { cameraFromMap[frame] = pose?.mapFromCamera.inverse }
  }

  /// How many posed frames see each marker.
  func sightings(_ frames: [FrameObservations]) -> [Int: Int] {
    var counts: [Int: Int] = [:]
    for i in frames.indices where cameraFromMap[i] != nil {
      for marker in frames[i].markers { counts[marker.id, default: 0] += 1 }
    }
    return counts
  }

  /// Notes in the map how many posed frames see each marker.
  mutating func countSightings(_ frames: [FrameObservations]) {
    let counts = sightings(frames)
    for id in map.ids { map.markers[id]!.sightings = counts[id, default: 0] }
  }

  private mutating func takePoses(of problem: AdjustmentProblem) {
    for (row, frame) in problem.taking.enumerated() {
      cameraFromMap[frame] = RigidTransform(rowMajor: problem.poses[(12 * row)...])
    }
  }

  private mutating func takeMap(of problem: AdjustmentProblem) {
    for (index, id) in problem.ids.enumerated() {
      for k in 0..<4 {
        let at = 12 * index + 3 * k
        map.markers[id]!.corners[k] = [problem.corners[at], problem.corners[at + 1], problem.corners[at + 2]]
        map.markers[id]!.cornerSigmas[k] = problem.cornerSigmas[4 * index + k]
      }
    }
  }
}

extension Adjustment {
  /// Takes out sightings that don't move with the cap; `limit` multiplies the limits of the options.
  func rejectStrangers(
    _ frames: inout [FrameObservations], _ options: TrackingOptions, limit: Double, _ workers: Workers
  ) {
    let before = frames
    frames = workers.map(before.count) { index in
      var frame = before[index]
      if let pose = cameraFromMap[index] { rejectStrangers(&frame, from: pose, options, limit: limit) }
      return frame
    }
  }

  private func rejectStrangers(
    _ frame: inout FrameObservations, from pose: RigidTransform, _ options: TrackingOptions, limit: Double
  ) {
    let cameras = frame.cameras
    let camera = calibration.corrected(cameras.color)
    let correction = calibration.depthCorrection
    frame.reject { marker in
      guard let mapped = map.markers[marker.id], let metric = marker.metric else { return nil }
      let predicted = mapped.corners.map { pose * $0 }
      let pixels = RobustStatistics.rms((0..<4).map { (camera.project(predicted[$0]) - marker.corners[$0]).length })
      let depth = RobustStatistics.rms(
        (0..<4).map {
          predicted[$0].z
            - correction.corrected(
              metric.points[$0].z, at: cameras.depthPlace(of: marker.corners[$0], at: metric.points[$0]))
        })
      let agrees = pixels <= limit * options.reprojectionLimit && depth <= limit * options.depthLimit
      return agrees ? nil : .notRigid
    }
  }

  /// Takes out markers that only one posed frame shows, unless they lie on the cap's surface: nothing else confirms
  /// that they move with the cap.
  func rejectUnconfirmed(_ frames: inout [FrameObservations]) {
    guard frames.count > 1 else { return }
    let sightings = sightings(frames)
    let confirmed = MarkerMap(markers: map.markers.filter { sightings[$0.key, default: 0] > 1 })
    for i in frames.indices {
      frames[i].reject { marker in
        guard sightings[marker.id, default: 0] < 2, let mapped = map.markers[marker.id] else { return nil }
        return mapped.continues(confirmed) ? nil : .rare
      }
    }
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

extension Adjustment {
  /// The standard deviation of a refined corner in pixels, seen straight on, as the frames themselves show it; nil where
  /// they hold little more than their own poses and map.
  ///
  /// It is 1.4826 times the median distance between projected and found corners along both axes, those of slanting views
  /// by the cosine, and √(n / (n − p)) times that for the p of n distances that poses and map take up.
  func cornerDeviation(_ frames: [FrameObservations], among keyframes: [Int]) -> Double? {
    let posed = keyframes.filter { cameraFromMap[$0] != nil }
    let distances = posed.flatMap { frame in misses(of: frames[frame], from: cameraFromMap[frame]!) }
    let free = distances.count - 6 * posed.count - 12 * map.markers.count
    guard free > distances.count / 2 else { return nil }
    return RobustStatistics.median(distances) * RobustStatistics.madToSigma
      * (Double(distances.count) / Double(free)).squareRoot()
  }

  private func misses(of frame: FrameObservations, from pose: RigidTransform) -> [Double] {
    let camera = calibration.corrected(frame.camera)
    return frame.markers.flatMap { marker -> [Double] in
      guard let mapped = map.markers[marker.id], let metric = marker.metric else { return [] }
      return (0..<4).flatMap { k -> [Double] in
        let miss = (camera.project(pose * mapped.corners[k]) - marker.corners[k]) * metric.weighingCosine
        return [abs(miss.x), abs(miss.y)]
      }
    }
  }
}

extension TrackingOptions {
  /// What corners are weighted with where they are found to scatter by so many pixels.
  public func pixelSigma(whereFound deviation: Double?) -> Double {
    max(pixelSigma, min(deviation ?? 0, mostPixelSigma))
  }

  /// Weights corners by what they scatter by in a recording, in place of what others assume; sightings may then miss the
  /// map by as many deviations as before.
  mutating func take(cornerDeviation: Double, inPlaceOf assumed: TrackingOptions) {
    pixelSigma = assumed.pixelSigma(whereFound: cornerDeviation)
    reprojectionLimit = assumed.reprojectionLimit * pixelSigma / assumed.pixelSigma
  }
}

/// The sides of a map's markers that show the print's size.
///
/// Where the edge of the cap or an ear covers a part of a marker, a corner is found in the wrong place, and a stray
/// print may be larger than the cap's. Such sides are 15 % off; a few of them outweigh what all others show to a tenth
/// of a percent.
struct PrintedSides {
  /// How many robust standard deviations a side may be off the median of all to count for the print's size. See
  /// Docs/decisions/tracking.md (Sides with a spoilt corner are left out); the number itself was not varied.
  private static let deviations = 3.0

  private let range: ClosedRange<Double>
  /// Their lengths in metres.
  let lengths: [Double]

  init(of map: MarkerMap) {
    let sides = map.ids.flatMap { map.markers[$0]!.sides }
    let (median, sigma) = (RobustStatistics.median(sides), RobustStatistics.sigma(sides))
    let reach = sigma.isFinite ? Self.deviations * sigma : 0
    range = sides.isEmpty ? 0...0 : (median - reach)...(median + reach)
    lengths = sides.filter(range.contains)
  }

  /// Whether a side of that length (metres) is one of them.
  func tells(_ side: Double) -> Bool { range.contains(side) }
}

extension Adjustment {
  /// How many of their standard deviations print and depth differ by in the head's size.
  ///
  /// Both measure one scale, and the adjustment pulls each away from what its prior says; the squares of the two pulls
  /// add up to χ² with one degree of freedom. Where its root is above 1, deviations of the scale are too small by that
  /// factor (Birge 1932, "The calculation of errors by the method of least squares").
  func scaleTension(markerSide: Double, _ options: TrackingOptions) -> Double {
    guard options.depthScaleSigma > 0, options.printSigma > 0, !map.markers.isEmpty else { return 0 }
    let sides = PrintedSides(of: map).lengths
    let print = (RobustStatistics.mean(sides) / markerSide - 1) / options.printSigma
    let depth = (calibration.depthScale.value - options.depthScaleMean) / options.depthScaleSigma
    return (print * print + depth * depth).squareRoot()
  }
}
