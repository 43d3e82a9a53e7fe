import Diagnostics

/// The findings of the command line.
extension FindingCode {
  static let outputNoLandmark = FindingCode("output.no_landmark")
  static let motionPassedOver = FindingCode("motion.passed_over")
}

/// The errors of the command line.
extension ErrorCode {
  static let callNotUTF8 = ErrorCode("call.not_utf8")
  static let callEmpty = ErrorCode("call.empty")
  static let callNoVerb = ErrorCode("call.no_verb")
  static let callNoOption = ErrorCode("call.no_option")
  static let callWrong = ErrorCode("call.wrong")
  static let callNeeds = ErrorCode("call.needs")
  static let callNotFor = ErrorCode("call.not_for")
  static let callAgeOrSexAlone = ErrorCode("call.age_or_sex_alone")
  static let callNormsAlone = ErrorCode("call.norms_alone")
  static let callScaleTwice = ErrorCode("call.scale_twice")

  static let liveNoFrames = ErrorCode("live.no_frames")

  static let unforeseenNotFinite = ErrorCode("unforeseen.not_finite")
  static let unforeseenUnreadable = ErrorCode("unforeseen.unreadable")
  static let unforeseenCannotWrite = ErrorCode("unforeseen.cannot_write")
  static let unforeseenFailure = ErrorCode("unforeseen.failure")
}
