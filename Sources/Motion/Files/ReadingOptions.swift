/// What a landmark file does not say of itself.
public struct ReadingOptions: Sendable, Equatable {
  /// Frames a second, for files without times.
  public var rate: Double?
  /// The picture's size in pixels, for coordinates that are shares of it.
  public var width: Double?, height: Double?
  /// Which person is meant, from 0, as the first frame that has so many lists them; nil where there is only one.
  public var person: Int?
  /// What confidences mean; nil where the file tells.
  public var confidence: ConfidenceScale?
  /// True for MediaPipe's world landmarks, false for those of the picture; nil for what the file has.
  public var usesWorld: Bool?
  /// True where a MOT file's knee angles count flexion as negative, false where as positive; nil where it is told.
  public var isFlexionNegative: Bool?

  /// Options that leave everything to the file.
  public init() {}
}
