@testable import Diagnostics

/// Codes that modules above declare.
extension FindingCode {
  static let calibrationDelay = FindingCode("calibration.delay")
  static let comparisonSideA = FindingCode("comparison.side_a")
  static let frameSymmetryUnseen = FindingCode("frame.symmetry_unseen")
  static let landmarksClickApart = FindingCode("landmarks.click_apart")
  static let landmarksClickWithoutPose = FindingCode("landmarks.click_without_pose")
  static let landmarksFlatEar = FindingCode("landmarks.flat_ear")
  static let landmarksNoFace = FindingCode("landmarks.no_face")
  static let landmarksOffSurface = FindingCode("landmarks.off_surface")
  static let markersUnlisted = FindingCode("markers.unlisted")
  static let recordingNonSquarePixels = FindingCode("recording.non_square_pixels")
  static let sectionGap = FindingCode("section.gap")
  static let slipPartSplit = FindingCode("slip.part_split")
  static let trackingClosure = FindingCode("tracking.closure")
  static let trackingSomeFrames = FindingCode("tracking.some_frames")
  static let volumeHidden = FindingCode("volume.hidden")
}

extension ErrorCode {
  static let meshUnitWrong = ErrorCode("mesh.unit_wrong")
}
