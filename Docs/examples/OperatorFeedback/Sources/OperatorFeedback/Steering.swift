import CalvariaFeedback

/// A frame of your own source: an image, its depth, and the camera of both.
struct SourceFrame {
  let time: Double
  let gray: GrayImage, depth: DepthImage
  let camera: Camera
}

/// Steers an operator: feed it every frame as it comes.
struct Steering {
  private let detector: MarkerDetector, phrases: Phrasebook
  private var scan: LiveScan, engine: FeedbackEngine
  private var count = 0

  init(cap: Cap, language: String) throws {
    let file = FeedbackFile.builtIn
    detector = MarkerDetector(cap)
    phrases = try file.phrasebook(language)
    scan = LiveScan(cap, rules: file.rules)
    engine = FeedbackEngine(file.rules, ids: cap.ids)
  }

  mutating func feed(_ frame: SourceFrame, vibrate: (Bool) -> Void, say: (String) -> Void) throws {
    let seen = try detector.observe(
      gray: frame.gray, depth: frame.depth, camera: frame.camera, frame: count, time: frame.time, name: "\(count)")
    let told = engine.step(scan.facts(seen, gray: frame.gray, depth: frame.depth))
    vibrate(told.isVibrating)
    for text in told.events.compactMap({ phrases.text(for: $0) }) { say(text) }
    count += 1
  }
}
