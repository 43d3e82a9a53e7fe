import Geometry
import PointClouds

/// Nose and ears of one candidate, examined several times with different pitches of the head and smoothings of the
/// surface.
struct FaceSurvey {
  /// What is known of each landmark.
  let readings: [Landmark: LandmarkReading]
  /// Sizes of nose and ears; nil where a single look saw only some of them.
  let features: FaceSizes?

  /// - Returns: nil where the nose or an ear is not one.
  init?(_ surface: HeadSurface, _ face: FaceCandidate, _ options: AutomaticLandmarkOptions) {
    guard let pose = Self.settled(surface, face, options) else { return nil }
    var (roots, left, right): ([NasalRoot], [EarOutline], [EarOutline]) = ([], [], [])
    for pitch in options.pitches {
      for sigma in options.smoothings {
        let pitched = pose.pitched(by: pitch)
        NasalRoot(surface, nose: face.nose, pose: pitched, sigma: sigma, options.nose).map { roots.append($0) }
        let ears = Self.ears(surface, face, pitched, sigma: sigma, options.ear)
        ears.left.map { left.append($0) }
        ears.right.map { right.append($0) }
      }
    }
    let looks = options.pitches.count * options.smoothings.count
    guard let nose = LandmarkReading(roots, of: looks, options),
      let tip = LandmarkReading(tipsOf: roots, of: looks, options),
      let tragionLeft = LandmarkReading(left, of: looks, options),
      let tragionRight = LandmarkReading(right, of: looks, options)
    else { return nil }
    var readings: [Landmark: LandmarkReading] = [
      .sellion: nose, .noseTip: tip, .tragionLeft: tragionLeft, .tragionRight: tragionRight,
    ]
    LandmarkReading.compare(&readings, options.checks)
    self.readings = readings
    features = .init(
      rootDepth: RobustStatistics.median(roots.map(\.depth)),
      earHeightLeft: RobustStatistics.median(left.map(\.height)),
      earHeightRight: RobustStatistics.median(right.map(\.height)),
      protrusionLeft: RobustStatistics.median(left.map(\.protrusion)),
      protrusionRight: RobustStatistics.median(right.map(\.protrusion)))
  }

  /// A single look at where landmarks were picked, in the pose that they give; what does not show has no reading.
  init(
    near sellion: Vector3, tragionLeft: Vector3, tragionRight: Vector3, on surface: HeadSurface,
    _ options: AutomaticLandmarkOptions
  ) {
    let pose = FacePose(sellion: sellion, tragionLeft: tragionLeft, tragionRight: tragionRight, options)
    let ahead = (sellion - (tragionLeft + tragionRight) / 2).length
    let behind = pose.forward * options.nearby.earBehind
    let face = FaceCandidate(
      nose: sellion - pose.up * (options.nearby.tipBelow * ahead), earLeft: tragionLeft - behind,
      earRight: tragionRight - behind, height: 0)
    let sigma = options.smoothings[1]
    let roots = [NasalRoot(surface, nose: face.nose, pose: pose, sigma: sigma, options.nose)].compactMap(\.self)
    let ears = Self.ears(surface, face, pose, sigma: sigma, options.ear)
    readings = [
      .sellion: LandmarkReading(roots, of: 1, options), .noseTip: LandmarkReading(tipsOf: roots, of: 1, options),
      .tragionLeft: LandmarkReading([ears.left].compactMap(\.self), of: 1, options),
      .tragionRight: LandmarkReading([ears.right].compactMap(\.self), of: 1, options),
    ].compactMapValues(\.self)
    features = nil
  }

  /// Both ears; one whose lower end was not scanned takes its height from the other. Ears differ by little in height,
  /// so this moves neither tragion onto the other's mirror image.
  private static func ears(
    _ surface: HeadSurface, _ face: FaceCandidate, _ pose: FacePose, sigma: Double,
    _ options: EarConstants
  ) -> (left: EarOutline?, right: EarOutline?) {
    let look = { (isLeft: Bool, height: Double?) in
      EarOutline(
        surface, ear: isLeft ? face.earLeft : face.earRight, pose: pose, side: isLeft ? -pose.right : pose.right,
        sigma: sigma, options, otherHeight: height)
    }
    var (left, right) = (look(true, nil), look(false, nil))
    guard let l = left, let r = right, min(l.lowerEnd, r.lowerEnd) < options.lowerEndMissing,
      max(l.lowerEnd, r.lowerEnd) >= options.lowerEndSound
    else {
      return (left, right)
    }
    if l.lowerEnd < r.lowerEnd { left = look(true, r.height) } else { right = look(false, l.height) }
    return (left, right)
  }

  /// The pose that the landmarks themselves give.
  private static func settled(
    _ surface: HeadSurface, _ face: FaceCandidate, _ options: AutomaticLandmarkOptions
  ) -> FacePose? {
    var pose = FacePose(face, options)
    let sigma = options.smoothings[1]
    for _ in 0..<2 {
      guard let root = NasalRoot(surface, nose: face.nose, pose: pose, sigma: sigma, options.nose),
        case (let left?, let right?) = ears(surface, face, pose, sigma: sigma, options.ear)
      else { return nil }
      pose = FacePose(sellion: root.sellion, tragionLeft: left.tragion, tragionRight: right.tragion, options)
    }
    return pose
  }
}
