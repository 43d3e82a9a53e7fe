extension [String] {
  /// The word that was most likely meant by a mistyped one; nil where none is similar.
  package func nearest(to word: String) -> String? {
    if word.count > 2, let begun = first(where: { $0.hasPrefix(word.lowercased()) }) { return begun }
    guard let best = self.min(by: { word.typingDistance(to: $0) < word.typingDistance(to: $1) }) else { return nil }
    // A typo changes less than half of a word.
    return 2 * word.typingDistance(to: best) < best.count ? best : nil
  }
}

extension String {
  /// How many letters differ: inserted, deleted, replaced, or swapped with their neighbour (the restricted distance of
  /// Damerau and Levenshtein).
  func typingDistance(to other: String) -> Int {
    let (a, b) = (Array(lowercased().prefix(40)), Array(other.lowercased()))
    var rows = [Array(0...b.count)]
    for i in a.indices {
      var row = [i + 1]
      for j in b.indices {
        var least = Swift.min(rows[i][j + 1] + 1, row[j] + 1, rows[i][j] + (a[i] == b[j] ? 0 : 1))
        if i > 0, j > 0, a[i] == b[j - 1], a[i - 1] == b[j] { least = Swift.min(least, rows[i - 1][j - 1] + 1) }
        row.append(least)
      }
      rows.append(row)
    }
    return rows[a.count][b.count]
  }
}
