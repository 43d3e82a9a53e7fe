public import Diagnostics
public import Files
public import Platform
internal import Recordings
internal import ScanPipeline

/// Where the scans of a folder of work lie, when they are corrected or taken out.
///
/// A program that is killed in between leaves a scan whole at its old place or at its new one, with all that the study has of
/// it: that is copied before the scan moves, and the old copy goes after. ``tidy()`` takes away the copy that was left.
public struct ScanPlaces: Sendable {
  /// The study.
  public let study: StudyFolder
  /// The folder of the dataset.
  public let dataset: URL
  private let language: Language

  /// The hidden folder of scans that were taken out.
  private static let removedName = ".removed"
  /// In the folder of a scan that is about to move (``Mark``), and the beginning of the names of what is made or goes beside it.
  private static let markName = ".moving"
  /// In the folder of a scan while its result is written anew: the digest of the earlier one.
  private static let restatedName = ".restated"
  /// In the copy of a scan's folder: the name that it is copied from, until the scan has come.
  private static let copyName = ".copy"

  /// - Parameter language: that of reports that are made again.
  public init(_ study: StudyFolder, dataset: URL, language: Language) {
    (self.study, self.dataset, self.language) = (study, dataset, language)
  }

  // MARK: Correcting

  /// States something else of a scan, in its own file, and moves it where another child or session is stated.
  ///
  /// - Parameters:
  ///   - stated: all that is stated of it.
  ///   - change: what else is changed of the scan where it lies, before anything moves.
  /// - Returns: the scan's name from now on.
  /// - Throws: ``StudyError/busy(scan:)`` while it is being measured, ``StudyError/leadsOut(path:)``.
  public func state(
    _ stated: ScanDescription, of scan: DatasetScan, _ change: () throws -> Void = {}
  ) throws -> String {
    let lock = try claim(scan)
    defer { withExtendedLifetime(lock) {} }
    try change()
    if stated == scan.description { return scan.name }
    let folder = study.folder(of: scan.name)
    guard (stated.subject, stated.session) == (scan.description.subject, scan.description.session) else {
      do { return try move(scan, stated) } catch {
        try? settle(folder)
        throw error
      }
    }
    try Self.write(stated, to: RecordingCompanion.own(ScanDescriptionFile.name, of: scan.url))
    try restate(folder, scan.name, scan.source, stated)
    return scan.name
  }

  private func claim(_ scan: DatasetScan) throws(StudyError) -> FileLock {
    // A link anywhere above it may lead out of the dataset.
    let parents = sequence(first: scan.url.standardizedFileURL) { $0.deletingLastPathComponent() }
      .prefix { $0.path.count > dataset.standardizedFileURL.path.count }
    if let link = parents.first(where: { OnDisk.isLink($0.path) }) { throw .leadsOut(path: link.path) }
    guard let lock = try study.folder(of: scan.name).lock() else { throw .busy(scan: scan.name) }
    return lock
  }

  private static func write(_ stated: ScanDescription, to file: URL) throws {
    try OutputFile(file, force: true, followsLink: false).write(ScanDescriptionFile.json(stated))
  }

  /// Says in the outcome, the result and the report of a scan what is stated of it by now.
  private func restate(_ folder: ScanFolder, _ name: String, _ source: String, _ stated: ScanDescription) throws {
    guard var outcome = folder.outcome else { return }
    let stated = stated.completed(by: outcome.recorded ?? ScanDescription())
    (outcome.source, outcome.stated) = (source, stated)
    if let last = folder.lastResult, last.digest == outcome.result {
      try OutputFile(folder.url.appending(path: Self.restatedName), force: true).write(Data(last.digest.utf8))
      // The page last of what is read, so that a result is never older than its page.
      for (file, content) in try last.files(restatedBy: stated, language, threads: 2) {
        try OutputFile(folder.result.appending(path: file), force: true).write(content)
      }
      unlink(folder.result.appending(path: "report.pdf").path)
      if let restated = folder.lastResult {
        try RemeasuredFile.restate(in: folder, from: last.digest, by: restated)
        outcome.result = restated.digest
      }
    }
    outcome.scan = name
    try folder.write(outcome)
    unlink(folder.url.appending(path: Self.restatedName).path)
  }

