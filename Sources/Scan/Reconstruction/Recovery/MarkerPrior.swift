import Geometry
import Markers
import PointClouds
import Tracking

/// The prior of a depth camera's pose from the few markers of its frame.
package struct MarkerPrior {
  package let prior: PosePrior

  /// The farthest that markers may move the prediction, metres: others are strays. Assumed.
  private static let markerReach = 0.03

  /// The prior from the frame's usable markers that the map has; nil without any, or where depth was taken at another
  /// moment than the image in which they are seen.
  ///
  /// A delay of depth within the verdict's tolerance counts as none: an estimated one is never exactly 0.
  ///
  /// - Parameter atAnyDelay: with any delay, for how well the pose is known and not for the pose itself.
  package init?(_ tracking: Tracking, frame: Int, _ choices: ReconstructionOptions, atAnyDelay: Bool = false) {
    guard atAnyDelay || abs(tracking.depthDelay(frame)) < SelfCalibration.delayTolerance else { return nil }
    let observations = tracking.observations[frame]
    let cameras = observations.cameras
    let (camera, depthFromColor) = (tracking.calibration.corrected(cameras.color), cameras.colorFromDepth.inverse)
    let options = choices.tracker
    let cornerSigma = options.pixelSigma(whereFound: tracking.calibration.cornerSigma)
    var (seen, places, sigmas) = ([Vector3](), [Vector3](), [(across: Double, along: Double)]())
    for marker in observations.markers {
      guard let metric = marker.metric, let mapped = tracking.map.markers[marker.id] else { continue }
      let cosine = metric.weighingCosine
      for k in 0..<4 {
        let z = tracking.depthCorrection.corrected(
          metric.points[k].z, at: cameras.depthPlace(of: marker.corners[k], at: metric.points[k]))
        let floor = options.depthFloor / (cosine * cosine)
        seen.append(depthFromColor * (camera.ray(marker.corners[k]) * z))
        places.append(mapped.corners[k])
        sigmas.append(
          (
            cornerSigma / cosine * z / camera.fx,
            (metric.depthSigmas[k] * metric.depthSigmas[k] + floor * floor).squareRoot()
          ))
      }
    }
    guard let prior = PosePrior(seen: seen, places: places, sigmas: sigmas) else { return nil }
    self.prior = prior
  }

  /// The prior, unless it contradicts a prediction too much to be the cap's.
  func prior(near prediction: RigidTransform) -> PosePrior? {
    let place = prior.pose.inverse * prior.pivot
    return (prediction * place - prior.pivot).length < Self.markerReach ? prior : nil
  }
}
