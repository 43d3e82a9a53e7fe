import Diagnostics
import Feedback
internal import Files
import Platform
internal import Reports

/// What the page's script shows of a frame: a column for each figure, and what changes seldom by its changes.
struct FrameData: Encodable {
  /// What holds from a frame on.
  struct Change: Encodable {
    let frame: Int
    let text: String
    /// The share and the colour of the bar.
    var share: Double?, light: String?
  }

  struct Picture: Encodable {
    let frame: Int
    let jpeg: Data
  }

  private let time, overlap: [Double]
  private let distance, invalid, blur: [Double?]
  private let shared: [Int]
  private let name: [String]
  private let state, vibrating, hint, alerts, progress, said, advice: [Change]
  private let pictures: [Picture]
  private let words: [String: String]

  init(_ scan: ReplayedScan) {
    let (frames, book) = (scan.timeline.frames, scan.book)
    time = frames.map { rounded($0.time, 6) }
    overlap = frames.map { rounded(100 * $0.overlap.share, 1) }
    shared = frames.map(\.overlap.shared)
    distance = frames.map { $0.distance.map { rounded(1000 * $0, 1) } }
    invalid = frames.map { $0.invalidShare.map { rounded(100 * $0, 1) } }
    blur = frames.map { $0.blur.map { rounded($0, 2) } }
    name = scan.names
    state = Self.changes(frames) { book.prompt($0.guidance) }
    vibrating = Self.changes(frames) { $0.isVibrating ? "■ \(book[.on])" : "○ \(book[.off])" }
    hint = Self.changes(frames) { $0.hint.map { book.text(for: $0) } ?? "–" }
    alerts = Self.changes(frames) { frame in
      let texts = Alert.allCases.filter { frame.alerts.contains($0) }.map { book.text(for: $0) }
      return texts.isEmpty ? "–" : texts.map { "▲ " + $0 }.joined(separator: "; ")
    }
    progress = Self.progress(frames, book)
    let spoken = scan.timeline.events.compactMap { event in
      book.text(for: event).map { (event, Change(frame: event.frame, text: $0)) }
    }
    said = spoken.map(\.1)
    advice = spoken.filter { $0.0.isAdvice }.map(\.1)
    pictures = scan.pictures.map { Picture(frame: $0.frame, jpeg: $0.jpeg) }
    let needed: [PrintedWord] = [.frame, .shared, .image, .earlier, .later, .of, .decimalSign]
    words = Dictionary(uniqueKeysWithValues: needed.map { ($0.rawValue, book[$0]) })
  }

  /// JSON on one line, keys sorted.
  func json() throws -> String {
    String(decoding: try JSONText.encode(self, isOneLine: true).dropLast(), as: UTF8.self)
  }

  private static func changes(_ frames: [FrameFeedback], _ text: (FrameFeedback) -> String) -> [Change] {
    var changes: [Change] = []
    for (index, frame) in frames.enumerated() {
      let now = text(frame)
      if now != changes.last?.text { changes.append(Change(frame: index, text: now)) }
    }
    return changes
  }

  private static func progress(_ frames: [FrameFeedback], _ book: Phrasebook) -> [Change] {
    var changes: [Change] = []
    for (index, frame) in frames.enumerated() {
      guard let share = frame.progress, let light = frame.light, share != changes.last?.share else { continue }
      let text = "\(NumberText.percent(share)) \(light.sign) \(book.name(of: light))"
      changes.append(Change(frame: index, text: text, share: share, light: light.rawValue))
    }
    return changes
  }
}
