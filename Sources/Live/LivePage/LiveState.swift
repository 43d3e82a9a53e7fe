import Capture
import Diagnostics
import Feedback
import Geometry

/// What the page is told: all that a window shows but images. Keys become snake case.
struct LiveState: Encodable, Sendable {
  /// How far the scan has come.
  enum Phase: String, Encodable, Sendable {
    /// Somebody has yet to start it.
    case waiting
    /// It is recorded.
    case scanning
    /// It is reconstructed.
    case reconstructing
    /// There is a result, or a reason why there is none.
    case finished
  }

  /// In which language phrases are spoken.
  let language: String
  /// The seconds after which a phrase that waits is not said any more.
  let patience = SpeechPlan.patience
  /// Counts the changes.
  var revision = 1
  var phase = Phase.waiting
  /// Whether nothing is recorded for now.
  var isPaused = false
  /// What its user should know of the source.
  var news: String?
  var scan: ShownFrame?
  var counts: Counts?
  /// What was told, the latest last.
  var events: [ToldEvent] = []
  var work: Work?
  /// Why there is no result, in words.
  var failure: String?

  init(language: String) { self.language = language }

  struct Counts: Encodable, Sendable {
    let recorded, leftOut: Int

    init(_ counts: FrameCounts) { (recorded, leftOut) = (counts.recorded, counts.leftOut) }
  }

  /// How far the reconstruction has come.
  struct Work: Encodable, Sendable {
    let share: Double
    let secondsLeft: Double?
  }
}

/// Something that is said.
struct ToldEvent: Encodable, Sendable {
  /// The change with which it came.
  let revision: Int
  /// As in `feedback.jsonl`: what is said outdates what waits of the same name.
  let name: String
  let text: String
  /// Whether it corrects the operator: that can't wait.
  let isUrgent: Bool

  /// Nil for what is not spoken of.
  init?(_ event: FeedbackEvent, _ book: Phrasebook, revision: Int) {
    guard let text = book.text(for: event) else { return nil }
    (self.revision, name, self.text) = (revision, event.name, text)
    isUrgent =
      switch event.kind {
      case .hint, .guidance(.error): true
      default: false
      }
  }
}

/// A judged frame as the page shows it.
struct ShownFrame: Encodable, Sendable {
  struct Marker: Encodable, Sendable {
    /// In pixels, x and y in turn.
    let corners: [Double]
    /// Whether it links the frame to those before.
    let links: Bool
  }

  struct Part: Encodable, Sendable {
    let name, word: String
    let share: Double
    let isDone: Bool
  }

  /// A number with its colour and the sign that says the same.
  struct Reading: Encodable, Sendable {
    let value: Double
    let light, sign: String?

    init?(_ value: Double?, _ light: TrafficLight?) {
      guard let value, value.isFinite else { return nil }
      (self.value, self.light, sign) = (value, light?.rawValue, light?.sign)
    }
  }

  let frame: Int
  /// Seconds since the first frame.
  let time: Double
  let width, height, quarterTurns: Int
  let markers: [Marker]
  let prompt: String
  let isComplete, isVibrating: Bool
  /// The share of the cap's markers that were seen, and the markers' median distance in metres.
  let progress, distance: Reading?
  let parts: [Part]
  /// That the parts' names are an assumption, in words.
  let assumption: String?
  /// Whether each direction of the head was seen, in bands of 10° of elevation from the lowest up: 1 or 0 from the left over
  /// the back, the right and the front.
  let directions: [String]?
  /// Where the camera stands, a unit vector: x the subject's right, y forward, z up.
  let eye: [Double]?

  init(_ judged: JudgedFrame, _ options: CaptureOptions, prompt: String) {
    let (feedback, facts) = (judged.feedback, judged.facts)
    let (rules, book) = (options.file.rules, options.phrasebook)
    (frame, time, self.prompt, quarterTurns) = (judged.frame.index, feedback.time, prompt, options.quarterTurns)
    (width, height) = (judged.frame.camera.width, judged.frame.camera.height)
    (isComplete, isVibrating) = (feedback.guidance == .completed, feedback.isVibrating)
    let own = facts.visible
    markers = judged.seen.filter { own.contains($0.id) }.map { marker in
      Marker(
        corners: marker.corners.flatMap { [rounded($0.x, 1), rounded($0.y, 1)] },
        links: feedback.overlap.ids.contains(marker.id))
    }
    progress = Reading(feedback.progress, feedback.light)
    distance = Reading(
      feedback.distance, feedback.distance.flatMap { rules.readings[.distance]?.light($0) })
    parts = facts.parts.sorted { $0.key < $1.key }.map { part, state in
      Part(
        name: part.rawValue, word: book.word(part), share: rounded(state.covered, 3),
        isDone: state.covered >= rules.coverage.partDone)
    }
    let first = facts.partsSource == .firstView ? rules.coverage.firstView : nil
    assumption = first.map { book[.byFirstView] + " " + book.word($0) }
    directions = judged.seenDirections?.map { band in String(band.map { $0 ? "1" : "0" }) }
    eye = judged.eye.map { [rounded($0.x, 3), rounded($0.y, 3), rounded($0.z, 3)] }
  }
}
