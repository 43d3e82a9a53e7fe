import Diagnostics
import Geometry

/// One sighting of a marker in a frame.
public struct MarkerObservation: Sendable {
  /// The marker's id.
  public let id: Int
  /// The refined corners in pixels, clockwise in the print from its top left.
  public let corners: [Vector2]
  /// The corners in the camera frame, from the depth inside the marker; nil where it can't carry them.
  public let metric: MetricCorners?
  /// The pixels well inside the marker, and those of them with valid depth.
  public let depthPixels, validDepthPixels: Int
}

/// The corners of a marker in metres, measured in depth.
public struct MetricCorners: Sendable {
  /// Four points in the camera frame, on the rays of the refined corners.
  public let points: [Vector3]
  /// The standard deviation of each point's depth in metres.
  public let depthSigmas: [Double]
  /// The unit normal of the surface at the marker's centre, towards the camera.
  public let normal: Vector3
  /// The root mean square of the depth about the fitted surface, in metres.
  public let residual: Double
  /// The number of depth pixels that carry the fit.
  public let pixels: Int

  /// The cosine of the angle between the normal and the line of sight.
  public var viewCosine: Double { -normal.dot(points.reduce(.zero, +).normalized) }

  /// ``viewCosine`` for weights, at least 0.1: at a grazing view the fitted normal is unreliable.
  public var weighingCosine: Double { max(viewCosine, 0.1) }

  /// The median of the four sides in metres.
  public var side: Double {
    RobustStatistics.median((0..<4).map { (points[$0] - points[($0 + 1) % 4]).length })
  }
}

/// A pose of a marker as a plane.
public struct PlanarPose: Sendable {
  /// The marker's frame: x right and y up in the print, z out of it, origin in its centre.
  public let cameraFromMarker: RigidTransform
  /// The root mean square distance of the projected corners in pixels.
  public let reprojection: Double
}

/// Why a sighting of a marker is not used; the raw value is its ``FindingCode``.
public enum MarkerRejection: String, Sendable, CaseIterable {
  /// The id is not printed on the cap.
  case notOnCap = "markers.not_on_cap"
  /// The id is seen twice in the frame.
  case seenTwice = "markers.seen_twice"
  /// Its size in depth is not that of the cap's markers.
  case wrongSize = "markers.wrong_size"
  /// The depth inside it can't carry a measurement.
  case noDepth = "markers.no_depth"
  /// Its place does not move with the rest of the cap.
  case notRigid = "markers.not_rigid"
  /// It left its place on the cap: it fell off, was shifted or folded over.
  case moved = "markers.moved"
  /// It lies on a part of the cap that slid over the rest, on the side of the slide that is not used.
  case partSlid = "markers.part_slid"
  /// It was seen too rarely to confirm that it belongs to the cap.
  case rare = "markers.rare"

  /// The rejection as a kind of finding.
  public var code: FindingCode { FindingCode(rawValue) }

  /// The rejection in words.
  public func text(_ language: Language = .english) -> String { Finding(code).text(language) }
}

/// The markers that were seen in one frame.
public struct FrameObservations: Sendable {
  /// The frame's index in the recording.
  public let frame: Int
  /// When its colour image was taken, in seconds on the recording's clock.
  public let time: Double
  /// How much later than the colour image its depth was taken, by the recording's timestamps, seconds.
  public var depthDelay: Double
  /// Whether its depth image is that of an earlier frame, byte for byte: it shows another moment.
  public var repeatsDepth = false
  /// The cameras of the frame.
  public let cameras: CameraPair
  /// The colour camera, in whose image the markers are seen.
  public var camera: Camera { cameras.color }
  /// The sightings that may be used.
  public var markers: [MarkerObservation]
  /// The sightings that were rejected, with the reason.
  public var rejected: [(id: Int, reason: MarkerRejection)]

  /// The observations of a frame.
  public init(
    frame: Int, time: Double, depthDelay: Double = 0, cameras: CameraPair, markers: [MarkerObservation],
    rejected: [(id: Int, reason: MarkerRejection)] = []
  ) {
    self.frame = frame
    self.time = time
    self.depthDelay = depthDelay
    self.cameras = cameras
    self.markers = markers
    self.rejected = rejected
  }

  /// The observations of a frame with one camera for both images.
  public init(
    frame: Int, time: Double, depthDelay: Double = 0, camera: Camera, markers: [MarkerObservation],
    rejected: [(id: Int, reason: MarkerRejection)] = []
  ) {
    self.init(
      frame: frame, time: time, depthDelay: depthDelay, cameras: CameraPair(camera), markers: markers,
      rejected: rejected)
  }

  /// Moves the sightings for which `reason` returns one to the rejected ones; it may be asked twice of one. Where it returns
  /// none, the list is not copied.
  public mutating func reject(_ reason: (MarkerObservation) -> MarkerRejection?) {
    guard let first = markers.firstIndex(where: { reason($0) != nil }) else { return }
    var kept = Array(markers[..<first])
    for marker in markers[first...] {
      if let reason = reason(marker) { rejected.append((marker.id, reason)) } else { kept.append(marker) }
    }
    markers = kept
  }
}
