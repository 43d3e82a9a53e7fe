import Geometry
import Markers
internal import SolverBridge

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
    let motions = taking.map { Motion(around: $0, cameraFromMap, frames.map(\.time)) }
    var sightings: [SolverSighting] = []
    for (row, frame) in taking.enumerated() {
      for marker in frames[frame].markers {
        guard let index = column[marker.id], let metric = marker.metric else { continue }
        sightings.append(
          SolverSighting(
            marker, metric, frame: row, marker: index, image: frames[frame].camera,
            rates: depthRates(of: metric, map.markers[marker.id]!, motion: motions[row]), options))
      }
    }
    guard !sightings.isEmpty else { throw TrackingError.nothingAgrees }
    var poses = taking.flatMap { cameraFromMap[$0]!.rowMajor }
    var corners = ids.flatMap { map.markers[$0]!.corners.flatMap { [$0.x, $0.y, $0.z] } }
    var sigmas = [Double](repeating: 0, count: 4 * ids.count)
    var covariances = [Double](repeating: 0, count: 36 * taking.count)
    var shared = SolverCalibration(calibration.values)
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
    calibration = SelfCalibration(shared.values, sigmas: sharedSigma.values)
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

extension SolverOptions {
  fileprivate init(_ options: TrackingOptions, markerSide: Double, sides: Int) {
    // All sides share the error of the print: together they know no more of the scale than one print does.
    let sideSigma = options.printSigma * markerSide * Double(sides).squareRoot()
    self.init(
      huber: 2, marker_side_m: markerSide,
      marker_side_sigma_m: sideSigma,
      prior_sigma: SolverCalibration(options.calibrationPrior), iterations: Int32(options.iterations), poses_only: 0)
  }
}

extension SolverError {
  fileprivate var text: String {
    withUnsafeBytes(of: message) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }
}
