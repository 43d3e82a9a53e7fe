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
