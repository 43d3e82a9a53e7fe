internal import Diagnostics

/// Scans of the same content: one head, counted twice if nobody noticed.
enum Twins {
  /// The scans, in which every twin of an earlier one says so.
  static func marked(_ scans: [DatasetScan]) -> [DatasetScan] {
    let open = scans.indices.filter { scans[$0].fault == nil }
    let contents = Dictionary(uniqueKeysWithValues: open.map { ($0, ContentDigest(of: scans[$0].url)) })
    let alike = Dictionary(grouping: open.filter { contents[$0]!.isComparable }) { contents[$0]!.outline }.values.filter
    { $0.count > 1 }
    var marked = scans
    for candidates in alike {
      for same in Dictionary(grouping: candidates, by: { contents[$0]!.digest }).values where same.count > 1 {
        for index in same.dropFirst() {
          marked[index].findings.append(Finding(.datasetTwin, ["scan": .text(scans[same[0]].name)]))
        }
      }
    }
    return marked
  }
}