  // MARK: Moving

  /// A free place for a scan of a child and a session: a folder of the dataset, which is made, the name of a file or folder in
  /// it without ending, and the scan's name in the study.
  public func free(for stated: ScanDescription) throws -> (folder: String, stem: String, scan: String) {
    let (subject, session) = (stated.subject ?? "", stated.session)
    for label in [subject, session ?? ""] where label.contains("/") { throw StudyError.leadsOut(path: label) }
    let folder = (["sub-" + subject] + (session.map { ["ses-" + $0] } ?? [])).joined(separator: "/")
    let names = try FileManager.default.contentsOfDirectory(atPath: made(folder).path)
    let taken = Set(names.map { $0.split(separator: ".").first.map(String.init) ?? "" })
    let name = { (number: Int) in ScanName.name(subject: subject, session: session, scan: "\(number)") }
    // What the study has of a scan that was taken away by hand is no other scan's.
    let isFree = { (number: Int) in !taken.contains("scan-\(number)") && !study.folder(of: name(number)).isThere }
    let number = (1...).first(where: isFree)!
    return (folder, "scan-\(number)", name(number))
  }

  /// A folder of the dataset, made where it is not there yet; none that is a link.
  private func made(_ path: String) throws -> URL {
    var folder = dataset
    for part in path.split(separator: "/") {
      folder = folder.appending(path: String(part))
      if OnDisk.isLink(folder.path) { throw StudyError.leadsOut(path: folder.path) }
    }
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    return folder
  }

  private func move(_ scan: DatasetScan, _ stated: ScanDescription) throws -> String {
    let (folder, stem, name) = try free(for: stated)
    let file = stem + (OnDisk.isFolder(scan.url) ? "" : "." + scan.url.pathExtension)
    let old = study.folder(of: scan.name)
    try copy(old, as: name, from: scan.source, to: "\(folder)/\(file)", stated)
    try moveFiles(of: scan, to: dataset.appending(path: folder).appending(path: file), stated)
    try drop(old.url)
    try arrived(study.folder(of: name))
    return name
  }

  /// Copies what the study has of a scan, restated; the copy counts as having left the dataset until the scan is there.
  private func copy(
    _ old: ScanFolder, as name: String, from source: String, to target: String, _ stated: ScanDescription
  ) throws {
    let aside = ScanFolder(name: name, url: study.scansFolder.appending(path: "\(Self.markName)-\(name)"))
    try? FileManager.default.removeItem(at: aside.url)
    let names = OnDisk.names(in: old.url)
    guard !names.isEmpty else { return }
    try FileManager.default.createDirectory(at: aside.url, withIntermediateDirectories: true)
    for entry in names {
      try FileManager.default.copyItem(at: old.url.appending(path: entry), to: aside.url.appending(path: entry))
    }
    try OutputFile(aside.url.appending(path: Self.copyName), force: true).write(Data(old.name.utf8))
    if var outcome = old.outcome {
      (outcome.scan, outcome.hasLeft) = (name, true)
      try aside.write(outcome)
      try restate(aside, name, target, stated)
    }
    try Mark(source: source, isCopied: true, name: name).write(to: old.url.appending(path: Self.markName))
    try Self.rename(aside.url, study.folder(of: name).url)
  }

