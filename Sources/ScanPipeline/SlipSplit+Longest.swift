import Geometry
import Tracking

extension SlipSplit {
  /// A slip that moves the surface by more than this in the whole recording, about 4°, has spoilt the whole's estimate of
  /// the sensor, and the longest part makes its own; else the whole tells more of it. Metres.
  private static let spoiling = 0.0032
  /// How often a part is taken apart again.
  private static let mostParts = 5

  /// A part without a slip in it, and the slips at its ends.
  struct Part {
    var frames: Range<Int>
    var reconstruction: Reconstruction
    var first, last: Edge?
    /// The sensor's calibration, where the part does not make its own.
    var calibration: SelfCalibration?
  }

  /// A slip at one end of a part.
  struct Edge {
    var time: Double
    /// What brings frames beyond it back, in the frame of the whole recording's map.
    var correction: RigidTransform
  }

  /// The longer part, and the longer part of that, until no slip shows in it; nil where too little is left.
  func longest(_ whole: Reconstruction) throws -> Part? {
    var part = Part(frames: recording.frames.indices, reconstruction: whole)
    for _ in 0..<Self.mostParts {
      guard let slip = SlipCheck(part.reconstruction.head, part.reconstruction.tracking.map)?.slip() else {
        return part
      }
      if part.frames == recording.frames.indices, slip.change.size < Self.spoiling {
        part.calibration = whole.tracking.calibration
      }
      let time = time(between: slip.before, slip.after)
      let before = part.frames.lowerBound..<max(part.frames.lowerBound, frame(before: time - Self.margin))
      let after = min(part.frames.upperBound, frame(before: time + Self.margin))..<part.frames.upperBound
      let posed = { (frames: Range<Int>) in frames.count { whole.tracking.scanFromCamera[$0] != nil } }
      if posed(before) >= posed(after) {
        (part.frames, part.last) = (before, Edge(time: time, correction: slip.change.correction))
      } else {
        (part.frames, part.first) = (after, Edge(time: time, correction: slip.change.correction.inverse))
      }
      guard posed(part.frames) >= Self.fewestFrames,
        let tracked = track(part.frames, calibration: part.calibration, like: whole.tracking.map)
      else { return nil }
      let (earlier, later) = (0..<part.frames.lowerBound, part.frames.upperBound..<recording.frames.count)
      part.reconstruction = try Reconstruction(
        tracked.rejecting(earlier, because: "before the cap slipped").rejecting(
          later, because: "after the cap slipped"),
        inputs, leaving: Set(earlier).union(later), voxelSize: voxelSize, workers: workers)
    }
    return nil
  }
}
