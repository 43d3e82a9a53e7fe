internal import Diagnostics
public import Geometry
public import Platform

/// A recorder's poses in a text file beside the images: lines `timestamp tx ty tz qx qy qz qw` (TUM's trajectories, Sturm
/// et al. 2012).
///
/// Each is the pose of the colour camera (x right, y down, z forward) in a frame of the recorder's own, in metres. TUM's
/// `groundtruth.txt` and Redwood's `trajectory.log` come from other instruments or from reconstructions, and are not read.
public enum PoseList {
  /// What the file is called.
  public static let name = "recorded_poses.txt"

  // MARK: Writing

  /// The file of frames that have a pose; nil where none has.
  ///
  /// - Parameter frames: the timestamps in seconds, as the images have them, and the poses.
  public static func text(_ frames: [(stamp: String, pose: RigidTransform?)]) -> Data? {
    let lines = frames.compactMap { frame in frame.pose.map { line(frame.stamp, $0) } }
    guard !lines.isEmpty else { return nil }
    return Data(("# timestamp tx ty tz qx qy qz qw (m), colour camera, as recorded\n" + lines.joined()).utf8)
  }

  /// Numbers with all their digits; + 0 takes the sign of −0.
  private static func line(_ stamp: String, _ pose: RigidTransform) -> String {
    let (t, q) = (pose.translation, pose.rotation.quaternion)
    let numbers = [t.x, t.y, t.z, q.x, q.y, q.z, q.w].map { ($0 + 0).description }
    return ([stamp] + numbers).joined(separator: " ") + "\n"
  }

  // MARK: Reading

  /// Gives the pairs the poses of the recording's own file, where it has one; one that can't be read gives none and a
  /// finding, as poses are compared only.
  static func locate(_ index: inout RecordingIndex, in folder: RecordingFolder) {
    guard folder.hasEntry(name) else { return }
    guard let data = try? folder.index(name), let poses = read(data, index.pairs.map(\.color.time)) else {
      index.findings.append(Finding(.recordingUnusedPoses, ["file": .text(name)]))
      return
    }
    for (k, pose) in poses { index.pairs[k].recordedPose = pose }
  }

  /// The poses by the index of their frame, the first where a frame has several; nil where a line is none, or where no pose
  /// belongs to a frame.
  ///
  /// - Parameter times: of the frames, in their order, seconds.
  static func read(_ data: Data, _ times: [Double]) -> [Int: RigidTransform]? {
    var poses: [Int: RigidTransform] = [:]
    for bytes in data.split(separator: UInt8(ascii: "\n")) {
      let words = String(decoding: bytes, as: UTF8.self).split(whereSeparator: TimedImageList.isSpace)
      guard let first = words.first, !first.hasPrefix("#") else { continue }
      let numbers = words.compactMap { Double($0) }
      guard words.count == 8, numbers.count == 8, numbers[0].isFinite,
        let pose = RigidTransform(quaternionFirst: Array(numbers[4...] + numbers[1..<4]))
      else { return nil }
      // Trackers write poses between frames, too.
      if let index = times.index(nearestTo: numbers[0], { $0 }), abs(times[index] - numbers[0]) < simultaneous,
        poses[index] == nil
      {
        poses[index] = pose
      }
    }
    return poses.isEmpty ? nil : poses
  }

  /// How far apart the times of a pose and of its frame may be, seconds: both are one frame's own stamp.
  private static let simultaneous = 0.001
}
