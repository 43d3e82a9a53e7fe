import Capture
import Dispatch
import Geometry
import Images
import LiveTracking
import Platform
import PointClouds
import Recordings
import Synchronization

/// The coloured cloud of the head that grows during a scan. A frame is taken in now and then, beside the judging, which never
/// waits for it.
final class LiveCloud: Sendable {
  private struct Content {
    var cloud = GrowingCloud(voxel: LiveCloud.voxel, most: LiveCloud.most)
    var head: HeadPlace?
    /// Counts the changes.
    var revision = 0
    var recording: Recording?
  }
  /// Whether a frame is being taken in, and the time from which on the next one may be, seconds.
  struct Gate {
    var isBusy = false
    private var nextTime = -Double.infinity

    /// Whether a frame of a time is to be taken in; then it is being taken in.
    mutating func admits(_ time: Double) -> Bool {
      guard !isBusy, time >= nextTime else { return false }
      (isBusy, nextTime) = (true, time + LiveCloud.interval)
      return true
    }
  }

  private let folder: URL
  private let content = Mutex(Content())
  private let gate = Mutex(Gate())
  private let queue = DispatchQueue(label: "cloud of a scan")

  /// The edge of a voxel in metres, and the most points: what a page shows on half of a screen.
  private static let (voxel, most) = (0.0025, 40_000)
  /// The radius about the head's middle in which points are kept, metres, as in the video of a replay.
  private static let reach = 0.14
  /// Seconds from one frame that is taken in to the next.
  private static let interval = 0.25

  /// - Parameter folder: of the recording.
  init(_ folder: URL) { self.folder = folder }

  /// Takes in a frame soon, if it has a pose and none was taken in a moment ago.
  func add(_ judged: JudgedFrame) {
    guard let pose = judged.facts.mapFromCamera, let head = judged.head else { return }
    guard gate.withLock({ $0.admits(judged.feedback.time) }) else { return }
    queue.async { [self] in
      // An image that can't be read adds nothing.
      try? take(judged.frame, pose, head)
      gate.withLock { $0.isBusy = false }
    }
  }

  private func take(_ frame: RecordedFrame, _ pose: RigidTransform, _ head: HeadPlace) throws {
    let known = content.withLock { $0.recording }
    let recording = try known ?? Recording.open(folder)
    let (depth, color) = (try recording.depth(frame), try recording.color(frame))
    content.withLock { content in
      (content.recording, content.head) = (recording, head)
      content.cloud.add(
        depth, color, cameras: frame.cameras, scanFromCamera: pose, centre: head.middle, radius: Self.reach,
        step: Self.step(depth.width))
      content.revision += 1
    }
  }

  /// The points as the page reads them, little-endian; nil where they are those of a revision.
  ///
  /// Their revision and number (32 bits each), then x to the subject's right, y forward and z up from the head's middle in tenths
  /// of a millimetre (16 bits each), then red, green and blue (a byte each).
  func points(since revision: Int?) -> Data? {
    let known = content.withLock { content in
      content.revision == revision ? nil : content.head.map { ($0, content.revision, content.cloud.points) }
    }
    guard let (head, now, points) = known else { return nil }
    var data = Data()
    for number in [now, points.count] { append(Int32(truncatingIfNeeded: number), to: &data) }
    for point in points {
      let place = head.headFromMap * (Vector3(point.position) - head.middle) * 1e4
      // The head's place is improved while it is scanned: what was kept by an earlier one may lie farther out.
      for value in [place.x, place.y, place.z] { append(Self.whole(value), to: &data) }
    }
    for point in points {
      for value in [point.color.x, point.color.y, point.color.z] { data.append(UInt8(value.rounded())) }
    }
    return data
  }

  /// The step between the pixels that are taken, by the image's width.
  static func step(_ width: Int) -> Int { max(1, width / 200) }

  /// The nearest number of 16 bits; 0 for none.
  static func whole(_ value: Double) -> Int16 {
    Int16(min(max(value.isFinite ? value : 0, -32767), 32767).rounded())
  }

  private func append<Number: FixedWidthInteger>(_ number: Number, to data: inout Data) {
    withUnsafeBytes(of: number.littleEndian) { data.append(contentsOf: $0) }
  }
}
