public import Diagnostics

/// What is found here.
extension FindingCode {
  public static let landmarksNotPicked = FindingCode("landmarks.not_picked")
  public static let landmarksDeviationUnknown = FindingCode("landmarks.deviation_unknown")
  public static let landmarksStatedDeviation = FindingCode("landmarks.stated_deviation")
  public static let landmarksContradict = FindingCode("landmarks.contradict")
  public static let landmarksNoPose = FindingCode("landmarks.no_pose")
  public static let landmarksClickWithoutPose = FindingCode("landmarks.click_without_pose")
  public static let landmarksClickApart = FindingCode("landmarks.click_apart")
  public static let landmarksFromCap = FindingCode("landmarks.from_cap")
  public static let landmarksAutomatic = FindingCode("landmarks.automatic")
  public static let landmarksNotHeadShaped = FindingCode("landmarks.not_head_shaped")
  public static let landmarksNoFace = FindingCode("landmarks.no_face")
  public static let landmarksNoNose = FindingCode("landmarks.no_nose")
  public static let landmarksFlatRoot = FindingCode("landmarks.flat_root")
  public static let landmarksRootUnseen = FindingCode("landmarks.root_unseen")
  public static let landmarksTipUnseen = FindingCode("landmarks.tip_unseen")
  public static let landmarksFlatEar = FindingCode("landmarks.flat_ear")
  public static let landmarksEarHeight = FindingCode("landmarks.ear_height")
  public static let landmarksSkinUnseen = FindingCode("landmarks.skin_unseen")
  public static let landmarksLowerEndUnseen = FindingCode("landmarks.lower_end_unseen")
  public static let landmarksHindEdgeUnseen = FindingCode("landmarks.hind_edge_unseen")
  public static let landmarksUnstable = FindingCode("landmarks.unstable")
  public static let landmarksFewLooks = FindingCode("landmarks.few_looks")
  public static let landmarksTragionsApart = FindingCode("landmarks.tragions_apart")
  public static let landmarksSellionAhead = FindingCode("landmarks.sellion_ahead")
  public static let landmarksLopsided = FindingCode("landmarks.lopsided")
  public static let landmarksOnDamage = FindingCode("landmarks.on_damage")
  public static let landmarksOffSurface = FindingCode("landmarks.off_surface")
  public static let landmarksBesideSurface = FindingCode("landmarks.beside_surface")
  public static let landmarksAmbiguous = FindingCode("landmarks.ambiguous")
  public static let landmarksClicksScatter = FindingCode("landmarks.clicks_scatter")

  public static let surfaceHeld = FindingCode("surface.held")
}

/// What fails here.
extension ErrorCode {
  public static let landmarkFileUnreadable = ErrorCode("landmark_file.unreadable")
  public static let landmarkFileInvalid = ErrorCode("landmark_file.invalid")
  public static let landmarkFileClicks = ErrorCode("landmark_file.clicks")
  public static let landmarkFilePoint = ErrorCode("landmark_file.point")
  public static let landmarkFileNoSuchVertex = ErrorCode("landmark_file.no_such_vertex")
  public static let landmarkFileNoNumbers = ErrorCode("landmark_file.no_numbers")
  public static let landmarkFileNoSuchFrame = ErrorCode("landmark_file.no_such_frame")
  public static let landmarkFileOutsideImage = ErrorCode("landmark_file.outside_image")
  public static let landmarkFileNoDepth = ErrorCode("landmark_file.no_depth")

  public static let landmarkOnDamage = ErrorCode("landmark.on_damage")
  public static let landmarkOffSurface = ErrorCode("landmark.off_surface")
}
