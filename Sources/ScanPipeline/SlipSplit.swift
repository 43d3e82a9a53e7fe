import Geometry
import Markers
import Recordings
import Tracking
import Workers

/// Takes a recording apart where the cap slipped, and puts it together again by what the cap does not cover.
///
/// Each part is tracked on its own, for a map of both positions of the cap bends the poses of both. The longer part is kept
/// until no slip shows in it. The others' views are then registered together with its bare surface; where nothing of a slip is
/// left when all are fused, all are used, else the longer part alone.
struct SlipSplit {
  let inputs: ScanInputs
  let observations: [FrameObservations]
  let voxelSize: Double
  let workers: Workers

  /// What is around a slip is not used, seconds: it may take a while.
  static let margin = 1.0
  /// A part with fewer posed frames is left out, or, as the longest, is no scan.
  static let fewestFrames = 12

  var recording: Recording { inputs.recording }

  /// The reconstruction without the slips, and what they were; unchanged without any.
  func resolved(_ whole: Reconstruction) throws -> (Reconstruction, [CapSlip]) {
    guard let slip = SlipCheck(whole.head, whole.tracking.map)?.slip() else { return (whole, []) }
    guard let part = try longest(whole) else {
      let time = time(between: slip.before, slip.after)
      return (whole, [CapSlip(times: time...time, motion: .whole(angle: nil), treatment: .none)])
    }
    let (joined, edges) = joined(part)
    let rejected = recording.frames.indices.filter { joined.scanFromCamera[$0] == nil && !part.frames.contains($0) }
    let together = try Reconstruction(
      joined, inputs, leaving: Set(rejected), voxelSize: voxelSize, workers: workers)
    let isClean = SlipCheck(together.head, together.tracking.map)?.slip() == nil
    let used = isClean ? together : part.reconstruction
    return (used, edges.map { $0.slip(isCorrected: isClean && $0.isJoined) })
  }

  func time(_ frame: Int) -> Double { recording.frames[frame].time - recording.frames[0].time }

  func time(between before: Int, _ after: Int) -> Double { (time(before) + time(after)) / 2 }

  /// The first frame that is not before a time.
  func frame(before time: Double) -> Int {
    recording.frames.firstIndex { self.time($0.index) >= time } ?? recording.frames.count
  }

  /// A part tracked on its own, in the frame of another map.
  func track(_ frames: Range<Int>, calibration: SelfCalibration?, like map: MarkerMap) -> Tracking? {
    let tracked = try? Tracker().track(
      observations, only: frames, cap: inputs.cap, calibration: calibration, workers: workers)
    return tracked?.aligned(to: map)
  }
}
