import Geometry

/// Finds out why the position of a frame is not good.
struct HintFinder: Sendable {
  private let rules: FeedbackRules
  private var lastPlaces: [Int: (time: Double, place: Vector2)] = [:]
  private var lastDistance: (time: Double, metres: Double)?

  init(_ rules: FeedbackRules) { self.rules = rules }

  /// Takes in a frame; the cause why its position is not good, nil where it is.
  ///
  /// - Parameters:
  ///   - reference: the markers of the last good position.
  ///   - missing: the cap's markers that were never seen.
  mutating func step(_ facts: FrameFacts, isGood: Bool, reference: Set<Int>, missing: Set<Int> = []) -> Hint? {
    defer { remember(facts) }
    return isGood ? nil : cause(facts, reference, missing)
  }

  /// The first cause that applies, in the order of how surely it is known.
  private func cause(_ facts: FrameFacts, _ reference: Set<Int>, _ missing: Set<Int>) -> Hint? {
    let hints = rules.hints
    if facts.markers.isEmpty, let valid = facts.validDepth, valid < hints.coveredBelow { return .covered }
    if facts.blur ?? 0 > hints.blurPixels || facts.turnRate ?? 0 > hints.turnDegrees { return .tooFast }
    if isTooFar(facts) { return .tooFar }
    if share(facts.markers, { !hints.hasDepth($0) }) > hints.invalidShare { return isDead(facts) ? nil : .tooClose }
    if let direction = direction(facts, to: reference) ?? direction(facts, to: missing) ?? partDirection(facts) {
      return .move(direction)
    }
    return .lost
  }

  /// True where the sensor gives no depth though the markers are far enough away: an alert says so, and no hint would help.
  private func isDead(_ facts: FrameFacts) -> Bool {
    guard let valid = facts.validDepth, let distance = facts.distance else { return false }
    return valid < rules.alerts.absentBelow && distance > rules.hints.sureDepthMetres
  }

  private func share(_ markers: [SeenMarker], _ isSo: (SeenMarker) -> Bool) -> Double {
    markers.isEmpty ? 0 : Double(markers.count(where: isSo)) / Double(markers.count)
  }

  /// Far markers are often not read at all: then the last distance counts for a while.
  private func isTooFar(_ facts: FrameFacts) -> Bool {
    if !facts.markers.isEmpty { return share(facts.markers, rules.hints.isFar) > rules.hints.invalidShare }
    guard let last = lastDistance, facts.time - last.time <= rules.hints.memorySeconds else { return false }
    return last.metres > rules.hints.farMetres
  }

  /// The direction towards those of the markers that are out of sight, where they lie or were last known to lie.
  private func direction(_ facts: FrameFacts, to ids: Set<Int>) -> MoveDirection? {
    let places = ids.subtracting(facts.visible).sorted().compactMap { facts.places[$0] ?? lastPlaces[$0]?.place }
    guard !places.isEmpty else { return nil }
    return MoveDirection(places.reduce(.zero, +) / Double(places.count), least: rules.hints.middle)
  }

  private func partDirection(_ facts: FrameFacts) -> MoveDirection? {
    CoverageGuide.next(facts.parts, rules.coverage).flatMap { facts.parts[$0]?.direction }
  }

  private mutating func remember(_ facts: FrameFacts) {
    lastPlaces = lastPlaces.filter { facts.time - $0.value.time <= rules.hints.memorySeconds }
    for (id, place) in facts.places { lastPlaces[id] = (facts.time, place) }
    for marker in facts.markers { lastPlaces[marker.id] = (facts.time, marker.place) }
    if let distance = facts.distance { lastDistance = (facts.time, distance) }
  }
}
