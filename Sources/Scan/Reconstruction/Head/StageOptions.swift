import Geometry
public import Files
public import PointClouds

/// The passes over the frames that fuse them.
public struct FusionPassConstants: Sendable, Equatable {
  /// The number of frames, evenly chosen, whose colours are averaged.
  ///
  /// Evidence: chosen for speed: decoding a colour image takes 1.1 ms, Docs/decisions/fusion.md (Decoding).
  public let paintedFrames = 150
  /// The number of frames, evenly chosen, whose points are kept for the check for slips.
  ///
  /// Evidence: Docs/methods/slips.md (Detecting a slip); the number itself is assumed.
  public let sampledFrames = 150
  /// The step between these points along both axes, in pixels.
  ///
  /// Evidence: assumed: a point for each patch of 4 mm; no measurement behind it.
  public let pixelStep = 8

  /// The defaults.
  public init() {}
}

/// How frames that the markers leave without a pose get one from the surface.
public struct RecoveryConstants: Sendable, Equatable {
  /// The share of all frames that must lack a pose before a pass over the model is worth its time.
  ///
  /// Evidence: chosen for speed; no measurement of the accuracy behind it.
  public let leastShare = 0.02
  /// The fewest posed frames of a model.
  ///
  /// Evidence: assumed: no measurement behind it.
  public let fewestPosed = 8
  /// The most frames of the model.
  ///
  /// Evidence: chosen for speed; no measurement of the accuracy behind it.
  public let modelFrames = 100
  /// The distance between the model's voxels, metres.
  ///
  /// Evidence: chosen for speed; Docs/decisions/fusion.md (Voxels of 1.25 mm, truncation 3 mm) has its surface error.
  public let voxelSize = 0.0015
  /// The farthest that markers may move the prediction, metres: others are strays.
  ///
  /// Evidence: assumed: no measurement behind it.
  public let markerReach = 0.03
  /// The farthest in time that a known pose counts, seconds.
  ///
  /// Evidence: assumed: no measurement behind it.
  public let reach = 1.0
  /// The widest gap between known poses, in frames, across which a pose is predicted.
  ///
  /// Evidence: assumed: no measurement behind it.
  public let widestGap = 12
  /// How fast a held head and a hand-held camera move against each other at most, m/s.
  ///
  /// Evidence: assumed: no measurement behind it.
  public let fastest = 0.6
  /// How fast they turn against each other at most, rad/s.
  ///
  /// Evidence: assumed: no measurement behind it.
  public let fastestTurn = 2.5
  /// The fewest poses from which the steadiness of the camera is estimated.
  ///
  /// Evidence: assumed: no measurement behind it.
  public let fewestSpread = 10
  /// What is allowed on top of the fastest motion, metres: the error of a pose.
  ///
  /// Evidence: assumed: no measurement behind it.
  public let slack = 0.005
  /// What is allowed on top of the fastest turn, radians.
  ///
  /// Evidence: assumed: no measurement behind it.
  public let turnSlack = 0.05

  /// The defaults.
  public init() {}
}

