import Diagnostics
import Geometry
import Markers

/// The head's pose in every frame and the cap's marker map.
public struct Tracking: Sendable {
  /// `scanFromCamera` of each frame, in the order of the observations; nil where it could not be found.
  public internal(set) var scanFromCamera: [RigidTransform?]
  /// Why a frame has no pose; empty where it has one.
  public internal(set) var rejections: [[Finding]]
  /// The frames whose poses come from the surface, not from markers.
  public internal(set) var recovered: [Int: RecoveredPose] = [:]
  /// The observations behind the result, with those rejected on the way.
  public let observations: [FrameObservations]
  /// Where the markers are.
  public internal(set) var map: MarkerMap
  /// What the recording says about its own sensor.
  public internal(set) var calibration: SelfCalibration
  /// The correction of depth images that follows.
  public let depthCorrection: DepthCorrection
  /// The root mean square distance of projected and detected corners in pixels.
  public let reprojectionRMS: Double
  /// The root mean square difference of the corners' measured and predicted depth in metres.
  public let depthRMS: Double
  /// How far the map moves between the first and the second half of the recording; nil where they share too little.
  public let closure: SplitHalfClosure?

  /// The share of frames that have a pose.
  public var posedFraction: Double {
    scanFromCamera.isEmpty ? 0 : Double(scanFromCamera.count { $0 != nil }) / Double(scanFromCamera.count)
  }

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

extension Tracking {
  /// How much the error of depth varies over the image: the standard deviation of the field over the places where
  /// markers were seen, in metres.
  public var depthFieldDeviation: Double {
    RobustStatistics.standardDeviation(markerPlaces.map { depthCorrection.field.value(at: $0) })
  }

  /// Where in the image markers were seen, −1 … 1, one place a sighting.
  var markerPlaces: [Vector2] {
    observations.flatMap { frame in frame.markers.map { $0.place(in: frame.cameras) } }
  }

  /// The pose of the depth camera of a frame, which may look from another place and at another moment than the colour
  /// camera; nil without a pose.
  public func scanFromDepthCamera(_ frame: Int) -> RigidTransform? {
    colorPoseAtDepth(frame).map { pose in
      let colorFromDepth = observations[frame].cameras.colorFromDepth
      return colorFromDepth == .identity ? pose : pose * colorFromDepth
    }
  }

  /// The pose of the colour camera when the depth of a frame was taken; nil without a pose.
  func colorPoseAtDepth(_ frame: Int) -> RigidTransform? {
    if let recovered = recovered[frame] { return recovered.scanFromCamera }  // it comes from depth
    let delay = depthDelay(frame)
    guard let pose = scanFromCamera[frame], delay != 0 else { return scanFromCamera[frame] }
    let motion = CameraMotion(around: frame, scanFromCamera, observations)
    return motion.map { $0.later(pose, by: delay) } ?? pose
  }

  /// How much later than its colour image the depth of a frame was taken, seconds: the recording's value plus the
  /// estimated one.
  public func depthDelay(_ frame: Int) -> Double { observations[frame].depthDelay + calibration.timeOffset.value }
}

extension MarkerObservation {
  /// Its middle across the depth image, −1 … 1.
  func place(in cameras: CameraPair) -> Vector2 {
    let middle = corners.reduce(.zero, +) / 4
    return cameras.depthPlace(
      of: middle, at: metric.map { $0.points.reduce(.zero, +) / 4 } ?? cameras.color.ray(middle))
  }
}

extension Tracking {
  /// This tracking in the frame of another map of the cap; nil where the two share fewer than four markers.
  public func aligned(to other: MarkerMap) -> Tracking? {
    let shared = map.ids.filter { other.markers[$0] != nil }
    guard shared.count >= SplitHalfClosure.fewestMarkers else { return nil }
    let (own, places) = (
      shared.flatMap { map.markers[$0]!.corners }, shared.flatMap { other.markers[$0]!.corners }
    )
    return RigidTransform.fit(own, onto: places).map(moved)
  }

  /// This tracking in another frame.
  func moved(by motion: RigidTransform) -> Tracking {
    var tracking = self
    tracking.scanFromCamera = scanFromCamera.map { pose in pose.map { motion * $0 } }
    tracking.map = map.transformed(by: motion)
    return tracking
  }

  /// This tracking with the poses of some frames from another one, moved.
  public func joining(_ other: Tracking, _ frames: Range<Int>, moved motion: RigidTransform) -> Tracking {
    var tracking = self
    for frame in frames {
      guard let pose = other.scanFromCamera[frame] else { continue }
      (tracking.scanFromCamera[frame], tracking.rejections[frame]) = (motion * pose, [])
    }
    return tracking
  }

