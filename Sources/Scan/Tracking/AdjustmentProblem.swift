import Geometry
import Markers
import Platform
internal import SolverBridge

/// An adjustment as flat arrays, as the solver takes it.
struct AdjustmentProblem {
  /// The frames that take part, and the markers.
  let taking, ids: [Int]
  private(set) var sightings: [SolverSighting] = []
  private(set) var poses, corners, cornersPerLens, cornerSigmas: [Double]
  private(set) var sideSigmas: [Double]
  private(set) var shared: SolverCalibration
  private(set) var sharedSigma = SolverCalibration()
  private let cameras: [SolverCamera]
  /// The squared sine of the angle between line of sight and normal, the mean over the sightings of each marker that has
  /// any, weighted with the squared cosine as fusion does.
  private(set) var obliquity: [Double] = []

  /// The problem of those chosen frames that have a pose.
  init(
    _ map: MarkerMap, cameraFromMap poses: [RigidTransform?], _ calibration: SelfCalibration,
    _ frames: [FrameObservations], among chosen: [Int], _ options: TrackingOptions
  ) {
    // Nothing holds the pose of a frame without a sighting: its equations would be singular.
    taking = chosen.filter {
      poses[$0] != nil && frames[$0].markers.contains { map.markers[$0.id] != nil && $0.metric != nil }
    }
    ids = map.ids
    self.poses = taking.flatMap { poses[$0]!.rowMajor }
    corners = ids.flatMap { map.markers[$0]!.corners.flatMap { [$0.x, $0.y, $0.z] } }
    cornersPerLens = Array(repeating: 0, count: SelfCalibration.lensTerms * corners.count)
    cornerSigmas = Array(repeating: 0, count: 4 * ids.count)
    sideSigmas = Array(repeating: .infinity, count: 4 * ids.count)
    shared = SolverCalibration(calibration.values)
    cameras = taking.map { frames[$0].camera.solver }
    let curvature = CapCurvature(of: map, options)
    let column = Dictionary(uniqueKeysWithValues: ids.enumerated().map { ($1, $0) })
    var (oblique, weights) = ([Double](repeating: 0, count: ids.count), [Double](repeating: 0, count: ids.count))
    for (row, frame) in taking.enumerated() {
      let motion = CameraMotion(around: frame, poses, frames)
      for marker in frames[frame].markers {
        guard let index = column[marker.id], let metric = marker.metric else { continue }
        let square = metric.weighingCosine * metric.weighingCosine
        oblique[index] += square * (1 - square)
        weights[index] += square
        let rates = map.markers[marker.id]!.depthRates(poses[frame]!, motion: motion, radius: curvature.radius)
        sightings.append(
          SolverSighting(
            marker, metric, frame: row, marker: index, cameras: frames[frame].cameras, rates: rates,
            depthDelay: frames[frame].depthDelay, options))
      }
    }
    obliquity = zip(oblique, weights).compactMap { $1 > 0 ? $0 / $1 : nil }
  }

  /// Adds a prior that holds the sides which show the print's size to the length that they should have.
  mutating func holdSides(of map: MarkerMap, to side: Double, _ options: TrackingOptions) {
    let sides = PrintedSides(of: map)
    // All sides share the error of the print: together they determine the scale no better than one print does.
    let sigma = options.printSigma * side * Double(sides.lengths.count).squareRoot()
    sideSigmas = map.ids.flatMap { map.markers[$0]!.sides.map { sides.tells($0) ? sigma : .infinity } }
  }

  /// Solves in place.
  mutating func solve(_ options: SolverOptions) throws(TrackingError) -> SolverSummary {
    var (summary, error, options) = (SolverSummary(), SolverError(), options)
    let counts = SolverCounts(
      frames: Int32(taking.count), markers: Int32(ids.count), sightings: Int32(sightings.count))
    let status = solver_adjust(
      counts, cameras, sightings, &poses, &corners, sideSigmas, &shared, &cornerSigmas, &cornersPerLens, &sharedSigma,
      &options, &summary, &error)
    guard status == 0 else { throw TrackingError.solverFailed(detail: error.text) }
    return summary
  }
}

extension RigidTransform {
  fileprivate var rowMajor: [Double] {
    let (r0, r1, r2) = rotation.rows
    return [r0, r1, r2, translation].flatMap { [$0.x, $0.y, $0.z] }
  }

  init(rowMajor v: ArraySlice<Double>) {
    let at = v.startIndex
    let vector = { (k: Int) in Vector3(v[at + k], v[at + k + 1], v[at + k + 2]) }
    self.init(rotation: Matrix3(rows: vector(0), vector(3), vector(6)), translation: vector(9))
  }
}

extension Camera {
  fileprivate var solver: SolverCamera {
    var camera = SolverCamera()
    (camera.fx, camera.fy, camera.cx, camera.cy) = (fx, fy, cx, cy)
    guard let lens else { return camera }
    camera.has_lens = 1
    withUnsafeMutableBytes(of: &camera.radial) { bytes in
      let terms = bytes.bindMemory(to: Double.self)
      for k in terms.indices { terms[k] = lens.radial[k] }
    }
    camera.tangential = (lens.tangential.x, lens.tangential.y)
    camera.centre = (lens.centre.x, lens.centre.y)
    return camera
  }
}

extension SolverOptions {
  /// Where Huber's loss turns from square to line, in standard deviations. Convention.
  private static let huberKnee = 2.0
  /// An adjustment that only has to find outliers ends when its cost falls by less than this share. Chosen for speed.
  private static let roughTolerance = 1e-3