  private func moveFiles(of scan: DatasetScan, to target: URL, _ stated: ScanDescription) throws {
    // What serves other scans of its old folder, too, goes with it.
    for (name, file) in [("cap.yaml", scan.cap), ("landmarks.json", scan.landmarks), ("rating.json", scan.rating)] {
      let own = RecordingCompanion.own(name, of: scan.url)
      guard let file, file.path != own.path, OnDisk.real(own.path) == nil else { continue }
      try FileManager.default.copyItem(at: file, to: own)
    }
    if OnDisk.isFolder(scan.url) {
      // Where it lies says whose it is, until its file does again.
      var nobody = stated
      (nobody.subject, nobody.session) = (nil, nil)
      try Self.write(nobody, to: scan.url.appending(path: ScanDescriptionFile.name))
      try Self.rename(scan.url, target)
      return try Self.write(stated, to: target.appending(path: ScanDescriptionFile.name))
    }
    // What lies beside a file is there before it, and goes after it.
    let companions = Self.companions(of: scan.url)
    let stem = target.deletingPathExtension()
    for (file, rest) in companions {
      try FileManager.default.copyItem(at: file, to: stem.appendingPathExtension(rest))
    }
    try Self.write(stated, to: RecordingCompanion.own(ScanDescriptionFile.name, of: target))
    try Self.rename(scan.url, target)
    for (file, _) in companions { unlink(file.path) }
  }

  /// What lies beside a scan of one file and is of it alone, with what follows the name that they share.
  private static func companions(of scan: URL) -> [(file: URL, rest: String)] {
    guard !OnDisk.isFolder(scan) else { return [] }
    let (folder, stem) = (scan.deletingLastPathComponent(), scan.deletingPathExtension().lastPathComponent + ".")
    return OnDisk.names(in: folder).filter { $0.hasPrefix(stem) && $0 != scan.lastPathComponent }.map {
      (folder.appending(path: $0), String($0.dropFirst(stem.count)))
    }.filter { !RecordingCompanion.isRecordingFile($0.file) && !MeshEnding.isMesh($0.file) && OnDisk.isFile($0.file) }
  }

  private static func rename(_ from: URL, _ to: URL) throws(StudyError) {
    guard Platform.rename(from.path, to.path) == 0 else {
      throw .cannotWrite(path: to.path, reason: FileSystem.reason)
    }
  }

  /// Takes a folder of the study away; what is left of it when the program is killed has a hidden name.
  private func drop(_ folder: URL) throws(StudyError) {
    guard OnDisk.isFolder(folder) else { return }
    let gone = folder.deletingLastPathComponent().appending(path: "\(Self.markName)-\(folder.lastPathComponent)")
    try? FileManager.default.removeItem(at: gone)
    try Self.rename(folder, gone)
    try? FileManager.default.removeItem(at: gone)
  }

  /// The scan of a copy has come.
  private func arrived(_ folder: ScanFolder) throws(StudyError) {
    unlink(folder.url.appending(path: Self.copyName).path)
    guard var outcome = folder.outcome, outcome.hasLeft != nil else { return }
    outcome.hasLeft = nil
    try folder.write(outcome)
  }

  // MARK: Taking out

  /// Takes a scan and all that the study has of it out, into a hidden folder; nothing is deleted.
  ///
  /// - Throws: ``StudyError/busy(scan:)`` while it is being measured, ``StudyError/leadsOut(path:)``.
  public func remove(_ scan: DatasetScan) throws {
    let lock = try claim(scan)
    defer { withExtendedLifetime(lock) {} }
    let folder = study.folder(of: scan.name)
    let roots = Set([dataset, study.root]).map { $0.appending(path: Self.removedName) }
    for root in roots where OnDisk.isLink(root.path) { throw StudyError.leadsOut(path: root.path) }
    let names = (1...).lazy.map { $0 == 1 ? scan.name : "\(scan.name)-\($0)" }
    let name = names.first { name in !roots.contains { OnDisk.real($0.appending(path: name).path) != nil } }!
    let kept = dataset.appending(path: Self.removedName).appending(path: name)
    try FileManager.default.createDirectory(at: kept, withIntermediateDirectories: true)
    if folder.isThere {
      let mark = Mark(source: scan.source, isCopied: false, name: name)
      try mark.write(to: folder.url.appending(path: Self.markName))
    }
    let companions = Self.companions(of: scan.url)
    try Self.rename(scan.url, kept.appending(path: scan.url.lastPathComponent))
    for (file, _) in companions { try Self.rename(file, kept.appending(path: file.lastPathComponent)) }
    try keepResults(folder, name)
  }

