public import Diagnostics

/// What is found here.
extension FindingCode {
  public static let motionNotComparable = FindingCode("motion.not_comparable")
  public static let motionSameRecording = FindingCode("motion.same_recording")
  public static let motionNoVerdict = FindingCode("motion.no_verdict")
  public static let motionValueMissing = FindingCode("motion.value_missing")
  public static let motionOtherSource = FindingCode("motion.other_source")
  public static let motionChangePoseError = FindingCode("motion.change_pose_error")
  public static let motionNoPicture = FindingCode("motion.no_picture")
  public static let motionHistoryOtherSubject = FindingCode("motion.history_other_subject")
  public static let motionHistoryLater = FindingCode("motion.history_later")
}

/// What fails here.
extension ErrorCode {
  public static let motionResultMissing = ErrorCode("motion_result.missing")
  public static let motionResultStrange = ErrorCode("motion_result.strange")
  public static let motionResultMixed = ErrorCode("motion_result.mixed")

  public static let motionPicturesMissing = ErrorCode("motion_pictures.missing")
  public static let motionPicturesNone = ErrorCode("motion_pictures.none")
  public static let motionPicturesUnreadable = ErrorCode("motion_pictures.unreadable")
}
