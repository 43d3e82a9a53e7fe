import Files
import Foundation
import TestSupport
import Testing

@testable import Studies

/// The files by which a batch and the programs that it starts speak with each other, up to the size that they may have.
@Suite struct ScanJobTests {
  private let temporary: TemporaryFolder
  private var file: URL { temporary.url.appending(path: "file.json") }

  init() throws { temporary = try TemporaryFolder() }

  /// A text with spaces behind it.
  static func padded(_ text: String, to bytes: Int) -> Data {
    Data((text + String(repeating: " ", count: bytes - text.utf8.count)).utf8)
  }

  private func job() throws -> String {
    let dataset = try DatasetFolder(["sub-01/scan-1.ply": "a"])
    let study = try StudyFolder(at: dataset.beside("study"))
    let (scan, options) = (try dataset.read().scans[0], BatchOptions(program: "/bin/false", version: "0.1.0"))
    let folder = study.folder(of: scan.name)
    let jobs = ScanJob.all(scan, ScanDependencies(scan, folder, options), folder, options)
    return String(decoding: try JSONText.encode(jobs[0]), as: UTF8.self)
  }

  @Test func aJobIsReadBack() throws {
    let text = try job()
    try ScanJobTests.padded(text, to: 1 << 20).write(to: file)
    let read = try ScanJob.content(of: file)
    #expect(read.step == .landmarks)
    #expect(String(decoding: try JSONText.encode(read), as: UTF8.self) == text)
    try ScanJobTests.padded(text, to: (1 << 20) + 1).write(to: file)
    #expect(throws: StudyError.self) { try ScanJob.content(of: file) }
    try Data(text.replacing("calvaria/job/1", with: "calvaria/job/2").utf8).write(to: file)
    #expect(throws: StudyError.noJob(path: file.path, found: .quoted("calvaria/job/2"))) {
      try ScanJob.content(of: file)
    }
    try Data("{}".utf8).write(to: file)
    #expect(throws: StudyError.noJob(path: file.path, found: .phrase("something_else"))) {
      try ScanJob.content(of: file)
    }
  }

  @Test func aReportOfAFailureIsTakenAway() throws {
    ReportedFailure(code: "a.b", text: "words").write(to: file)
    let text = try String(contentsOf: file, encoding: .utf8)
    for (bytes, isRead) in [(1 << 16, true), ((1 << 16) + 1, false)] {
      try ScanJobTests.padded(text, to: bytes).write(to: file)
      let taken = ReportedFailure.take(file)
      #expect(taken?.code == (isRead ? "a.b" : nil))
      #expect(taken?.text == (isRead ? "words" : nil))
      #expect(!FileManager.default.fileExists(atPath: file.path))
    }
    #expect(ReportedFailure.take(file) == nil)
  }

  @Test func howFarARunHasComeIsRead() throws {
    let progress = ScanJobProgress(share: 0.25, secondsLeft: 90)
    progress.write(to: file)
    #expect(ScanJobProgress.read(file) == progress)
    let text = try String(contentsOf: file, encoding: .utf8)
    for (bytes, isRead) in [(4096, true), (4097, false)] {
      try ScanJobTests.padded(text, to: bytes).write(to: file)
      #expect(ScanJobProgress.read(file) == (isRead ? progress : nil))
    }
  }
}
