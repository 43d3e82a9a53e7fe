import PointClouds

/// The points of a posed frame, thinned.
struct FrameSample: Sendable {
  let frame: Int
  let cloud: Cloud

  /// Every how many pixels a point is taken.
  private static let pixelStep = 8

  init(_ frame: Int, _ view: DepthView) {
    self.frame = frame
    cloud = view.cloud(step: Self.pixelStep)
  }
}
