public import Diagnostics

/// What is found here.
extension FindingCode {
  public static let landmarksMissing = FindingCode("landmarks.missing")
  public static let landmarksElsewhere = FindingCode("landmarks.elsewhere")
  public static let landmarksUnchecked = FindingCode("landmarks.unchecked")

  public static let frameNone = FindingCode("frame.none")
  public static let frameNotFinite = FindingCode("frame.not_finite")
  public static let frameCollinear = FindingCode("frame.collinear")
  public static let frameImplausible = FindingCode("frame.implausible")
  public static let frameSkewed = FindingCode("frame.skewed")
  public static let frameMixedUp = FindingCode("frame.mixed_up")
  public static let frameUpsideDown = FindingCode("frame.upside_down")
  public static let frameMirrored = FindingCode("frame.mirrored")
  public static let frameCrossed = FindingCode("frame.crossed")
  public static let frameFaceElsewhere = FindingCode("frame.face_elsewhere")
  public static let frameSymmetryNone = FindingCode("frame.symmetry_none")
  public static let frameSymmetryUnseen = FindingCode("frame.symmetry_unseen")
  public static let frameSymmetryUncertain = FindingCode("frame.symmetry_uncertain")

  public static let surfaceBelowBase = FindingCode("surface.below_base")
  public static let surfaceVertexHidden = FindingCode("surface.vertex_hidden")
  public static let surfaceProfileHidden = FindingCode("surface.profile_hidden")
  public static let surfaceProfileFlat = FindingCode("surface.profile_flat")
  public static let surfaceInwards = FindingCode("surface.inwards")

  public static let sectionGap = FindingCode("section.gap")
  public static let sectionUnreached = FindingCode("section.unreached")
  public static let sectionEar = FindingCode("section.ear")
  public static let sectionStep = FindingCode("section.step")
  public static let sectionRough = FindingCode("section.rough")

  public static let volumeHidden = FindingCode("volume.hidden")
  public static let volumeInnerWalls = FindingCode("volume.inner_walls")

  public static let measureMissing = FindingCode("measure.missing")
  public static let measureNotInResult = FindingCode("measure.not_in_result")
  public static let measureImplausible = FindingCode("measure.implausible")
  public static let measureLevelMissesHead = FindingCode("measure.level_misses_head")

  public static let uncertaintyNotFinite = FindingCode("uncertainty.not_finite")
  public static let uncertaintyLost = FindingCode("uncertainty.lost")
  public static let uncertaintyUnbounded = FindingCode("uncertainty.unbounded")
  public static let uncertaintyImplausible = FindingCode("uncertainty.implausible")

  public static let capRemoved = FindingCode("cap.removed")
  public static let capHairAssumed = FindingCode("cap.hair_assumed")
  public static let capHairThick = FindingCode("cap.hair_thick")
  public static let capThick = FindingCode("cap.thick")
  public static let capMeasured = FindingCode("cap.measured")
  public static let capBareUnusable = FindingCode("cap.bare_unusable")

  public static let scaleAngle = FindingCode("scale.angle")
  public static let scalePoints = FindingCode("scale.points")
  public static let scaleNotStated = FindingCode("scale.not_stated")

  public static let normAge = FindingCode("norm.age")
  public static let normLevel = FindingCode("norm.level")
  public static let normNotFinite = FindingCode("norm.not_finite")
  public static let normNotNamed = FindingCode("norm.not_named")
  public static let normUnusable = FindingCode("norm.unusable")
  public static let normLost = FindingCode("norm.lost")
  public static let normBeforeTerm = FindingCode("norm.before_term")
  public static let normCorrected = FindingCode("norm.corrected")
  public static let normMedianChild = FindingCode("norm.median_child")
  public static let normTape = FindingCode("norm.tape")
  public static let normUnlikely = FindingCode("norm.unlikely")

  public static let incrementAge = FindingCode("increment.age")
  public static let incrementErrors = FindingCode("increment.errors")
  public static let incrementSpan = FindingCode("increment.span")
  public static let incrementLevel = FindingCode("increment.level")

  public static let referenceAge = FindingCode("reference.age")

  public static let comparisonAges = FindingCode("comparison.ages")
  public static let comparisonSexes = FindingCode("comparison.sexes")
  public static let comparisonSideA = FindingCode("comparison.side_a")
  public static let comparisonSideB = FindingCode("comparison.side_b")
  public static let comparisonNotHeads = FindingCode("comparison.not_heads")
  public static let comparisonNotOneHead = FindingCode("comparison.not_one_head")
  public static let comparisonResidual = FindingCode("comparison.residual")
  public static let comparisonShrunk = FindingCode("comparison.shrunk")
  public static let comparisonLandmarks = FindingCode("comparison.landmarks")
  public static let comparisonSideChanged = FindingCode("comparison.side_changed")
  public static let comparisonBasePlane = FindingCode("comparison.base_plane")
  public static let comparisonBasePlanePart = FindingCode("comparison.base_plane_part")
}

/// What fails here.
extension ErrorCode {
  public static let headFrameNotFinite = ErrorCode("head_frame.not_finite")
  public static let headFrameCollinear = ErrorCode("head_frame.collinear")
  public static let headFrameImplausible = ErrorCode("head_frame.implausible")
  public static let headFrameSkewed = ErrorCode("head_frame.skewed")
  public static let headFrameMixedUp = ErrorCode("head_frame.mixed_up")
  public static let headFrameUpsideDown = ErrorCode("head_frame.upside_down")
  public static let headFrameMirrored = ErrorCode("head_frame.mirrored")
  public static let headFrameCrossed = ErrorCode("head_frame.crossed")
  public static let headFrameFaceElsewhere = ErrorCode("head_frame.face_elsewhere")

  public static let protocolLevelMissesHead = ErrorCode("protocol.level_misses_head")

  public static let compareNoFit = ErrorCode("compare.no_fit")
  public static let compareImplausibleGrowth = ErrorCode("compare.implausible_growth")
}
