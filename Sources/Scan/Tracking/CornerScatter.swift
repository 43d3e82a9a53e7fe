import Geometry
import Markers

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
