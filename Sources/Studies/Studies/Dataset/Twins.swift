internal import Diagnostics
internal import Files

/// Scans of the same recording: one head, counted twice if nobody noticed.
enum Twins {
  /// The scans, in which every twin of an earlier one says so.
  ///
  /// What lies with a recording may differ between twins. The same recording of one child and session with other landmarks
  /// is no twin: it was picked by another observer, or once more.
  static func marked(_ scans: [DatasetScan]) -> [DatasetScan] {
    let open = scans.indices.filter { scans[$0].fault == nil }
    let contents = Dictionary(uniqueKeysWithValues: open.map { ($0, ContentDigest(of: scans[$0].url)) })
    let alike = Dictionary(grouping: open.filter { contents[$0]!.isComparable }) { contents[$0]!.outline }.values.filter
    { $0.count > 1 }
    var marked = scans
    for candidates in alike {
      for (digest, same) in Dictionary(grouping: candidates, by: { contents[$0]!.recordingDigest })
      where digest != nil && same.count > 1 {
        var kept: [Picked] = []
        for index in same {
          let picked = Picked(scans[index])
          if let twin = kept.first(where: { !$0.isOtherwisePicked(picked) }) {
            marked[index].findings.append(Finding(.datasetTwin, ["scan": .text(twin.scan.name)]))
            continue
          }
          if let first = kept.first {
            marked[index].findings.append(Finding(.datasetSameRecording, ["scan": .text(first.scan.name)]))
          }
          kept.append(picked)
        }
      }
    }
    return marked
  }

  /// A scan with the digest of its landmarks.
  private struct Picked {
    let scan: DatasetScan
    let landmarks: String?

    init(_ scan: DatasetScan) {
      self.scan = scan
      landmarks = scan.landmarks.flatMap { Checksum.sha256(of: $0) }
    }

    /// Whether another scan is the same one of the same child, with landmarks of its own.
    func isOtherwisePicked(_ other: Picked) -> Bool {
      let (a, b) = (scan.description, other.scan.description)
      let isSameChild =
        a.subject == b.subject && a.session == b.session
        && (a.subject != nil || scan.source == other.scan.source)
      return isSameChild && landmarks != nil && other.landmarks != nil && landmarks != other.landmarks
    }
  }
}
