/// What kind of error it is. The raw value is a name for scripts: `part.what`.
///
/// Texts and remedies stand in the catalogues (`Datasets/messages`), one a language; Docs/generated/errors.md lists them
/// all. A name stays once it is released.
public enum ErrorCode: String, Sendable, CaseIterable, Codable {
  // The call.
  case callNotUTF8 = "call.not_utf8"
  case callEmpty = "call.empty"
  case callNoVerb = "call.no_verb"
  case callWrong = "call.wrong"
  case callNeeds = "call.needs"
  case callNotFor = "call.not_for"
  case callAgeOrSexAlone = "call.age_or_sex_alone"
  case callNormsAlone = "call.norms_alone"
  case callScaleTwice = "call.scale_twice"

  // The recording and its images.
  case recordingMissing = "recording.missing"
  case recordingUnrecognised = "recording.unrecognised"
  case recordingSeveral = "recording.several"
  case recordingNoIntrinsics = "recording.no_intrinsics"
  case recordingBadIntrinsics = "recording.bad_intrinsics"
  case recordingBadIndex = "recording.bad_index"
  case recordingDisordered = "recording.disordered"
  case recordingEscapingPath = "recording.escaping_path"
  case recordingTooLarge = "recording.too_large"
  case recordingNoPairs = "recording.no_pairs"
  case recordingBadContainer = "recording.bad_container"
  case recordingNoVideoProgram = "recording.no_video_program"
  case recordingNoDepthTrack = "recording.no_depth_track"
  case recordingWideLens = "recording.wide_lens"
  case recordingBlankDepth = "recording.blank_depth"
  case recordingBadFrame = "recording.bad_frame"
  case recordingForeignImage = "recording.foreign_image"
  case recordingTurned = "recording.turned"
  case imageUnreadable = "image.unreadable"
  case imageForeign = "image.foreign"
  case imageUnsuitable = "image.unsuitable"
  case imageCannotEncode = "image.cannot_encode"

  // The cap and its markers.
  case capFileUnreadable = "cap_file.unreadable"
  case capFileInvalid = "cap_file.invalid"
  case scanFileUnreadable = "scan_file.unreadable"
  case scanFileInvalid = "scan_file.invalid"
  case detectionFailed = "detection.failed"
  case detectionNoneSeen = "detection.none_seen"
  case detectionOtherDictionary = "detection.other_dictionary"
  case detectionNotOnCap = "detection.not_on_cap"
  case detectionNoDepth = "detection.no_depth"
  case detectionRejected = "detection.rejected"
  case detectionSize = "detection.size"
  case detectionMirrored = "detection.mirrored"
  case detectionInverted = "detection.inverted"
  case detectionSwappedDepth = "detection.swapped_depth"
  case detectionTurnedDepth = "detection.turned_depth"
  case detectionDepthUnit = "detection.depth_unit"

  // Sheets of markers, and the check of a print.
  case capSheetTooSmall = "cap_sheet.too_small"
  case capSheetNoPlan = "cap_sheet.no_plan"
  case capSheetTooFewIDs = "cap_sheet.too_few_ids"
  case capSheetBadIDs = "cap_sheet.bad_ids"
  case capSheetTooLarge = "cap_sheet.too_large"
  case capSheetTooMany = "cap_sheet.too_many"
  case capSheetBadSuffix = "cap_sheet.bad_suffix"
  case capSheetCannotDraw = "cap_sheet.cannot_draw"
  case capCheckUnreadable = "cap_check.unreadable"
  case capCheckNoPhoto = "cap_check.no_photo"
  case capCheckTwice = "cap_check.twice"
  case capCheckNoMarks = "cap_check.no_marks"
  case capCheckOtherPaper = "cap_check.other_paper"
  case capCheckNoMarkers = "cap_check.no_markers"
  case capCheckWrongLength = "cap_check.wrong_length"
  case capCheckNoFit = "cap_check.no_fit"

  // Tracking and the surface.
  case trackingTooFewMarkers = "tracking.too_few_markers"
  case trackingNoMap = "tracking.no_map"
  case trackingNothingAgrees = "tracking.nothing_agrees"
  case trackingSolverFailed = "tracking.solver_failed"
  case trackingNoHead = "tracking.no_head"
  case fusionBadOption = "fusion.bad_option"

