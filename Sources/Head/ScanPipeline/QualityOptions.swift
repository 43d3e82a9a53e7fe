public import Files

/// The limits beyond which a scan can't carry a measurement.
public struct QualityOptions: OptionTable {
  /// The size of the markers in corrected depth over the printed one, outside which lengths are withheld.
  ///
  /// Evidence: sound scans read 0.993 to 1.000, Docs/methods/tracking.md (Verdict); 0.7 % beyond that is more than a print may be off.
  public var usualSizeRatios = 0.986...1.007
  /// The size of the markers outside which nothing is measured even where the images confirm the intrinsics: this is another print.
  ///
  /// Evidence: cloth stretches by 5 %, and printers scale to 97 % unasked (Docs/methods/tracking.md, Verdict); the limits
  /// themselves are assumed.
  public let scalableSizeRatios = 0.9...1.1
  /// Depth that differs over the image by more than this is reported, standard deviation in metres.
  ///
  /// Evidence: sound scans show up to 0.3 mm, Docs/decisions/tracking.md (No threshold separates the field of a fault from that of a sensor).
  public var usualField = 0.0005
  /// Corners of markers that scatter by more than this are reported, pixels.
  ///
  /// Evidence: Docs/methods/tracking.md (Corners).
  public let usualCornerSigma = 0.2
  /// The most that two halves of a scan may disagree by, metres.
  ///
  /// Evidence: derived: a point of CVAI is about 1.4 mm.
  public var largestClosure = 0.0015
  /// The farthest that depth may lie beside the colour image on the head, metres.
  ///
  /// Evidence: Docs/methods/markers.md (Depth beside the image): sound scans show up to 0.5 mm.
  public var largestShift = 0.002
  /// The largest share of frames whose markers contradict the rest on one head.
  ///
  /// Evidence: Docs/methods/slips.md (Two heads): at most 1 % in sound scans, 45 % in frames of two caps.
  public var mostStrange = 0.2
  /// The least share of frames with a pose, below which nothing is measured.
  ///
  /// Evidence: assumed: no measurement behind it.
  public var fewestPosed = 0.3
  /// The share below which a note says so.
  ///
  /// Evidence: assumed: no measurement behind it.
  public let usualPosed = 0.8

  /// The defaults.
  public init() {}

  public static let table: [OptionEntry<QualityOptions>] = [
    .range("usual_size_ratios", \.usualSizeRatios, within: 0.1...10),
    .number("usual_field_m", \.usualField, 0...0.1),
    .number("largest_closure_m", \.largestClosure, 0...0.1),
    .number("largest_shift_m", \.largestShift, 0...0.1),
    .number("most_strange", \.mostStrange, 0...1),
    .number("fewest_posed", \.fewestPosed, 0...1),
  ]
}
