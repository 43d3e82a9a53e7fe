import Foundation
import Testing

/// Input that can't be used: what is done to a sound one, and what the program says.
struct BadInput: CustomTestStringConvertible, Sendable {
  let testDescription: String
  let code: Int32
  /// Parts of the message.
  let says: [String]
  /// Further arguments of the command.
  let arguments: [String]
  let spoil: @Sendable (Workspace) throws -> Void

  init(
    _ name: String, _ code: Int32, says: [String], arguments: [String] = [],
    _ spoil: @escaping @Sendable (Workspace) throws -> Void = { _ in }
  ) {
    (testDescription, self.code, self.says, self.arguments, self.spoil) = (name, code, says, arguments, spoil)
  }

  /// Runs `reconstruct` on a spoilt recording.
  func check() throws {
    let workspace = try Workspace(SampleRecording.glimpse)
    try spoil(workspace)
    let before = try workspace.leftBehind
    let outcome = try Command.run(
      ["reconstruct", workspace.recording.path, "--output", workspace.output.path] + arguments)
    outcome.expectFailure(code, says: says)
    #expect(try workspace.leftBehind == before, "something is left behind")
  }
}
