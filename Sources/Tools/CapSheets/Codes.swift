public import Diagnostics

/// The errors of cap sheets.
extension ErrorCode {
  public static let capSheetTooSmall = ErrorCode("cap_sheet.too_small")
  public static let capSheetNoPlan = ErrorCode("cap_sheet.no_plan")
  public static let capSheetTooFewIDs = ErrorCode("cap_sheet.too_few_ids")
  public static let capSheetBadIDs = ErrorCode("cap_sheet.bad_ids")
  public static let capSheetTooLarge = ErrorCode("cap_sheet.too_large")
  public static let capSheetTooMany = ErrorCode("cap_sheet.too_many")
  public static let capSheetBadSuffix = ErrorCode("cap_sheet.bad_suffix")
  public static let capSheetCannotDraw = ErrorCode("cap_sheet.cannot_draw")

  public static let capCheckUnreadable = ErrorCode("cap_check.unreadable")
  public static let capCheckNoPhoto = ErrorCode("cap_check.no_photo")
  public static let capCheckTwice = ErrorCode("cap_check.twice")
  public static let capCheckNoMarks = ErrorCode("cap_check.no_marks")
  public static let capCheckOtherPaper = ErrorCode("cap_check.other_paper")
  public static let capCheckNoMarkers = ErrorCode("cap_check.no_markers")
  public static let capCheckWrongLength = ErrorCode("cap_check.wrong_length")
  public static let capCheckNoFit = ErrorCode("cap_check.no_fit")
}
