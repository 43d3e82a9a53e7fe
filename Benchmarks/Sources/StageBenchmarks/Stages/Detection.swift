import Images
import Markers
import Recordings
import Workers

extension TimedStage {
  /// Finding markers and their corners in grey images, corner refinement included.
  static func corners(_ subject: Subject) throws -> TimedStage {
    let images = try subject.frames.map { (name: $0.name, image: try subject.recording.gray($0)) }
    let (detector, workers) = (MarkerDetector(subject.cap), subject.workers)
    return TimedStage("corners", count: images.count, unit: .frame) {
      _ = try workers.map(images.count) { k throws(MarkerError) in
        try detector.corners(in: images[k].image, frame: images[k].name).count
      }
    }
  }

  /// The same with the depth inside the markers: their surfaces and metric corners.
  static func markers(_ subject: Subject) throws -> TimedStage {
    let recording = subject.recording
    let images = try subject.frames.map { (frame: $0, gray: try recording.gray($0), depth: try recording.depth($0)) }
    let (detector, workers) = (MarkerDetector(subject.cap), subject.workers)
    return TimedStage("markers", count: images.count, unit: .frame) {
      _ = try workers.map(images.count) { k throws(MarkerError) in
        try detector.observe(images[k].gray, images[k].depth, images[k].frame).markers.count
      }
    }
  }
}

extension MarkerDetector {
  /// Everything that is seen in one frame.
  func observe(_ gray: GrayImage, _ depth: DepthImage, _ frame: RecordedFrame) throws(MarkerError) -> FrameObservations
  {
    try observe(
      gray: gray, depth: depth, camera: frame.camera, frame: frame.index, time: frame.time, name: frame.name)
  }
}
