public import Diagnostics

/// What is found here.
extension FindingCode {
  public static let trackingClosure = FindingCode("tracking.closure")
  public static let trackingFewFrames = FindingCode("tracking.few_frames")
  public static let trackingSomeFrames = FindingCode("tracking.some_frames")
  public static let trackingTwoHeads = FindingCode("tracking.two_heads")

  public static let denseDrift = FindingCode("dense.drift")
  public static let denseOpen = FindingCode("dense.open")
  public static let denseScale = FindingCode("dense.scale")
  public static let denseMethod = FindingCode("dense.method")
  public static let denseBending = FindingCode("dense.bending")

  public static let calibrationScale = FindingCode("calibration.scale")
  public static let calibrationDelay = FindingCode("calibration.delay")
  public static let calibrationIntrinsics = FindingCode("calibration.intrinsics")
  public static let calibrationCorrected = FindingCode("calibration.corrected")
  public static let calibrationDevice = FindingCode("calibration.device")
  public static let calibrationLens = FindingCode("calibration.lens")
  public static let calibrationCorners = FindingCode("calibration.corners")
  public static let calibrationUncertain = FindingCode("calibration.uncertain")

  public static let landmarksOtherScan = FindingCode("landmarks.other_scan")

  public static let surfaceNone = FindingCode("surface.none")
  public static let surfaceUnfit = FindingCode("surface.unfit")
  public static let surfaceUnusedVertices = FindingCode("surface.unused_vertices")
  public static let surfaceOfResult = FindingCode("surface.of_result")
  public static let surfaceMeshChanged = FindingCode("surface.mesh_changed")
  public static let surfaceResultChanged = FindingCode("surface.result_changed")

  public static let capPlaced = FindingCode("cap.placed")
  public static let capNoFile = FindingCode("cap.no_file")
  public static let capOtherFile = FindingCode("cap.other_file")
  public static let capLeftOn = FindingCode("cap.left_on")

  public static let comparisonDifferentSubjects = FindingCode("comparison.different_subjects")
  public static let comparisonReordered = FindingCode("comparison.reordered")
  public static let comparisonUndated = FindingCode("comparison.undated")

  public static let outputLessComplete = FindingCode("output.less_complete")
  public static let outputRatingOutdated = FindingCode("output.rating_outdated")

  public static let inputUnitGuessed = FindingCode("input.unit_guessed")
}

/// What fails here.
extension ErrorCode {
  public static let meshUnitUnknown = ErrorCode("mesh.unit_unknown")
  public static let meshUnitWrong = ErrorCode("mesh.unit_wrong")

  public static let optionsFileUnreadable = ErrorCode("options_file.unreadable")
  public static let optionsFileInvalid = ErrorCode("options_file.invalid")

  public static let deviceFileUnreadable = ErrorCode("device_file.unreadable")
  public static let deviceFileInvalid = ErrorCode("device_file.invalid")
  public static let deviceFileOtherSize = ErrorCode("device_file.other_size")
  public static let deviceFileOtherFocal = ErrorCode("device_file.other_focal")
  public static let deviceFileOtherLens = ErrorCode("device_file.other_lens")
  public static let headSheetUnreadable = ErrorCode("head_sheet.unreadable")
  public static let headSheetInvalid = ErrorCode("head_sheet.invalid")
  public static let acceptanceNoBoard = ErrorCode("acceptance.no_board")

  public static let compareNoResult = ErrorCode("compare.no_result")
  public static let compareStrangeResult = ErrorCode("compare.strange_result")
  public static let compareNoLandmarks = ErrorCode("compare.no_landmarks")
  public static let compareNeedless = ErrorCode("compare.needless")
  public static let compareTooFew = ErrorCode("compare.too_few")
  public static let compareTwice = ErrorCode("compare.twice")
  public static let compareNoHeadFrame = ErrorCode("compare.no_head_frame")
  public static let compareDifferentProtocols = ErrorCode("compare.different_protocols")

  public static let ratingNoResult = ErrorCode("rating.no_result")
  public static let ratingStrangeResult = ErrorCode("rating.strange_result")
  public static let ratingNoRecording = ErrorCode("rating.no_recording")
  public static let ratingExists = ErrorCode("rating.exists")

  public static let reportNoResult = ErrorCode("report.no_result")
  public static let reportStrangeResult = ErrorCode("report.strange_result")
  public static let reportNoFace = ErrorCode("report.no_face")
}