/// How a head is tracked by its surface alone.
public struct MarkerlessConstants: Sendable, Equatable {
  /// How far away a head is held, metres; nearer is a hand over the lens, farther the room.
  ///
  /// Evidence: assumed: the usual range of a TrueDepth camera with room; no measurement behind it.
  public let range = 0.15...0.6
  /// The least share of the middle of the image that must lie there.
  ///
  /// Evidence: assumed: no measurement behind it.
  public let leastShare = 0.04
  /// The fewest points in which a head is looked for.
  ///
  /// Evidence: assumed: no measurement behind it.
  public let fewestPoints = 20
  /// How deep behind its nearest point a head is looked for, metres.
  ///
  /// Evidence: assumed: about a head's radius; no measurement behind it.
  public let depth = 0.06
  /// How far behind its nearest point a head's middle lies, metres.
  ///
  /// Evidence: assumed: an infant's at half a year.
  public let headRadius = UsualHead.radius
  /// The radius of the ball that is tracked, metres: the head and as little as possible of what does not move with it.
  ///
  /// Evidence: assumed: no measurement behind it.
  public let reach = 0.115
  /// The model's voxels, metres.
  ///
  /// Evidence: chosen for speed; Docs/evaluation/tracking.md (Without a cap) has the surface error with it.
  public let voxelSize = 0.002
  /// The number of posed frames from one fused frame to the next.
  ///
  /// Evidence: chosen for speed; no measurement of the accuracy behind it.
  public let fuseEvery = 2
  /// After how many fused frames the model is renewed.
  ///
  /// Evidence: chosen for speed; no measurement of the accuracy behind it.
  public let renewEvery = 5
  /// The turn since the last fused frame after which the next is fused in any case, radians.
  ///
  /// Evidence: assumed: 3°; no measurement behind it.
  public let fuseTurn = 0.05
  /// The turn since the last renewal after which the model is renewed in any case, radians.
  ///
  /// Evidence: assumed: 9°; no measurement behind it.
  public let renewTurn = 0.15
  /// How far a pose may be turned from where the motion before leads, standard deviation in rad/s.
  ///
  /// Evidence: assumed: no measurement behind it.
  public let turnSigma = 0.6
  /// The same for its place, m/s.
  ///
  /// Evidence: assumed: no measurement behind it.
  public let shiftSigma = 0.12
  /// The largest standard deviation of a pose along its least certain direction, metres: the next frames resolve it.
  ///
  /// Evidence: assumed: no measurement behind it; the closure shows how far the ends of the scan drift apart.
  public let largestDeviation = 0.004
  /// The share of the frames that counts as beginning, and as end, of the closure.
  ///
  /// Evidence: assumed: a third; no measurement behind it.
  public let closureShare = 0.33
  /// The most frames of either end that take part.
  ///
  /// Evidence: chosen for speed; no measurement of the accuracy behind it.
  public let mostClosureFrames = 60
  /// The fewest registrations for a closure.
  ///
  /// Evidence: assumed: no measurement behind it.
  public let fewestClosureFrames = 3
  /// The standard deviation of the radius where only the surface holds the views together, metres.
  ///
  /// Evidence: Docs/evaluation/tracking.md (Without a cap): CVAI was off by 0.8 RMS on seven simulated scans.
  public let surfaceDeviation = 0.0006
  /// The step along both axes of the image, in pixels, at which a head is looked for.
  ///
  /// Evidence: chosen for speed; no measurement of the accuracy behind it.
  public let seedStep = 4
  /// The quantile of depth that counts as a head's nearest point.
  ///
  /// Evidence: assumed: no measurement behind it.
  public let nearestShare = 0.05
  /// Poses farther apart in time than this tell nothing of the next one, seconds.
  ///
  /// Evidence: assumed: no measurement behind it.
  public let longestMotion = 0.3
  /// How far ahead a motion is carried on, in intervals of the two poses that tell it.
  ///
  /// Evidence: assumed: no measurement behind it.
  public let farthestAhead = 2.0
  /// A pose is never predicted as if less time than this had passed, seconds.
  ///
  /// Evidence: assumed: no measurement behind it.
  public let leastInterval = 0.02
  /// After each of this many fused frames the model is renewed.
  ///
  /// Evidence: assumed: no measurement behind it.
  public let firstRenewals = 4
  /// The evidence that a voxel of the model needs for each fused frame, up to 1.
  ///
  /// Evidence: derived: a single view from 45 cm has a weight of a fifth.
  public let sightPerView = 0.2
  /// The largest head's region, from the sphere through the model, in radii of the tracked ball.
  ///
  /// Evidence: assumed: no measurement behind it.
  public let mostGrowth = 1.2

  /// The defaults.
  public init() {}
}

