/// The places of values in their order.
struct Ranks: Sendable {
  /// The rank of each value, from 1; values that are alike have the mean of theirs.
  let values: [Double]
  /// Σ (t³ − t) over groups of t values that are alike.
  let ties: Double

  init(_ sample: [Double]) {
    let order = sample.indices.sorted { sample[$0] < sample[$1] }
    var ranks = [Double](repeating: 0, count: sample.count)
    var (ties, start) = (0.0, 0)
    while start < order.count {
      var end = start + 1
      while end < order.count, sample[order[end]] == sample[order[start]] { end += 1 }
      for place in start..<end { ranks[order[place]] = Double(start + end + 1) / 2 }
      let size = Double(end - start)
      ties += size * size * size - size
      start = end
    }
    (values, self.ties) = (ranks, ties)
  }
}
