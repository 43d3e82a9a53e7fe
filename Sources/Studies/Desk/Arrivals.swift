import Diagnostics
import Files
import Markers
import Platform
import PointClouds
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
  /// When something last came of each scan on its way.
  private let touched = Mutex<[String: ContinuousClock.Instant]>([:])
  private let places: ScanPlaces
  private let incoming: URL

  private var dataset: URL { places.dataset }

  /// No file of a scan is larger, bytes.
  private static let largestFile = 64 << 30
  private static let mostParts = 12
  /// A scan of which nothing more has come for so long was given up: its window is closed.
  static let patience = Duration.seconds(12 * 3600)

  /// - Parameter places: those of a study, of which there is one desk.
  /// - Throws: ``StudyError/leadsOut(path:)`` where the place of arrivals is a link.
  init(_ places: ScanPlaces) throws(StudyError) {
    self.places = places
    incoming = places.study.root.appending(path: ".incoming")
    if OnDisk.isLink(incoming.path) { throw .leadsOut(path: incoming.path) }
    clear()
  }

  /// Takes away what never arrived.
  func clear() { try? FileManager.default.removeItem(at: incoming) }

  /// Forgets scans that were given up.
  func sweep(after patience: Duration = patience) {
    for (id, time) in touched.withLock({ $0 }) where time.duration(to: .now) > patience { drop(id) }
  }

  /// The folder of one scan on its way; nil for an id that was not given out.
  private func folder(_ id: String) -> URL? {
    guard id.count == 32, id.allSatisfy(\.isHexDigit) else { return nil }
    let folder = incoming.appending(path: id)
    guard FileManager.default.fileExists(atPath: folder.path) else { return nil }
    touched.withLock { $0[id] = .now }
    return folder
  }

  /// Makes room for a scan, and gives its id.
  func begin() throws -> String {
    try checkOpen()
    let id = Loopback.newToken()
    try FileManager.default.createDirectory(at: incoming.appending(path: id), withIntermediateDirectories: true)
    touched.withLock { $0[id] = .now }
    return id
  }

  /// - Throws: ``DeskError/isListed(path:)`` for a dataset in which the desk has no say.
  func checkOpen() throws(DeskError) {
    let isListed = FileManager.default.fileExists(atPath: dataset.appending(path: "scans.csv").path)
    guard FileManager.default.fileExists(atPath: dataset.path + "/"), !isListed else {
      throw .isListed(path: dataset.path)
    }
  }

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
  func drop(_ id: String) {
    if let folder = folder(id) { try? FileManager.default.removeItem(at: folder) }
    touched.withLock { $0[id] = nil }
  }

  // MARK: Looking

  /// What arrived. Keys become snake case.
  struct Look: Encodable, Sendable {
    let name: String
    let kind: String
    var format: String?
    var frames: Int?
    var seconds: Double?
    /// How many triangles a mesh has, and the unit of its numbers.
    var triangles: Int?, unit: String?
    /// What is worth knowing of a mesh.
    var notes: [String] = []
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
    let stated = ScanDescriptionFile.find(of: scan).flatMap { try? ScanDescriptionFile.read($0) } ?? ScanDescription()
    guard RecordingCompanion.isRecordingFile(scan) || OnDisk.isFolder(scan) else {
      let mesh = try HeadMesh.read(scan)
      return Look(
        name: name, kind: "mesh", triangles: mesh.mesh.triangles.count, unit: mesh.unit.symbol,
        notes: mesh.remarks.map { $0.text(language) }, stated: stated)
    }
    let seen = try RecordingInspection.inspect(scan, RecordingReading(), cap: nil, sample: 8)
    var look = Look(name: name, kind: "recording")
    (look.format, look.frames) = (seen.summary.format.rawValue, seen.summary.frames)
    look.seconds = seen.summary.duration
    look.hasCap = FileManager.default.fileExists(atPath: cap(of: scan).path)
    look.dictionary = look.hasCap ? nil : seen.markers?.dictionary
    look.obstacles = seen.verdict?.obstacles.map { $0.text(language) } ?? []
    look.stated = stated
    look.stated.date = try stated.date ?? RecordedDay.of(Recording.open(scan, RecordingReading()))
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
    let known = ScanDescriptionFile.find(of: scan).flatMap { try? ScanDescriptionFile.read($0) }
    var stated = try form.stated()
    stated.recording = known?.recording
    if !MeshEnding.isMesh(scan) { try putCap(form, beside: scan) }
    let file = RecordingCompanion.own(ScanDescriptionFile.name, of: scan)
    try OutputFile(file, force: true, followsLink: false).write(ScanDescriptionFile.json(stated))
    return try move(scan, stated, id)
  }

  /// Does what takes free numbers, too.
  func alone<Done: Sendable>(_ work: () throws -> Done) rethrows -> Done { try settling.withLock { _ in try work() } }

  /// Puts the cap file beside a recording that came without one, and keeps a new one among the known caps.
  private func putCap(_ form: Form, beside scan: URL) throws {
    let file = cap(of: scan)
    if !FileManager.default.fileExists(atPath: file.path) {
      guard let text = try chosenCap(form) else { throw DeskError.noCap }
      try OutputFile(RecordingCompanion.own("cap.yaml", of: scan), force: true, followsLink: false).write(
        Data(text.utf8))
    }
    KnownCaps(dataset).keep(cap(of: scan))
  }

  /// The text of the cap file that was chosen; nil where none was.
  func chosenCap(_ form: Form) throws -> String? {
    guard form.capText != nil || form.cap != nil else { return nil }
    let file = form.cap.flatMap { KnownCaps(dataset).file($0) }
    guard let text = try form.capText ?? file.map({ try String(contentsOf: $0, encoding: .utf8) }) else {
      throw DeskError.noCap
    }
    _ = try CapFile.parse(text, path: "cap.yaml")
    return text
  }

  /// Moves a scan, and what lies beside one of a single file, into a session's folder under the next free number.
  private func move(_ scan: URL, _ stated: ScanDescription, _ id: String) throws -> String {
    let (folder, stem, _) = try places.free(for: stated)
    let target = dataset.appending(path: folder)
    let file = stem + (OnDisk.isFolder(scan) ? "" : "." + scan.pathExtension)
    // Companions first: a scan that is there is whole.
    let moves = try companions(of: scan, in: target, stem) + [(scan, target.appending(path: file))]
    for (index, move) in moves.enumerated() {
      do { try FileManager.default.moveItem(at: move.0, to: move.1) } catch {
        for (from, to) in moves.prefix(index).reversed() { try? FileManager.default.moveItem(at: to, to: from) }
        throw error
      }
    }
    drop(id)
    return "\(folder)/\(file)"
  }

  /// Where what lies beside a scan of one file goes. What bears the scan's name goes before what bears none.
  private func companions(of scan: URL, in target: URL, _ stem: String) throws -> [(URL, URL)] {
    guard !OnDisk.isFolder(scan) else { return [] }
    let (folder, own) = (scan.deletingLastPathComponent(), scan.deletingPathExtension().lastPathComponent + ".")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted()
    var rests: Set<String> = []
    let ordered = names.filter { $0.hasPrefix(own) } + names.filter { !$0.hasPrefix(own) }
    return ordered.filter { $0 != scan.lastPathComponent }.compactMap { name in
      let rest = name.hasPrefix(own) ? String(name.dropFirst(own.count)) : name
      guard rests.insert(rest).inserted else { return nil }
      return (folder.appending(path: name), target.appending(path: "\(stem).\(rest)"))
    }
  }
}

