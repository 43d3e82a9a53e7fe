/// Counts how often somebody moved to a side, held the end, and came back.
struct SideCounter: Sendable {
  let side: GuidedSide
  private let rules: MovementRules
  /// The ends that were held, as sizes in degrees: of each movement to the side the farthest plateau.
  private(set) var ends: [Double] = []
  /// How often the head went to the side and came back without a rest.
  private(set) var unsettled = 0
  private var out: Excursion?
  /// The least size since the last movement to the side was over: on the way back no new one begins.
  private var valley = 0.0

  /// A movement to the side that is not over: the farthest angle, and every plateau by when it began, as sizes.
  private struct Excursion {
    var farthest: Double
    var plateaus: [(since: Double, level: Double)] = []

    var end: Double? { plateaus.map(\.level).max() }
  }

  init(_ side: GuidedSide, _ rules: MovementRules) { (self.side, self.rules) = (side, rules) }

  /// How often the side was held, with the end that is being held.
  var count: Int { ends.count + (out?.end == nil ? 0 : 1) }

  /// Whether the head is out to this side.
  var isOut: Bool { out != nil }

  /// The end of the movement that is not over, as a size in degrees; nil where none was held yet.
  var current: Double? { out?.end }

  /// Takes in an angle in degrees, and what it has settled to since when.
  ///
  /// - Returns: true where the first plateau of a movement to this side has settled.
  mutating func add(_ degrees: Double, settled: (level: Double, since: Double)?) -> Bool {
    let size = side.sign * degrees
    if let going = out {
      out!.farthest = max(going.farthest, size)
      if size < rules.returnShare * going.farthest { finish(at: size) }
    } else {
      valley = min(valley, size)
      if size >= rules.movement, size >= valley + rules.movement { out = Excursion(farthest: size) }
    }
    guard out != nil, let settled, side.sign * settled.level >= rules.movement else { return false }
    let isFirst = out!.plateaus.isEmpty
    let plateau = (since: settled.since, level: side.sign * settled.level)
    if out!.plateaus.last?.since == settled.since {
      out!.plateaus[out!.plateaus.count - 1] = plateau
    } else {
      out!.plateaus.append(plateau)
    }
    return isFirst
  }

  /// Ends the movement that is not over, at a size in degrees.
  private mutating func finish(at size: Double) {
    guard let going = out else { return }
    if let end = going.end { ends.append(end) } else { unsettled += 1 }
    (out, valley) = (nil, size)
  }
}