  /// This tracking without the poses of some frames, for a reason.
  public func rejecting(_ frames: some Sequence<Int>, because reason: FindingCode) -> Tracking {
    var tracking = self
    for frame in frames { (tracking.scanFromCamera[frame], tracking.rejections[frame]) = (nil, [Finding(reason)]) }
    return tracking
  }
}

extension Tracking {
  /// A tracking without markers: every pose comes from the surface.
  ///
  /// - Parameters:
  ///   - poses, refusals: by frame; each frame has either.
  ///   - closure: how far the surface at the end of the recording is from that at its beginning.
  public static func withoutMarkers(
    _ observations: [FrameObservations], poses: [Int: RecoveredPose], refusals: [Int: Finding],
    closure: SplitHalfClosure?
  ) -> Tracking {
    let empty = Tracking(
      scanFromCamera: observations.map { _ in nil }, rejections: observations.map { _ in [] },
      observations: observations, map: MarkerMap(markers: [:]), calibration: .none, depthCorrection: .none,
      reprojectionRMS: .nan, depthRMS: .nan, closure: closure)
    return empty.recovering(poses, refusals: refusals)
  }
}

extension SplitHalfClosure {
  /// A closure that surfaces show, not markers: metres and degrees.
  public init(distance: Double, angleDegrees: Double) {
    self.init(distance: distance, angleDegrees: angleDegrees, markers: 0)
  }
}

/// A pose that comes from a frame's depth and the fused surface, where markers could not give one.
public struct RecoveredPose: Sendable, Equatable {
  /// The pose of the colour camera in the scan frame when the frame's depth was taken.
  public let scanFromCamera: RigidTransform
  /// The standard deviation along the least certain direction, metres on the surface.
  public let deviation: Double
  /// The share of the frame's surface that agrees with the model.
  public let inlierShare: Double
  /// The root mean square distance of the part that agrees, metres.
  public let residual: Double

  /// A pose from its parts.
  public init(scanFromCamera: RigidTransform, deviation: Double, inlierShare: Double, residual: Double) {
    (self.scanFromCamera, self.deviation) = (scanFromCamera, deviation)
    (self.inlierShare, self.residual) = (inlierShare, residual)
  }
}

extension Tracking {
  /// How a frame's pose was found: by `markers` or by the surface, `dense`; nil without a pose.
  public func origin(ofFrame index: Int) -> String? {
    scanFromCamera[index] == nil ? nil : recovered[index] == nil ? "markers" : "dense"
  }

  /// This tracking with poses for frames that had none; `refusals` adds reasons for those that still have none.
  public func recovering(_ poses: [Int: RecoveredPose], refusals: [Int: Finding] = [:]) -> Tracking {
    var tracking = self
    for (frame, pose) in poses where scanFromCamera[frame] == nil {
      tracking.scanFromCamera[frame] = pose.scanFromCamera
      tracking.rejections[frame] = []
      tracking.recovered[frame] = pose
    }
    tracking.placeCarriedImages()
    for (frame, refusal) in refusals where tracking.scanFromCamera[frame] == nil {
      tracking.rejections[frame].append(refusal)
    }
    return tracking
  }

  /// Gives recovered frames the pose of their colour image, which was taken at another moment than the depth.
  private mutating func placeCarriedImages() {
    let delayed = recovered.filter { depthDelay($0.key) != 0 }
    if delayed.isEmpty { return }
    let depthPoses = scanFromCamera.indices.map { colorPoseAtDepth($0) }
    for (frame, pose) in delayed {
      let motion = CameraMotion(around: frame, depthPoses, observations)
      if let motion { scanFromCamera[frame] = motion.later(pose.scanFromCamera, by: -depthDelay(frame)) }
    }
  }
}

/// The amount that the correction adds to measured depth over the image, at one depth. Metres.
public struct DepthCorrectionMap: Sendable, Equatable {
  /// The measured depth.
  public let depth: Double
  /// What is added in each cell's middle, ``rows`` of ``columns`` cells from the image's top left; nil where no marker
  /// was seen.
  public let added: [[Double?]]
  /// Its mean over the places where markers were seen, and its largest deviation from that.
  public let mean, peak: Double

  /// The number of cells along each axis: 40 pixels wide in a depth image of 640 × 480.
  public static let (columns, rows) = (16, 12)

  /// The map of a correction.
  ///
  /// - Parameter places: where markers were seen, −1 … 1 across the image; at least one.
  init(_ correction: DepthCorrection, at depth: Double, places: [Vector2]) {
    let value = { (place: Vector2) in (correction.scale - 1) * depth + correction.field.value(at: place) }
    let values = places.map(value)
    let mean = RobustStatistics.mean(values)
    (self.depth, self.mean, peak) = (depth, mean, values.map { abs($0 - mean) }.max() ?? 0)
    var added: [[Double?]] = Array(repeating: Array(repeating: nil, count: Self.columns), count: Self.rows)
    for place in places {
      let (row, column) = (Self.cell(place.y, of: Self.rows), Self.cell(place.x, of: Self.columns))
      added[row][column] = value(Vector2(Self.middle(column, of: Self.columns), Self.middle(row, of: Self.rows)))
    }
    self.added = added
  }

  private static func cell(_ place: Double, of count: Int) -> Int {
    min(max(Int((place + 1) / 2 * Double(count)), 0), count - 1)
  }

  private static func middle(_ cell: Int, of count: Int) -> Double { (2 * Double(cell) + 1) / Double(count) - 1 }
}

extension Tracking {
  /// What the correction adds to depth over the image, at a depth in metres; nil where none was estimated.
  public func depthCorrectionMap(at depth: Double) -> DepthCorrectionMap? {
    let places = markerPlaces
    guard depthCorrection != .none, !places.isEmpty else { return nil }
    return DepthCorrectionMap(depthCorrection, at: depth, places: places)
  }
}
