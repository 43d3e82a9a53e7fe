public import Diagnostics

/// What fails here.
extension ErrorCode {
  public static let viewCannotListen = ErrorCode("view.cannot_listen")
  public static let viewAnotherRecording = ErrorCode("view.another_recording")
  public static let viewNothingPicked = ErrorCode("view.nothing_picked")
  public static let viewUnknownDefinition = ErrorCode("view.unknown_definition")
}
