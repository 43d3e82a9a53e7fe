import Diagnostics
import Files
import Markers
import Platform
import Recordings
import ScanPipeline
import Studies
import Synchronization
import Viewer

/// Scans on their way into the folder: copied piece by piece into a hidden folder, looked at, described, and put in their place
/// at once. What is broken off leaves no scan.
final class Arrivals: Sendable {
  /// One scan at a time takes the next free number.
  private let settling = Mutex(())
  /// The folder of the dataset.
  private let dataset: URL
  private let incoming: URL

  /// No file of a scan is larger, bytes.
  private static let largestFile = 64 << 30
  private static let mostParts = 12

  /// - Parameter study: the folder of the study, of which there is one desk.
  /// - Throws: ``StudyError/leadsOut(path:)`` where the place of arrivals is a link.
  init(_ dataset: URL, in study: URL) throws(StudyError) {
    self.dataset = dataset
    incoming = study.appending(path: ".incoming")
    if OnDisk.isLink(incoming.path) { throw .leadsOut(path: incoming.path) }
    clear()
  }

  /// Takes away what never arrived.
  func clear() { try? FileManager.default.removeItem(at: incoming) }

  /// The folder of one scan on its way; nil for an id that was not given out.
  private func folder(_ id: String) -> URL? {
    guard id.count == 32, id.allSatisfy(\.isHexDigit) else { return nil }
    let folder = incoming.appending(path: id)
    return FileManager.default.fileExists(atPath: folder.path) ? folder : nil
  }

  /// Makes room for a scan, and gives its id.
  func begin() throws -> String {
    guard FileManager.default.fileExists(atPath: dataset.path + "/"), !isListed else {
      throw DeskError.isListed(path: dataset.path)
    }
    let id = Loopback.newToken()
    try FileManager.default.createDirectory(at: incoming.appending(path: id), withIntermediateDirectories: true)
    return id
  }

  private var isListed: Bool { FileManager.default.fileExists(atPath: dataset.appending(path: "scans.csv").path) }

  /// Takes a piece of a file.
  ///
  /// - Parameters:
  ///   - path: the file's path below what was dropped.
  ///   - offset: where the piece begins: where the last one ended.
  /// - Throws: ``ViewRefusal`` for a path or a place that can't be; what keeps the piece from being written.
  func take(_ piece: Data, of path: String, at offset: Int, in id: String) throws {
    let parts = path.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    guard let folder = folder(id), 1...Self.mostParts ~= parts.count, offset >= 0, offset < Self.largestFile,
      parts.allSatisfy({ !$0.isEmpty && !$0.hasPrefix(".") && $0.utf8.count <= 255 && !$0.utf8.contains(0) })
    else { throw ArrivalFault.badPath }
    let file = parts.reduce(folder) { $0.appending(path: $1) }
    if offset == 0 {
      try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
    }
    let opened = open(file.path, O_WRONLY | O_NOFOLLOW | (offset == 0 ? O_CREAT | O_TRUNC : 0), 0o644)
    guard opened >= 0 else { throw Self.cannotWrite(path) }
    defer { close(opened) }
    guard lseek(opened, 0, SEEK_END) == offset else { throw ArrivalFault.badPath }
    guard piece.withUnsafeBytes({ FileSystem.write($0, to: opened) }) else { throw Self.cannotWrite(path) }
  }

  /// A full disk, say.
  private static func cannotWrite(_ path: String) -> OutputError { .cannotWrite(path: path, reason: FileSystem.reason) }

  /// Forgets a scan.
  func drop(_ id: String) { if let folder = folder(id) { try? FileManager.default.removeItem(at: folder) } }

  // MARK: Looking

  /// What arrived. Keys become snake case.
  struct Look: Encodable, Sendable {
    let name: String
    let kind: String
    var format: String?
    var frames: Int?
    var seconds: Double?
    /// Whether a cap file came with it.
    var hasCap = false
    /// The dictionary that its images show, where no cap file came with it.
    var dictionary: String?
    /// What stands against it, in words.
    var obstacles: [String] = []
    /// What it says of itself.
    var stated = ScanDescription()
  }

  /// Looks at what arrived.
  ///
  /// - Throws: what is wrong with it, a `UserFacingError`.
  func look(_ id: String, _ language: Language) throws -> Look {
    let (scan, name) = try arrived(id)
    guard RecordingCompanion.isRecordingFile(scan) || OnDisk.isFolder(scan) else {
      return Look(name: name, kind: "mesh")
    }
    let seen = try RecordingInspection.inspect(scan, RecordingReading(), cap: nil, sample: 8)
    var look = Look(name: name, kind: "recording")
    (look.format, look.frames) = (seen.summary.format.rawValue, seen.summary.frames)
    look.seconds = seen.summary.duration
    look.hasCap = FileManager.default.fileExists(atPath: cap(of: scan).path)
    look.dictionary = look.hasCap ? nil : seen.markers?.dictionary
    look.obstacles = seen.verdict?.obstacles.map { $0.text(language) } ?? []
    look.stated = ScanDescriptionFile.find(of: scan).flatMap { try? ScanDescriptionFile.read($0) } ?? ScanDescription()
    return look
  }

