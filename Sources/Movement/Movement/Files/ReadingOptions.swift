/// What a landmark file does not say of itself.
public struct ReadingOptions: Sendable, Equatable {
  /// Frames a second, for files without times.
  public var rate: Double?
  /// The picture's size in pixels; needed for coordinates that are normalised to it.
  public var width: Double?, height: Double?
  /// Which person is meant, from 0, as the first frame that has so many lists them; nil where there is only one.
  public var person: Int?
  /// What confidences mean; nil where the file tells.
  public var confidence: ConfidenceScale?
  /// True for MediaPipe's world landmarks, false for those of the picture; nil for what the file has.
  public var usesWorld: Bool?
  /// How a person is followed through frames.
  public var people = MotionRules.standard.people

  /// Options that leave everything to the file.
  public init() {}

  /// Refuses what files of a kind do not use.
  func check(_ kind: LandmarkFormat) throws(MotionError) {
    let isTable = kind == .trc || kind == .mot
    let unused: [(option: String, isGiven: Bool)] = [
      ("--rate", isTable && rate != nil), ("--image-size", isTable && (width != nil || height != nil)),
      ("--person", isTable && person != nil), ("--confidence", isTable && confidence != nil),
      ("--points", kind != .mediaPipe && usesWorld != nil),
    ]
    if let first = unused.first(where: { $0.isGiven }) { throw .unusedOption(first.option, kind) }
  }
}
