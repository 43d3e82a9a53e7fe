import Diagnostics
public import Geometry
public import Images
public import PointClouds
public import Workers

/// The clicked landmarks in the scan frame, and the clicks that could not be used.
public struct ClickedLandmarks: Sendable {
  /// What the clicks on each landmark agree on. A landmark of which no click lies in a posed frame is rejected.
  public let landmarks: HeadLandmarks
  /// The clicks that were left out of landmarks that are used, and that clicks scatter more than a person's do.
  public let discarded: [Finding]
  /// All clicks in the order in which they were given, with what became of them.
  public let clicks: [PlacedClick]

  /// Combines the clicks on each landmark.
  ///
  /// - Parameter view: a frame's view by the frame's index; nil where it has no pose, so that its clicks can't be used.
  public init(
    _ clicks: [ClickSighting], options: PickedLandmarkOptions = PickedLandmarkOptions(),
    workers: Workers = Workers(count: 1), view: @Sendable (Int) -> ClickView?
  ) {
    let positions = workers.map(clicks.count) { view(clicks[$0].frame)?.position(of: clicks[$0]) }
    var (estimates, discarded): ([Landmark: LandmarkEstimate], [Finding]) = ([:], [])
    var placed = clicks.map { PlacedClick($0) }
    let groups = Dictionary(grouping: clicks.indices, by: { clicks[$0].landmark })
    for (landmark, group) in groups.sorted(by: { $0.key < $1.key }) {
      let source = clicks[group[0]].source
      let model = LandmarkEstimate.ClickModel(source, options)
      let posed = group.filter { positions[$0] != nil }
      let points = posed.compactMap { positions[$0] }
      guard let estimate = LandmarkEstimate.combining(points, source: source, model: model) else {
        estimates[landmark] = LandmarkEstimate(
          position: .zero, standardDeviation: 0, evidence: 0, source: source,
          rejection: Finding(.landmarksNoPose, frames: group.map { clicks[$0].frameName }))
        continue
      }
      estimates[landmark] = estimate
      let apart = LandmarkEstimate.outliers(points, source: source, model: model)
      for (index, point) in zip(posed, points) { placed[index].residual = (point - estimate.position).length }
      for index in Set(posed.indices).subtracting(apart) { placed[posed[index]].isUsed = estimate.rejection == nil }
      guard estimate.rejection == nil else { continue }
      let poseless = group.filter { positions[$0] == nil }.map { clicks[$0].frameName }
      if !poseless.isEmpty {
        discarded.append(Finding(.landmarksClickWithoutPose, ["landmarks": landmark.shown], frames: poseless))
      }
      if let farthest = apart.map({ (points[$0] - estimate.position).length }).max() {
        discarded.append(
          Finding(
            .landmarksClickApart, ["landmarks": landmark.shown, "apart_mm": .millimetres(farthest)],
            frames: apart.map { clicks[posed[$0]].frameName }))
      }
    }
    discarded += [Self.scatter(of: placed, HeadLandmarks(estimates))].compactMap(\.self)
    (landmarks, self.discarded, self.clicks) = (HeadLandmarks(estimates), discarded, placed)
  }
}

extension ClickedLandmarks {
  /// Clicks that scatter by more than this along each axis of the skin, over all landmarks, are asked about, metres.
  /// Twice what is expected; 0.55 on practice_a, 3.5 with its frames named two too late.
  private static let mostScatter = 0.002
  /// The fewest degrees of freedom from which that is told. Derived: six exceed twice what is expected by chance in one
  /// set of clicks of 2000.
  private static let fewestFreedom = 6

  /// A warning where the clicks on all landmarks, those left out of them aside, scatter more than a person's do; nil where
  /// they don't, or are too few.
  private static func scatter(of clicks: [PlacedClick], _ landmarks: HeadLandmarks) -> Finding? {
    let kept = clicks.filter { click in
      click.sighting.source == .picked && click.residual != nil
        && (click.isUsed || landmarks.estimates[click.sighting.landmark]?.rejection != nil)
    }
    // Two degrees of freedom a click, which lies on the surface; those of the landmarks' places are used up.
    let freedom = 2 * (kept.count - Set(kept.map(\.sighting.landmark)).count)
    guard freedom >= fewestFreedom else { return nil }
    let scatter = (kept.reduce(0) { $0 + $1.residual! * $1.residual! } / Double(freedom)).squareRoot()
    guard scatter > mostScatter else { return nil }
    return Finding(
      .landmarksClicksScatter,
      [
        "scatter_mm": .millimetres(scatter, decimals: 1), "limit_mm": .millimetres(mostScatter, decimals: 1),
      ])
  }
}