  private func keepResults(_ folder: ScanFolder, _ name: String) throws {
    guard folder.isThere else { return }
    let root = study.root.appending(path: Self.removedName)
    if OnDisk.isLink(root.path) { throw StudyError.leadsOut(path: root.path) }
    let kept = root.appending(path: name)
    try FileManager.default.createDirectory(at: kept, withIntermediateDirectories: true)
    for file in [folder.url.appending(path: Self.markName), folder.lockFile] { unlink(file.path) }
    try Self.rename(folder.url, kept.appending(path: "results"))
  }

  // MARK: After a kill

  /// Where a scan lies until it moves, and what it is called then: in the study, or among those that were taken out.
  private struct Mark: Codable {
    let source: String
    let isCopied: Bool
    let name: String

    func write(to file: URL) throws { try OutputFile(file, force: true).write(JSONText.encode(self)) }
  }

  /// Ends what a killed program has begun: of two copies of what the study has of a scan, the one stays that the scan lies with.
  public func tidy() throws {
    for name in (try? FileManager.default.contentsOfDirectory(atPath: study.scansFolder.path)) ?? []
    where name.hasPrefix(Self.markName + "-") {
      try? FileManager.default.removeItem(at: study.scansFolder.appending(path: name))
    }
    // What can't be settled of one scan keeps nobody from the others.
    for folder in study.folders { try? settle(folder) }
  }

  /// The outcome follows a result that was written anew before the program was killed.
  private func follow(_ folder: ScanFolder) throws {
    let mark = folder.url.appending(path: Self.restatedName)
    guard OnDisk.isFile(mark), folder.linkOut == nil, let bytes = try? InputFile.bytes(mark.path, atMost: 1 << 10)
    else { return }
    let digest = String(decoding: bytes, as: UTF8.self)
    if var outcome = folder.outcome, outcome.result == digest, let restated = folder.lastResult,
      restated.digest != digest
    {
      try RemeasuredFile.restate(in: folder, from: digest, by: restated)
      (outcome.result, outcome.stated) = (restated.digest, restated.result.scan ?? ScanDescription())
      try folder.write(outcome)
    }
    unlink(mark.path)
  }

  private func settle(_ folder: ScanFolder) throws {
    try follow(folder)
    // The old copy may be gone, and only this was left to do.
    if let from = Self.origin(of: folder), !study.folder(of: from).isThere { try arrived(folder) }
    let file = folder.url.appending(path: Self.markName)
    guard OnDisk.isFile(file), folder.linkOut == nil, let bytes = try? InputFile.bytes(file.path, atMost: 1 << 14),
      let mark = try? JSONText.decode(Mark.self, from: Data(bytes)), StudyFolder.isName(mark.name)
    else { return }
    let copy = study.folder(of: mark.name)
    let isCopy = mark.isCopied && Self.origin(of: copy) == folder.name
    if OnDisk.real(dataset.appending(path: mark.source).path) != nil {
      if isCopy { try drop(copy.url) }
      unlink(file.path)
    } else if isCopy {
      try drop(folder.url)
      try arrived(copy)
    } else if !mark.isCopied {
      try keepResults(folder, mark.name)
    }
  }
}

extension ScanPlaces {
  /// The name of the folder that one is a copy of; nil for any other.
  private static func origin(of folder: ScanFolder) -> String? {
    let file = folder.url.appending(path: copyName)
    guard OnDisk.isFile(file), folder.linkOut == nil, let bytes = try? InputFile.bytes(file.path, atMost: 1 << 10)
    else { return nil }
    let name = String(decoding: bytes, as: UTF8.self)
    return StudyFolder.isName(name) ? name : nil
  }
}

extension ScanFolder {
  /// Whether anything is kept in it.
  fileprivate var isThere: Bool { !OnDisk.names(in: url).isEmpty }
}
