import Diagnostics
import Foundation
import TestSupport
import Testing

@testable import Reports

@Suite struct ExternalToolTests {
  private let folder: TemporaryFolder
  init() throws { folder = try TemporaryFolder() }

  /// A program of a shell's lines.
  private func tool(_ lines: String) throws -> ExternalTool {
    let file = folder.url.appending(path: "tool")
    try Data("#!/bin/sh\n\(lines)\n".utf8).write(to: file)
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: file.path)
    return try ExternalTool("tool", package: "tools", path: "/nowhere:\(folder.url.path)")
  }

  @Test func bytesGoInAndComeOut() throws {
    let many = Data((0..<3_000_000).map { UInt8(truncatingIfNeeded: $0 &* 31) })
    #expect(try tool("cat").run([], input: many) == many)
    #expect(try tool("cat > /dev/null; printf \"$1\"").run(["done"], input: many) == Data("done".utf8))
  }

  @Test func whatItSaysLastIsTheReason() throws {
    let error = #expect(throws: ExternalToolError.self) {
      try tool("echo first >&2; echo last words >&2; exit 3").run([], input: Data())
    }
    #expect(error == .failed(program: "tool", reason: .text("last words")))
    let silent = #expect(throws: ExternalToolError.self) { try tool("exit 0").run([], input: Data()) }
    #expect(silent == .failed(program: "tool", reason: .phrase("said_nothing")), "nothing came out")
  }

  @Test func onePackageHasIt() {
    let error = #expect(throws: ExternalToolError.self) { try PaperPrinter(path: "/nowhere") }
    #expect(error == .notInstalled(program: "weasyprint", package: "weasyprint"))
    #expect(error?.code.kind == .toolMissing)
    #expect(throws: ExternalToolError.notInstalled(program: "rsvg-convert", package: "librsvg2-bin")) {
      try PictureConverter(path: "")
    }
  }
}
