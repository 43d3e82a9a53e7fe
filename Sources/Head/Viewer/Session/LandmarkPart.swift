import Analysis
import Diagnostics
import Geometry
import Landmarks
import Recordings

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
