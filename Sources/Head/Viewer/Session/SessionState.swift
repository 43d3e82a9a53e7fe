import Analysis
import Diagnostics
internal import Files
import Geometry
import Landmarks
import Recordings
import Reports

/// What a page is told: all that a window shows but images and the mesh. Keys become snake case.
struct SessionState: Encodable, Sendable {
  struct Stage: Encodable, Sendable {
    var key: String
    var done = 0
    var total = 0
    @Nullable var text: String? = nil
  }

  struct Saved: Encodable, Sendable {
    @Nullable var by: String? = nil
    var at: String
    var file: String
  }

  /// What a page is told of a ``ReportedClick``.
  struct Click: Encodable, Sendable {
    var frame: Int
    var pixel: [Double]
    var state = "accepted"
    @Nullable var depthMm: Double? = nil
    @Nullable var apartMm: Double? = nil
    var used: Bool
    @Nullable var effectCvai: Double? = nil
    @Nullable var text: String? = nil
  }

  struct Seen: Encodable, Sendable {
    var frame: Int
    var pixel: [Double]
    var visible: Bool
    var score: Double
  }

  struct Point: Encodable, Sendable {
    var mm: [Double]
    @Nullable var apartMm: Double? = nil
    @Nullable var limitMm: Double? = nil
  }

  struct Landmark: Encodable, Sendable {
    var key: String
    var name: String
    var hint: String
    var state: String
    @Nullable var source: String? = nil
    @Nullable var mm: [Double]? = nil
    @Nullable var sdMm: Double? = nil
    @Nullable var evidence: Int? = nil
    @Nullable var text: String? = nil
    @Nullable var surface: Point? = nil
    var clicks: [Click]
    @Nullable var point: Point? = nil
    var seen: [Seen]
  }

  struct Row: Encodable, Sendable {
    var key: String
    var name: String
    @Nullable var value: String? = nil
    var unit: String
    @Nullable var interval: String? = nil
    @Nullable var text: String? = nil
  }

  struct Severity: Encodable, Sendable {
    var text: String
    var level: Int
    var levels: Int
    @Nullable var flattened: String? = nil
  }

  struct Index: Encodable, Sendable {
    var value: Double
    @Nullable var ci95: [Double]? = nil
  }

  struct Measures: Encodable, Sendable {
    var state = "none"
    var revision = 0
    var isFinal = false
    var rows: [Row] = []
    @Nullable var severity: Severity? = nil
    /// The index with the midline by the symmetry of the face, beside that of the landmarks.
    @Nullable var bySymmetry: String? = nil
    var findings: [String] = []
    @Nullable var cvai: Index? = nil
    @Nullable var cvaiBefore: Double? = nil
  }

  struct Choice: Encodable, Sendable {
    var name: String
    var title: String
  }

  /// Where the scan stands among those that are picked one after the other.
  struct Walk: Encodable, Sendable {
    /// From 1.
    var number: Int
    var count: Int
    /// `to_pick` or `all`.
    var kind: String
    var isBlind: Bool
  }

  /// Picks that a save would replace.
  struct Question: Encodable, Sendable {
    var id: String
    @Nullable var by: String? = nil
    @Nullable var at: String? = nil
  }

  var change: Int
  var mode: String
  var name: String
  @Nullable var observer: String? = nil
  @Nullable var output: String? = nil
  @Nullable var walk: Walk? = nil
  /// Where the page leads back to.
  @Nullable var home: String? = nil
  var stage: Stage
  var headRevision: Int
  var mapsRevision: Int
  var revision: Int
  var savedRevision: Int
  @Nullable var saved: Saved? = nil
  @Nullable var message: String? = nil
  @Nullable var question: Question? = nil
  var landmarks: [Landmark]
  var measures: Measures
  var protocols: [Choice]
  var `protocol`: String
  @Nullable var scene: JSONValue? = nil
}