  init(_ options: TrackingOptions, markerSide: Double) {
    self.init(
      huber: Self.huberKnee, marker_side_m: markerSide,
      prior_sigma: SolverCalibration(options.calibrationPrior), prior_mean: SolverCalibration(options.calibrationMean),
      focal_sigma: options.believedFocal?.sigma ?? 0, iterations: Int32(options.iterations),
      corner_sigma_m: options.cornerPrior,
      tolerance: options.isRough ? Self.roughTolerance : options.tolerance, poses_only: 0, sigmas: 0, threads: 1)
  }
}

extension SolverError {
  fileprivate var text: String {
    withUnsafeBytes(of: message) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }
}

// The unknowns as the solver has them: log focal scale, lens, depth scale − 1, depth field, time offset.

extension SelfCalibration {
  var values: [Double] {
    let depth: [Double] = [depthScale.value - 1] + depthField.map(\.value)
    return [log(focalScale.value)] + lens.map(\.value) + depth + [timeOffset.value]
  }

  init(_ values: [Double], sigmas: [Double]) {
    let focal = exp(values[0])
    let estimates = zip(values, sigmas).map { Estimate($0, sigma: $1) }
    let (lens, depth) = (1..<(1 + Self.lensTerms), 1 + Self.lensTerms)
    let field = (depth + 1)..<(depth + 1 + Self.fieldTerms)
    self.init(
      focalScale: .init(focal, sigma: focal * sigmas[0]), lens: Array(estimates[lens]),
      depthScale: .init(1 + values[depth], sigma: sigmas[depth]), depthField: Array(estimates[field]),
      timeOffset: estimates[field.upperBound])
  }
}

extension TrackingOptions {
  /// The prior that holds a focal length at what is believed of it, as a share of its deviation. With the deviation σ by the
  /// images and r by all that is believed, it then is off by (0.01 r / σ)² of what was found: a hundredth where r is ten σ.
  private static let holding = 0.01

  /// The priors' means in the order of the solver's unknowns.
  var calibrationMean: [Double] {
    let field = device?.depthField.map(\.value) ?? Array(repeating: 0, count: SelfCalibration.fieldTerms)
    return [believedFocal?.value ?? 0] + lensPriors.map { _ in 0 } + [depthScaleMean - 1] + field + [0]
  }

  /// The priors' standard deviations in the order of the solver's unknowns.
  var calibrationPrior: [Double] {
    let degrees = (0...SelfCalibration.fieldDegree).flatMap { Array(repeating: $0, count: $0 + 1) }
    let focal = believedFocal.map { Self.holding * $0.sigma } ?? focalScalePrior
    if let device {
      return [focal] + lensPriors + [device.depthScale.sigma] + device.depthField.map(\.sigma) + [timeOffsetPrior]
    }
    return [focal] + lensPriors + [depthScalePrior]
      + degrees.map { $0 == 0 ? depthOffsetPrior : depthFieldPrior * Double(1 << $0) } + [timeOffsetPrior]
  }
}

extension SolverCalibration {
  init(_ values: [Double]) {
    self.init()
    log_focal_scale = values[0]
    lens = (values[1], values[2])
    withUnsafeMutableBytes(of: &depth) { bytes in
      let terms = bytes.bindMemory(to: Double.self)
      for (k, value) in values.dropFirst(1 + SelfCalibration.lensTerms).enumerated() { terms[k] = value }
    }
  }

  var values: [Double] {
    [log_focal_scale, lens.0, lens.1] + withUnsafeBytes(of: depth) { Array($0.bindMemory(to: Double.self)) }
  }
}

extension SolverSighting {
  /// - Parameters:
  ///   - cameras: they tell where in the depth image a corner lies.
  ///   - rates: see ``MarkerMap/Marker/depthRates(_:motion:radius:)``.
  ///   - depthDelay: the delay that the recording states, seconds; the estimated one comes on top.
  init(
    _ observation: MarkerObservation, _ metric: MetricCorners, frame: Int, marker: Int, cameras: CameraPair,
    rates: [Double], depthDelay: Double, _ options: TrackingOptions
  ) {
    let c = observation.corners
    let p = metric.points
    // Neighbouring depth pixels err together, which the fit's own sigma leaves out; slanted ones err most.
    let cosine = metric.weighingCosine
    let floor = options.depthFloor / (cosine * cosine)
    let sigma = { (k: Int) in (metric.depthSigmas[k] * metric.depthSigmas[k] + floor * floor).squareRoot() }
    self.init()
    self.frame = Int32(frame)
    self.marker = Int32(marker)
    pixel = (c[0].x, c[0].y, c[1].x, c[1].y, c[2].x, c[2].y, c[3].x, c[3].y)
    pixel_sigma_px = options.pixelSigma / cosine
    let z = { (k: Int) in p[k].z - rates[k] * depthDelay }
    depth_m = (z(0), z(1), z(2), z(3))
    depth_sigma_m = (sigma(0), sigma(1), sigma(2), sigma(3))
    withUnsafeMutableBytes(of: &depth_term) { bytes in
      let terms = bytes.bindMemory(to: Double.self)
      for k in 0..<4 {
        let (place, start) = (cameras.depthPlace(of: c[k], at: p[k]), k * Int(SOLVER_DEPTH_TERMS))
        let field = DepthField.terms(place.x, place.y, degree: SelfCalibration.fieldDegree)
        terms[start] = p[k].z
        for (i, term) in field.enumerated() { terms[start + 1 + i] = term }
        terms[start + 1 + field.count] = -rates[k]
      }
    }
  }
}
