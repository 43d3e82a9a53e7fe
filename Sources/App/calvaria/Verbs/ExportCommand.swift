import ArgumentParser
import Diagnostics
internal import Files
import Foundation
import Reports
import ScanPipeline
import Workers

/// `calvaria export`: a result for other programs.
struct ExportCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Write a result for other programs: meshes, markups of 3D Slicer, DICOM.",
    discussion: """
      head.glb (metres, y up), head.stl and head.obj (mm, LPS), landmarks.mrk.json and planes.mrk.json (mm, LPS), and \
      SHA256SUMS, a list of their digests; with --as dicom, head.dcm and report.dcm by the programs of dcmtk and \
      weasyprint. A research tool, not a medical device.
      """)

  @Argument(help: "A folder of reconstruct or measure, or the result.json in it.")
  var result: String

  @Option(
    name: .shortAndLong, help: ArgumentHelp("A folder to write; it must not exist yet.", valueName: "folder"))
  var output: String?

  @Option(help: ArgumentHelp("Write the files as one ZIP, too, or instead of --output.", valueName: "file"))
  var zip: String?

  @Option(
    name: .customLong("as"),
    help: ArgumentHelp("What to write, once for each; all but dicom by default.", valueName: "part"))
  var parts: [ResultExport.Part] = []

  @Flag(help: "Replace an earlier export in the output folder, and the ZIP.")
  var force = false

  @OptionGroup var scan: ScanDescriptionOptions

  @OptionGroup var language: LanguageOptions

  @OptionGroup var narration: NarrationOptions

  func validate() throws {
    guard let output else {
      guard zip != nil else {
        throw CallError.wrong(
          option: "--output, --zip", expected: .phrase("one_of_them"), found: .phrase("none_of_them")
        ).refusal
      }
      return
    }
    try requireApart([("--zip", zip)], from: output)
  }

  func run() throws {
    narration.begin(reading: result)
    let chosen = parts.isEmpty ? ResultExport.Part.usual : Set(parts)
    // A missing program is reported before any work is done.
    let dicom = try chosen.contains(.dicom) ? dicomNeeds() : nil
    let export = try ResultExport(.given(result))
    if dicom != nil { try checkSubject(of: export) }
    let target = try zip.map { try OutputFile(.given($0), force: force, inputs: export.inputs) }
    // Said before the work.
    if let output { try OutputFolder.check(.given(output), holding: .export, force: force, inputs: export.inputs) }
    for finding in export.remarks { Terminal.narrate(finding.line(language.chosen)) }
    let missing = export.missing(of: chosen)
    if !missing.isEmpty { Terminal.narrate(language.chosen("narration.export_without", ["files": .names(missing)])) }
    let files = try narration.timed("export") { try export.files(chosen, dicom) }
    let archive = try zip.map { try ResultExport.archive(files, for: $0) }
    if let output {
      try Interruption().write {
        try OutputFolder(.given(output), holding: .export, force: force, inputs: export.inputs)
      } fill: {
        try $0.write(files)
      }
    }
    if let target, let archive { try target.write(archive) }
    for path in [output, zip].compactMap(\.self) { narration.tell(written: path) }
  }

  private func dicomNeeds() throws -> ResultExport.Dicom {
    let path = ProcessInfo.processInfo.environment["PATH"] ?? ""
    return ResultExport.Dicom(
      try PaperPrinter(path: path), try DicomWrapper(path: path), stated: scan.stated, language: language.chosen,
      workers: Workers(count: ProcessInfo.processInfo.activeProcessorCount))
  }

  /// DICOM is filed by the subject's code.
  private func checkSubject(of export: ResultExport) throws {
    let described = export.scan(scan.stated)
    guard let code = described.subject else { throw CallError.needs(option: "--as dicom", needed: "--subject") }
    guard DicomStudy(described, digest: "") != nil else {
      throw CallError.wrong(option: "--subject", expected: .phrase("dicom_code"), found: .quoted(code))
    }
  }
}

extension ResultExport.Part: ExpressibleByArgument {}