  // Mesh files and the surface in them.
  case meshFileUnreadable = "mesh_file.unreadable"
  case meshFileTooLarge = "mesh_file.too_large"
  case meshFileUnknownFormat = "mesh_file.unknown_format"
  case meshFileNeedsConversion = "mesh_file.needs_conversion"
  case meshFileMalformed = "mesh_file.malformed"
  case meshFileTruncated = "mesh_file.truncated"
  case meshFileNotFinite = "mesh_file.not_finite"
  case meshFileIndexOutOfRange = "mesh_file.index_out_of_range"
  case meshFileNoVertices = "mesh_file.no_vertices"
  case meshFileNoFaces = "mesh_file.no_faces"
  case meshFileCannotWrite = "mesh_file.cannot_write"
  case meshEmpty = "mesh.empty"
  case meshNoFaces = "mesh.no_faces"
  case meshNotFinite = "mesh.not_finite"
  case meshIndexOutOfRange = "mesh.index_out_of_range"
  case meshShattered = "mesh.shattered"
  case meshDamaged = "mesh.damaged"
  case meshUnitUnknown = "mesh.unit_unknown"
  case meshUnitWrong = "mesh.unit_wrong"

  // Landmarks and the head frame.
  case landmarkFileUnreadable = "landmark_file.unreadable"
  case landmarkFileInvalid = "landmark_file.invalid"
  case landmarkFileClicks = "landmark_file.clicks"
  case landmarkFilePoint = "landmark_file.point"
  case landmarkFileNoSuchVertex = "landmark_file.no_such_vertex"
  case landmarkFileNoNumbers = "landmark_file.no_numbers"
  case landmarkFileNoSuchFrame = "landmark_file.no_such_frame"
  case landmarkFileOutsideImage = "landmark_file.outside_image"
  case landmarkFileNoDepth = "landmark_file.no_depth"
  case landmarkOnDamage = "landmark.on_damage"
  case landmarkOffSurface = "landmark.off_surface"
  case headFrameNotFinite = "head_frame.not_finite"
  case headFrameCollinear = "head_frame.collinear"
  case headFrameImplausible = "head_frame.implausible"
  case headFrameSkewed = "head_frame.skewed"
  case headFrameMixedUp = "head_frame.mixed_up"
  case headFrameUpsideDown = "head_frame.upside_down"
  case headFrameMirrored = "head_frame.mirrored"
  case headFrameCrossed = "head_frame.crossed"
  case headFrameFaceElsewhere = "head_frame.face_elsewhere"

  // Files of definitions, options and feedback.
  case definitionUnreadable = "definition.unreadable"
  case definitionInvalid = "definition.invalid"
  case protocolLevelMissesHead = "protocol.level_misses_head"
  case optionsFileUnreadable = "options_file.unreadable"
  case optionsFileInvalid = "options_file.invalid"
  case feedbackFileUnreadable = "feedback_file.unreadable"
  case feedbackFileInvalid = "feedback_file.invalid"
  case feedbackFileNoLanguage = "feedback_file.no_language"

  // Comparisons.
  case compareNoResult = "compare.no_result"
  case compareStrangeResult = "compare.strange_result"
  case compareNoLandmarks = "compare.no_landmarks"
  case compareNeedless = "compare.needless"
  case compareTooFew = "compare.too_few"
  case compareTwice = "compare.twice"
  case compareNoHeadFrame = "compare.no_head_frame"
  case compareDifferentProtocols = "compare.different_protocols"
  case compareNoFit = "compare.no_fit"
  case compareImplausibleGrowth = "compare.implausible_growth"

  // Replays.
  case layoutUnreadable = "layout.unreadable"
  case layoutInvalid = "layout.invalid"
  case thermalLogInvalid = "thermal_log.invalid"
  case speechNotInstalled = "speech.not_installed"
  case speechFailed = "speech.failed"
  case speechTooLong = "speech.too_long"
  case videoNotInstalled = "video.not_installed"
  case videoNoEncoder = "video.no_encoder"
  case videoFailed = "video.failed"
  case drawingNoTypeface = "drawing.no_typeface"
  case drawingFailed = "drawing.failed"

  // Ratings.
  case ratingNoSetting = "rating.no_setting"
  case ratingUnknownField = "rating.unknown_field"
  case ratingTwice = "rating.twice"
  case ratingWrong = "rating.wrong"
  case ratingMissing = "rating.missing"
  case ratingNobodyToAsk = "rating.nobody_to_ask"
  case ratingNoResult = "rating.no_result"
  case ratingStrangeResult = "rating.strange_result"
  case ratingNoRecording = "rating.no_recording"
  case ratingExists = "rating.exists"
  case reportNoResult = "report.no_result"
  case reportStrangeResult = "report.strange_result"
  case reportNoFace = "report.no_face"
  case reportNoTool = "report.no_tool"
  case reportToolFailed = "report.tool_failed"

