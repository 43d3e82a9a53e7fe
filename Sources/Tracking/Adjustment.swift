import Geometry
import Markers
internal import SolverBridge

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Poses and marker map that explain all sightings best.
struct Adjustment {
  /// `cameraFromMap` of each frame; nil for frames that take no part.
  var cameraFromMap: [RigidTransform?]
  var map: MarkerMap
  var calibration: SelfCalibration
  private(set) var reprojectionRMS = Double.nan
  private(set) var depthRMS = Double.nan

  /// Adjusts poses and corners to the sightings; frames without a pose and markers outside the map take no part.
  mutating func adjust(_ frames: [FrameObservations], markerSide: Double, options: TrackingOptions)
    throws(TrackingError)
  {
    let taking = frames.indices.filter { cameraFromMap[$0] != nil }
    let ids = map.ids
    let column = Dictionary(uniqueKeysWithValues: ids.enumerated().map { ($1, $0) })
    var sightings: [SolverSighting] = []
    for (row, frame) in taking.enumerated() {
      for marker in frames[frame].markers {
        guard let index = column[marker.id], let metric = marker.metric else { continue }
        sightings.append(SolverSighting(marker, metric, frame: row, marker: index, options))
      }
    }
    guard !sightings.isEmpty else { throw TrackingError.nothingAgrees }
    var poses = taking.flatMap { cameraFromMap[$0]!.rowMajor }
    var corners = ids.flatMap { map.markers[$0]!.corners.flatMap { [$0.x, $0.y, $0.z] } }
    var sigmas = [Double](repeating: 0, count: 4 * ids.count)
    var covariances = [Double](repeating: 0, count: 36 * taking.count)
    var shared = calibration.solver
    var sharedSigma = SolverCalibration()
    let cameras = taking.map { frames[$0].camera.solver }
    var solverOptions = SolverOptions(options, markerSide: markerSide, sides: 4 * ids.count)
    var summary = SolverSummary()
    var error = SolverError()
    var problem = SolverProblem()
    problem.frames = Int32(taking.count)
    problem.markers = Int32(ids.count)
    problem.sightings = Int32(sightings.count)
    let status = cameras.withUnsafeBufferPointer { cameras in
      sightings.withUnsafeBufferPointer { sightings in
        poses.withUnsafeMutableBufferPointer { poses in
          corners.withUnsafeMutableBufferPointer { corners in
            sigmas.withUnsafeMutableBufferPointer { sigmas in
              covariances.withUnsafeMutableBufferPointer { covariances in
                withUnsafeMutablePointer(to: &shared) { shared in
                  withUnsafeMutablePointer(to: &sharedSigma) { sharedSigma in
                    problem.cameras = cameras.baseAddress
                    problem.sighting = sightings.baseAddress
                    problem.poses = poses.baseAddress
                    problem.corners = corners.baseAddress
                    problem.corner_sigma_m = sigmas.baseAddress
                    problem.pose_covariance = covariances.baseAddress
                    problem.calibration = shared
                    problem.calibration_sigma = sharedSigma
                    return solver_adjust(&problem, &solverOptions, &summary, &error)
                  }
                }
              }
            }
          }
        }
      }
    }
    guard status == 0 else { throw TrackingError.solverFailed(detail: error.text) }
    for (row, frame) in taking.enumerated() { cameraFromMap[frame] = RigidTransform(rowMajor: poses[(12 * row)...]) }
    for (index, id) in ids.enumerated() {
      for k in 0..<4 {
        let at = 12 * index + 3 * k
        map.markers[id]!.corners[k] = [corners[at], corners[at + 1], corners[at + 2]]
        map.markers[id]!.cornerSigmas[k] = sigmas[4 * index + k]
      }
      map.markers[id]!.sightings = sightings.count { Int($0.marker) == index }
    }
    calibration = SelfCalibration(shared, sigma: sharedSigma)
    reprojectionRMS = summary.reprojection_rms_px
    depthRMS = summary.depth_rms_m
  }
}

extension RigidTransform {
  fileprivate var rowMajor: [Double] {
    let (r0, r1, r2) = rotation.rows
    return [r0, r1, r2, translation].flatMap { [$0.x, $0.y, $0.z] }
  }

  fileprivate init(rowMajor v: ArraySlice<Double>) {
    let at = v.startIndex
    let vector = { (k: Int) in Vector3(v[at + k], v[at + k + 1], v[at + k + 2]) }
    self.init(rotation: Matrix3(rows: vector(0), vector(3), vector(6)), translation: vector(9))
  }
}

extension PinholeCamera {
  fileprivate var solver: SolverCamera { SolverCamera(fx: fx, fy: fy, cx: cx, cy: cy) }
}

extension SolverSighting {
  fileprivate init(
    _ observation: MarkerObservation, _ metric: MetricCorners, frame: Int, marker: Int, _ options: TrackingOptions
  ) {
    let c = observation.corners
    let p = metric.points
    // Neighbouring depth pixels err together, which the fit's own sigma does not know; slanted ones err most.
    let cosine = max(metric.viewCosine, 0.1)
    let floor = options.depthFloor / (cosine * cosine)
    let s = metric.depthSigmas.map { ($0 * $0 + floor * floor).squareRoot() }
    self.init(
      frame: Int32(frame), marker: Int32(marker),
      pixel: (c[0].x, c[0].y, c[1].x, c[1].y, c[2].x, c[2].y, c[3].x, c[3].y),
      pixel_sigma_px: options.pixelSigma / cosine,
      depth_m: (p[0].z, p[1].z, p[2].z, p[3].z), depth_sigma_m: (s[0], s[1], s[2], s[3]))
  }
}

extension SolverOptions {
  fileprivate init(_ options: TrackingOptions, markerSide: Double, sides: Int) {
    // All sides share the error of the print: together they know no more of the scale than one print does.
    let sideSigma = options.printSigma * markerSide * Double(sides).squareRoot()
    self.init(
      huber: 2, marker_side_m: markerSide,
      marker_side_sigma_m: sideSigma,
      prior_sigma: SolverCalibration(
        log_focal_scale: options.focalScalePrior, depth_scale: options.depthScalePrior,
        depth_offset_m: options.depthOffsetPrior),
      iterations: Int32(options.iterations))
  }
}

extension SelfCalibration {
  fileprivate var solver: SolverCalibration {
    SolverCalibration(
      log_focal_scale: log(focalScale.value), depth_scale: depthScale.value - 1, depth_offset_m: depthOffset.value)
  }

  fileprivate init(_ value: SolverCalibration, sigma: SolverCalibration) {
    self.init(
      focalScale: .init(
        value: exp(value.log_focal_scale), sigma: exp(value.log_focal_scale) * sigma.log_focal_scale),
      depthScale: .init(value: 1 + value.depth_scale, sigma: sigma.depth_scale),
      depthOffset: .init(value: value.depth_offset_m, sigma: sigma.depth_offset_m))
  }
}

extension SolverError {
  fileprivate var text: String {
    withUnsafeBytes(of: message) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }
}
