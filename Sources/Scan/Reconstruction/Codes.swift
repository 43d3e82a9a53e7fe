public import Diagnostics

/// What is found here.
extension FindingCode {
  public static let trackingBeforeSlip = FindingCode("tracking.before_slip")
  public static let trackingAfterSlip = FindingCode("tracking.after_slip")
  public static let trackingDuringSlip = FindingCode("tracking.during_slip")

  public static let recoveryNotNear = FindingCode("recovery.not_near")
  public static let recoveryFarOff = FindingCode("recovery.far_off")

  public static let denseNoHead = FindingCode("dense.no_head")

  public static let slipCorrected = FindingCode("slip.corrected")
  public static let slipSplit = FindingCode("slip.split")
  public static let slipUnresolved = FindingCode("slip.unresolved")
  public static let slipDoubted = FindingCode("slip.doubted")
  public static let slipPartCorrected = FindingCode("slip.part_corrected")
  public static let slipPartSplit = FindingCode("slip.part_split")
  public static let slipPartUnresolved = FindingCode("slip.part_unresolved")

  public static let landmarksClickWithoutDepth = FindingCode("landmarks.click_without_depth")
  public static let landmarksCapMarker = FindingCode("landmarks.cap_marker")
}

/// What fails here.
extension ErrorCode {
  public static let trackingNoHead = ErrorCode("tracking.no_head")
}
