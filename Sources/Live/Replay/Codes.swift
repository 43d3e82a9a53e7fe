public import Diagnostics

/// What fails here.
extension ErrorCode {
  public static let thermalLogInvalid = ErrorCode("thermal_log.invalid")

  public static let speechNotInstalled = ErrorCode("speech.not_installed")
  public static let speechFailed = ErrorCode("speech.failed")
  public static let speechTooLong = ErrorCode("speech.too_long")

  public static let videoNotInstalled = ErrorCode("video.not_installed")
  public static let videoNoEncoder = ErrorCode("video.no_encoder")
  public static let videoFailed = ErrorCode("video.failed")
}
