extension ScanResult {
  /// What was recorded.
  public struct Recording: Codable, Sendable, Equatable {
    /// The recording's format.
    public var format: String
    /// How many frames it has, and how long it took.
    public var frames: Int
    /// The time from the first frame to the last.
    public var durationS: Double
    /// The size of the images.
    public var width, height: Int?

    /// A recording's summary.
    public init(format: String, frames: Int, durationS: Double, width: Int? = nil, height: Int? = nil) {
      (self.format, self.frames, self.durationS, self.width, self.height) = (format, frames, durationS, width, height)
    }
  }

  /// How valid the depth was: shares of pixels.
  public struct Depth: Codable, Sendable, Equatable {
    /// Valid pixels of the whole image, and of the head.
    public var validFraction, headValidFraction: Double?
    /// Pixels within the markers that lack depth.
    public var markersInvalidFraction: Double?

    /// The depth's part from its values.
    public init(validFraction: Double?, headValidFraction: Double? = nil, markersInvalidFraction: Double? = nil) {
      self.validFraction = validFraction
      self.headValidFraction = headValidFraction
      self.markersInvalidFraction = markersInvalidFraction
    }

    /// Writes null for what is not known.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(validFraction, forKey: .validFraction)
      try container.encode(headValidFraction, forKey: .headValidFraction)
      try container.encode(markersInvalidFraction, forKey: .markersInvalidFraction)
    }
  }
}