  // Landmark files of movements.
  case motionFileUnreadable = "motion_file.unreadable"
  case motionFileUnrecognised = "motion_file.unrecognised"
  case motionFileMalformed = "motion_file.malformed"
  case motionFileAmbiguousConfidence = "motion_file.ambiguous_confidence"
  case motionFileNoPictureSize = "motion_file.no_picture_size"
  case motionFileNoWorld = "motion_file.no_world"
  case motionFileNoRate = "motion_file.no_rate"
  case motionFileSeveralPeople = "motion_file.several_people"
  case motionFileNoSuchPerson = "motion_file.no_such_person"
  case motionFileHands = "motion_file.hands"
  case motionFileMissingPoints = "motion_file.missing_points"
  case motionFileMissingColumn = "motion_file.missing_column"
  case motionFileAmbiguousSign = "motion_file.ambiguous_sign"
  case motionFileNoAngles = "motion_file.no_angles"
  case motionFileNoFacing = "motion_file.no_facing"
  case motionFileMirrored = "motion_file.mirrored"
  case motionFileOtherProgram = "motion_file.other_program"
  case motionOtherPlane = "motion.other_plane"
  case motionNoSuchMovement = "motion.no_such_movement"
  case motionDirectionInSpace = "motion.direction_in_space"
  case motionNoView = "motion.no_view"
  case motionUnusedOption = "motion.unused_option"
  case motionContradiction = "motion.contradiction"
  case motionNoSideOfFlexion = "motion.no_side_of_flexion"

  // Necks.
  case neckNoPatch = "neck.no_patch"
  case neckNoSuchFrame = "neck.no_such_frame"
  case neckOtherCap = "neck.other_cap"

  // Files of hands.
  case gestureFileUnreadable = "gesture_file.unreadable"
  case gestureFileAmbiguousScore = "gesture_file.ambiguous_score"
  case gestureFileNoHandedness = "gesture_file.no_handedness"
  case gestureFileBody = "gesture_file.body"

  // Pose models, and lifting by depth.
  case poseModelUnreadable = "pose_model.unreadable"
  case poseModelMalformed = "pose_model.malformed"
  case poseModelNoInputSize = "pose_model.no_input_size"
  case poseModelOtherInputSize = "pose_model.other_input_size"
  case poseModelUnknownHead = "pose_model.unknown_head"
  case poseModelFailed = "pose_model.failed"
  case poseModelNoPictures = "pose_model.no_pictures"
  case poseModelBoxOutside = "pose_model.box_outside"
  case liftingNotFlat = "lifting.not_flat"
  case liftingOtherFrames = "lifting.other_frames"
  case liftingOtherPicture = "lifting.other_picture"

  // Results of ranges of motion, and pictures of their frames.
  case motionResultMissing = "motion_result.missing"
  case motionResultStrange = "motion_result.strange"
  case motionResultMixed = "motion_result.mixed"
  case motionPicturesMissing = "motion_pictures.missing"
  case motionPicturesNone = "motion_pictures.none"
  case motionPicturesUnreadable = "motion_pictures.unreadable"

  // Studies of observers.
  case observersUnknown = "observers.unknown"
  case observersNoPlace = "observers.no_place"
  case observersChanged = "observers.changed"
  case observersCopied = "observers.copied"
  case observersFarApart = "observers.far_apart"
  case observersMixedFrames = "observers.mixed_frames"
  case observersTooMany = "observers.too_many"
  case observersOtherHead = "observers.other_head"

  // Datasets and studies.
  case datasetMissing = "dataset.missing"
  case datasetNoScans = "dataset.no_scans"
  case datasetTooMany = "dataset.too_many"
  case datasetBadTable = "dataset.bad_table"
  case datasetNoSuchScan = "dataset.no_such_scan"

  // Studies of many scans.
  case studyMissing = "study.missing"
  case studyNotOurs = "study.not_ours"
  case studyOtherVersion = "study.other_version"
  case studyNoDataset = "study.no_dataset"
  case studyNoSource = "study.no_source"
  case studyBusy = "study.busy"
  case studyNoJob = "study.no_job"
  case studyLeadsOut = "study.leads_out"
  case studyCannotWrite = "study.cannot_write"
  case studyBadStore = "study.bad_store"
  case studyBusyStore = "study.busy_store"
  case studyClosedStore = "study.closed_store"
  case studyLaterStore = "study.later_store"
  case studyEarlierStore = "study.earlier_store"
  case studyNoStore = "study.no_store"
  case studyNoSuchScan = "study.no_such_scan"
  case studyNoSuchProtocol = "study.no_such_protocol"
  case studyBadFilter = "study.bad_filter"
  case studyNoFigure = "study.no_figure"

