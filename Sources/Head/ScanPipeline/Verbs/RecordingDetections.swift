import Diagnostics
import Geometry
import Images
internal import Files
import Markers
public import Platform
import Recordings

/// Every sighting of a marker in some frames of a recording: the content of `calvaria info --detections`.
public struct RecordingDetections: Sendable {
  /// The frames that could be decoded, in the recording's order.
  let frames: [FrameDetections]
  /// The processor seconds that detection took in each of them, decoding not included.
  public let seconds: [Double]

  /// The sightings in one frame.
  struct FrameDetections: Sendable {
    let frame: RecordedFrame
    let markers: [(marker: MarkerObservation, pose: PlanarPose?, rejection: MarkerRejection?)]
  }

  /// Detects the markers of a cap; nothing is detected in frames that can't be decoded.
  ///
  /// - Throws: why the last frame can't be decoded, where none can: a list without frames would say that nothing was seen.
  static func detect(_ recording: Recording, cap: Cap, frames: [RecordedFrame]) throws -> RecordingDetections {
    let detector = MarkerDetector(cap)
    var (decoded, observed, seconds): ([RecordedFrame], [FrameObservations], [Double]) = ([], [], [])
    var fault: RecordingError?
    for frame in frames {
      let gray: GrayImage
      let depth: DepthImage
      do throws(RecordingError) { (gray, depth) = (try recording.gray(frame), try recording.depth(frame)) } catch {
        fault = error
        continue
      }
      let start = processorSeconds
      let found = try detector.observe(
        gray: gray, depth: depth, cameras: frame.cameras, frame: frame.index, time: frame.time, name: frame.name)
      seconds.append(processorSeconds - start)
      decoded.append(frame)
      observed.append(found)
    }
    if decoded.isEmpty, let fault { throw fault }
    // Screening refuses a cap of another size; `info` tells the size, and lists the sightings nevertheless.
    let screened = (try? MarkerScreening.screen(observed, cap: cap)) ?? observed
    let detections = try zip(decoded, zip(observed, screened)).map { frame, pair in
      FrameDetections(
        frame: frame,
        markers: try pair.0.markers.map { marker in
          let poses = try detector.poses(of: marker, frame.cameras.color, frame: frame.name)
          return (marker, poses.first, rejection(of: marker, in: pair.1))
        })
    }
    return RecordingDetections(frames: detections, seconds: seconds)
  }

  /// The processor time of this thread, whatever else the machine does.
  private static var processorSeconds: Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + 1e-9 * Double(time.tv_nsec)
  }

  private static func rejection(of marker: MarkerObservation, in screened: FrameObservations) -> MarkerRejection? {
    if screened.markers.contains(where: { $0.id == marker.id && $0.corners == marker.corners }) { return nil }
    return screened.rejected.first { $0.id == marker.id }?.reason
  }
}

/// The content of `calvaria info --detections`.
private struct DetectionsFile: Encodable {
  struct Frame: Encodable {
    let frame: String
    let index: Int
    let markers: [Marker]
  }

  struct Marker: Encodable {
    let id: Int
    let cornersPx: [[Double]]
    let cornersMm: [[Double]]?
    let normal, poseNormal: [Double]?
    let planeResidualMm: Double?
    let rejected, code: String?
  }

  let schema = "calvaria/detections/1"
  let frames: [Frame]
}

extension DetectionsFile.Marker {
  init(_ marker: MarkerObservation, pose: PlanarPose?, rejection: MarkerRejection?) {
    id = marker.id
    cornersPx = marker.corners.map { [rounded($0.x, 3), rounded($0.y, 3)] }
    cornersMm = marker.metric.map { $0.points.map { Self.list($0 * 1000, 3) } }
    normal = marker.metric.map { Self.list($0.normal, 5) }
    poseNormal = pose.map { Self.list($0.cameraFromMarker.rotation.c2, 5) }
    planeResidualMm = marker.metric.map { rounded($0.residual * 1000, 3) }
    (rejected, code) = (rejection?.text(), rejection?.rawValue)
  }

  private static func list(_ v: Vector3, _ digits: Int) -> [Double] {
    [rounded(v.x, digits), rounded(v.y, digits), rounded(v.z, digits)]
  }
}

extension RecordingDetections {
  /// The JSON of `--detections`.
  public func json() throws -> Data {
    let entries = frames.map { entry in
      DetectionsFile.Frame(
        frame: entry.frame.name, index: entry.frame.index, markers: entry.markers.map(DetectionsFile.Marker.init))
    }
    return try DetectionsFile(frames: entries).machineJSON()
  }
}
