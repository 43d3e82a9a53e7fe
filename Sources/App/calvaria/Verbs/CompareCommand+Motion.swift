import ArgumentParser
import Diagnostics
import Foundation
import MovementReports
internal import Files
import Reports
import ScanPipeline

extension CompareCommand {
  /// Whether all that is named are ranges of motion; an error where only some are.
  var areMotions: Bool {
    get throws {
      let found = scans.map { MotionFolder.isOne(.given($0)) }
      guard found.contains(true) else { return false }
      if let other = found.firstIndex(of: false) { throw MotionFolderError.mixed(path: scans[other]) }
      for (option, isGiven) in [
        ("--landmarks", !landmarks.isEmpty), ("--landmarks-a", landmarksA != nil), ("--landmarks-b", landmarksB != nil),
        ("--units", !units.isEmpty), ("--units-a", unitsA != nil), ("--units-b", unitsB != nil),
        ("--options", stageFile.path != nil), ("--registration", registration != nil), ("--deface", deface),
      ] where isGiven {
        throw CallError.notFor(
          option: option, use: .phrase("scans_of_heads"), found: .phrase("motion_results")
        ).refusal
      }
      return true
    }
  }

  /// Compares ranges of motion.
  func compareMotions() throws {
    narration.begin(reading: scans)
    let inputs = scans.map { URL.given($0) }
    let printer = try pdf.map { _ in
      try PaperPrinter(path: ProcessInfo.processInfo.environment["PATH"] ?? "")
    }
    let paper = try pdf.map { try OutputFile(.given($0), force: force, inputs: inputs) }
    let comparison = try output.map { try writeMotions(inputs, to: $0) } ?? compared(inputs)
    if let printer, let paper {
      try paper.write(printer.pdf(MotionComparisonPage(comparison, language: language.chosen).html()))
    }
    try Terminal.print(json ? try comparison.json() : Terminal.page(comparison.table(language.chosen)))
    if !json {
      for finding in comparison.findings where finding.severity != .withheld {
        narration.tell(finding.line(language.chosen))
      }
      for file in [output, pdf].compactMap(\.self) { narration.tell(written: file) }
    }
    if comparison.status != .complete { throw ExitCode(2) }
  }

  private func compared(_ inputs: [URL]) throws -> MotionComparison {
    var results: [EarlierMotion] = []
    for (index, path) in inputs.enumerated() {
      results.append(try MotionFolder.read(path).earlier(date: date.isEmpty ? nil : date[index].day))
    }
    var comparison = MotionComparison(results)
    comparison.version = CalvariaVersion.current
    return comparison
  }

  private func writeMotions(_ inputs: [URL], to output: String) throws -> MotionComparison {
    try Interruption().write {
      try OutputFolder(.given(output), holding: .motionComparison, force: force, inputs: inputs)
    } fill: { folder in
      let comparison = try compared(inputs)
      let page = MotionComparisonPage(comparison, language: language.chosen)
      try folder.write([("compare.json", try comparison.json()), ("report.html", Data(page.html().utf8))])
      return comparison
    }
  }
}
