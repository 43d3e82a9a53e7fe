public import Diagnostics

/// What is found here.
extension FindingCode {
  public static let markersSize = FindingCode("markers.size")
  public static let markersUnlisted = FindingCode("markers.unlisted")

  public static let calibrationRegistration = FindingCode("calibration.registration")
}

/// What fails here.
extension ErrorCode {
  public static let capFileUnreadable = ErrorCode("cap_file.unreadable")
  public static let capFileInvalid = ErrorCode("cap_file.invalid")

  public static let detectionFailed = ErrorCode("detection.failed")
  public static let detectionNoneSeen = ErrorCode("detection.none_seen")
  public static let detectionOtherDictionary = ErrorCode("detection.other_dictionary")
  public static let detectionNotOnCap = ErrorCode("detection.not_on_cap")
  public static let detectionNoDepth = ErrorCode("detection.no_depth")
  public static let detectionRejected = ErrorCode("detection.rejected")
  public static let detectionSize = ErrorCode("detection.size")
  public static let detectionMirrored = ErrorCode("detection.mirrored")
  public static let detectionInverted = ErrorCode("detection.inverted")
  public static let detectionSwappedDepth = ErrorCode("detection.swapped_depth")
  public static let detectionTurnedDepth = ErrorCode("detection.turned_depth")
  public static let detectionDepthUnit = ErrorCode("detection.depth_unit")
}