  /// The one scan among what arrived, and what it was called.
  private func arrived(_ id: String) throws -> (scan: URL, name: String) {
    guard let folder = folder(id) else { throw ArrivalFault.badPath }
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    // A folder that was dropped; or one file with what lies beside it; or the files of a recording without their folder.
    let files = names.map { folder.appending(path: $0) }
    if names.count == 1, OnDisk.isFolder(files[0]) { return (files[0], names[0]) }
    let scans = files.filter { RecordingCompanion.isRecordingFile($0) || MeshEnding.isMesh($0) }
    if scans.count == 1 { return (scans[0], scans[0].lastPathComponent) }
    guard !names.isEmpty else { throw DeskError.noScan(name: "") }
    return (folder, names[0])
  }

  private func cap(of scan: URL) -> URL { RecordingCompanion.url("cap.yaml", of: scan, isShared: true) }

  // MARK: Taking in

  /// What the form says of a scan.
  struct Form: Decodable, Sendable {
    let subject: String
    var session, date, sex, `operator`, device: String?
    var ageMonths, hairMm: Double?
    /// The name of a known cap, or the text of a cap file.
    var cap, capText: String?
  }

  /// Puts a scan in its place: described, and with its cap.
  ///
  /// - Returns: the path within the dataset.
  /// - Throws: what is wrong with the form or the scan, a `UserFacingError`.
  func settle(_ id: String, _ form: Form) throws -> String { try settling.withLock { _ in try place(id, form) } }

  private func place(_ id: String, _ form: Form) throws -> String {
    let (scan, _) = try arrived(id)
    let isMesh = MeshEnding.isMesh(scan)
    let subject = try Self.code(form.subject, "subject")
    let session = try form.session.flatMap { $0.isEmpty ? nil : try Self.code($0, "session") }
    var stated = ScanDescription()
    (stated.subject, stated.session) = (subject, session)
    (stated.date, stated.sex) = (try Self.date(form.date), try Self.sex(form.sex))
    (stated.operator, stated.device) = (try Self.line(form.operator, "operator"), try Self.line(form.device, "device"))
    stated.ageMonths = try Self.number(form.ageMonths, ScanDescription.ages, "age_months")
    stated.hairMm = try Self.number(form.hairMm, ScanDescription.hairsMm, "hair_mm")
    if !isMesh { try putCap(form, beside: scan) }
    let file = RecordingCompanion.own(ScanDescriptionFile.name, of: scan)
    let known = (try? ScanDescriptionFile.read(file)) ?? ScanDescription()
    try OutputFile(file, force: true, followsLink: false).write(ScanDescriptionFile.json(stated.completed(by: known)))
    return try move(scan, to: (["sub-" + subject] + (session.map { ["ses-" + $0] } ?? [])).joined(separator: "/"), id)
  }

  /// Puts the cap file beside a recording that came without one, and keeps a new one among the known caps.
  private func putCap(_ form: Form, beside scan: URL) throws {
    let file = cap(of: scan)
    if !FileManager.default.fileExists(atPath: file.path) {
      let text: String
      if let given = form.capText {
        text = given
      } else {
        guard let name = form.cap, let known = KnownCaps(dataset).file(name) else { throw DeskError.noCap }
        text = try String(contentsOf: known, encoding: .utf8)
      }
      _ = try CapFile.parse(text, path: "cap.yaml")
      try OutputFile(RecordingCompanion.own("cap.yaml", of: scan), force: true, followsLink: false).write(
        Data(text.utf8))
    }
    KnownCaps(dataset).keep(cap(of: scan))
  }

  /// Moves a scan, and what lies beside one of a single file, into a session's folder under the next free number.
  private func move(_ scan: URL, to session: String, _ id: String) throws -> String {
    let target = dataset.appending(path: session)
    try checkLinks(session)
    try FileManager.default.createDirectory(at: target, withIntermediateDirectories: true)
    let taken = try Set(
      FileManager.default.contentsOfDirectory(atPath: target.path).map { $0.split(separator: ".")[0] })
    let stem = "scan-\((1...).first { !taken.contains("scan-\($0)") }!)"
    let source = scan.deletingPathExtension().lastPathComponent
    let ending = OnDisk.isFolder(scan) ? "" : "." + scan.pathExtension
    if !OnDisk.isFolder(scan) {
      // Companions first: a scan that is there is whole.
      for name in try FileManager.default.contentsOfDirectory(atPath: scan.deletingLastPathComponent().path).sorted()
      where name != scan.lastPathComponent {
        let rest = name.hasPrefix(source + ".") ? name.dropFirst(source.count + 1) : name[...]
        try FileManager.default.moveItem(
          at: scan.deletingLastPathComponent().appending(path: name), to: target.appending(path: "\(stem).\(rest)"))
      }
    }
    try FileManager.default.moveItem(at: scan, to: target.appending(path: stem + ending))
    drop(id)
    return "\(session)/\(stem)\(ending)"
  }