extension Arrivals.Form {
  /// What the form states; an empty text states nothing.
  ///
  /// - Parameter known: what is stated already: codes may be written as they are where both are kept, since the scan stays
  ///   where it lies.
  /// - Throws: ``DeskError/wrong(field:expected:found:)``.
  func stated(beside known: ScanDescription = ScanDescription()) throws(DeskError) -> ScanDescription {
    let text = { (text: String?) in text.flatMap { $0.isEmpty ? nil : $0 } }
    var stated = ScanDescription()
    (stated.subject, stated.session, stated.recording) = (subject, text(session), known.recording)
    (stated.date, stated.sex, stated.operator, stated.device) = (text(date), text(sex), text(`operator`), text(device))
    (stated.ageMonths, stated.hairMm) = (ageMonths, hairMm)
    let stays = (stated.subject, stated.session) == (known.subject, known.session)
    for (field, code) in [("subject", stated.subject), ("session", stated.session)] where !stays {
      guard let code, !Self.isCode(code) else { continue }
      throw .wrong(field: field, expected: .phrase("letters_and_digits"), found: code)
    }
    if let fault = stated.fault { throw .wrong(field: fault.field, expected: fault.expected, found: fault.found) }
    return stated
  }

  private static func isCode(_ text: String) -> Bool {
    1...32 ~= text.utf8.count && text.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) }
  }
}

/// The day on which a recording was made, where its clock tells: some recorders count the seconds since 1970.
enum RecordedDay {
  /// The years in which phones with depth cameras record, seconds since 1970.
  private static let plausible = 1_262_304_000.0...4_102_444_800.0

  /// The day in this machine's time zone as `YYYY-MM-DD`; nil for a clock that counts from anything else.
  static func of(_ recording: Recording) -> String? { recording.frames.first.flatMap { of(time: $0.time) } }

  static func of(time: Double) -> String? {
    guard plausible.contains(time), time < Date.now.timeIntervalSince1970 + 86_400 else { return nil }
    let day = Calendar(identifier: .gregorian).dateComponents(
      [.year, .month, .day], from: Date(timeIntervalSince1970: time))
    guard let year = day.year, let month = day.month, let date = day.day else { return nil }
    return "\(year)-\(month < 10 ? "0" : "")\(month)-\(date < 10 ? "0" : "")\(date)"
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
