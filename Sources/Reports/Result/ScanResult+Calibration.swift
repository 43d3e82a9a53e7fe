extension ScanResult {
  /// What the scan says about the sensor.
  public struct Calibration: Codable, Sendable, Equatable {
    /// The true focal length over the one that was given.
    public var focalScale: Estimate?
    /// The true depth over the one that was measured.
    public var depthScale: Estimate?
    /// What is added to measured depth to make it true, in millimetres.
    public var depthOffsetMm: Estimate?
    /// How much that differs over the image: its standard deviation over the places where markers were seen.
    public var depthFieldMm: Estimate?
    /// How far it is from its mean at most, over the same places.
    public var depthFieldPeakMm: Estimate?
    /// What is added to measured depth over the image, scale, offset and field together.
    public var depthCorrection: DepthCorrection?
    /// How much later than its timestamps say depth was taken, against colour.
    public var timeOffsetMs: Estimate?
    /// The markers' size in depth over their printed size.
    public var markerSizeRatio: Estimate?
    /// The same after correction.
    public var correctedMarkerSizeRatio: Estimate?
    /// `ok`, `suspect`, `corrected` or `unknown`.
    public var verdict: String
    /// The relative standard deviation of the surface's scale.
    public var scaleSd: Double?

    /// The calibration's part from its values.
    public init(
      verdict: String, focalScale: Estimate? = nil, depthScale: Estimate? = nil, depthOffsetMm: Estimate? = nil,
      depthFieldMm: Estimate? = nil, timeOffsetMs: Estimate? = nil, markerSizeRatio: Estimate? = nil,
      correctedMarkerSizeRatio: Estimate? = nil
    ) {
      (self.verdict, self.focalScale, self.depthScale) = (verdict, focalScale, depthScale)
      (self.depthOffsetMm, self.depthFieldMm, self.timeOffsetMs) = (depthOffsetMm, depthFieldMm, timeOffsetMs)
      (self.markerSizeRatio, self.correctedMarkerSizeRatio) = (markerSizeRatio, correctedMarkerSizeRatio)
    }
  }

  /// What is added to measured depth over the image, in millimetres.
  public struct DepthCorrection: Codable, Sendable, Equatable {
    /// The measured depth that it is stated for: the markers' median depth.
    public var depthMm: Double
    /// The mean over the places where markers were seen.
    public var meanMm: Estimate
    /// The value in the middle of each cell, rows of equal cells from the image's top left; null where no marker was seen.
    public var addedMm: [[Double?]]

    /// The correction from its values.
    public init(depthMm: Double, meanMm: Estimate, addedMm: [[Double?]]) {
      (self.depthMm, self.meanMm, self.addedMm) = (depthMm, meanMm, addedMm)
    }
  }

  /// A value with its 95 % interval.
  public struct Estimate: Codable, Sendable, Equatable {
    /// The value.
    public var value: Double
    /// Lower and upper end.
    public var ci95: [Double]?

    /// An estimate.
    public init(value: Double, ci95: [Double]? = nil) { (self.value, self.ci95) = (value, ci95) }

    /// Writes null for an interval that is not known.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(value, forKey: .value)
      try container.encode(ci95, forKey: .ci95)
    }
  }
}
