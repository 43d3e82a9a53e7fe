import Markers
import Tracking
import Workers

extension TimedStage {
  /// From the sightings of all frames to poses, marker map and calibration: screening, first map, adjustment, closure.
  static func tracking(_ subject: Subject) throws -> TimedStage {
    let (recording, cap, workers) = (subject.recording, subject.cap, subject.workers)
    let detector = MarkerDetector(cap)
    let sightings = try workers.map(recording.frames.count) { index in
      let frame = recording.frames[index]
      return Result { try detector.observe(recording.gray(frame), recording.depth(frame), frame) }
    }.map { try $0.get() }
    return TimedStage("tracking", count: sightings.count, unit: .frame) {
      _ = try Tracker().track(MarkerScreening.screen(sightings, cap: cap), cap: cap, workers: workers)
    }
  }
}
