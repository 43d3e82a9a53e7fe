public import Files

/// In which frames `landmarks` clicks what it found on the surface of a scan.
public struct LandmarkClickOptions: OptionTable {
  /// The number of frames with a click on each landmark.
  ///
  /// Evidence: assumed: no measurement behind it.
  public var clicks = 4
  /// The number of frames, evenly spread, that are looked at.
  ///
  /// Evidence: chosen for speed; no measurement of the accuracy behind it.
  public var frames = 60
  /// A frame whose depth lies farther from a landmark than this does not show it, metres.
  ///
  /// Evidence: assumed: no measurement behind it.
  public var reach = 0.004
  /// The distance that clicks keep from the image's border, pixels.
  ///
  /// Evidence: assumed: no measurement behind it.
  public var border = 4.0

  /// The defaults.
  public init() {}

  public static let table: [OptionEntry<LandmarkClickOptions>] = [
    .count("clicks", \.clicks, 1...100),
    .count("frames", \.frames, 1...10_000),
    .number("reach_m", \.reach, 0...0.1),
    .number("border_px", \.border, 0...100),
  ]
}
