import Foundation
import Movement
import MovementReports
import Phantom
import Replay
import ScanPipeline
import TestSupport
import Testing

@testable import Files
@testable import calvaria

/// The kinds of folders that the program writes, from all modules.
@Suite struct OutputKindTests {
  private static let kinds: [OutputKind] = [
    .result, .pickedResult, .phantom, .recording, .comparison, .feedback, .figures, .motion, .gesture,
    .motionComparison, .acceptance, .export, .live, .publication,
  ]

  private func sources(under folder: String, ending: String) -> [String] {
    let root = SharedMaterial.packageRoot.appending(path: folder)
    let files = FileManager.default.enumerator(at: root, includingPropertiesForKeys: nil)
    return (files?.allObjects ?? []).compactMap { $0 as? URL }.filter { $0.pathExtension == ending }
      .map { (try? String(contentsOf: $0, encoding: .utf8)) ?? "" }
  }

  /// The list above is all that the modules declare.
  @Test func everyKindIsKnownHere() {
    let declared = sources(under: "Sources", ending: "swift").flatMap {
      $0.matches(of: /static let (\w+) = (?:OutputKind\(|measured\(hasLandmarks)/).map { String($0.1) }
    }
    #expect(declared.count == Self.kinds.count, "\(declared)")
  }

  /// No folder of one kind passes for one of another, but for the two of results.
  @Test func noTwoKindsCollide() {
    let marked = Self.kinds.filter { $0 != .pickedResult && $0.isReplaceable }
    #expect(Set(marked.map { $0.mark + $0.markText }).count == marked.count)
    #expect(OutputKind.result.markText == OutputKind.pickedResult.markText)
    for kind in marked {
      #expect(kind.fileNames.contains(kind.mark))
      #expect(!kind.markText.isEmpty)
    }
    for kind in Self.kinds { #expect(kind.fileNames.isDisjoint(with: kind.companions)) }
  }

  /// The documentation describes every file that is written; drawings by what they show, not by each name.
  @Test func theDocumentationNamesEveryFile() {
    let pages = sources(under: "Docs", ending: "md").joined()
    for kind in Self.kinds where kind != .figures {
      for name in kind.fileNames.sorted() { #expect(pages.contains(name), "\(name)") }
    }
    #expect(pages.contains("figures.json"))
  }
}
