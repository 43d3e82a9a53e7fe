import Diagnostics
import Foundation
import TestSupport
import Testing

@testable import Files

/// A definition that has a name and nothing else.
private struct Sample: Definition, Equatable {
  static let kind = "protocol"
  static let builtIn = [Sample(name: "one"), Sample(name: "two")]
  let name: String

  static func read(_ root: FileNode) throws(FileError) -> Sample { Sample(name: try root["name"].text) }
}

/// Definitions by their names, and those of files.
@Suite struct DefinitionTests {
  let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  private func file(_ content: Data) throws -> String {
    let file = folder.url.appendingPathComponent("d.yaml")
    try content.write(to: file)
    return file.path
  }

  @Test func aDefinitionIsFoundByItsNameOrInAFile() throws {
    #expect(try Sample.find("two") == Sample.builtIn[1])
    #expect(try Sample.find(file(Data("name: three\n".utf8))) == Sample(name: "three"))
    #expect(Sample.embedded([Array("name: a".utf8), Array("name: b".utf8)]).map(\.name) == ["a", "b"])
  }

  /// What is neither a name nor a file is told otherwise than a file that can't be read.
  @Test func whatIsNoDefinitionSaysWhichThereAre() throws {
    let known = FindingValue.phrase(
      "readable_definition", ["kind": .definition("protocol"), "known": .names(["one", "two"])])
    let neither = #expect(throws: FileError.self) { try Sample.find("three") }
    #expect(neither == FileError(.definitionUnreadable, file: "three", expected: known, found: .phrase("neither")))
    let path = folder.url.path
    let closed = #expect(throws: FileError.self) { try Sample.find(path) }
    #expect(closed == FileError(.definitionUnreadable, file: path, expected: known, found: .phrase("folder")))
  }

  @Test func aFileThatIsNoTextIsInvalid() throws {
    let path = try file(Data([0xFF, 0xFE]))
    let error = #expect(throws: FileError.self) { try Sample.find(path) }
    #expect(error?.code == .definitionInvalid)
    #expect(error?.place == .phrase("text"))
  }
}
