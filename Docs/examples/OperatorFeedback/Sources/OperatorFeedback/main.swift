import CalvariaFeedback
import Foundation

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

  /// - Returns: what to say now.
  mutating func feed(_ gray: GrayImage, _ depth: DepthImage, _ camera: PinholeCamera, time: Double) throws -> [String] {
    let seen = try detector.observe(
      gray: gray, depth: depth, camera: camera, frame: count, time: time, name: "\(count)")
    count += 1
    return engine.step(scan.facts(seen, gray: gray, depth: depth)).events.compactMap { phrases.text(for: $0) }
  }
}

// A recording stands in for the app's camera.
let folder = URL(filePath: CommandLine.arguments[1])
let recording = try Recording.open(folder)
var steering = try Steering(cap: CapFile.read(folder.appending(path: "cap.yaml")), language: "en")
for frame in recording.frames {
  let (gray, depth) = (try recording.gray(frame), try recording.depth(frame))
  for phrase in try steering.feed(gray, depth, frame.camera, time: frame.time) { print(phrase) }
}
