/// The kind of a finding about a scan, its input or its result. The raw value is the name that files and scripts know:
/// `stage.what`.
///
/// Texts, causes and remedies stand in the catalogues (`Datasets/messages`), one a language; Docs/generated/findings.md lists
/// them all. Names are stable once released.
public enum FindingCode: String, Sendable, CaseIterable, Codable {
  // The recording.
  case recordingUnmatchedColor = "recording.unmatched_color"
  case recordingUnmatchedDepth = "recording.unmatched_depth"
  case recordingMissingFiles = "recording.missing_files"
  case recordingIgnoredFiles = "recording.ignored_files"
  case recordingUnusedFolder = "recording.unused_folder"
  case recordingNumbering = "recording.numbering"
  case recordingOrientation = "recording.orientation"
  case recordingDroppedFrames = "recording.dropped_frames"
  case recordingNotSynchronised = "recording.not_synchronised"
  case recordingAssumedRate = "recording.assumed_rate"
  case recordingOtherClock = "recording.other_clock"
  case recordingRowMajorIntrinsics = "recording.row_major_intrinsics"
  case recordingUnusedIntrinsics = "recording.unused_intrinsics"
  case recordingIntrinsicsReference = "recording.intrinsics_reference"
  case recordingIntrinsicsScaled = "recording.intrinsics_scaled"
  case recordingVaryingIntrinsics = "recording.varying_intrinsics"
  case recordingMissingMetadata = "recording.missing_metadata"
  case recordingFilteredDepth = "recording.filtered_depth"
  case recordingRelativeDepth = "recording.relative_depth"
  case recordingUnregisteredDepth = "recording.unregistered_depth"
  case recordingIdentityPoses = "recording.identity_poses"
  case recordingUnusedPoses = "recording.unused_poses"
  case recordingUnusedMotion = "recording.unused_motion"
  case recordingNonSquarePixels = "recording.non_square_pixels"
  case recordingInvalidDepth = "recording.invalid_depth"
  case recordingOneIntrinsics = "recording.one_intrinsics"
  case recordingLastIntrinsics = "recording.last_frame_intrinsics"
  case recordingAssumedIntrinsics = "recording.assumed_intrinsics"
  case recordingOneCamera = "recording.one_camera"
  case recordingImplausibleDepth = "recording.implausible_depth"
  case recordingUnreadableFrames = "recording.unreadable_frames"
  case recordingTimeUnit = "recording.time_unit"
  case recordingImpossibleRate = "recording.impossible_rate"
  case recordingPairedByTime = "recording.paired_by_time"
  case recordingRepeatedDepth = "recording.repeated_depth"
  case recordingSwappedDepth = "recording.swapped_depth"

  // What was done to depth before it was recorded.
  case depthEnlarged = "depth.enlarged"
  case depthHolesFilled = "depth.holes_filled"
  case depthTemporalFilter = "depth.temporal_filter"
  case depthSmooth = "depth.smooth"

  // Markers: their size, and why sightings are not used.
  case markersSize = "markers.size"
  case markersUnlisted = "markers.unlisted"
  case markersNotOnCap = "markers.not_on_cap"
  case markersSeenTwice = "markers.seen_twice"
  case markersWrongSize = "markers.wrong_size"
  case markersNoDepth = "markers.no_depth"
  case markersNotRigid = "markers.not_rigid"
  case markersMoved = "markers.moved"
  case markersPartSlid = "markers.part_slid"
  case markersRare = "markers.rare"

  // Poses of frames by markers.
  case trackingFewMarkers = "tracking.few_markers"
  case trackingDisagreement = "tracking.disagreement"
  case trackingBeforeSlip = "tracking.before_slip"
  case trackingAfterSlip = "tracking.after_slip"
  case trackingDuringSlip = "tracking.during_slip"
  case trackingClosure = "tracking.closure"
  case trackingFewFrames = "tracking.few_frames"
  case trackingSomeFrames = "tracking.some_frames"
  case trackingTwoHeads = "tracking.two_heads"

