public import Diagnostics

/// What fails here.
extension ErrorCode {
  public static let scanFileUnreadable = ErrorCode("scan_file.unreadable")
  public static let scanFileInvalid = ErrorCode("scan_file.invalid")

  public static let definitionUnreadable = ErrorCode("definition.unreadable")
  public static let definitionInvalid = ErrorCode("definition.invalid")

  public static let outputExists = ErrorCode("output.exists")
  public static let outputTaken = ErrorCode("output.taken")
  public static let outputNotOurs = ErrorCode("output.not_ours")
  public static let outputIsInput = ErrorCode("output.is_input")
  public static let outputCannotWrite = ErrorCode("output.cannot_write")
  public static let outputCannotPrint = ErrorCode("output.cannot_print")
}
