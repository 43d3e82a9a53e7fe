public import Diagnostics

/// The errors of simulated recordings.
extension ErrorCode {
  public static let phantomBadOption = ErrorCode("phantom.bad_option")
  public static let phantomCannotEncode = ErrorCode("phantom.cannot_encode")
}
