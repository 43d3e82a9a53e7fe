import Analysis
import Diagnostics
import Geometry
import Landmarks
import Markers
import PointClouds
import Recordings
import Tracking
import Workers

extension FusionRegion {
  /// The part of space that is the head's: around the cap, down to a little below the landmarks where they are known.
  ///
  /// - Throws: ``TrackingError/noMap(framesPosed:frames:)`` without any marker.
  static func around(_ map: MarkerMap, _ landmarks: HeadLandmarks) throws -> FusionRegion {
    guard let region = around(markerCentres: map.centres) else {
      throw TrackingError.noMap(framesPosed: 0, frames: 0)
    }
    return region.withFloor(landmarks)
  }

  /// The region with a floor where the landmarks tell where the head ends.
  func withFloor(_ landmarks: HeadLandmarks) -> FusionRegion {
    guard landmarks.insufficiency == nil, let sellion = landmarks[.sellion], let left = landmarks[.tragionLeft],
      let right = landmarks[.tragionRight], liesAbove(sellion: sellion, left: left, right: right)
    else { return self }
    return withFloor(sellion: sellion, tragionLeft: left, tragionRight: right)
  }

  /// Whether the region's middle, that of the head, lies above the plane of the landmarks, as it does unless these are
  /// exchanged.
  ///
  /// A floor under exchanged landmarks would be a ceiling: it would cut the vault away, and with it what tells the mistake.
  private func liesAbove(sellion: Vector3, left: Vector3, right: Vector3) -> Bool {
    let between = (left + right) / 2
    return (right - left).cross(sellion - between).dot(centre - between) > 0
  }
}

extension HeadMeasures {
  /// The measures of a reconstructed surface; withheld, not refused, where the landmarks can't be a head's.
  init(
    _ surface: HeadSurface?, _ landmarks: HeadLandmarks, _ tracking: Tracking, _ options: ScanOptions, cap: Cap
  ) {
    let withheld = { (reason: String) in
      HeadMeasures.withheld(
        because: reason, landmarks: landmarks, choices: options.measurement, scales: options.scales)
    }
    guard let surface else {
      let frames = tracking.scanFromCamera.count { $0 != nil }
      self = withheld("the depth of \(frames) frames carries no surface")
      return
    }
    let uncertainty = UncertaintyOptions(
      surfaceStandardDeviation: tracking.surfaceDeviation, scaleStandardDeviation: tracking.scaleDeviation,
      focalStandardDeviation: tracking.focalDeviation)
    var analysis = HeadAnalysis(
      choices: options.measurement, scales: options.scales, cap: CapLayer(cap, tracking.map), uncertainty: uncertainty)
    analysis.workers = Workers(count: options.threads)
    do {
      try surface.check(landmarks.required)
      self = try analysis.measure(surface, landmarks: landmarks)
    } catch let error as any Diagnosis {
      self = withheld("\(error.subject): \(error.problem)")
    } catch {
      self = withheld("\(error)")
    }
  }
}

extension CapLayer {
  /// The cap as its markers show where it lies; nil where none was seen.
  init?(_ cap: Cap, _ map: MarkerMap) {
    let corners = map.ids.flatMap { map.markers[$0]!.corners }
    guard !corners.isEmpty else { return nil }
    self.init(thickness: cap.thickness, points: corners, margin: Self.margin(map.centres))
  }

  /// Half the usual distance from a marker to its nearest neighbour: markers are spread over a cap as they fit, and a cap
  /// that reached a whole distance farther would have room for another row. 5 mm at least.
  static func margin(_ centres: [Vector3]) -> Double {
    let nearest = centres.indices.compactMap { i in
      centres.indices.lazy.filter { $0 != i }.map { (centres[$0] - centres[i]).length }.min()
    }
    return nearest.isEmpty ? 0.005 : max(0.005, RobustStatistics.median(nearest) / 2)
  }
}

