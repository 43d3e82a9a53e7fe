import Files
import Foundation
import TestSupport
import Testing

@testable import Reports

@Suite struct DicomWrapperTests {
  private func study(_ change: (inout ScanDescription) -> Void = { _ in }, digest: String = "a") -> DicomStudy? {
    var scan = ScanDescription()
    (scan.subject, scan.date, scan.sex) = ("P017", "2026-03-14", "female")
    change(&scan)
    return DicomStudy(scan, digest: digest)
  }

  /// Of version 8 and of the variant of RFC 9562, in at most 39 digits.
  @Test func identifiersAreNumbersOfUUIDs() throws {
    let one = try #require(study())
    var found: Set<String> = []
    for role in ["study", "report", "surface", "frame"] {
      let text = one.identifier(role)
      #expect(text.hasPrefix("2.25.") && text.count <= 44)
      let number = try #require(UInt128(text.dropFirst(5)))
      #expect(number >> 76 & 0xF == 8 && number >> 62 & 3 == 2)
      found.insert(text)
    }
    #expect(found.count == 4)
    // The first half of a digest, but for version and variant.
    let digest = Checksum.sha256(Data("calvaria/dicom/1\\study\\a\\P017\\20260314\\F".utf8))
    let hexadecimal = String(try #require(UInt128(one.identifier("study").dropFirst(5))), radix: 16)
    let text = String(repeating: "0", count: 32 - hexadecimal.count) + hexadecimal
    for (place, digits) in zip(text, digest).enumerated() where place != 12 && place != 16 {
      #expect(digits.0 == digits.1, "\(place)")
    }
  }

  @Test func theyFollowResultAndStatements() throws {
    let one = try #require(study()).identifier("study")
    #expect(study()?.identifier("study") == one)
    #expect(study(digest: "b")?.identifier("study") != one)
    #expect(study { $0.subject = "P018" }?.identifier("study") != one)
    #expect(study { $0.date = nil }?.identifier("study") != one)
    #expect(study { $0.operator = "B" }?.identifier("study") == one, "who scanned is not in the files")
  }

  @Test(arguments: ["Doe^Jane", "a\\b", "a=b", "a\nb", " ", String(repeating: "x", count: 65)])
  func whatDICOMCannotHoldIsNoCode(_ code: String) {
    #expect(study { $0.subject = code } == nil)
  }

  @Test func aCodeOfAnyScriptIsOne() {
    #expect(study { $0.subject = nil } == nil)
    for code in ["-x", "Kind 7", "子-01", String(repeating: "ü", count: 64)] {
      #expect(study { $0.subject = code } != nil)
    }
  }

  /// What the programs are called with, line by line.
  @Test func theProgramsAreToldWhatTheyWrap() throws {
    let folder = try TemporaryFolder()
    for name in ["pdf2dcm", "stl2dcm"] {
      let file = folder.url.appending(path: name)
      try Data("#!/bin/sh\nfor a in \(name) \"$@\"; do echo \"$a\"; done\n".utf8).write(to: file)
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: file.path)
    }
    let wrapper = try DicomWrapper(path: folder.url.path)
    let (one, content) = (try #require(study()), Data([1, 2, 3]))
    let lines = { (data: Data) in String(decoding: data, as: UTF8.self).split(separator: "\n").map(String.init) }
    #expect(
      lines(try wrapper.report(content, of: one)) == ["pdf2dcm", "--quiet", "--annotation-yes"]
        + one.options("report", title: "Calvaria, report", content: content) + ["/dev/stdin", "/dev/stdout"])
    #expect(
      lines(try wrapper.surface(content, of: one, version: "1.2")) == [
        "stl2dcm", "--quiet", "--annotation-no", "--manufacturer", "Calvaria", "--manufacturer-model",
        "calvaria export",
        "--device-serial", "none", "--software-versions", "1.2", "--measurement-units", "UCUM", "mm", "mm", "-k",
        "FrameOfReferenceUID=" + one.identifier("frame"),
      ] + one.options("surface", title: "Calvaria, surface of the head", content: content)
        + ["/dev/stdin", "/dev/stdout"])
    #expect(throws: ExternalToolError.self) { try DicomWrapper(path: "/nowhere") }
  }

  @Test func attributesAreGivenAsKeys() throws {
    let options = try #require(study()).options("report", title: "T", content: Data([1]))
    #expect(options.count == 22 && stride(from: 0, to: 22, by: 2).allSatisfy { options[$0] == "-k" })
    for key in ["PatientID=P017", "PatientName=P017", "PatientSex=F", "StudyDate=20260314", "InstanceCreationTime="] {
      #expect(options.contains(key), "\(key)")
    }
    let one = try #require(study())
    #expect(options.contains("DocumentTitle=T") && options.contains("StudyInstanceUID=" + one.identifier("study")))
    #expect(options.contains("SeriesInstanceUID=" + one.identifier("report")))
    let other = one.options("report", title: "T", content: Data([2]))
    #expect(zip(options, other).filter { $0 != $1 }.map { String($0.0.prefix(15)) } == ["SOPInstanceUID="])
    let bare = try #require(study { ($0.date, $0.sex) = ("today", "x") }).options("r", title: "T", content: Data())
    #expect(bare.contains("StudyDate=") && bare.contains("PatientSex="))
  }
}
