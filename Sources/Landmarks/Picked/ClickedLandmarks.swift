import Diagnostics
import Geometry
public import Workers

/// The clicked landmarks in the scan frame, and the clicks that could not be used.
public struct ClickedLandmarks: Sendable {
  /// What the clicks on each landmark agree on. A landmark of which no click lies in a posed frame is rejected.
  public let landmarks: HeadLandmarks
  /// The clicks that were left out of landmarks that are used.
  public let discarded: [Finding]

  /// Combines the clicks on each landmark.
  ///
  /// - Parameter view: a frame's view by the frame's index; nil where it has no pose, so that its clicks can't be used.
  public init(
    _ clicks: [ClickSighting], options: PickedLandmarkOptions = PickedLandmarkOptions(),
    workers: Workers = Workers(count: 1), view: @Sendable (Int) -> ClickView?
  ) {
    let positions = workers.map(clicks.count) { view(clicks[$0].frame)?.position(of: clicks[$0]) }
    var (estimates, discarded): ([Landmark: LandmarkEstimate], [Finding]) = ([:], [])
    let groups = Dictionary(grouping: clicks.indices, by: { clicks[$0].landmark })
    for (landmark, group) in groups.sorted(by: { $0.key < $1.key }) {
      let source = clicks[group[0]].source
      let model = LandmarkEstimate.ClickModel(source, options)
      let posed = group.filter { positions[$0] != nil }
      let points = posed.compactMap { positions[$0] }
      guard let estimate = LandmarkEstimate.combining(points, source: source, model: model) else {
        estimates[landmark] = LandmarkEstimate(
          position: .zero, standardDeviation: 0, evidence: 0, source: source,
          rejection: Finding(.landmarksNoPose, frames: group.map { clicks[$0].frameName }))
        continue
      }
      estimates[landmark] = estimate
      guard estimate.rejection == nil else { continue }
      let poseless = group.filter { positions[$0] == nil }.map { clicks[$0].frameName }
      if !poseless.isEmpty {
        discarded.append(Finding(.landmarksClickWithoutPose, ["landmarks": landmark.shown], frames: poseless))
      }
      let apart = LandmarkEstimate.outliers(points, source: source, model: model)
      if let farthest = apart.map({ (points[$0] - estimate.position).length }).max() {
        discarded.append(
          Finding(
            .landmarksClickApart, ["landmarks": landmark.shown, "apart_mm": .millimetres(farthest)],
            frames: apart.map { clicks[posed[$0]].frameName }))
      }
    }
    (landmarks, self.discarded) = (HeadLandmarks(estimates), discarded)
  }
}