extension Tracking {
  /// The standard deviation of the surface's radius at one place in metres: half of what the two halves of the scan disagree
  /// by along one axis, for the whole is their mean, and what both halves share (calibration, edges), 0.06 mm on simulated
  /// scans; without markers ``denseDeviation``.
  var surfaceDeviation: Double {
    guard let closure else { return 0.001 }
    let shared = map.ids.isEmpty ? Self.denseDeviation : 0.00006
    return (closure.distance * closure.distance / 12 + shared * shared).squareRoot()
  }

  /// The standard deviation of the radius where only the surface holds the views together, metres: CVAI was off by 0.8 root
  /// mean square on seven simulated scans, which no closure told (Docs/methods/tracking.md).
  static var denseDeviation: Double { 0.0006 }

  /// The relative standard deviation of the surface's scale: that of corrected depth and of the focal length.
  var scaleDeviation: Double {
    (depthDeviation * depthDeviation + focalDeviation * focalDeviation).squareRoot()
  }

  /// The relative standard deviation of corrected depth at the usual distance, wider where print and depth contradict each
  /// other.
  var depthDeviation: Double {
    let offset = usualDepth > 0 ? calibration.depthOffset.sigma / usualDepth : 0
    let scale = calibration.depthScale.sigma
    return max(1, calibration.scaleTension) * (scale * scale + offset * offset).squareRoot()
  }

  /// The relative standard deviation of the focal length; 0.4 % where it was not estimated, which is what factories' differ
  /// from calibrated ones on good devices.
  var focalDeviation: Double { calibration.focalScale.sigma > 0 ? calibration.focalScale.sigma : 0.004 }

  /// The median depth of the markers in metres.
  var usualDepth: Double {
    RobustStatistics.median(observations.flatMap { $0.markers.compactMap { $0.metric?.points[0].z } })
  }
}

extension HeadLandmarks {
  /// Those that make the head frame and are not rejected.
  fileprivate var required: HeadLandmarks {
    HeadLandmarks(estimates.filter { Landmark.required.contains($0.key) && $0.value.rejection == nil })
  }
}

extension Scan {
  init(
    _ inputs: ScanInputs, _ options: ScanOptions, _ sightings: Sightings, _ tracking: Tracking, _ located: LocatedHead,
    _ surface: HeadSurface?, _ measures: HeadMeasures, _ fitness: ScanFitness
  ) {
    let recording = inputs.recording
    self.recording = recording
    self.cap = inputs.cap
    self.tracking = tracking
    self.mesh = located.head.mesh
    self.found = located.found
    self.measures = measures
    self.digests = inputs.digests.merging(["frames": sightings.digest]) { $1 }
    self.options = options
    self.fitness = fitness
    holes = surface.map { Hole.all(of: $0) } ?? []
    coverage = surface.map { Self.coverage($0, measures, tracking) }
    let start = recording.frames[0].time
    var seen = MarkerCoverage(expected: inputs.cap.ids?.sorted())
    var validity = DepthValidity()
    for frame in recording.frames {
      seen.add(time: frame.time - start, ids: tracking.observations[frame.index].markers.map(\.id))
      var counts = sightings.validity[frame.index]
      counts.head = located.head.headValidity[frame.index] ?? ValidCount()
      validity.add(counts)
    }
    markerCoverage = seen
    depthValidity = validity
    notes =
      (recording.findings + recording.implausibleDepth()).map(\.text) + fitness.notes + measures.notes
      + [measures.landmarks.sourceNote].compactMap(\.self)
  }

  /// Above the base plane where there are landmarks, else on the cap's side of the head.
  private static func coverage(
    _ surface: HeadSurface, _ measures: HeadMeasures, _ tracking: Tracking
  ) -> SurfaceCoverage {
    if let frame = measures.frame { return SurfaceCoverage(of: surface, frame: frame, landmarks: measures.landmarks) }
    if tracking.map.ids.isEmpty { return coverage(surface, tracking) }
    let ball = MarkerBall(tracking.map)
    let middle = tracking.map.centres.reduce(.zero, +)
    let pole = middle / Double(max(1, tracking.map.ids.count)) - ball.centre
    return SurfaceCoverage(of: surface, centre: ball.centre, pole: pole)
  }
}
