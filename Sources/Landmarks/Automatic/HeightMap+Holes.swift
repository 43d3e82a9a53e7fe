import Geometry

extension HeightMap {
  /// The map with small holes closed: parts that were not scanned, enclosed by parts that were, become a membrane stretched
  /// over their rim (Laplace's equation, by Gauss–Seidel steps).
  ///
  /// - Parameter area: the largest hole that is closed, in square metres.
  func filled(upTo area: Double) -> HeightMap {
    var values = heights
    for hole in holes where Double(hole.count) * step * step <= area {
      let rim = hole.flatMap { neighbours($0).map { heights[$0] } }.filter(\.isFinite)
      let level = RobustStatistics.mean(rim)
      for i in hole { values[i] = level }
      for _ in 0..<150 {
        for i in hole { values[i] = neighbours(i).reduce(0) { $0 + values[$1] } / 4 }
      }
    }
    return with(heights: values)
  }

  /// The connected parts that were not scanned and don't touch the map's border.
  private var holes: [[Int]] {
    var (seen, found) = (heights.map(\.isFinite), [[Int]]())
    for start in heights.indices where !seen[start] {
      var (part, next, isEnclosed) = ([start], 0, true)
      seen[start] = true
      while next < part.count {
        let around = neighbours(part[next])
        isEnclosed = isEnclosed && around.count == 4
        for i in around where !seen[i] {
          seen[i] = true
          part.append(i)
        }
        next += 1
      }
      if isEnclosed { found.append(part) }
    }
    return found
  }

  /// The places left, right, below and above; fewer at the border.
  private func neighbours(_ index: Int) -> [Int] {
    let (column, row) = (index % width, index / width)
    var all: [Int] = []
    if column > 0 { all.append(index - 1) }
    if column < width - 1 { all.append(index + 1) }
    if row > 0 { all.append(index - width) }
    if row < height - 1 { all.append(index + width) }
    return all
  }
}
