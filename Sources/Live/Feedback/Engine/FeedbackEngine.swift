/// The operator's feedback as a state machine over frames: no clock, no input, no output. Equal facts give equal
/// feedback, live or replayed, one by one or all at once.
public struct FeedbackEngine: Sendable {
  private let rules: FeedbackRules
  private var gauge: OverlapGauge
  private var position = Streak<Bool>()
  private var isVibrating = false
  private var finder: HintFinder
  private var teller: HintTeller
  private var progress: ProgressMeter
  private var coverage: CoverageGuide
  private var board: ReadingBoard
  private var watch: AlertWatch
  private var keeper: GuidanceKeeper
  private var hasBegun = false

  /// An engine before its first frame.
  ///
  /// - Parameter ids: the cap's marker ids, or nil where they are not known: then there is no progress.
  public init(_ rules: FeedbackRules, ids: Set<Int>?) {
    self.rules = rules
    (gauge, finder, teller) = (OverlapGauge(rules), HintFinder(rules), HintTeller(rules))
    progress = ProgressMeter(rules.progress, expected: ids)
    (coverage, board) = (CoverageGuide(rules.coverage), ReadingBoard(rules))
    (watch, keeper) = (AlertWatch(rules.alerts), GuidanceKeeper(rules.guidance))
  }

  /// The ids of the cap that have not been seen.
  public var missing: Set<Int> { progress.missing }
  /// The share of each part of the head that has been seen; empty where it is not known where they lie.
  public var parts: [HeadPart: Double] { coverage.shares }
  /// What tells where they lie; nil where it is not known.
  public var partsSource: PartsSource? { coverage.source }

  /// Takes in the next frame.
  public mutating func step(_ facts: FrameFacts) -> FrameFeedback {
    var kinds: [FeedbackEvent.Kind] = hasBegun ? [] : [.guidance(.intro)]
    hasBegun = true
    let overlap = gauge.measure(facts)
    let inARow = position.add(overlap.isSufficient)
    let isDecided = inARow >= Int(rules.position.framesInARow)
    kinds += watch.step(facts)
    progress.add(facts.visible)
    coverage.add(facts)
    kinds += guide(facts, isHeld: isDecided && overlap.isSufficient)
    if isDecided { kinds += vibrate(!overlap.isSufficient) }
    let cause = finder.step(facts, isGood: overlap.isSufficient, reference: gauge.reference, missing: missing)
    kinds += teller.step(cause, isVibrating: isVibrating, at: facts.time)
    if keeper.state != .intro {
      kinds += progress.announce().map { .progress(percent: $0) }
      kinds += coverage.announce().map { .partDone($0) }
    }
    if keeper.state == .scanning, !isVibrating, overlap.isSufficient {
      kinds += coverage.advise(facts, progress: progress.share)
    }
    kinds += board.step(readings(facts, overlap), at: facts.time)
    return feedback(facts, overlap, kinds)
  }

  /// Takes in frames in order.
  public mutating func run(_ facts: some Sequence<FrameFacts>) -> [FrameFeedback] { facts.map { step($0) } }

  /// Begins or ends vibration, which only a scan that goes on may begin.
  private mutating func vibrate(_ should: Bool) -> [FeedbackEvent.Kind] {
    if should { gauge.lose(beginning: keeper.state == .intro) }
    let mayBegin = keeper.state != .intro && keeper.state != .completed
    guard should != isVibrating, !should || mayBegin else { return [] }
    isVibrating = should
    return [.vibration(should)]
  }

  private mutating func guide(_ facts: FrameFacts, isHeld: Bool) -> [FeedbackEvent.Kind] {
    let hasMarkers = progress.share.map { $0 >= rules.guidance.completeMarkers }
    let hasParts = coverage.knowsParts ? coverage.isComplete : nil
    let knowsEnough = hasMarkers != nil || hasParts != nil
    let situation = GuidanceKeeper.Situation(
      time: facts.time, isHeld: isHeld, isVibrating: isVibrating, seesMarkers: !facts.markers.isEmpty,
      isComplete: knowsEnough && hasMarkers ?? true && hasParts ?? true, alerts: watch.active, heat: facts.heat)
    return keeper.step(situation).map { [.guidance($0)] } ?? []
  }

  private func readings(_ facts: FrameFacts, _ overlap: Overlap) -> [DisplayedQuantity: Double] {
    var values: [DisplayedQuantity: Double] = [:]
    if keeper.state != .intro { values[.overlap] = overlap.share }
    values[.distance] = facts.distance
    values[.cvai] = facts.cvai
    return values
  }

  private func feedback(
    _ facts: FrameFacts, _ overlap: Overlap, _ kinds: [FeedbackEvent.Kind]
  ) -> FrameFeedback {
    let without = facts.markers.count { !rules.hints.hasDepth($0) }
    let invalid = facts.markers.isEmpty ? nil : Double(without) / Double(facts.markers.count)
    let events = kinds.map {
      FeedbackEvent(
        time: facts.time, frame: facts.frame, kind: $0, figures: figures($0, facts, overlap, invalid: invalid))
    }
    return FrameFeedback(
      frame: facts.frame, time: facts.time, guidance: keeper.state, overlap: overlap, isVibrating: isVibrating,
      hint: teller.current, progress: progress.share, light: progress.light, alerts: watch.active,
      distance: facts.distance, invalidShare: invalid, blur: facts.blur, events: events)
  }

  private func figures(
    _ kind: FeedbackEvent.Kind, _ facts: FrameFacts, _ overlap: Overlap, invalid: Double?
  ) -> [String: Double] {
    var figures: [String: Double?] = [:]
    switch kind {
    case .vibration, .hint:
      figures = ["overlap": overlap.share, "shared": Double(overlap.shared), "visible": Double(facts.markers.count)]
      figures["invalid_share"] = invalid
      figures["distance_m"] = facts.distance
      figures["blur_px"] = facts.blur
      figures["turn_deg_s"] = facts.turnRate
      figures["valid_depth"] = facts.validDepth
    case .progress(let percent):
      figures = ["percent": Double(percent), "seen": Double(progress.seen.count), "share": progress.share]
    case .partDone(let part), .reminder(let part), .next(let part, _):
      figures = ["covered": coverage.shares[part], "away_deg": facts.parts[part]?.away]
    case .alert, .alertOver: figures = ["valid_depth": facts.validDepth, "fps": watch.rate]
    case .reading(_, let value, _): figures = ["value": value]
    case .guidance: figures = ["share": progress.share]
    case .hintOver: break
    }
    return figures.compactMapValues { $0 }
  }
}

/// What the operator is told in a frame: everything that a screen, a motor and a voice need.
public struct FrameFeedback: Sendable, Equatable {
  /// The frame's index and time in seconds since the scan began.
  public var frame: Int, time: Double
  /// The state of the scan, whose phrase is the prompt.
  public var guidance: Guidance
  /// How well the frame is linked to the scan; whether that suffices; this alone is not yet a change of vibration.
  public var overlap: Overlap
  /// Whether the phone vibrates.
  public var isVibrating: Bool
  /// Why, as told last.
  public var hint: Hint?
  /// The share of the cap's markers seen so far and the bar's colour; nil where the cap is not known.
  public var progress: Double?, light: TrafficLight?
  /// What is wrong with the device.
  public var alerts: Set<Alert>
  /// The median distance of the markers in metres, the share of markers without valid depth, and the blur in pixels.
  public var distance: Double?, invalidShare: Double?, blur: Double?
  /// What happened, in order.
  public var events: [FeedbackEvent]
}
