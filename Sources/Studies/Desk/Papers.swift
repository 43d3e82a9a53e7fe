import Diagnostics
import Files
import Platform
import Recordings
import Reports
import ScanPipeline
import Studies
import Viewer
import Workers

/// What is handed over of a scan: its report on screen and on paper, its files for other programs, comparisons with others.
struct Papers: Sendable {
  private let study: StudyFolder
  private let programs: String
  private let language: Language
  private let workers = Workers(count: 2)

  private static let largestPage = 256 << 20

  init(_ study: StudyFolder, programs: String, language: Language) {
    (self.study, self.programs, self.language) = (study, programs, language)
  }

  /// The report of a scan.
  func report(of scan: String) throws -> ViewAnswer {
    guard let page = study.page(of: scan) else { throw ViewRefusal.notFound }
    let bytes = try InputFile.bytes(page.path, atMost: Self.largestPage)
    return .report(Data(bytes))
  }

  /// The report of a scan on A4, by weasyprint.
  func pdf(of scan: String) throws -> ViewAnswer {
    let printer = try PaperPrinter(path: programs)
    let content = ReportContent(try ResultFolder.read(study.result(of: scan), for: .report), workers: workers)
    let page = ReportPage(content, language: language, workers: workers)
    return file(try printer.pdf(page.paper()), "application/pdf", "\(scan).pdf", isShown: true)
  }

  /// A scan for other programs as one ZIP; with DICOM where its programs are there and the child has a code.
  func archive(of scan: String) throws -> ViewAnswer {
    let export = try ResultExport(study.result(of: scan))
    let described = export.scan(ScanDescription())
    let canWrap = DicomStudy(described, digest: "") != nil
    let wrapper = canWrap ? try? DicomWrapper(path: programs) : nil
    let printer = try? PaperPrinter(path: programs)
    let dicom = wrapper.flatMap { wrapper in
      printer.map {
        ResultExport.Dicom($0, wrapper, stated: ScanDescription(), language: language, workers: workers)
      }
    }
    let parts = ResultExport.Part.usual.union(dicom == nil ? [] : [.dicom])
    let name = "\(scan).zip"
    return file(
      try ResultExport.archive(export.files(parts, dicom), for: name), "application/zip", name, isShown: false)
  }

  /// The comparison of scans of one child.
  func comparison(of scans: [String]) throws -> ViewAnswer {
    let comparison = try ScanComparison.compare(
      scans.map { ComparedInput(study.result(of: $0)) }, workers: workers)
    let page = try ComparisonPage(
      comparison.content(language, isDefaced: false), language: language, workers: workers)
    return .report(Data(try page.html().utf8))
  }

  /// A small picture of a recording: its middle frame.
  func picture(of scan: DatasetScan) throws -> ViewAnswer {
    guard scan.kind == .recording, scan.fault == nil else { throw ViewRefusal.notFound }
    var reading = RecordingReading()
    reading.intrinsics = scan.intrinsics
    let recording = try Recording.open(scan.url, reading)
    guard !recording.frames.isEmpty else { throw ViewRefusal.notFound }
    let image = try recording.color(recording.frames[recording.frames.count / 2]).reduced(toWidth: 96)
    var answer = ViewAnswer(content: try ImageFile.jpeg(image, quality: 75), type: "image/jpeg")
    answer.fields["Cache-Control"] = "private, max-age=3600"
    return answer
  }

  private func file(_ content: Data, _ type: String, _ name: String, isShown: Bool) -> ViewAnswer {
    ViewAnswer(
      content: content, type: type,
      fields: ["Content-Disposition": "\(isShown ? "inline" : "attachment"); filename=\"\(name)\""])
  }
}
