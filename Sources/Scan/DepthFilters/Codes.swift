public import Diagnostics

/// What is found here.
extension FindingCode {
  public static let depthEnlarged = FindingCode("depth.enlarged")
  public static let depthHolesFilled = FindingCode("depth.holes_filled")
  public static let depthTemporalFilter = FindingCode("depth.temporal_filter")
  public static let depthSmooth = FindingCode("depth.smooth")
}