  /// Refuses a folder of the dataset that is a link: the scan would lie elsewhere.
  private func checkLinks(_ session: String) throws(StudyError) {
    var folder = dataset
    for part in session.split(separator: "/") {
      folder = folder.appending(path: String(part))
      if OnDisk.isLink(folder.path) { throw .leadsOut(path: folder.path) }
    }
  }

  // MARK: Fields

  private static func code(_ text: String, _ field: String) throws(DeskError) -> String {
    let isCode =
      1...32 ~= text.utf8.count && text.utf8.allSatisfy { Character(UnicodeScalar($0)).isLetter || 48...57 ~= $0 }
    guard isCode, text.allSatisfy(\.isASCII) else {
      throw .wrong(field: field, expected: .phrase("letters_and_digits"), found: text)
    }
    return text
  }

  private static func date(_ text: String?) throws(DeskError) -> String? {
    guard let text, !text.isEmpty else { return nil }
    guard ScanDescription.isDate(text) else { throw .wrong(field: "date", expected: .text("2026-03-14"), found: text) }
    return text
  }

  private static func sex(_ text: String?) throws(DeskError) -> String? {
    guard let text, !text.isEmpty else { return nil }
    guard ScanDescription.sexes.contains(text) else {
      throw .wrong(field: "sex", expected: .oneOf(ScanDescription.sexes), found: text)
    }
    return text
  }

  private static func line(_ text: String?, _ field: String) throws(DeskError) -> String? {
    guard let text, !text.isEmpty else { return nil }
    guard ScanDescription.isText(text) else {
      throw .wrong(field: field, expected: .phrase("line_at_most", ["limit": .count(200)]), found: text)
    }
    return text
  }

  private static func number(
    _ value: Double?, _ range: ClosedRange<Double>, _ field: String
  ) throws(DeskError) -> Double? {
    guard let value else { return nil }
    guard range.contains(value) else {
      throw .wrong(field: field, expected: .text("\(range.lowerBound) … \(range.upperBound)"), found: "\(value)")
    }
    return value
  }
}

/// Why a piece is refused.
enum ArrivalFault: Error { case badPath }

/// The caps that scans of the folder were made with, a file each in its folder `caps`.
struct KnownCaps: Sendable {
  private let folder: URL

  init(_ dataset: URL) { folder = dataset.appending(path: StudyFolder.capsName) }

  /// A cap to choose. Keys become snake case.
  struct Entry: Encodable, Sendable {
    let name, dictionary: String
    let markerSizeMm: Double
    let markers: Int?
    /// The dark cells of its first marker, row by row.
    let bits: [[Bool]]
  }

  /// The caps, by name.
  var all: [Entry] {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.filter { $0.hasSuffix(".yaml") && !$0.hasPrefix(".") }.sorted().compactMap { name in
      guard let cap = try? CapFile.read(folder.appending(path: name)) else { return nil }
      return Entry(
        name: String(name.dropLast(5)), dictionary: cap.dictionary.name, markerSizeMm: cap.markerSizeMm,
        markers: cap.ids?.count, bits: cap.dictionary.bits(of: cap.ids?.min() ?? 0) ?? [])
    }
  }

  /// The file of a cap; nil where there is none of that name.
  func file(_ name: String) -> URL? {
    guard all.contains(where: { $0.name == name }) else { return nil }
    return folder.appending(path: name + ".yaml")
  }

  /// Keeps the cap of a scan, where no cap of the same description is known.
  func keep(_ file: URL) {
    guard let text = try? String(contentsOf: file, encoding: .utf8), let cap = try? CapFile.parse(text, path: "") else {
      return
    }
    let known = all.compactMap { try? CapFile.read(folder.appending(path: $0.name + ".yaml")) }
    guard !known.contains(cap) else { return }
    let name = "\(cap.dictionary.name)-\(cap.markerSizeMm)mm-\(Checksum.sha256(Data(text.utf8)).prefix(6))"
    try? OutputFile(folder.appending(path: name + ".yaml"), force: false).write(Data(text.utf8))
  }
}
