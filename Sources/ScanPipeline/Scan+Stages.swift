import Analysis
import Geometry
import Landmarks
import Markers
import PointClouds
import Recordings
import Tracking

extension Scan {
  /// What the stages found, with what the frames and the surface as a whole amount to.
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
    coverage =
      if let surface, let frame = measures.frame {
        SurfaceCoverage(of: surface, frame: frame, landmarks: measures.landmarks)
      } else { nil }
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
      (recording.findings + recording.implausibleDepth()).map(\.text)
      + [UnlistedMarkers(sightings.frames, cap: inputs.cap).note].compactMap(\.self) + fitness.notes
      + located.discarded + measures.notes + [measures.landmarks.sourceNote].compactMap(\.self)
  }
}
