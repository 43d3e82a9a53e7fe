import Geometry

/// Joins the ends of open lines that lie close together, nearest first, and closes lines whose own ends meet.
struct LineJoining {
  /// More open lines than this are no surface; the shortest are left out.
  private static let mostLines = 500

  private let lines: [CutLine]
  /// The length of each line in metres.
  private let lengths: [Double]
  /// The end joined to each end; the ends of line i are 2 i (its start) and 2 i + 1.
  private var partner: [Int?]

  /// Closed lines as they are, and the open ones joined where their ends are within `tolerance` metres.
  static func join(_ lines: [CutLine], within tolerance: Double) -> [CutLine] {
    let open = lines.filter { !$0.isClosed }
    if open.isEmpty { return lines }
    let kept = open.map { ($0, length($0)) }.sorted { $0.1 > $1.1 }.prefix(mostLines)
    var joining = LineJoining(kept.map(\.0), lengths: kept.map(\.1))
    joining.pair(within: tolerance)
    return lines.filter(\.isClosed) + joining.chains()
  }

  private init(_ lines: [CutLine], lengths: [Double]) {
    (self.lines, self.lengths) = (lines, lengths)
    partner = [Int?](repeating: nil, count: 2 * lines.count)
  }

  private func end(_ index: Int) -> Vector2 {
    index % 2 == 0 ? lines[index / 2].points.first! : lines[index / 2].points.last!
  }

  private mutating func pair(within tolerance: Double) {
    var pairs: [(distance: Double, a: Int, b: Int)] = []
    let ends = partner.indices.map(end)
    for a in ends.indices {
      for b in (a + 1)..<max(ends.count, a + 1) {
        let distance = (ends[a] - ends[b]).length
        // A line no longer than a few gaps does not close on itself: it is a speck.
        let isSpeck = a / 2 == b / 2 && lengths[a / 2] <= 4 * tolerance
        if distance <= tolerance && !isSpeck { pairs.append((distance, a, b)) }
      }
    }
    for (_, a, b) in pairs.sorted(by: { ($0.distance, $0.a, $0.b) < ($1.distance, $1.a, $1.b) })
    where partner[a] == nil && partner[b] == nil {
      (partner[a], partner[b]) = (b, a)
    }
  }

  /// Follows the partners: first from free ends, then round the loops.
  private func chains() -> [CutLine] {
    var used = [Bool](repeating: false, count: lines.count)
    let free = partner.indices.filter { partner[$0] == nil }
    return (free + Array(partner.indices)).compactMap { start in
      var (points, at) = ([Vector2](), start)
      while !used[at / 2] {
        used[at / 2] = true
        points += at % 2 == 0 ? lines[at / 2].points : lines[at / 2].points.reversed()
        guard let next = partner[at ^ 1] else { return CutLine(points: points, isClosed: false) }
        at = next
      }
      return points.isEmpty ? nil : CutLine(points: points, isClosed: true)
    }
  }

  private static func length(_ line: CutLine) -> Double {
    zip(line.points, line.points.dropFirst()).reduce(0.0) { $0 + ($1.1 - $1.0).length }
  }
}
