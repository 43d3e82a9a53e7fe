import Foundation
import TestSupport
import Testing

@testable import Files

/// Symbolic links in place of an output, within it and beside it: what lies behind them is never touched by accident.
@Suite struct OutputLinkTests {
  let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  private static let result = (name: "result.json", content: Data(#"{"schema": "calvaria/result/1"}"#.utf8))

  private func url(_ name: String) -> URL { folder.url.appendingPathComponent(name) }
  private var names: [String] {
    get throws { try FileManager.default.contentsOfDirectory(atPath: folder.url.path).sorted() }
  }
  private func put(_ text: String, _ name: String) throws {
    try FileManager.default.createDirectory(
      at: url(name).deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data(text.utf8).write(to: url(name))
  }
  private func text(_ name: String) throws -> String { try String(contentsOf: url(name), encoding: .utf8) }
  private func link(_ name: String, to target: String) throws {
    try FileManager.default.createSymbolicLink(atPath: url(name).path, withDestinationPath: target)
  }
  private func target(_ name: String) -> String? {
    try? FileManager.default.destinationOfSymbolicLink(atPath: url(name).path)
  }

  @Test func aLinkToAResultStaysOneAndTheResultBehindItIsReplaced() throws {
    try put("{\"schema\": \"calvaria/result/1\"}", "far/real/result.json")
    try link("out", to: "far/real")
    #expect(throws: OutputError.exists(path: url("out").path)) { try OutputFolder(url("out"), force: false) }
    let output = try OutputFolder(url("out"), force: true)
    #expect(output.staging.deletingLastPathComponent().lastPathComponent == "far")
    try output.write([Self.result, ("mesh.ply", Data("new".utf8))])
    try output.finish()
    #expect(target("out") == "far/real")
    #expect(try text("far/real/mesh.ply") == "new" && names == ["far", "out"])
    #expect(try FileManager.default.contentsOfDirectory(atPath: url("far").path) == ["real"])
  }

  @Test(arguments: ["nowhere", "out"]) func aLinkThatLeadsNowhereIsNoFolder(to place: String) throws {
    try link("out", to: place)
    for force in [false, true] {
      #expect(throws: OutputError.self) { try OutputFolder(url("out"), force: force) }
    }
    #expect(try names == ["out"] && target("out") == place)
  }

  /// Nothing comes into being at the place that it names.
  @Test func aLinkThatLeadsNowhereIsReplacedByAFile() throws {
    try link("out", to: "nowhere")
    #expect(throws: OutputError.exists(path: url("out").path)) { try OutputFile(url("out"), force: false) }
    try OutputFile(url("out"), force: true).write(Data("new".utf8))
    #expect(try target("out") == nil && text("out") == "new" && names == ["out"])
  }

  @Test func linksThatCameIntoTheEarlierFolderAreCarriedAsLinks() throws {
    try put("keep", "far/inner")
    try put("{\"schema\": \"calvaria/result/1\"}", "out/result.json")
    let output = try OutputFolder(url("out"), force: true)
    try output.write([Self.result])
    try link("out/notes", to: "../far")
    try link("out/mesh.ply", to: "../far/inner")
    #expect(try output.finish() == ["mesh.ply", "notes"])
    #expect(target("out/notes") == "../far")
    #expect(target("out/mesh.ply") == "../far/inner")
    #expect(try text("far/inner") == "keep" && names == ["far", "out"])
  }

  /// A folder of images that is a link is not this program's.
  @Test func aLinkAmongOursIsForeign() throws {
    try put("", "far/1.0.jpg")
    try put("simulated by calvaria phantom", "out/truth_surface.ply")
    #expect(OutputKind.phantom.strange(in: url("out").path) == nil)
    try link("out/rgb", to: "../far")
    #expect(throws: OutputError.self) { try OutputFolder(url("out"), holding: .phantom, force: true) }
    #expect(try names == ["far", "out"])
  }

  @Test func whatALinkAsideLeadsToIsNotRemoved() throws {
    try put("keep", "far/inner")
    let output = try OutputFolder(url("out"), force: false)
    try FileManager.default.createSymbolicLink(
      atPath: output.staging.appendingPathComponent("link").path, withDestinationPath: url("far").path)
    output.discard()
    #expect(try names == ["far"] && text("far/inner") == "keep")
    // One that is named like what a dead run left is none.
    try link(".out.partial-00000001", to: "far")
    try OutputFolder(url("out"), force: false).discard()
    #expect(try names == [".out.partial-00000001", "far"] && text("far/inner") == "keep")
  }
}
