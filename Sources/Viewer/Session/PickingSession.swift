import Analysis
import Diagnostics
import Geometry
import Landmarks
import Platform
import ScanPipeline

/// One sitting: what is picked, what follows from it, and what was saved. All windows of a browser share it.
actor PickingSession {
  let source: PickingSource
  let language: Language

  private(set) var subject: (any PickingSubject)?
  private(set) var picks = Picks()
  private var placement: Placement?
  private var sights: [Landmark: [FrameViews.Sight]] = [:]
  private var measured: HeadMeasures?
  private var effects: [Landmark: [Double?]] = [:]
  private var choices: MeasurementProtocol
  private var part = SessionState.Measures()
  private var lastCVAI: Double?

  private var stage = SessionState.Stage(key: "reading")
  private var message: String?
  private var (change, revision, savedRevision, headRevision) = (1, 0, 0, 0)
  private var saved: SessionState.Saved?
  private var followUp: Task<Void, Never>?
  private var isSaving = false

  /// A session; nothing is read yet.
  init(_ source: PickingSource, language: Language) {
    (self.source, self.language) = (source, language)
    choices = source.measurement
  }

  /// True where something was picked that is not saved.
  var hasUnsaved: Bool { revision != savedRevision }

  /// Reads and prepares what is picked on; what fails is told to the page.
  func prepare() async {
    do {
      let report: @Sendable (ScanProgress) -> Void = { progress in Task { await self.report(progress) } }
      let source = source
      let (subject, picks) = try await Background.run { try source.prepare(report) }
      (self.subject, self.picks) = (subject, picks)
      headRevision += 1
      stage = .init(key: "ready")
      await evaluate(isNew: false)
    } catch {
      stage = .init(key: "failed", text: Self.text(error, language))
      touch()
    }
  }

  private func report(_ progress: ScanProgress) {
    guard stage.key != "ready", stage.key != "failed" else { return }
    stage = .init(key: isSaving ? "saving" : progress.stage.rawValue, done: progress.done, total: progress.total)
    touch()
  }

  static func text(_ error: any Error, _ language: Language) -> String {
    (error as? any UserFacingError)?.description(in: language) ?? language("view.failed")
  }

  private func touch() { change += 1 }
}

extension PickingSession {
  /// Takes a document in place of the last one.
  ///
  /// - Throws: ``ViewRefusal``; `.outdated` where the document was made from an earlier revision.
  func submit(_ request: PicksRequest) async throws {
    guard !isSaving else { throw ViewRefusal.notReady }
    guard request.revision == revision else { throw ViewRefusal.outdated }
    let subject = subject
    let document = try request.document { landmark, origin, direction in
      guard let subject else { throw ViewRefusal.notReady }
      return subject.meet(landmark, origin, direction)
    }
    guard source.accepts(document) else { throw ViewRefusal.badRequest }
    picks = document.rounded
    await evaluate(isNew: true)
  }

  /// Measures by another protocol.
  func choose(_ name: String) async throws {
    guard !isSaving else { throw ViewRefusal.notReady }
    guard let choice = source.protocols.first(where: { $0.name == name }) else { throw ViewRefusal.badRequest }
    choices = choice
    await evaluate(isNew: false)
  }

  /// Places the picks and measures the values; intervals and the effect of each click follow.
  private func evaluate(isNew: Bool) async {
    followUp?.cancel()
    if isNew { revision += 1 }
    touch()
    guard let subject else { return }
    let (picks, choices, revision) = (picks, choices, revision)
    let before = isNew ? measured?[.cvai].value : lastCVAI
    let (placement, sights, values) = await Background.run {
      let placement = subject.place(picks)
      return (
        placement, (subject as? RecordingSubject).map { $0.sights(of: placement) } ?? [:],
        subject.measure(placement, by: choices, withIntervals: false)
      )
    }
    guard revision == self.revision, choices == self.choices else { return }
    (self.placement, self.sights, measured, lastCVAI, effects) = (placement, sights, values, before, [:])
    part = .init(values, revision: revision, before: before, hasIntervals: false, isFinal: false, language)
    touch()
    followUp = Task { await self.follow(subject, picks, placement, choices, revision) }
  }

  /// Intervals, and what each click does to the CVAI.
  private func follow(
    _ subject: any PickingSubject, _ picks: Picks, _ placement: Placement, _ choices: MeasurementProtocol,
    _ revision: Int
  ) async {
    let measures = await Background.run { subject.measure(placement, by: choices, withIntervals: true) }
    guard !Task.isCancelled, revision == self.revision, choices == self.choices else { return }
    measured = measures
    part = .init(measures, revision: revision, before: lastCVAI, hasIntervals: true, isFinal: false, language)
    touch()
    guard let whole = measures[.cvai].value else { return }
    for (landmark, pick) in picks.landmarks.sorted(by: { $0.key < $1.key }) where pick.clicks.count > 1 {
      var changes: [Double?] = []
      for index in pick.clicks.indices {
        var fewer = picks
        fewer[landmark].clicks.remove(at: index)
        let without = await Background.run { [fewer] in
          subject.measure(subject.place(fewer), by: choices, withIntervals: false)[.cvai].value
        }
        guard !Task.isCancelled, revision == self.revision else { return }
        changes.append(without.map { whole - $0 })
      }
      effects[landmark] = changes
      touch()
    }
  }

