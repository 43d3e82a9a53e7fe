import Diagnostics
import Foundation
import Testing

@testable import HeadViews

@Suite struct HeadBrowserTests {
  @Test func theScriptTakesNoMarkupAndAsksForNothing() {
    let script = HeadBrowser.script
    #expect(script.hasPrefix("const CalvariaHead = (() => {"))
    for forbidden in [
      "innerHTML", "outerHTML", "insertAdjacentHTML", "document.write", "eval(", "fetch(", "XMLHttpRequest",
      "import(", "</script",
    ] {
      #expect(!script.contains(forbidden), "\(forbidden)")
    }
    #expect(!HeadBrowser.styles.contains("url("))
    #expect(!HeadBrowser.styles.contains("@import"))
  }

  @Test func stylesHaveThePrefixOfTheComponent() {
    for match in HeadBrowser.styles.matches(of: /\.([a-z][a-z_-]*)/) {
      #expect(match.1.hasPrefix("ch-"), "\(match.1)")
    }
  }

  @Test(arguments: Language.allCases) func everyWordOfTheScriptIsThere(_ language: Language) {
    let words = HeadBrowser.words(language)
    let asked = Set(HeadBrowser.script.matches(of: /"(head\.[a-z_]+)"/).map { String($0.1) })
    #expect(asked.count > 15)
    #expect(asked.subtracting(words.keys).isEmpty)
  }

  @Test func threeIsReadWhereItIsInstalled() throws {
    let folder = FileManager.default.temporaryDirectory.appending(path: "three-\(UUID().uuidString)")
    defer { try? FileManager.default.removeItem(at: folder) }
    #expect(HeadBrowser.threeScript(in: [folder.path]) == nil)
    let controls = folder.appending(path: "examples/js/controls")
    try FileManager.default.createDirectory(at: controls, withIntermediateDirectories: true)
    try Data("var THREE = {};".utf8).write(to: folder.appending(path: "three.min.js"))
    #expect(HeadBrowser.threeScript(in: [folder.path]) == nil)
    try Data("THREE.OrbitControls = null;".utf8).write(to: controls.appending(path: "OrbitControls.js"))
    let script = try #require(HeadBrowser.threeScript(in: ["/nowhere", folder.path]))
    #expect(script.contains("SPDX-License-Identifier: MIT"))
    #expect(script.hasSuffix("var THREE = {};\nTHREE.OrbitControls = null;"))
  }
}