  // Frames that the surface was to place.
  case recoveryNotNear = "recovery.not_near"
  case recoveryFarOff = "recovery.far_off"

  // Why a frame does not fit the surface.
  case registrationNothingToSee = "registration.nothing_to_see"
  case registrationTooLittleSurface = "registration.too_little_surface"
  case registrationTooFewInliers = "registration.too_few_inliers"
  case registrationLargeResidual = "registration.large_residual"
  case registrationIllConditioned = "registration.ill_conditioned"

  // Tracking by the surface alone.
  case denseNoHead = "dense.no_head"
  case denseDrift = "dense.drift"
  case denseOpen = "dense.open"
  case denseScale = "dense.scale"
  case denseMethod = "dense.method"
  case denseBending = "dense.bending"

  // Slips of the cap.
  case slipCorrected = "slip.corrected"
  case slipSplit = "slip.split"
  case slipUnresolved = "slip.unresolved"
  case slipPartCorrected = "slip.part_corrected"
  case slipPartSplit = "slip.part_split"
  case slipPartUnresolved = "slip.part_unresolved"

  // The sensor.
  case calibrationScale = "calibration.scale"
  case calibrationDelay = "calibration.delay"
  case calibrationIntrinsics = "calibration.intrinsics"
  case calibrationRegistration = "calibration.registration"
  case calibrationCorrected = "calibration.corrected"
  case calibrationLens = "calibration.lens"
  case calibrationCorners = "calibration.corners"
  case calibrationUncertain = "calibration.uncertain"

  // Landmarks: why one is not used, and where they come from.
  case landmarksMissing = "landmarks.missing"
  case landmarksNotPicked = "landmarks.not_picked"
  case landmarksDeviationUnknown = "landmarks.deviation_unknown"
  case landmarksStatedDeviation = "landmarks.stated_deviation"
  case landmarksContradict = "landmarks.contradict"
  case landmarksNoPose = "landmarks.no_pose"
  case landmarksClickWithoutPose = "landmarks.click_without_pose"
  case landmarksClickWithoutDepth = "landmarks.click_without_depth"
  case landmarksClickApart = "landmarks.click_apart"
  case landmarksCapMarker = "landmarks.cap_marker"
  case landmarksFromCap = "landmarks.from_cap"
  case landmarksAutomatic = "landmarks.automatic"
  case landmarksNotHeadShaped = "landmarks.not_head_shaped"
  case landmarksNoFace = "landmarks.no_face"
  case landmarksNoNose = "landmarks.no_nose"
  case landmarksFlatRoot = "landmarks.flat_root"
  case landmarksRootUnseen = "landmarks.root_unseen"
  case landmarksTipUnseen = "landmarks.tip_unseen"
  case landmarksFlatEar = "landmarks.flat_ear"
  case landmarksEarHeight = "landmarks.ear_height"
  case landmarksSkinUnseen = "landmarks.skin_unseen"
  case landmarksLowerEndUnseen = "landmarks.lower_end_unseen"
  case landmarksHindEdgeUnseen = "landmarks.hind_edge_unseen"
  case landmarksUnstable = "landmarks.unstable"
  case landmarksFewLooks = "landmarks.few_looks"
  case landmarksTragionsApart = "landmarks.tragions_apart"
  case landmarksSellionAhead = "landmarks.sellion_ahead"
  case landmarksLopsided = "landmarks.lopsided"
  case landmarksOnDamage = "landmarks.on_damage"
  case landmarksOffSurface = "landmarks.off_surface"
  case landmarksBesideSurface = "landmarks.beside_surface"
  case landmarksElsewhere = "landmarks.elsewhere"
  case landmarksUnchecked = "landmarks.unchecked"
  case landmarksAmbiguous = "landmarks.ambiguous"
  case landmarksClicksScatter = "landmarks.clicks_scatter"
  case landmarksOtherScan = "landmarks.other_scan"
  case landmarksRejected = "landmarks.rejected"

