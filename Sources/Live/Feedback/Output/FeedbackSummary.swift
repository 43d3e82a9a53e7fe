import Diagnostics
internal import Files
public import Platform

/// How a scan was steered, in a few numbers.
public struct FeedbackSummary: Sendable, Equatable {
  /// The number of frames.
  public private(set) var frames = 0
  /// From the first frame to the last, in seconds.
  public private(set) var duration = 0.0
  /// The time in which the scan went on, and of that the time without vibration, in seconds.
  public private(set) var scanned = 0.0, good = 0.0
  /// When the first markers were held: the beginning of the scan; nil where it never began.
  public private(set) var began: Double?
  /// The longest time of vibration; nil without any.
  public private(set) var longestBad: FeedbackTimeline.Stretch?
  /// How long each hint held, in seconds, by its name.
  public private(set) var hints: [String: Double] = [:]
  /// When each step of progress was reached, in seconds since the first frame.
  public private(set) var steps: [Step] = []
  /// How long each alert held, in seconds.
  public private(set) var alerts: [Alert: Double] = [:]
  /// The last state.
  public private(set) var guidance = Guidance.intro
  /// The ids of the cap that were never seen, ascending.
  public private(set) var missing: [Int] = []
  /// The share of each part of the head that was seen; empty where it is not known where they lie.
  public private(set) var parts: [HeadPart: Double] = [:]
  /// What tells where they lie, and before which of them the scan is assumed to have begun where that is all.
  public private(set) var partsSource: PartsSource?, firstView: HeadPart?
  /// The parts that were not seen well enough.
  public private(set) var missingParts: [HeadPart] = []

  /// A step of progress.
  public struct Step: Sendable, Equatable {
    /// Per cent of the cap's markers, and when they had been seen.
    public var percent: Int, time: Double
  }

  private var last: FrameFeedback?
  private var badSince: Double?

  /// Nothing seen yet.
  public init() {}

  /// Takes in the next frame; what it says holds until the next one.
  public mutating func add(_ feedback: FrameFeedback) {
    frames += 1
    duration = feedback.time
    if let last { count(last, seconds: feedback.time - last.time) }
    for event in feedback.events {
      if case .progress(let percent) = event.kind { steps.append(Step(percent: percent, time: event.time)) }
    }
    if began == nil, feedback.guidance != .intro { began = feedback.time }
    if feedback.isVibrating, badSince == nil { badSince = feedback.time }
    if let since = badSince {
      let stretch = FeedbackTimeline.Stretch(start: since, end: feedback.time)
      if stretch.duration > longestBad?.duration ?? -1 { longestBad = stretch }
      if !feedback.isVibrating { badSince = nil }
    }
    guidance = feedback.guidance
    last = feedback
    last?.events = []
  }

  /// Takes in what was never scanned.
  public mutating func finish(_ engine: FeedbackEngine, _ rules: FeedbackRules) {
    missing = engine.missing.sorted()
    (parts, partsSource) = (engine.parts, engine.partsSource)
    firstView = partsSource == .firstView ? rules.coverage.firstView : nil
    missingParts = parts.filter { $0.value < rules.coverage.partDone }.keys.sorted()
  }

  /// The share of the scan in good position; nil where it never began.
  public var goodShare: Double? { scanned > 0 ? good / scanned : nil }

  private mutating func count(_ frame: FrameFeedback, seconds: Double) {
    if frame.guidance != .intro {
      scanned += seconds
      if !frame.isVibrating { good += seconds }
    }
    if let hint = frame.hint { hints[hint.name, default: 0] += seconds }
    for alert in frame.alerts { alerts[alert, default: 0] += seconds }
  }
}

extension FeedbackSummary {
  /// A table for people, in the language of the phrases.
  public func table(_ book: Phrasebook) -> String {
    let rows = scan(book) + told(book) + seen(book)
    let width = rows.map(\.0.count).max() ?? 0
    return rows.map { $0.0 + String(repeating: " ", count: width - $0.0.count + 2) + $0.1 + "\n" }.joined()
  }

  private func scan(_ book: Phrasebook) -> [(String, String)] {
    var rows = [
      (book[.frames], "\(frames) \(book[.within]) \(book.seconds(duration))"),
      (book[.ended], book.prompt(guidance)),
      (book[.began], began.map { "\(book[.at]) \(book.seconds($0))" } ?? book[.neverBegan]),
    ]
    if let goodShare {
      let share = "\(book.seconds(good)) \(book[.of]) \(book.seconds(scanned)), \(percent(goodShare))"
      rows.append((book[.good], share))
    }
    let longest = longestBad.map { "\(book.seconds($0.duration)) \(book[.from]) \(book.seconds($0.start))" }
    return rows + [(book[.longest], longest ?? book[.none])]
  }

