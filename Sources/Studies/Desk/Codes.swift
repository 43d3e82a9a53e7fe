public import Diagnostics

/// What fails at the desk.
extension ErrorCode {
  public static let deskNothingToPickOn = ErrorCode("desk.nothing_to_pick_on")
  public static let deskWrongField = ErrorCode("desk.wrong_field")
  public static let deskNoScan = ErrorCode("desk.no_scan")
  public static let deskNoCap = ErrorCode("desk.no_cap")
  public static let deskBrokenOff = ErrorCode("desk.broken_off")
  public static let deskPicked = ErrorCode("desk.picked")
  public static let deskRated = ErrorCode("desk.rated")
  public static let deskOpen = ErrorCode("desk.open")
  public static let deskListed = ErrorCode("desk.listed")
}
