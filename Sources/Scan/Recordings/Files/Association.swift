/// Pairs of a colour and a depth stream that are not synchronised.
enum Association {
  /// How far apart the images of a pair may be, in seconds (the tools of Sturm et al. 2012).
  static let window = 0.020

  /// Indices of times that belong together, one to one, closest first, in the order of `a`.
  ///
  /// Both lists increase. Of equally close pairs the one with the lower index in `a`, then in `b`, goes first.
  static func pairs(_ a: [Double], _ b: [Double], within window: Double = window) -> [(Int, Int)] {
    var candidates: [(distance: Double, i: Int, j: Int)] = []
    var first = 0
    for (i, time) in a.enumerated() {
      while first < b.count, time - b[first] > window { first += 1 }
      var j = first
      while j < b.count, b[j] - time <= window {
        candidates.append((abs(time - b[j]), i, j))
        j += 1
      }
    }
    candidates.sort { ($0.distance, $0.i, $0.j) < ($1.distance, $1.i, $1.j) }
    var partner = [Int?](repeating: nil, count: a.count)
    var taken = [Bool](repeating: false, count: b.count)
    for (_, i, j) in candidates where partner[i] == nil && !taken[j] {
      partner[i] = j
      taken[j] = true
    }
    return partner.enumerated().compactMap { i, j in j.map { (i, $0) } }
  }

  /// The smallest distance between a time of `a` and one of `b`, both increasing; nil where one is empty.
  static func closest(_ a: [Double], _ b: [Double]) -> Double? {
    var (i, j) = (0, 0)
    var best: Double?
    while i < a.count, j < b.count {
      best = min(best ?? .infinity, abs(a[i] - b[j]))
      if a[i] < b[j] { i += 1 } else { j += 1 }
    }
    return best
  }
}
