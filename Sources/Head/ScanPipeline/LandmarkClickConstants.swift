/// In which frames `landmarks` clicks what it found on the surface of a scan.
public struct LandmarkClickConstants: Sendable, Equatable {
  /// The number of frames with a click on each landmark.
  ///
  /// Evidence: assumed: no measurement behind it.
  public let clicks = 4
  /// The number of frames, evenly spread, that are looked at.
  ///
  /// Evidence: chosen for speed; no measurement of the accuracy behind it.
  public let frames = 60
  /// A frame whose depth lies farther from a landmark than this does not show it, metres.
  ///
  /// Evidence: assumed: no measurement behind it.
  public let reach = 0.004
  /// The distance that clicks keep from the image's border, pixels.
  ///
  /// Evidence: assumed: no measurement behind it.
  public let border = 4.0

  /// The defaults.
  public init() {}
}