extension SessionState.Landmark {
  /// What a page shows of a landmark.
  ///
  /// - Parameters:
  ///   - comparison: the landmarks beside those that the surface shows; nil where nothing was measured yet.
  ///   - recording: the one in whose frames clicks lie; nil for a mesh.
  ///   - sights: where the frames show it.
  init(
    _ landmark: Landmark, _ pick: Picks.Pick, _ placement: Placement?, _ comparison: LandmarkComparison?,
    _ recording: Recording?, sights: [FrameViews.Sight], _ language: Language
  ) {
    let picked = placement?.picked.estimates[landmark].flatMap { $0.evidence > 0 ? $0 : nil }
    let used = placement?.landmarks.estimates[landmark].flatMap { $0.evidence > 0 ? $0 : nil }
    let found = placement?.found.estimates[landmark].flatMap { $0.fault == nil && $0.evidence > 0 ? $0 : nil }
    (key, name) = (landmark.rawValue, landmark.title(language))
    hint = language("view.hint_\(landmark.rawValue)")
    // What was picked before there is a head is not placed yet.
    state = placement == nil && !pick.isEmpty ? "accepted" : Self.state(picked, used)
    let placed = placement?.clicks[landmark] ?? []
    clicks = pick.clicks.compactMap { click in
      if let known = placed.first(where: { $0.placed == click }) { return SessionState.Click(known, language) }
      // One that was made a moment ago is not placed yet.
      return recording?.frame(named: click.frame).map { SessionState.Click(click, frame: $0.index) }
    }
    seen = sights.map { sight in
      SessionState.Seen(
        frame: sight.frame, pixel: [rounded(sight.pixel.x, 2), rounded(sight.pixel.y, 2)], visible: sight.isVisible,
        score: rounded(sight.score, 3))
    }
    source = used?.source.rawValue
    mm = used.map { millimetres($0.position) }
    sdMm = used.map { millimetres($0.standardDeviation) }
    evidence = used?.evidence
    let rejection = (picked ?? used)?.rejection ?? placement?.landmarks.estimates[landmark]?.rejection
    text = rejection?.text(language)
    surface = found.map { found in
      let apart = picked.map { millimetres((found.position - $0.position).length) }
      let limit = picked.flatMap { _ in comparison?.places[landmark].map { millimetres($0.limit) } }
      return SessionState.Point(mm: millimetres(found.position), apartMm: apart, limitMm: limit)
    }
    point = pick.point.map { SessionState.Point(mm: millimetres($0)) }
  }

  /// `rejected`, `accepted`, `proposal` or `open`.
  private static func state(_ picked: LandmarkEstimate?, _ used: LandmarkEstimate?) -> String {
    if let picked { return picked.rejection == nil ? "accepted" : "rejected" }
    return used.map { $0.fault == nil } ?? false ? "proposal" : "open"
  }
}

extension SessionState.Click {
  /// A click of which nothing is known but where it was placed.
  fileprivate init(_ placed: LandmarkClick, frame: Int) {
    (self.frame, pixel) = (frame, [placed.pixel.x, placed.pixel.y])
    (state, used) = (placed.isProposed ? "proposal" : "accepted", false)
  }

  fileprivate init(_ click: ReportedClick, _ language: Language) {
    self.init(click.placed, frame: click.frame)
    used = click.isUsed
    depthMm = click.depth.map(millimetres)
    apartMm = click.apart.map(millimetres)
    effectCvai = click.effect.map { rounded($0, 3) }
    text = click.fault.map { FindingValue.written($0).text(language) }
  }
}

private func millimetres(_ metres: Double) -> Double { rounded(metres * 1000, 4) }
private func millimetres(_ point: Vector3) -> [Double] { [point.x, point.y, point.z].map { millimetres($0) } }

extension SessionState.Measures {
  /// What a page shows of measures.
  ///
  /// - Parameters:
  ///   - before: the CVAI before the last pick.
  ///   - isFinal: true for those of a saved result.
  init(
    _ measures: HeadMeasures, revision: Int, before: Double?, hasIntervals: Bool, isFinal: Bool, _ language: Language
  ) {
    let result = ScanResult(measures)
    state = hasIntervals ? "intervals" : "values"
    (self.revision, self.isFinal) = (revision, isFinal)
    rows = MeasureName.allCases.filter { !$0.isForResearch }.map { SessionState.Row($0, result, language) }
    severity = measures.severity.map { grade in
      .init(
        text: result.grade?.line(language) ?? "", level: grade.level,
        levels: grade.scale.borders.count + 1, flattened: FlattenedSide.title(grade.flattened.rawValue, language))
    }
    bySymmetry = result.bySymmetry?.line(language)
    findings = (measures.reasons + measures.notes).map { $0.text(language) }
    cvai = measures[.cvai].value.map { value in
      .init(value: value, ci95: measures[.cvai].ci95.map { [$0.lowerBound, $0.upperBound] })
    }
    cvaiBefore = before
  }
}

extension SessionState.Row {
  fileprivate init(_ measure: MeasureName, _ result: ScanResult, _ language: Language) {
    let written = result.measures[measure.rawValue]
    let digits = measure == .cvai || measure == .cvaiShorter || measure == .cva ? 2 : 1
    let number = { (value: Double) in language.number(value, digits: digits) }
    (key, name, unit) = (measure.rawValue, measure.title(language), measure.unit)
    value = (written?.value).map(number)
    interval = written?.ci95.map {
      language("report.range", ["low": .text(number($0[0])), "high": .text(number($0[1]))])
    }
    text = written?.value == nil ? result.findings.withheldMark(measure, language) : nil
  }
}
