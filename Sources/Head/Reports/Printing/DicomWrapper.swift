public import Files
public import Foundation

/// What the DICOM files of one result have in common.
public struct DicomStudy: Sendable {
  private let patient, date, sex, root: String

  /// The study of a result; nil for a subject's code that is missing, or that DICOM has no room for.
  ///
  /// Equal results with equal statements give equal identifiers: a second export is known for the same.
  ///
  /// - Parameter digest: the SHA-256 of `result.json`.
  public init?(_ scan: ScanDescription, digest: String) {
    guard let code = scan.subject, Self.isCode(code) else { return nil }
    patient = code
    date = scan.date.flatMap { ScanDescription.isDate($0) ? $0.filter { $0 != "-" } : nil } ?? ""
    sex = ["male": "M", "female": "F"][scan.sex ?? ""] ?? ""
    root = [digest, patient, date, sex].joined(separator: "\\")
  }

  /// The longest text of DICOM's type LO, in characters.
  private static let longestCode = 64

  /// A backslash parts values, a caret and an equals sign the parts of a name.
  private static func isCode(_ text: String) -> Bool {
    let forbidden = "\\^=".unicodeScalars
    return text.unicodeScalars.count <= longestCode && ScanDescription.isText(text)
      && text.unicodeScalars.allSatisfy { !forbidden.contains($0) && $0.properties.generalCategory != .control }
  }

  /// An identifier by a UUID of version 8 (RFC 9562) made of a digest, as DICOM PS3.5 B.2 has it: `2.25.` and its number.
  func identifier(_ role: String) -> String {
    let digest = Checksum.sha256(Data("calvaria/dicom/1\\\(role)\\\(root)".utf8))
    let version = UInt128(0xF) << 76, variant = UInt128(3) << 62
    let number = UInt128(digest.prefix(32), radix: 16)! & ~version & ~variant | UInt128(8) << 76 | UInt128(2) << 62
    return "2.25.\(number)"
  }

  /// The attributes of a file as DCMTK's options: no time of the run is among them.
  ///
  /// - Parameters:
  ///   - role: what the file is; each is a series of its own.
  ///   - content: what is wrapped.
  func options(_ role: String, title: String, content: Data) -> [String] {
    [
      ("SpecificCharacterSet", "ISO_IR 192"), ("PatientName", patient), ("PatientID", patient), ("PatientSex", sex),
      ("StudyDate", date), ("StudyInstanceUID", identifier("study")), ("SeriesInstanceUID", identifier(role)),
      ("SOPInstanceUID", identifier("\(role)\\\(Checksum.sha256(content))")), ("DocumentTitle", title),
      ("InstanceCreationDate", ""), ("InstanceCreationTime", ""),
    ].flatMap { ["-k", "\($0)=\($1)"] }
  }
}

/// DCMTK's programs that put a document into a DICOM file.
public struct DicomWrapper: Sendable {
  private let pdf2dcm, stl2dcm: ExternalTool
  /// The programs open files by name: these are the ones that they are given.
  private static let streams = ["/dev/stdin", "/dev/stdout"]

  /// Finds the programs.
  ///
  /// - Parameter path: the folders to look in, as `PATH` has them.
  public init(path: String) throws(ExternalToolError) {
    pdf2dcm = try ExternalTool("pdf2dcm", package: "dcmtk", path: path)
    stl2dcm = try ExternalTool("stl2dcm", package: "dcmtk", path: path)
  }

  /// A report as an encapsulated PDF; it shows the subject's code.
  public func report(_ pdf: Data, of study: DicomStudy) throws(ExternalToolError) -> Data {
    let options = study.options("report", title: "Calvaria, report", content: pdf)
    return try pdf2dcm.run(["--quiet", "--annotation-yes"] + options + Self.streams, input: pdf)
  }

  /// A surface in millimetres and LPS, DICOM's own axes, as an encapsulated STL.
  ///
  /// - Parameter version: of this program.
  public func surface(_ stl: Data, of study: DicomStudy, version: String) throws(ExternalToolError) -> Data {
    let equipment = [
      "--manufacturer", "Calvaria", "--manufacturer-model", "calvaria export", "--device-serial", "none",
      "--software-versions", version, "--measurement-units", "UCUM", "mm", "mm",
      "-k", "FrameOfReferenceUID=" + study.identifier("frame"),
    ]
    let options = study.options("surface", title: "Calvaria, surface of the head", content: stl)
    return try stl2dcm.run(
      ["--quiet", "--annotation-no"] + equipment + options + Self.streams, input: stl)
  }
}
