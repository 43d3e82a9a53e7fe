import Diagnostics

extension HeadLandmarks {
  /// Landmark by landmark the best source that has it: what was picked, then what the cap has, then what was found.
  ///
  /// A landmark that was picked (or is on the cap) but contradicts itself stays rejected: nothing takes its place in
  /// silence. One that was never seen (no evidence) leaves its place to the next source.
  public static func byPrecedence(
    picked: HeadLandmarks, cap: HeadLandmarks = HeadLandmarks([:]), automatic: HeadLandmarks = HeadLandmarks([:])
  ) -> HeadLandmarks {
    var merged = automatic.estimates
    for source in [cap, picked] {
      for (landmark, estimate) in source.estimates where estimate.evidence > 0 || merged[landmark] == nil {
        merged[landmark] = estimate
      }
    }
    // What nobody has keeps the reason of the best source.
    for source in [automatic, cap, picked] {
      for (landmark, estimate) in source.estimates where merged[landmark]?.evidence == 0 { merged[landmark] = estimate }
    }
    return HeadLandmarks(merged)
  }

  /// Remarks on landmarks that nobody picked; empty where all that make the head frame were.
  public var sourceFindings: [Finding] {
    [(LandmarkSource.cap, FindingCode.landmarksFromCap), (.automatic, .landmarksAutomatic)].compactMap { source, code in
      let used = Landmark.required.filter { self[$0] != nil && estimates[$0]?.source == source }
      return used.isEmpty ? nil : Finding(code, ["landmarks": .list(used.map(\.shown))])
    }
  }
}