  // Landmarks that make no head frame.
  case frameNone = "frame.none"
  case frameNotFinite = "frame.not_finite"
  case frameCollinear = "frame.collinear"
  case frameImplausible = "frame.implausible"
  case frameSkewed = "frame.skewed"
  case frameMixedUp = "frame.mixed_up"
  case frameUpsideDown = "frame.upside_down"
  case frameMirrored = "frame.mirrored"
  case frameCrossed = "frame.crossed"
  case frameFaceElsewhere = "frame.face_elsewhere"
  case frameSymmetryNone = "frame.symmetry_none"
  case frameSymmetryUnseen = "frame.symmetry_unseen"
  case frameSymmetryUncertain = "frame.symmetry_uncertain"

  // The surface or the mesh.
  case surfaceNone = "surface.none"
  case surfaceUnfit = "surface.unfit"
  case surfaceBelowBase = "surface.below_base"
  case surfaceVertexHidden = "surface.vertex_hidden"
  case surfaceDamaged = "surface.damaged"
  case surfaceParts = "surface.parts"
  case surfaceUnusedVertices = "surface.unused_vertices"
  case surfaceInwards = "surface.inwards"
  case surfaceOfResult = "surface.of_result"
  case surfaceMeshChanged = "surface.mesh_changed"
  case surfaceResultChanged = "surface.result_changed"

  // The section.
  case sectionGap = "section.gap"
  case sectionUnreached = "section.unreached"
  case sectionEar = "section.ear"
  case sectionStep = "section.step"
  case sectionRough = "section.rough"

  // Volumes.
  case volumeHidden = "volume.hidden"
  case volumeInnerWalls = "volume.inner_walls"

  // Single measures.
  case measureMissing = "measure.missing"
  case measureNotInResult = "measure.not_in_result"
  case measureOtherReason = "measure.other_reason"
  case measureImplausible = "measure.implausible"
  case measureLevelMissesHead = "measure.level_misses_head"

  // Intervals.
  case uncertaintyNotFinite = "uncertainty.not_finite"
  case uncertaintyLost = "uncertainty.lost"
  case uncertaintyUnbounded = "uncertainty.unbounded"
  case uncertaintyImplausible = "uncertainty.implausible"

  // The cap on a mesh.
  case capRemoved = "cap.removed"
  case capHairAssumed = "cap.hair_assumed"
  case capHairThick = "cap.hair_thick"
  case capThick = "cap.thick"
  case capPlaced = "cap.placed"
  case capNoFile = "cap.no_file"
  case capOtherFile = "cap.other_file"
  case capLeftOn = "cap.left_on"

  // Norms.
  case normAge = "norm.age"
  case normLevel = "norm.level"
  case normNotFinite = "norm.not_finite"
  case normUnlikely = "norm.unlikely"

  // Two scans.
  case comparisonSideA = "comparison.side_a"
  case comparisonSideB = "comparison.side_b"
  case comparisonNotHeads = "comparison.not_heads"
  case comparisonNotOneHead = "comparison.not_one_head"
  case comparisonDifferentSubjects = "comparison.different_subjects"
  case comparisonResidual = "comparison.residual"
  case comparisonShrunk = "comparison.shrunk"
  case comparisonLandmarks = "comparison.landmarks"
  case comparisonSideChanged = "comparison.side_changed"
  case comparisonBasePlane = "comparison.base_plane"
  case comparisonBasePlanePart = "comparison.base_plane_part"
  case comparisonReordered = "comparison.reordered"
  case comparisonUndated = "comparison.undated"

  // Studies of observers.
  case observersTooFewPicks = "observers.too_few_picks"
  case observersNoRepeats = "observers.no_repeats"
  case observersOneObserver = "observers.one_observer"
  case observersNoFrame = "observers.no_frame"
  case observersProtocols = "observers.protocols"
  case observersProposals = "observers.proposals"
  case observersCorrected = "observers.corrected"
  case observersPrograms = "observers.programs"
  case observersSoon = "observers.soon"
  case observersNarrow = "observers.narrow"
  case observersWide = "observers.wide"

