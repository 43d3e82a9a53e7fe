import Diagnostics
import Geometry
import Markers
import Workers

/// Finds the head's pose in every frame.
public struct Tracker: Sendable {
  /// What is assumed about the recording.
  public let options: TrackingOptions

  /// The factor on the limits of image and depth before the first of three adjustments. A wrong focal length alone puts corners off by
  /// ten pixels; the number itself is assumed.
  private static let firstLimit = 12.0
  /// The factor on the limits of image and depth after it. Assumed.
  private static let secondLimit = 4.0

  /// A tracker.
  public init(options: TrackingOptions = TrackingOptions()) { self.options = options }

  /// Tracks screened observations: makes a first map from keyframes, adjusts it, takes out sightings that don't move
  /// with the cap, adjusts the rest, and resects the other frames against the map.
  ///
  /// - Parameter calibration: the sensor's calibration where it is known already; it is not estimated again.
  public func track(
    _ observations: [FrameObservations], cap: Cap, calibration: SelfCalibration? = nil,
    workers: Workers = Workers(count: 1)
  ) throws(TrackingError) -> Tracking {
    var (frames, options) = (observations, options)
    let keyframes = Keyframes.choose(
      frames, most: options.mostKeyframes, fewestMarkers: options.fewestMarkers)
    let others = Set(frames.indices).subtracting(keyframes).sorted()
    var adjustment = try firstMap(frames, keyframes, workers)
    if let calibration {
      adjustment.calibration = calibration
      options.fixCalibration()
    }
    adjustment.place(others, frames, options, workers)
    MovedMarkers.reject(&frames, &adjustment, workers)
    adjustment.rejectStrangers(&frames, options, limit: Self.firstLimit, workers)
    let curvature = CapCurvature(of: adjustment.map, options)
    options.headRadius = curvature.radius
    let side = curvature.chord(ofPrinted: cap.markerSize)
    let limits = [Self.secondLimit, 1, 1]
    var lens: LensFit?
    for (round, limit) in limits.enumerated() {
      let isLast = round == limits.count - 1
      options.isRough = !isLast
      // Where print and depth contradict each other, nothing else must bend to reconcile them.
      let tension = isLast ? adjustment.scaleTension(markerSide: side, options) : 0
      let isTorn = tension > SelfCalibration.largestTension
      let assumed = isTorn ? options.wideningPrint(by: tension) : options
      try adjustment.adjust(
        frames, among: keyframes, markerSide: side, options: assumed, sigmas: isLast ? .optics : .none, workers: workers
      )
      if isLast {
        try adjustment.believeFocalLength(lens, frames, among: keyframes, markerSide: side, assumed, workers)
      }
      try adjustment.resect(frames, among: others, options: options, workers)
      if round == 0 {
        lens = try adjustment.lensTrial(frames, among: keyframes, markerSide: side, options, workers)
        if let lens, options.believes(lens) { options.lensPriors = options.freeLensPriors }
        MovedMarkers.reject(&frames, &adjustment, workers)
      }
      if !isLast, let sigma = adjustment.cornerDeviation(frames, among: keyframes) {
        options.take(cornerDeviation: sigma, inPlaceOf: self.options)
      }
      adjustment.rejectStrangers(&frames, options, limit: limit, workers)
      adjustment.rejectUnconfirmed(&frames)
      adjustment.dropUnseen(frames, fewest: options.fewestMarkers)
    }
    let closure = SplitHalfClosure.measure(
      frames, among: keyframes, adjustment, markerSide: side, options: options, workers)
    adjustment.calibration.cornerSigma = adjustment.cornerDeviation(frames, among: keyframes)
    adjustment.calibration.lensSignificance = lens?.significance
    adjustment.calibration.lensEffect = adjustment.lensFit?.effect ?? lens?.effectOfNone ?? .none
    adjustment.calibration.scaleTension = adjustment.scaleTension(markerSide: side, options)
    if let calibration { adjustment.calibration = calibration }  // with its own deviations
    return tracking(frames, adjustment, closure, headRadius: curvature.radius)
  }

  /// Tracks a part of a recording on its own; the other frames get no pose.
  ///
  /// - Parameter calibration: the sensor's, where it is known from elsewhere.
  public func track(
    _ observations: [FrameObservations], only frames: Range<Int>, cap: Cap, calibration: SelfCalibration?,
    workers: Workers = Workers(count: 1)
  ) throws(TrackingError) -> Tracking {
    var part = observations
    for index in part.indices where !frames.contains(index) { part[index].markers = [] }
    return try track(part, cap: cap, calibration: calibration, workers: workers)
  }

  private func firstMap(
    _ frames: [FrameObservations], _ keyframes: [Int], _ workers: Workers
  ) throws(TrackingError) -> Adjustment {
    var builder = MapBuilder(frames, among: keyframes, tolerance: RobustPose.tolerance, workers: workers)
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

  private func tracking(
    _ frames: [FrameObservations], _ adjustment: Adjustment, _ closure: SplitHalfClosure?, headRadius: Double
  ) -> Tracking {
    var adjustment = adjustment
    adjustment.countSightings(frames)
    return Tracking(
      scanFromCamera: adjustment.cameraFromMap.map { $0?.inverse },
      rejections: frames.indices.map { i in
        if adjustment.cameraFromMap[i] != nil { return [] }
        let count = frames[i].markers.count
        guard count < options.fewestMarkers else { return [Finding(.trackingDisagreement)] }
        return [
          Finding(.trackingFewMarkers, ["markers": .count(count), "needed": .count(options.fewestMarkers)])
        ]
      },
      observations: frames, map: adjustment.map, calibration: adjustment.calibration,
      depthCorrection: adjustment.depthCorrection(frames, headRadius: headRadius),
      reprojectionRMS: adjustment.reprojectionRMS, depthRMS: adjustment.depthRMS,
      closure: closure)
  }
}

/// Why a recording could not be tracked.
public enum TrackingError: UserFacingError {
  /// No frame shows enough usable markers.
  case tooFewMarkers(required: Int, best: Int)
  /// The frames' markers can't be tied into one map.
  case noMap(framesPosed: Int, frames: Int)
  /// Images and depth contradict each other in every frame.
  case nothingAgrees
  /// The solver refused the problem.
  case solverFailed(detail: String)

  public var message: ErrorMessage {
    let subject = FindingValue.phrase("tracking")
    return switch self {
    case .tooFewMarkers(let required, let best):
      ErrorMessage(.trackingTooFewMarkers, at: subject, ["required": .count(required), "best": .count(best)])
    case .noMap(let posed, let frames):
      ErrorMessage(.trackingNoMap, at: subject, ["posed": .count(posed), "frames": .count(frames)])
    case .nothingAgrees: ErrorMessage(.trackingNothingAgrees, at: subject)
    case .solverFailed(let detail): ErrorMessage(.trackingSolverFailed, at: subject, ["detail": .text(detail)])
    }
  }
}
