import Analysis
import Diagnostics
import Geometry
import Landmarks
import Platform
import ScanPipeline
import Workers

/// One sitting: what is picked, what follows from it, and what was saved. All windows of a browser share it.
actor PickingSession {
  let source: PickingSource
  let language: Language
  /// Where the scan stands among others; nil where there are none.
  let walk: SessionState.Walk?
  /// The address of a page that the page leads back to; nil where there is none.
  let home: String?

  private(set) var subject: (any PickingSubject)?
  private(set) var picks = Picks()
  /// What was picked before this session.
  private var loaded = Picks()
  private(set) var placement: Placement?
  private(set) var sights: [Landmark: [FrameViews.Sight]] = [:]
  private(set) var measured: HeadMeasures?
  private var choices: MeasurementProtocol
  private var part = SessionState.Measures()
  private var lastCVAI: Double?

  private var stage = SessionState.Stage(key: "reading")
  private var message: String?
  private var question: SaveQuestion?
  private var (change, revision, savedRevision, headRevision, mapsRevision) = (1, 0, 0, 0, 0)
  private var saved: SessionState.Saved?
  private var followUp: Task<Void, Never>?
  private(set) var isSaving = false
  private let isContinued: Bool
  /// Whether the measures of the picks that were loaded are those of a result that was saved with them.
  private var isLoadedSaved = false

  /// A session; nothing is read yet.
  ///
  /// - Parameters:
  ///   - walk: where the scan stands among others; a blind one tells nothing that could tell who was scanned.
  ///   - draft: what was picked in an earlier session on the same scan and not saved.
  init(
    _ source: PickingSource, language: Language, walk: SessionState.Walk? = nil, home: String? = nil,
    draft: Picks? = nil
  ) {
    (self.source, self.language, self.walk, self.home) = (source, language, walk, home)
    choices = source.measurement
    isContinued = draft != nil
    if let draft { (picks, revision) = (draft, 1) }
  }

  /// What was picked and is in no file; nil where there is nothing of it.
  var draft: Picks? { hasUnsaved ? picks : nil }
  var isBlind: Bool { walk?.isBlind ?? false }

  /// True where something was picked that is not saved.
  var hasUnsaved: Bool { revision != savedRevision }

  /// True where the picks are those that were loaded with their saved result.
  private var isAsSaved: Bool { isLoadedSaved && saved == nil && !hasUnsaved }

  /// Reads and prepares what is picked on; what fails is told to the page.
  func prepare() async {
    do {
      let report: @Sendable (ScanProgress) -> Void = { progress in Task { await self.report(progress) } }
      let source = source
      let prepared = try await Background.run { try source.prepare(report) }
      let picks = prepared.picks
      (subject, loaded, isLoadedSaved) = (prepared.subject, picks, prepared.isSaved)
      // What was picked meanwhile stays; what was picked before joins it.
      let isNew = picks.landmarks.keys.contains { self.picks.landmarks[$0] == nil }
      if !isContinued { self.picks.landmarks.merge(picks.landmarks) { mine, _ in mine } }
      if isNew, !isContinued, revision > 0 { revision += 1 }
      headRevision += 1
      stage = .init(key: "ready")
      await evaluate(isNew: false)
    } catch {
      stage = .init(key: "failed", text: isBlind ? blindText(error) : Self.text(error, language))
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

  /// An error by its code alone: paths, and texts of files, name who was scanned.
  private func blindText(_ error: any Error) -> String {
    let code = (error as? any UserFacingError)?.message.code.rawValue ?? "unforeseen"
    return language("view.walk_blind_error", ["code": .text(code)])
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
    let document = try request.document(on: subject, frames: source.recording?.frames.map(\.name) ?? [])
    guard source.accepts(document) else { throw ViewRefusal.badRequest }
    picks = document.recalling(known)
    await evaluate(isNew: true)
  }

  /// Points that are known by more than their place.
  private var known: [Landmark: [Picks.Pick]] {
    Landmark.allCases.reduce(into: [:]) { all, landmark in
      all[landmark] =
        [picks.landmarks[landmark], loaded.landmarks[landmark], subject?.proposal(of: landmark)].compactMap(\.self)
        .filter { $0.clicks.isEmpty }
    }
  }

  /// Measures by another protocol, which is not saved then.
  func choose(_ name: String) async throws {
    guard !isSaving else { throw ViewRefusal.notReady }
    guard let choice = source.protocols.first(where: { $0.name == name }) else { throw ViewRefusal.badRequest }
    guard choice != choices else { return }
    choices = choice
    await evaluate(isNew: true)
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
    (self.placement, self.sights, measured, lastCVAI) = (placement, sights, values, before)
    part = .init(values, revision: revision, before: before, hasIntervals: false, isFinal: isAsSaved, language)
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
    part = .init(measures, revision: revision, before: lastCVAI, hasIntervals: true, isFinal: isAsSaved, language)
    // The left–right difference follows the landmarks.
    mapsRevision += 1
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
      for (index, change) in changes.enumerated()
      where self.placement?.clicks[landmark]?.indices.contains(index) == true {
        self.placement?.clicks[landmark]?[index].effect = change
      }
      touch()
    }
  }

  /// Writes the picks and the renewed result.
  ///
  /// - Parameter replaced: the question that was answered with yes.
  /// - Throws: ``ViewRefusal``; what can't be written is told by ``SessionState/message``, what would be replaced by
  ///   ``SessionState/question``.
  func save(revision asked: Int, replacing replaced: String? = nil) async throws {
    guard let subject, !isSaving else { throw ViewRefusal.notReady }
    guard asked == revision else { throw ViewRefusal.outdated }
    followUp?.cancel()
    (isSaving, message, question) = (true, nil, nil)
    defer { isSaving = false }
    stage = .init(key: "saving")
    touch()
    let (source, picks, choices, language) = (source, picks, choices, language)
    do {
      let report: @Sendable (ScanProgress) -> Void = { progress in Task { await self.report(progress) } }
      let outcome = try await Background.run {
        try source.save(picks, on: subject, by: choices, replacing: replaced, language, report)
      }
      saved = .init(by: source.observer, at: outcome.time, file: outcome.file)
      savedRevision = revision
      stage = .init(key: "ready")
      measured = outcome.measures
      part = .init(
        outcome.measures, revision: revision, before: lastCVAI, hasIntervals: true, isFinal: true, language)
      touch()
    } catch let asked as SaveQuestion {
      stage = .init(key: "ready")
      question = asked
      touch()
      await evaluate(isNew: false)
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
      walk: walk, home: home, stage: stage, headRevision: headRevision, mapsRevision: mapsRevision, revision: revision,
      savedRevision: savedRevision, saved: saved,
      message: message,
      question: question.map { .init(id: $0.id, by: $0.observer, at: $0.time?.formatted(.iso8601)) },
      landmarks: Landmark.required.map(part), measures: part,
      protocols: source.protocols.map { .init(name: $0.name, title: $0.title) }, protocol: choices.name,
      scene: writtenAnnotation)
  }

  private func part(_ landmark: Landmark) -> SessionState.Landmark {
    SessionState.Landmark(
      landmark, picks[landmark], placement, measured?.comparison, source.recording, sights: sights[landmark] ?? [],
      language)
  }
}

extension RecordingSubject {
  /// Where the frames show each landmark that is known.
  func sights(of placement: Placement) -> [Landmark: [FrameViews.Sight]] {
    placement.landmarks.estimates.filter { $0.value.evidence > 0 && Landmark.required.contains($0.key) }
      .mapValues { frames.sights(of: $0.position) }
  }
}
