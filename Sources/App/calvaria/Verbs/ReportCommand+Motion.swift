import Diagnostics
import Foundation
import MovementReports
internal import Files
import Reports

extension ReportCommand {
  /// The report of a range of motion, made again.
  func reportMotion(_ printer: PaperPrinter?, _ converter: PictureConverter?) throws {
    let folder = try MotionFolder.read(.given(result))
    let inputs = ["motion.json", "angles.csv", "scan.json", "history.json"].compactMap {
      folder.url?.appending(path: $0)
    }
    let place = html.map { URL.given($0) } ?? folder.url!.appending(path: "report.html")
    // The page of the folder is made again; what the user names is kept without --force.
    let page = try OutputFile(place, force: force || html == nil, inputs: inputs, followsLink: html != nil)
    let pdfFile = try pdf.map { try OutputFile(.given($0), force: force, inputs: inputs) }
    var content = MotionReportContent(folder, stated: scan.stated)
    for finding in content.leftOut { narration.tell(finding.line(language.chosen)) }
    if deface { content.pictures = [:] }
    let report = MotionPage(content, language: language.chosen)
    let sheets = [(page, Data(narration.timed("report") { report.html() }.utf8))]
    try OutputFile.write(sheets + [try paper(report.paper(), printer, pdfFile)].compactMap(\.self))
    if let converter, let figures { try write(report.figures(), converter, to: figures) }
    for file in [html ?? place.relativePath, pdf, figures].compactMap(\.self) { narration.tell(written: file) }
  }
}