  // Datasets of many scans.
  case datasetNoCap = "dataset.no_cap"
  case datasetBadCap = "dataset.bad_cap"
  case datasetNoIntrinsics = "dataset.no_intrinsics"
  case datasetUnreadable = "dataset.unreadable"
  case datasetMissingFile = "dataset.missing_file"
  case datasetOutside = "dataset.outside"
  case datasetTwin = "dataset.twin"
  case datasetSameRecording = "dataset.same_recording"
  case datasetLeft = "dataset.left"
  case datasetSidecar = "dataset.sidecar"
  case datasetBadAge = "dataset.bad_age"
  case datasetAgeUnit = "dataset.age_unit"
  case datasetOddAge = "dataset.odd_age"
  case datasetBadSex = "dataset.bad_sex"
  case datasetBadHair = "dataset.bad_hair"
  case datasetBadText = "dataset.bad_text"
  case datasetNoSubject = "dataset.no_subject"
  case datasetBadRating = "dataset.bad_rating"
  case datasetOtherSubject = "dataset.other_subject"
  case datasetSameIDs = "dataset.same_ids"
  case datasetUnlisted = "dataset.unlisted"
  case datasetAbsentSubjects = "dataset.absent_subjects"
  case datasetPassedOver = "dataset.passed_over"
  case datasetNoLandmarks = "dataset.no_landmarks"
  case datasetNoAge = "dataset.no_age"

  // Batches.
  case batchTimeLimit = "batch.time_limit"
  case batchMemoryLimit = "batch.memory_limit"
  case batchCrashed = "batch.crashed"
  case batchFailed = "batch.failed"
  case batchNotStarted = "batch.not_started"
  case batchNoResult = "batch.no_result"
  case batchToPick = "batch.to_pick"
  case batchOtherPicks = "batch.other_picks"
  case batchBusy = "batch.busy"

  // The stores of studies.
  case storeForeign = "store.foreign"
  case storeBadOutcome = "store.bad_outcome"
  case storeOtherResult = "store.other_result"
  case storeSecondResult = "store.second_result"
  case storeSetAside = "store.set_aside"
  case storeLeadsOut = "store.leads_out"
  case storeNotMeasured = "store.not_measured"

  // Ranges of motion.
  case motionTooFewFrames = "motion.too_few_frames"
  case motionFewFramesLeft = "motion.few_frames_left"
  case motionFewValidFrames = "motion.few_valid_frames"
  case motionFramesLeftOut = "motion.frames_left_out"
  case motionOutliers = "motion.outliers"
  case motionUnfiltered = "motion.unfiltered"
  case motionUnevenTimes = "motion.uneven_times"
  case motionGap = "motion.gap"
  case motionDirectionTold = "motion.direction_told"
  case motionDirectionContradicts = "motion.direction_contradicts"
  case motionPoseError = "motion.pose_error"
  case motionSurfacePoints = "motion.surface_points"
  case motionWrapped = "motion.wrapped"
  case motionImplausible = "motion.implausible"
  case motionStill = "motion.still"
  case motionOtherSide = "motion.other_side"
  case motionNotSettled = "motion.not_settled"
  case motionRepeatsNotSettled = "motion.repeats_not_settled"
  case motionStartBeyond = "motion.start_beyond"
  case motionEndsDiffer = "motion.ends_differ"
  case motionNoReturn = "motion.no_return"
  case motionFewRepeats = "motion.few_repeats"
  case motionOneRepeat = "motion.one_repeat"
  case motionAlikeNoise = "motion.alike_noise"
  case motionNoisy = "motion.noisy"

  // Gestures.
  case gestureAnswersDiffer = "gesture.answers_differ"
  case gestureNotHeld = "gesture.not_held"
  case gestureNoThumb = "gesture.no_thumb"
  case gestureUnclear = "gesture.unclear"
  case gestureNoHand = "gesture.no_hand"
  case gestureSideAssumed = "gesture.side_assumed"
  case gestureFramesLeftOut = "gesture.frames_left_out"
  case gestureNearThreshold = "gesture.near_threshold"

