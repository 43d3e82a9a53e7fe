extension ScanResult {
  /// How well the head was tracked.
  public struct Tracking: Codable, Sendable, Equatable {
    /// What the head was tracked by: `markers` or `dense`.
    public var method: String
    /// How many frames have a pose, and their share.
    public var framesUsed: Int
    /// The share of frames with a pose.
    public var framesUsedFraction: Double?
    /// How many of them stand by the surface alone, not by markers.
    public var framesDense: Int
    /// The residual of the markers' corners.
    public var reprojectionRmsPx: Double?
    /// How far two halves of the scan disagree.
    public var closureMm, closureDegrees: Double?

    /// The tracking's part from its values.
    public init(
      method: String = "markers", framesUsed: Int, framesUsedFraction: Double? = nil, framesDense: Int = 0,
      reprojectionRmsPx: Double? = nil,
      closureMm: Double? = nil, closureDegrees: Double? = nil
    ) {
      self.method = method
      (self.framesUsed, self.framesUsedFraction, self.framesDense) = (framesUsed, framesUsedFraction, framesDense)
      (self.reprojectionRmsPx, self.closureMm, self.closureDegrees) = (reprojectionRmsPx, closureMm, closureDegrees)
    }

    /// Writes null for what is not known.
    public func encode(to encoder: any Encoder) throws {
      var container = encoder.container(keyedBy: CodingKeys.self)
      try container.encode(method, forKey: .method)
      try container.encode(framesUsed, forKey: .framesUsed)
      try container.encode(framesUsedFraction, forKey: .framesUsedFraction)
      try container.encode(framesDense, forKey: .framesDense)
      try container.encode(reprojectionRmsPx, forKey: .reprojectionRmsPx)
      try container.encode(closureMm, forKey: .closureMm)
      try container.encode(closureDegrees, forKey: .closureDegrees)
    }
  }
}
