public import Analysis
import Images
import PointClouds
import Reconstruction
import Recordings
import Tracking
import Workers

/// How much of head and cap a scan shows.
public struct ScanCoverage: Sendable {
  /// Of the surface, above the base plane; nil where there is no surface or no head frame.
  public let surface: SurfaceCoverage?
  /// Rims of the surface.
  public let holes: [Hole]
  /// The ids seen so far, over time.
  public let markers: MarkerCoverage
  /// How valid the depth was.
  public let depth: DepthValidity

  /// Looks for the surface's rims, and from the middle of the ears for the surface itself; counts markers and valid depth.
  static func measure(
    _ recording: Recording, _ views: Views, _ tracking: Tracking, _ head: FusedHead, _ surface: HeadSurface?,
    _ measures: HeadMeasures, expected: Set<Int>?, _ workers: Workers = Workers(count: 1)
  ) -> ScanCoverage {
    let start = recording.frames[0].time
    var (markers, validity) = (MarkerCoverage(expected: expected?.sorted()), DepthValidity())
    for frame in recording.frames {
      markers.add(time: frame.time - start, ids: tracking.observations[frame.index].markers.map(\.id))
      let depth = views.depthValidity[frame.index]
      validity.add(
        FrameDepthValidity(
          frame: depth.frame, head: head.headValidity[frame.index] ?? ValidCount(), markers: depth.markers))
    }
    let (seen, holes) = workers.both {
      surface.flatMap { surface in
        measures.frame.map { SurfaceCoverage.measure(surface, frame: $0, landmarks: measures.landmarks) }
      }
    } _: {
      surface.map { Hole.all(of: $0) } ?? []
    }
    return ScanCoverage(surface: seen, holes: holes, markers: markers, depth: validity)
  }
}
