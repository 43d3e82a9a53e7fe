internal import Geometry

/// How a simulated sensor measures depth, by its name on the command line.
public enum DepthModel: String, Sendable, CaseIterable {
  /// Exact depth and noise whose standard deviation was fitted to a TrueDepth sensor's.
  case fitted = "truedepth"
  /// A projected pattern of dots whose shift is matched in a window; see `DotPatternDepth`.
  case dotPattern = "truedepth-pattern"
  /// Few distances, interpolated by the colour image; see `SparseLidarDepth`.
  case lidar
  /// The phase of modulated light; see `TimeOfFlightDepth`.
  case timeOfFlight = "kinect"

  /// The depth camera that goes with the model beside a colour camera, and where it is.
  ///
  /// A phone brings its dot pattern's and its LiDAR's depth into the colour image, the latter with 256 columns. An Azure
  /// Kinect has 640 × 576 pixels (504 pixels of focal length) 32 mm beside the colour camera; smaller colour images than
  /// 640 columns get as many fewer.
  func cameras(beside color: Camera) -> CameraPair {
    switch self {
    case .fitted, .dotPattern:
      return CameraPair(color)
    case .lidar:
      let columns = min(256, color.width)
      return CameraPair(
        color: color, depth: color.resized(width: columns, height: columns * color.height / color.width))
    case .timeOfFlight:
      let full = Camera(width: 640, height: 576, fx: 504, fy: 504, cx: 319.5, cy: 287.5)
      let share = min(1, Double(color.width) / 640)
      let depth = full.resized(width: Int(640 * share), height: Int(576 * share))
      let beside = RigidTransform(rotation: .identity, translation: [0.032, 0, 0])
      return CameraPair(color: color, depth: depth, colorFromDepth: beside)
    }
  }
}