  // Comparisons of ranges of motion, and their pictures.
  case motionNotComparable = "motion.not_comparable"
  case motionSameRecording = "motion.same_recording"
  case motionNoVerdict = "motion.no_verdict"
  case motionValueMissing = "motion.value_missing"
  case motionOtherSource = "motion.other_source"
  case motionChangePoseError = "motion.change_pose_error"
  case motionNoPicture = "motion.no_picture"
  case motionHistoryOtherSubject = "motion.history_other_subject"
  case motionHistoryLater = "motion.history_later"
  case storeNoMotion = "store.no_motion"

  // Necks.
  case neckFewValidFrames = "neck.few_valid_frames"
  case neckFewFramesLeft = "neck.few_frames_left"
  case neckFramesLeftOut = "neck.frames_left_out"
  case neckReferenceSurface = "neck.reference_surface"
  case neckReferenceCamera = "neck.reference_camera"
  case neckPatchUnseen = "neck.patch_unseen"
  case neckNoReference = "neck.no_reference"
  case neckCameraMoves = "neck.camera_moves"
  case neckCameraUnknown = "neck.camera_unknown"
  case neckSurfaceBlind = "neck.surface_blind"
  case neckNoRest = "neck.no_rest"
  case neckNoNeutralPose = "neck.no_neutral_pose"
  case neckNeutralMoves = "neck.neutral_moves"
  case neckNotSquare = "neck.not_square"
  case neckNoAxes = "neck.no_axes"
  case neckNeutralRest = "neck.neutral_rest"
  case neckAxesByMovement = "neck.axes_by_movement"
  case neckAxesByPatch = "neck.axes_by_patch"
  case neckNeutralChanged = "neck.neutral_changed"
  case neckGimbal = "neck.gimbal"
  case neckStill = "neck.still"
  case neckSideNotReached = "neck.side_not_reached"
  case neckEndHidden = "neck.end_hidden"

  // What was written.
  case outputLessComplete = "output.less_complete"
  case outputRatingOutdated = "output.rating_outdated"
  case outputNoLandmark = "output.no_landmark"

  // What was read.
  case inputUnitGuessed = "input.unit_guessed"

  /// The stage that reports it: `recording`, `markers`, `tracking` …
  public var stage: String { String(rawValue.prefix { $0 != "." }) }
}

extension FindingCode {
  /// How much a finding matters.
  public enum Severity: String, Sendable, Codable, CaseIterable {
    /// One of many of its kind, such as a frame that was left out: listed in files, not in summaries.
    case detail
    /// Withholds nothing and needs no action.
    case note
    /// Withholds nothing, but should be looked at.
    case warning
    /// Measures are withheld for it.
    case withheld
  }