/// How slips of the whole cap are found and taken back.
public struct SlipOptions: OptionTable {
  /// Surface nearer to a marker's centre than this is the cap's, metres.
  ///
  /// Evidence: Docs/decisions/tracking.md (A slip is searched in sums of patches, not in registrations of frames); markers stand about 25 mm apart.
  public let capReach = 0.022
  /// The least slip: how far it moves the head's surface, root mean square, metres; about 0.6°.
  ///
  /// Evidence: sound scans show up to 0.5 mm, and more only where it is less certain; Docs/evaluation/slips.md (Slips of the whole cap).
  public var leastSize = 0.00055
  /// Its least significance: χ² with six degrees of freedom.
  ///
  /// Evidence: Docs/evaluation/slips.md (Slips of the whole cap): at most 62 in sound scans, at least 180 at 1°.
  public var leastSignificance = 90.0
  /// Its least size in standard deviations of it.
  ///
  /// Evidence: at most 3.3 in sound scans beside the size, at least 5.6 at 1° (the phantoms of Docs/evaluation/slips.md).
  public let leastRatio = 3.0
  /// The time before and after a slip that is not used, seconds: it may take a while.
  ///
  /// Evidence: assumed: all simulated slips take half a second.
  public let margin = 1.0
  /// The fewest posed frames of a part of the scan that is used.
  ///
  /// Evidence: assumed: no measurement behind it.
  public let fewestFrames = 12
  /// A slip that moves the surface by more than this in the whole recording, about 4°, has spoilt the whole's estimate of the sensor, metres.
  ///
  /// Evidence: Docs/evaluation/slips.md (Calibration of the parts).
  public let spoiling = 0.0032
  /// The most times that a part is split again.
  ///
  /// Evidence: assumed: two or three rounds were needed on the phantoms of Docs/evaluation/slips.md.
  public let mostParts = 5
  /// The number of views of a part that are registered.
  ///
  /// Evidence: chosen for speed; no measurement of the accuracy behind it.
  public let views = 60
  /// How a motion of the bare surface is looked for.
  public let change = MotionChangeConstants()

  /// The defaults.
  public init() {}

  public static let table: [OptionEntry<SlipOptions>] = [
    .number("least_size_m", \.leastSize, 1e-5...0.02),
    .number("least_significance", \.leastSignificance, 0...10_000),
  ]
}

/// The errors of the surface's radius and scale, for the intervals of the measures.
public struct SurfaceErrorOptions: OptionTable {
  /// The error that both halves of a scan share, standard deviation of the radius at one place, metres.
  ///
  /// Evidence: simulated scans, Docs/methods/uncertainty.md.
  public var shared = 0.00006
  /// The standard deviation where a scan is too short for a closure, metres.
  ///
  /// Evidence: assumed: no measurement behind it; Docs/methods/uncertainty.md states it.
  public var withoutClosure = 0.001
  /// The relative standard deviation of a focal length that was not estimated.
  ///
  /// Evidence: factories' focal lengths against calibrated ones on good devices, Docs/methods/uncertainty.md.
  public var focal = 0.004
  /// How far the cloth may be stretched at the crown, as a share of its length; anything from nothing to this is as likely.
  ///
  /// Evidence: assumed: no measurement behind it; Docs/methods/uncertainty.md states it.
  public var stretch = 0.05
  /// By how much the markers of a cap that is stretched at the crown are larger on average, as the adjustment weighs them,
  /// as a share of that.
  ///
  /// Evidence: simulated scans of two heads, Docs/decisions/measures.md (Stretched cloth is in the interval).
  public let stretchOnAverage = 0.32

  /// The defaults.
  public init() {}

  public static let table: [OptionEntry<SurfaceErrorOptions>] = [
    .number("shared_m", \.shared, 0...0.02),
    .number("without_closure_m", \.withoutClosure, 0...0.02),
    .number("focal", \.focal, 0...0.5),
    .number("stretch", \.stretch, 0...0.5),
  ]
}

/// The surface on which landmarks are looked for.
public struct FaceSearchConstants: Sendable, Equatable {
  /// The least sum of weights of a voxel: one view from 0.36 m under 50° has as much.
  ///
  /// Evidence: Docs/decisions/fusion.md (A second volume to find faces in): with 1 small holes stay.
  public let leastSight = 0.3
  /// The most frames that are fused: of more, every second, third, ….
  ///
  /// Evidence: chosen for speed; no measurement of the accuracy behind it.
  public let mostFrames = 400
  /// Fewer markers do not tell where the crown is.
  ///
  /// Evidence: assumed: no measurement behind it.
  public let fewestMarkers = 8

  /// The defaults.
  public init() {}
}
