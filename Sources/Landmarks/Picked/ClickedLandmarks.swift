import Diagnostics
import Geometry
public import Workers

/// The clicked landmarks in the scan frame, and the clicks that say nothing about them.
public struct ClickedLandmarks: Sendable {
  /// What the clicks on each landmark agree on. A landmark of which no click lies in a posed frame is rejected.
  public let landmarks: HeadLandmarks
  /// The clicks that were left out of landmarks that are used, in words.
  public let discarded: [String]

  /// Combines the clicks on each landmark.
  ///
  /// - Parameter view: a frame's view by the frame's index; nil where it has no pose, so that its clicks say nothing.
  public init(
    _ clicks: [ClickSighting], workers: Workers = Workers(count: 1), view: @Sendable (Int) -> ClickView?
  ) {
    let positions = workers.map(clicks.count) { view(clicks[$0].frame)?.position(of: clicks[$0]) }
    var (estimates, discarded): ([Landmark: LandmarkEstimate], [String]) = ([:], [])
    let groups = Dictionary(grouping: clicks.indices, by: { clicks[$0].landmark })
    for (landmark, group) in groups.sorted(by: { $0.key < $1.key }) {
      let source = clicks[group[0]].source
      let posed = group.filter { positions[$0] != nil }
      let points = posed.compactMap { positions[$0] }
      guard let estimate = LandmarkEstimate.combining(points, source: source) else {
        estimates[landmark] = LandmarkEstimate(
          position: .zero, standardDeviation: 0, evidence: 0, source: source,
          rejection: "none of the frames it was clicked in has a pose")
        continue
      }
      estimates[landmark] = estimate
      guard estimate.rejection == nil else { continue }
      let poseless = group.filter { positions[$0] == nil }.map { clicks[$0].frameName }
      discarded += Self.note(landmark, poseless, because: "no pose there").map { [$0] } ?? []
      let apart = LandmarkEstimate.outliers(points, source: source).map { index in
        "\(clicks[posed[index]].frameName) (\(NumberText.millimetres((points[index] - estimate.position).length)))"
      }
      discarded += Self.note(landmark, apart, because: "too far from where the others agree").map { [$0] } ?? []
    }
    (landmarks, self.discarded) = (HeadLandmarks(estimates), discarded)
  }

  /// Clicks that were left out, by their frames; nil where there are none.
  private static func note(_ landmark: Landmark, _ frames: [String], because reason: String) -> String? {
    guard !frames.isEmpty else { return nil }
    let names = frames.prefix(6).joined(separator: ", ") + (frames.count > 6 ? ", …" : "")
    let clicks = frames.count == 1 ? "the click in frame" : "\(frames.count) clicks in frames"
    return "\(landmark.title): \(clicks) \(names) left out: \(reason)"
  }
}
