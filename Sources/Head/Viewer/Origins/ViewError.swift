public import Diagnostics

/// Why something can't be looked at and picked on.
public enum ViewError: UserFacingError, Equatable {
  /// The folder that a save would write holds the result of another recording.
  case anotherRecording(output: String)
  /// A result was measured by a protocol or a scale that is not built in.
  case unknownDefinition(result: String, option: String, name: String)
  /// There is nothing to save.
  case nothingPicked

  public var message: ErrorMessage {
    switch self {
    case .anotherRecording(let output): ErrorMessage(.viewAnotherRecording, at: output)
    case .unknownDefinition(let result, let option, let name):
      ErrorMessage(.viewUnknownDefinition, at: result, nil, ["option": .text(option), "name": .text(name)])
    case .nothingPicked: ErrorMessage(.viewNothingPicked, at: nil)
    }
  }
}
