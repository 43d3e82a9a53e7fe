import Diagnostics
public import Geometry
public import Platform

/// A recorder's poses as text beside the images, in the two forms that tools of these layouts read.
///
/// Each is the pose of the colour camera (x right, y down, z forward) in a frame of the recorder's own, in metres.
public enum PoseList: Sendable {
  /// Lines `timestamp tx ty tz qx qy qz qw` (TUM's trajectories, Sturm et al. 2012).
  case timed
  /// A frame's index from 0, twice, and the one that follows; then a 4×4 matrix by row (Open3D, Redwood).
  case numbered

  /// What the file is called; TUM's `groundtruth.txt` is another instrument's and is never read.
  public var name: String { self == .timed ? "recorded_poses.txt" : "trajectory.log" }

  // MARK: Writing

  /// The file of frames that have a pose; nil where none has.
  ///
  /// - Parameter frames: of all frames in their order, the timestamp as it is listed and the pose.
  public func text(_ frames: [(stamp: String, pose: RigidTransform?)]) -> Data? {
    guard frames.contains(where: { $0.pose != nil }) else { return nil }
    let blocks = frames.enumerated().compactMap { index, frame in
      frame.pose.map { self == .timed ? Self.line(frame.stamp, $0) : Self.block(index, $0) }
    }
    let head = self == .timed ? "# timestamp tx ty tz qx qy qz qw (m), colour camera, as recorded\n" : ""
    return Data((head + blocks.joined()).utf8)
  }

  private static func line(_ stamp: String, _ pose: RigidTransform) -> String {
    let (t, q) = (pose.translation, pose.rotation.quaternion)
    return stamp + " " + words([t.x, t.y, t.z, q.x, q.y, q.z, q.w]) + "\n"
  }

  private static func block(_ index: Int, _ pose: RigidTransform) -> String {
    let (r, t) = (pose.rotation, pose.translation)
    let rows = [
      [r.c0.x, r.c1.x, r.c2.x, t.x], [r.c0.y, r.c1.y, r.c2.y, t.y], [r.c0.z, r.c1.z, r.c2.z, t.z], [0, 0, 0, 1],
    ]
    return "\(index) \(index) \(index + 1)\n" + rows.map { words($0) + "\n" }.joined()
  }

  /// Numbers with all their digits; + 0 takes the sign of −0.
  private static func words(_ numbers: [Double]) -> String {
    numbers.map { ($0 + 0).description }.joined(separator: " ")
  }

  // MARK: Reading

  /// Gives the pairs the poses of the recording's own file, where it has one; one that can't be read gives none and a
  /// finding, as poses are compared only.
  func locate(_ index: inout RecordingIndex, in folder: RecordingFolder) {
    guard folder.hasEntry(name) else { return }
    guard let data = try? folder.index(name), let poses = read(data, index.pairs.map(\.color.time)) else {
      index.findings.append(Finding(.recordingUnusedPoses, ["file": .text(name)]))
      return
    }
    for (k, pose) in poses { index.pairs[k].recordedPose = pose }
  }

  /// The poses by the index of their frame, the first where a frame has several; nil where a line is none, or where no pose
  /// belongs to a frame.
  func read(_ data: Data, _ times: [Double]) -> [Int: RigidTransform]? {
    let lines = String(decoding: data, as: UTF8.self).split(whereSeparator: \.isNewline)
    let rows = lines.filter { !$0.hasPrefix("#") }.map { $0.split(whereSeparator: \.isWhitespace).map { Double($0) } }
    var poses: [Int: RigidTransform] = [:]
    for entry in self == .timed ? Self.timedEntries(rows, times) : Self.numberedEntries(rows, times.count) {
      guard let (index, pose) = entry else { return nil }
      if let index, poses[index] == nil { poses[index] = pose }
    }
    return poses.isEmpty ? nil : poses
  }

  private typealias Entry = (index: Int?, pose: RigidTransform)

  /// How far apart the times of a pose and of its frame may be, seconds: both come from one frame's own stamp.
  private static let simultaneous = 0.001

  /// A pose of each line; nil where it is none. Trackers write poses between frames, too: these have no index.
  private static func timedEntries(_ rows: [[Double?]], _ times: [Double]) -> [Entry?] {
    rows.map { row in
      let numbers = row.compactMap { $0 }
      guard row.count == 8, numbers.count == 8, numbers[0].isFinite,
        let pose = RigidTransform(quaternionFirst: Array(numbers[4...] + numbers[1..<4]))
      else { return nil }
      return (nearest(numbers[0], times), pose)
    }
  }

  private static func nearest(_ time: Double, _ times: [Double]) -> Int? {
    var (low, high) = (0, times.count)
    while low < high {
      let middle = (low + high) / 2
      if times[middle] < time { low = middle + 1 } else { high = middle }
    }
    let near = [low - 1, low].filter(times.indices.contains).min { abs(times[$0] - time) < abs(times[$1] - time) }
    return near.flatMap { abs(times[$0] - time) < simultaneous ? $0 : nil }
  }

  /// A pose of each five lines; nil where it is none.
  private static func numberedEntries(_ rows: [[Double?]], _ count: Int) -> [Entry?] {
    stride(from: 0, to: rows.count, by: 5).map { start in
      let block = rows[start..<min(start + 5, rows.count)].map { $0.compactMap { $0 } }
      guard block.count == 5, let index = block[0].first.flatMap(Int.init(exactly:)), (0..<count).contains(index),
        let pose = RigidTransform(rowMajor: block[1...].flatMap { $0.count == 4 ? $0 : [] })
      else { return nil }
      return (index, pose)
    }
  }
}
