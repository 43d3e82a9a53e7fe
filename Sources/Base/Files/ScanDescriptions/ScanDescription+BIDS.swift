extension ScanDescription {
  /// What the names of a path say in the way of BIDS (the Brain Imaging Data Structure): `sub-<label>` and `ses-<label>`, alone
  /// or within a name such as `sub-01_ses-2_run-1`, which then names the recording. The innermost folder counts.
  ///
  /// - Parameter path: the folder of a recording or of a result; labels are letters and digits.
  public init(bidsPath path: String) {
    self.init()
    for component in path.split(separator: "/").reversed() {
      let entities = component.split(separator: "_").compactMap(Self.entity)
      if subject == nil, let label = entities.first(where: { $0.key == "sub" })?.label {
        subject = label
        if entities.count > 1, recording == nil { recording = String(component) }
      }
      session = session ?? entities.first { $0.key == "ses" }?.label
    }
    // A session without a subject is no name of BIDS.
    if subject == nil { session = nil }
  }

  private static func entity(_ part: Substring) -> (key: String, label: String)? {
    let pair = part.split(separator: "-", maxSplits: 1, omittingEmptySubsequences: false)
    guard pair.count == 2, !pair[1].isEmpty, pair[1].utf8.count <= 64,
      pair[1].allSatisfy({ $0.isASCII && ($0.isLetter || $0.isNumber) })
    else { return nil }
    return (String(pair[0]), String(pair[1]))
  }
}