  /// How long each hint and each alert held.
  private func told(_ book: Phrasebook) -> [(String, String)] {
    hints.sorted { $0.key < $1.key }.map { ("\(book[.hint]): \(book.text(forHint: $0.key))", book.seconds($0.value)) }
      + alerts.sorted { $0.key.rawValue < $1.key.rawValue }
      .map { ("\(book[.alert]): \(book.text(for: $0.key))", book.seconds($0.value)) }
  }

  private func seen(_ book: Phrasebook) -> [(String, String)] {
    var rows = steps.map { ("\($0.percent) % \(book[.ofMarkers])", "\(book[.at]) \(book.seconds($0.time))") }
    if !missing.isEmpty {
      rows.append((book[.markersNeverSeen], "\(missing.count): " + missing.map(String.init).joined(separator: ", ")))
    }
    if let naming = naming(book) { rows.append((book[.partsNamed], naming)) }
    return rows
      + parts.sorted { $0.key < $1.key }.map { part, share in
        (book.word(part), percent(share) + (missingParts.contains(part) ? ", \(book[.notScanned])" : ""))
      }
  }

  private func naming(_ book: Phrasebook) -> String? {
    switch partsSource {
    case .layout: book[.byLayout]
    case .cap: book[.byCap]
    case .firstView:
      [book[.byFirstView], firstView.map { book.word($0) } ?? "–"].joined(separator: " ") + "; " + book[.layoutTells]
    case nil: nil
    }
  }

  private func percent(_ share: Double) -> String { "\(Int((100 * share).rounded())) %" }

  /// The content of `summary.json`: keys sorted, a line break at the end.
  ///
  /// - Parameters:
  ///   - file: the thresholds that were used.
  ///   - language: the language of the phrases.
  public func json(_ file: FeedbackFile, language: String) throws -> Data {
    return try JSONText.encode(Content(self, file, language))
  }

  private struct Content: Encodable {
    let schema = "calvaria/feedback/1"
    let rules, rulesVersion, language: String
    let frames: Int
    let durationS: Double
    let ended: String
    let beganS: Double?
    let goodS: Double
    let goodShare: Double?
    let longestVibration: [String: Double]?
    let hintsS, alertsS: [String: Double]
    let steps: [[String: Double]]
    let missingMarkers: [Int]
    let parts: [String: Double]
    let partsBy: String?
    let missingParts: [String]

    enum CodingKeys: String, CodingKey {
      case schema, rules, language, frames, ended, steps, parts
      case rulesVersion = "rules_version"
      case durationS = "duration_s"
      case beganS = "began_s"
      case goodS = "good_s"
      case goodShare = "good_share"
      case longestVibration = "longest_vibration"
      case hintsS = "hints_s"
      case alertsS = "alerts_s"
      case missingMarkers = "missing_markers"
      case partsBy = "parts_by"
      case missingParts = "missing_parts"
    }

    init(_ summary: FeedbackSummary, _ file: FeedbackFile, _ language: String) {
      (rules, rulesVersion, self.language) = (file.name, file.version, language)
      frames = summary.frames
      durationS = rounded(summary.duration, 3)
      ended = summary.guidance.name
      beganS = summary.began.map { rounded($0, 3) }
      goodS = rounded(summary.good, 3)
      goodShare = summary.goodShare.map { rounded($0, 4) }
      longestVibration = summary.longestBad.map {
        ["start_s": rounded($0.start, 3), "duration_s": rounded($0.duration, 3)]
      }
      hintsS = summary.hints.mapValues { rounded($0, 3) }
      alertsS = Dictionary(uniqueKeysWithValues: summary.alerts.map { ($0.key.rawValue, rounded($0.value, 3)) })
      steps = summary.steps.map { ["percent": Double($0.percent), "time_s": rounded($0.time, 3)] }
      missingMarkers = summary.missing
      parts = Dictionary(uniqueKeysWithValues: summary.parts.map { ($0.key.rawValue, rounded($0.value, 4)) })
      partsBy = summary.partsSource?.rawValue
      missingParts = summary.missingParts.map(\.rawValue)
    }
  }
}