  // Simulated recordings.
  case viewCannotListen = "view.cannot_listen"
  case viewAnotherRecording = "view.another_recording"
  case viewNothingPicked = "view.nothing_picked"
  case viewUnknownDefinition = "view.unknown_definition"
  case phantomBadOption = "phantom.bad_option"
  case phantomCannotEncode = "phantom.cannot_encode"

  // Outputs.
  case outputExists = "output.exists"
  case outputTaken = "output.taken"
  case outputNotOurs = "output.not_ours"
  case outputIsInput = "output.is_input"
  case outputCannotWrite = "output.cannot_write"
  case outputCannotPrint = "output.cannot_print"

  // What no part of the program foresaw.
  case unforeseenNotFinite = "unforeseen.not_finite"
  case unforeseenUnreadable = "unforeseen.unreadable"
  case unforeseenCannotWrite = "unforeseen.cannot_write"
  case unforeseenFailure = "unforeseen.failure"

  /// What fails: the first part of the name.
  public var part: String { String(rawValue.prefix { $0 != "." }) }

  /// The class of failure.
  public var kind: UserFacingErrorKind {
    switch self {
    case .imageCannotEncode, .detectionFailed, .capSheetCannotDraw, .trackingSolverFailed, .drawingFailed,
      .phantomCannotEncode,
      .unforeseenFailure:
      .failure
    case .callNotUTF8, .callEmpty, .callNoVerb, .callWrong, .callNeeds, .callNotFor, .callAgeOrSexAlone,
      .callNormsAlone, .callScaleTwice,
      .capSheetTooSmall, .capSheetNoPlan, .capSheetTooFewIDs, .capSheetBadIDs, .capSheetTooLarge, .capSheetTooMany,
      .capSheetBadSuffix, .capCheckTwice, .capCheckWrongLength, .fusionBadOption, .compareNoLandmarks, .compareNeedless,
      .compareTooFew, .compareTwice,
      .phantomBadOption, .ratingNoSetting,
      .motionFileAmbiguousConfidence, .motionFileNoPictureSize, .motionFileNoRate, .motionFileSeveralPeople,
      .motionFileNoSuchPerson,
      .motionFileAmbiguousSign, .motionFileNoFacing, .motionOtherPlane, .motionNoSuchMovement, .motionDirectionInSpace,
      .motionFileNoWorld, .motionNoView, .motionUnusedOption, .motionContradiction, .poseModelNoInputSize,
      .poseModelOtherInputSize, .poseModelBoxOutside, .liftingNotFlat, .motionResultMixed, .motionNoSideOfFlexion,
      .neckNoPatch,
      .ratingUnknownField, .ratingTwice, .ratingWrong, .ratingMissing, .datasetNoSuchScan, .studyBadFilter,
      .studyNoSuchProtocol, .studyNoSuchScan, .studyNoJob, .studyNoFigure, .ratingNobodyToAsk:
      .usage
    case .recordingMissing, .capFileUnreadable, .capCheckUnreadable, .meshFileUnreadable, .landmarkFileUnreadable,
      .definitionUnreadable,
      .optionsFileUnreadable, .feedbackFileUnreadable, .compareNoResult, .layoutUnreadable, .ratingNoResult,
      .ratingNoRecording,
      .scanFileUnreadable, .reportNoResult,
      .datasetMissing, .studyNoStore, .studyMissing, .studyNoDataset, .studyNoSource, .motionFileUnreadable,
      .gestureFileUnreadable, .poseModelUnreadable, .poseModelNoPictures, .motionResultMissing, .motionPicturesMissing,
      .unforeseenUnreadable:
      .inputMissing
    case .speechNotInstalled, .speechFailed, .videoNotInstalled, .videoNoEncoder, .drawingNoTypeface, .reportNoTool,
      .recordingNoVideoProgram:
      .toolMissing
    case .meshFileCannotWrite, .videoFailed, .reportToolFailed, .ratingExists, .viewCannotListen, .viewAnotherRecording,
      .outputExists, .outputTaken,
      .outputNotOurs,
      .outputIsInput,
      .outputCannotWrite, .outputCannotPrint, .studyCannotWrite, .studyNotOurs, .studyBusy, .studyBusyStore,
      .studyClosedStore, .studyEarlierStore, .unforeseenCannotWrite:
      .cannotWrite
    case .capFileInvalid, .scanFileInvalid, .detectionSize, .landmarkFileInvalid, .landmarkFileClicks,
      .landmarkFilePoint,
      .definitionInvalid, .protocolLevelMissesHead, .optionsFileInvalid, .feedbackFileInvalid, .feedbackFileNoLanguage,
      .layoutInvalid:
      .badConfiguration
    default: .badData
    }
  }
}
