import ArgumentParser
import Feedback
import Foundation
import Geometry
import Images
import LiveTracking
import Markers
import Recordings

/// `latency`: prints how long after a frame the operator's feedback is there, in ms:
/// `{part: {median_ms, p99_ms, max_ms, cpu_median_ms, cpu_p99_ms}}`.
///
/// Frames are taken one after the other on one thread, as an app would, and nothing is kept of them but their times.
struct LatencyCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "latency", abstract: "Print how long the operator's feedback takes from frame to event, as JSON.")

  @Argument(help: "The recording's folder, with cap.yaml.")
  var recording: String

  func run() throws {
    let recording = try Recording.open(URL(fileURLWithPath: recording))
    let cap = try CapFile.read(recording.folder.appending(path: "cap.yaml"))
    var steered = SteeredScan(recording, cap)
    let times = try recording.frames.map { try steered.take($0) }
    let parts = [
      "decoding": times.map(\.decoding), "detection": times.map(\.detection), "feedback": times.map(\.feedback),
      "frame_to_event": times.map { $0.detection + $0.feedback },
      "file_to_event": times.map { $0.decoding + $0.detection + $0.feedback },
    ]
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    encoder.keyEncodingStrategy = .convertToSnakeCase
    print(String(decoding: try encoder.encode(parts.mapValues(Latency.init)), as: UTF8.self))
  }
}

/// A scan that is steered while its frames are timed.
private struct SteeredScan: ~Copyable {
  private let detector: MarkerDetector
  private var decoder: FrameDecoder
  private var gray = GrayImage(width: 0, height: 0, pixels: [])
  private var depth = DepthImage(width: 0, height: 0, pixels: [])
  private var scan: LiveScan
  private var engine: FeedbackEngine

  init(_ recording: Recording, _ cap: Cap) {
    let rules = FeedbackFile.builtIn.rules
    detector = MarkerDetector(cap)
    decoder = FrameDecoder(recording)
    (scan, engine) = (LiveScan(cap, rules: rules), FeedbackEngine(rules, ids: cap.ids))
  }

  /// Decoding of both images; markers with their depth; facts and what the operator is told.
  mutating func take(_ frame: RecordedFrame) throws -> (decoding: Elapsed, detection: Elapsed, feedback: Elapsed) {
    let decoding = try Elapsed.measure {
      try decoder.gray(frame, into: &gray)
      try decoder.depth(frame, into: &depth)
    }
    var seen: FrameObservations?
    let detection = try Elapsed.measure { seen = try detector.observe(gray, depth, frame) }
    let feedback = Elapsed.measure { _ = engine.step(scan.facts(seen!, gray: gray, depth: depth)) }
    return (decoding, detection, feedback)
  }
}

/// The times of all frames: by the clock on the wall, and the processor's.
private struct Latency: Encodable {
  let medianMs, p99Ms, maxMs, cpuMedianMs, cpuP99Ms: Double

  init(_ times: [Elapsed]) {
    let (wall, cpu) = (times.map { $0.wall / .milliseconds(1) }, times.map { $0.cpu / .milliseconds(1) })
    (medianMs, p99Ms, maxMs) = (RobustStatistics.median(wall), Self.p99(wall), wall.max()!)
    (cpuMedianMs, cpuP99Ms) = (RobustStatistics.median(cpu), Self.p99(cpu))
  }

  /// The least time that 99 % of the frames do not exceed.
  private static func p99(_ times: [Double]) -> Double { times.sorted()[(99 * times.count + 99) / 100 - 1] }
}