  /// How much it matters, unless a finding says otherwise.
  public var severity: Severity {
    switch self {
    case .recoveryNotNear, .recoveryFarOff, .registrationNothingToSee, .registrationTooLittleSurface,
      .registrationTooFewInliers, .registrationLargeResidual, .registrationIllConditioned, .markersNotOnCap,
      .markersSeenTwice, .markersWrongSize, .markersNoDepth, .markersNotRigid, .markersMoved, .markersPartSlid,
      .markersRare, .trackingFewMarkers, .trackingDisagreement, .trackingBeforeSlip, .trackingAfterSlip,
      .trackingDuringSlip, .denseNoHead:
      .detail
    case .recordingUnmatchedColor, .recordingUnmatchedDepth, .recordingDroppedFrames, .recordingNotSynchronised,
      .recordingAssumedRate, .recordingOtherClock, .recordingRowMajorIntrinsics, .recordingUnusedIntrinsics,
      .recordingIntrinsicsReference, .recordingIntrinsicsScaled, .recordingVaryingIntrinsics,
      .recordingMissingMetadata, .recordingIgnoredFiles, .recordingUnusedFolder, .recordingOrientation,
      .recordingLastIntrinsics, .recordingOneIntrinsics, .recordingOneCamera, .recordingIdentityPoses,
      .recordingUnusedPoses, .recordingUnusedMotion, .recordingPairedByTime, .depthEnlarged,
      .depthHolesFilled, .depthSmooth, .trackingSomeFrames,
      .denseMethod, .slipCorrected,
      .slipPartCorrected, .calibrationCorrected, .calibrationLens, .calibrationCorners, .landmarksClickWithoutPose,
      .landmarksClickWithoutDepth,
      .landmarksClickApart,
      .landmarksFromCap, .landmarksBesideSurface, .landmarksUnchecked, .surfaceParts, .surfaceUnusedVertices,
      .sectionEar, .capRemoved, .capPlaced, .capLeftOn,
      .comparisonSideChanged, .comparisonBasePlanePart, .comparisonReordered, .comparisonUndated, .inputUnitGuessed,
      .surfaceOfResult, .observersProposals,
      .observersWide, .motionFramesLeftOut, .motionOutliers, .motionUnfiltered, .motionUnevenTimes, .motionGap,
      .motionPoseError, .motionFewRepeats, .gestureFramesLeftOut, .motionSurfacePoints, .motionChangePoseError,
      .motionNoPicture, .neckFramesLeftOut, .neckReferenceSurface, .neckNeutralRest,
      .datasetPassedOver,
      .datasetSameRecording,
      .storeSetAside,
      .datasetNoLandmarks,
      .datasetNoAge:
      .note
    case .recordingMissingFiles, .recordingNumbering, .recordingFilteredDepth, .recordingRelativeDepth,
      .recordingNonSquarePixels,
      .recordingInvalidDepth, .recordingImplausibleDepth, .recordingUnreadableFrames,
      .recordingTimeUnit, .recordingImpossibleRate, .recordingRepeatedDepth, .recordingSwappedDepth,
      .recordingAssumedIntrinsics, .recordingUnregisteredDepth, .markersUnlisted,
      .denseBending, .slipSplit, .slipPartSplit, .calibrationUncertain, .landmarksAutomatic,
      .landmarksElsewhere, .landmarksClicksScatter, .landmarksOtherScan, .normUnlikely, .surfaceDamaged,
      .surfaceInwards, .surfaceMeshChanged, .surfaceResultChanged, .sectionStep, .sectionRough, .capHairAssumed,
      .capHairThick, .capThick,
      .capNoFile,
      .capOtherFile,
      .comparisonResidual, .comparisonShrunk, .comparisonLandmarks, .outputLessComplete, .outputRatingOutdated,
      .outputNoLandmark, .observersNoFrame, .observersProtocols, .observersCorrected, .observersPrograms,
      .observersSoon, .observersNarrow, .motionDirectionTold, .motionDirectionContradicts,
      .motionStartBeyond, .motionNoReturn,
      .motionRepeatsNotSettled, .motionEndsDiffer, .motionOneRepeat, .motionAlikeNoise, .motionNoisy,
      .gestureSideAssumed, .gestureNearThreshold, .motionOtherSource, .motionHistoryOtherSubject, .motionHistoryLater,
      .storeNoMotion, .neckReferenceCamera,
      .neckPatchUnseen, .neckAxesByMovement, .neckAxesByPatch, .neckNeutralChanged,
      .datasetBadAge,
      .datasetBadSex,
      .datasetBadHair,
      .datasetAgeUnit,
      .datasetOddAge,
      .datasetLeft,
      .storeForeign,
      .storeBadOutcome,
      .storeOtherResult,
      .storeSecondResult,
      .storeLeadsOut,
      .datasetBadText,
      .datasetNoSubject,
      .datasetBadRating,
      .datasetOtherSubject,
      .datasetSameIDs,
      .datasetUnlisted,
      .datasetAbsentSubjects:
      .warning
    default: .withheld
    }
  }
}