/// A click on a landmark, with what became of it.
public struct PlacedClick: Sendable, Equatable {
  /// The click.
  public let sighting: ClickSighting
  /// Its distance in metres from where all clicks on the landmark agree; nil in a frame without a pose.
  public internal(set) var residual: Double?
  /// Whether the landmark was made of it.
  public internal(set) var isUsed = false

  init(_ sighting: ClickSighting) { self.sighting = sighting }
}

/// A click on a landmark with the depth that was measured there.
public struct ClickSighting: Sendable, Equatable {
  /// The landmark, and who says that it is there.
  public let landmark: Landmark
  /// Where the click comes from.
  public let source: LandmarkSource
  /// The frame's index in the recording.
  public let frame: Int
  /// The frame's name, as the landmark file has it.
  public let frameName: String
  /// The pixel; centres at integers.
  public let pixel: Vector2
  /// Metres along the colour camera's optical axis, as measured.
  public let depth: Double
  /// The place across the depth image, −1 … 1, where it was measured; nil where depth lies in the colour image.
  public let depthPlace: Vector2?

  /// The fewest valid pixels around a click. Assumed.
  private static let fewestPixels = 8
  /// How far around the click they are counted, pixels. Assumed.
  private static let pixelReach = 3
  /// Depth that differs from the neighbours' median by more than this share belongs to another surface. Assumed.
  private static let sameSurface = 0.03

  /// A click from its parts.
  public init(
    landmark: Landmark, source: LandmarkSource, frame: Int, frameName: String, pixel: Vector2, depth: Double,
    depthPlace: Vector2? = nil
  ) {
    (self.landmark, self.source, self.frame, self.frameName) = (landmark, source, frame, frameName)
    (self.pixel, self.depth, self.depthPlace) = (pixel, depth, depthPlace)
  }

  /// The depth at a pixel of the colour image in metres: a plane (linear in inverse depth) through its valid neighbours, those of another surface
  /// left out; nil where too few are valid.
  public static func depth(at pixel: Vector2, in image: RegisteredDepth) -> Double? {
    var samples = image.samples(around: pixel, reach: pixelReach).filter { $0.depth > 0 }.map { sample in
      (offset: (sample.place - pixel) * image.density, inverse: 1 / sample.depth)
    }
    let middle = RobustStatistics.median(samples.map(\.inverse))
    samples.removeAll { abs($0.inverse / middle - 1) > sameSurface }
    guard samples.count >= fewestPixels else { return nil }
    var equations = LeastSquares(unknowns: 3)
    for sample in samples { equations.add([1, sample.offset.x, sample.offset.y], value: sample.inverse) }
    guard let plane = equations.solved()?.solution, plane[0] > 0 else { return nil }
    return 1 / plane[0]
  }
}

/// A posed frame in which landmarks are clicked: what brings a pixel into the scan frame and back.
public struct ClickView: Sendable {
  /// The colour camera with the corrected focal length.
  public let camera: Camera
  /// The camera's pose.
  public let scanFromCamera: RigidTransform
  /// What is added to depth as measured.
  public let depthCorrection: DepthCorrection
  /// The surface in the scan frame; nil where there is none yet.
  public let surface: Mesh?

  /// The farthest that a surface may lie from the frame's own depth to be the one clicked on, metres. Assumed.
  private static let surfaceReach = 0.008

  /// A view from its parts.
  public init(
    camera: Camera, scanFromCamera: RigidTransform, depthCorrection: DepthCorrection, surface: Mesh? = nil
  ) {
    (self.camera, self.scanFromCamera) = (camera, scanFromCamera)
    (self.depthCorrection, self.surface) = (depthCorrection, surface)
  }

  /// Where a click lies in the scan frame, metres: where its ray meets the surface near the depth that was measured there,
  /// else at that depth.
  ///
  /// The surface is the mean of many frames and belongs to no moment, so neither one frame's noise nor a delay of its depth
  /// against its colour gets into the landmark.
  public func position(of click: ClickSighting) -> Vector3 {
    let place =
      click.depthPlace ?? DepthCorrection.normalized(click.pixel, width: camera.width, height: camera.height)
    let depth = depthCorrection.corrected(click.depth, at: place)
    let measured = scanFromCamera * (camera.ray(click.pixel) * depth)
    let eye = scanFromCamera.translation
    let direction = (measured - eye).normalized
    guard let hit = surface?.firstHit(origin: eye, direction: direction),
      abs(hit - (measured - eye).length) < Self.surfaceReach
    else { return measured }
    return eye + direction * hit
  }

  /// Where a point of the scan frame (metres) appears, and its depth; nil for one behind the camera or next to it.
  public func projection(of point: Vector3) -> (pixel: Vector2, depth: Double)? {
    let local = scanFromCamera.inverse * point
    return local.z > Self.nearest ? (camera.project(local), local.z) : nil
  }

  /// Nothing is clicked nearer to the camera than this, metres.
  private static let nearest = 0.05
}
