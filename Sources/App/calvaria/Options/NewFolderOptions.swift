import ArgumentParser
import Diagnostics

/// The folder that a command writes. Calls of earlier versions name it without `--output`.
struct NewFolderOptions: ParsableArguments {
  @Option(name: .shortAndLong, help: ArgumentHelp("The folder to write.", valueName: "folder"), completion: .directory)
  var output: String?

  @Argument(help: .hidden)
  var folder: String?

  /// The folder, where one is named.
  var chosen: String? { output ?? folder }

  func validate() throws {
    guard output != nil, let folder else { return }
    throw CallError.wrong(
      option: "--output", expected: .phrase("one_of_them"), found: .quoted(folder)
    ).refusal
  }
}
