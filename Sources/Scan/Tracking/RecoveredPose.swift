import Diagnostics
import Geometry

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
      let motion = Motion(around: frame, depthPoses, observations)
      if let motion { scanFromCamera[frame] = motion.later(pose.scanFromCamera, by: -depthDelay(frame)) }
    }
  }
}
