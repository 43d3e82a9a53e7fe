/// How much of a frame's markers link it to the frames before.
public struct Overlap: Sendable, Equatable {
  /// The share that links, 0 to 1.
  public var share: Double
  /// The markers that link.
  public var ids: Set<Int>
  /// True where both suffice.
  public var isSufficient: Bool

  /// The number of markers that link.
  public var shared: Int { ids.count }
}

/// Measures overlap; Docs/methods/feedback.md has the definition.
///
/// Held: of the markers that the frames just before showed, the share that this frame still shows. Lost: of the markers
/// that this frame shows, the share that the scan knows already. A marker without valid depth, or too far away, is seen
/// but links nothing.
struct OverlapGauge: Sendable {
  private let rules: FeedbackRules
  /// Every marker that linked a frame so far.
  private var known: Set<Int> = []
  /// The linking markers of the frames just before, while the position is held.
  private var recent: [(time: Double, ids: Set<Int>)] = []
  /// The markers of the last position that was held.
  private(set) var reference: Set<Int> = []

  init(_ rules: FeedbackRules) { self.rules = rules }

  mutating func measure(_ facts: FrameFacts) -> Overlap {
    let visible = facts.visible
    let linking = Set(facts.markers.filter { rules.hints.carries($0) }.map(\.id))
    let isHeld = !recent.isEmpty
    let shared =
      isHeld ? linking.intersection(reference) : known.isEmpty ? linking : linking.intersection(known)
    let whole = isHeld ? reference.count : visible.count
    let share = whole == 0 ? 0 : Double(shared.count) / Double(whole)
    let needed = isHeld ? rules.position.lostBelow : rules.position.regainedFrom
    let enough = shared.count >= Int(rules.position.fewestMarkers) && share >= needed
    if enough { hold(linking, at: facts.time) }
    return Overlap(share: share, ids: shared, isSufficient: enough)
  }

  /// From here on the position counts as lost; the reference stays what it was.
  ///
  /// - Parameter beginning: true before a scan, which then may begin anywhere.
  mutating func lose(beginning: Bool) {
    recent = []
    if beginning { known = [] }
  }

  private mutating func hold(_ ids: Set<Int>, at time: Double) {
    known.formUnion(ids)
    recent.append((time, ids))
    recent.removeAll { $0.time < time - rules.position.referenceSeconds }
    let counts = Dictionary(recent.flatMap { $0.ids.map { ($0, 1) } }, uniquingKeysWith: +)
    // A marker that is read in every other frame is there; one that was read once may be passing out of sight.
    reference = Set(counts.filter { Double($0.value) >= rules.position.referenceShare * Double(recent.count) }.keys)
  }
}

extension FeedbackRules.Hints {
  /// True for a marker that can be measured.
  func carries(_ marker: SeenMarker) -> Bool { hasDepth(marker) && !isFar(marker) }

  func hasDepth(_ marker: SeenMarker) -> Bool { marker.validDepth >= markerDepth }

  func isFar(_ marker: SeenMarker) -> Bool { marker.distance.map { $0 > farMetres } ?? false }
}