  /// Writes the picks and the renewed result.
  ///
  /// - Throws: ``ViewRefusal``; what can't be written is told by ``SessionState/message``.
  func save(revision asked: Int) async throws {
    guard let subject, !isSaving else { throw ViewRefusal.notReady }
    guard asked == revision else { throw ViewRefusal.outdated }
    followUp?.cancel()
    (isSaving, message) = (true, nil)
    defer { isSaving = false }
    stage = .init(key: "saving")
    touch()
    let (source, picks, language) = (source, picks, language)
    do {
      let report: @Sendable (ScanProgress) -> Void = { progress in Task { await self.report(progress) } }
      let outcome = try await Background.run {
        try source.save(picks, on: subject, language, report)
      }
      saved = .init(by: source.observer, at: outcome.time, file: outcome.file)
      savedRevision = revision
      stage = .init(key: "ready")
      choices = source.measurement
      measured = outcome.measures
      part = .init(
        outcome.measures, revision: revision, before: lastCVAI, hasIntervals: true, isFinal: true, language)
      touch()
    } catch {
      stage = .init(key: "ready")
      message = Self.text(error, language)
      touch()
      await evaluate(isNew: false)
    }
  }
}

extension PickingSession {
  /// What a page is told; nil where nothing has changed since.
  func state(since known: Int? = nil) -> SessionState? {
    if let known, known == change { return nil }
    return SessionState(
      change: change, mode: source.mode, name: source.name, observer: source.observer, output: source.outputName,
      stage: stage, headRevision: headRevision, revision: revision, savedRevision: savedRevision, saved: saved,
      message: message, landmarks: Landmark.required.map(part), measures: part,
      protocols: source.protocols.map { .init(name: $0.name, title: $0.title) }, protocol: choices.name)
  }

  private func part(_ landmark: Landmark) -> SessionState.Landmark {
    let pick = picks[landmark]
    let (picked, found) = (placement?.picked.estimates[landmark], placement?.found.estimates[landmark])
    let used = placement?.landmarks.estimates[landmark]
    let isPicked = picked.map { $0.evidence > 0 } ?? false
    let state = isPicked ? (picked?.rejection == nil ? "accepted" : "rejected") : used?.fault == nil && used != nil ? "proposal" : "open"
    let changes = effects[landmark]
    return .init(
      key: landmark.rawValue, name: landmark.title(language), hint: language("view.hint_\(landmark.rawValue)"),
      state: state, source: used.map(\.source.rawValue),
      mm: used.flatMap { $0.evidence > 0 ? Self.millimetres($0.position) : nil },
      sdMm: used.flatMap { $0.evidence > 0 ? Self.millimetres($0.standardDeviation) : nil }, evidence: used?.evidence,
      text: (isPicked ? picked : used)?.rejection?.text(language),
      surface: found.flatMap { found in
        found.rejection == nil && found.evidence > 0
          ? .init(
            mm: Self.millimetres(found.position),
            apartMm: isPicked ? Self.millimetres((found.position - picked!.position).length) : nil) : nil
      },
      clicks: (placement?.clicks[landmark] ?? []).enumerated().map { index, click in
        .init(
          frame: click.click.frame, pixel: [click.click.pixel.x, click.click.pixel.y],
          depthMm: click.depth.map(Self.millimetres), apartMm: click.apart.map(Self.millimetres), used: click.isUsed,
          effectCvai: changes.flatMap { $0.indices.contains(index) ? $0[index] : nil },
          text: click.fault.map { $0.written(language) })
      },
      point: pick.point.map { .init(mm: Self.millimetres($0)) },
      seen: (sights[landmark] ?? []).map {
        .init(
          frame: $0.frame, pixel: [Self.rounded($0.pixel.x, 2), Self.rounded($0.pixel.y, 2)], visible: $0.isVisible,
          score: Self.rounded($0.score, 3))
      })
  }

  private static func rounded(_ value: Double, _ digits: Int) -> Double {
    let unit = pow(10.0, Double(digits))
    return (value * unit).rounded() / unit
  }

  private static func millimetres(_ metres: Double) -> Double { rounded(metres * 1000, 4) }
  private static func millimetres(_ point: Vector3) -> [Double] { [point.x, point.y, point.z].map(millimetres) }
}

extension RecordingSubject {
  /// Where the frames show each landmark that is known.
  func sights(of placement: Placement) -> [Landmark: [FrameViews.Sight]] {
    placement.landmarks.estimates.filter { $0.value.evidence > 0 && Landmark.required.contains($0.key) }
      .mapValues { frames.sights(of: $0.position) }
  }
}

extension Picks {
  /// The picks as they are saved: measures rest on what the file says.
  var rounded: Picks {
    var rounded = self
    rounded.landmarks = landmarks.mapValues { pick in
      var pick = pick
      pick.clicks = pick.clicks.map { Click(frame: $0.frame, pixel: Self.rounded($0.pixel)) }
      pick.point = pick.point.map { Self.rounded($0) }
      return pick
    }
    return rounded
  }
}
