internal import Diagnostics
internal import Files
internal import MovementReports
public import Platform

/// The folder of a study: what became of each scan, in files of its own (Docs/formats/study.md).
///
/// All that a study knows stands in these files; its store is made of them.
public struct StudyFolder: Sendable {
  /// The study's folder.
  public let root: URL

  /// A study that exists.
  ///
  /// - Throws: ``StudyError/noStudy(path:)``, ``StudyError/notOurs(path:found:)`` or
  ///   ``StudyError/otherVersion(path:expected:found:)``.
  public init(opening path: URL) throws(StudyError) {
    guard OnDisk.isFolder(path) else { throw .noStudy(path: path.path) }
    try Self.checkLinks(path)
    _ = try StudyMark.read(in: path)
    self.init(root: path)
  }

  /// A study that exists, or a new one in a folder that is empty or not there yet.
  public init(at path: URL) throws(StudyError) {
    try self.init(planned: path)
    let mark = path.appending(path: StudyMark.fileName)
    if OnDisk.real(mark.path) != nil { return }
    try StudyMark().write(in: path)
  }

  /// A folder of work: a study in the very folder of its dataset. It is made where it is not there yet, in an empty folder or
  /// beside scans in the manner of BIDS; a study whose dataset lies elsewhere is worked on as it is.
  ///
  /// - Throws: ``StudyError/notOurs(path:found:)`` for a folder of anything else.
  public init(work path: URL) throws(StudyError) {
    if !Self.isMarked(path) {
      let names = (try? FileManager.default.contentsOfDirectory(atPath: path.path)) ?? []
      let known = [
        "participants", "sessions", "dataset_description", "README", "CHANGES", "LICENSE", "cap", Self.capsName,
        // Folders of BIDS in which no scan is looked for.
        "code", "derivatives", "sourcedata",
      ]
      let other = names.first { name in
        !name.hasPrefix(".") && !name.hasPrefix("sub-")
          && !known.contains(name.split(separator: ".").first.map(String.init) ?? "")
      }
      if let other { throw .notOurs(path: path.path, found: .phrase("within", ["file": .text(other)])) }
      try StudyMark().write(in: path)
    }
    try self.init(opening: path)
    if try dataset == nil { try keep(dataset: path) }
  }

  /// The right to work on the folder as a desk; nil where another one has it.
  ///
  /// - Throws: ``StudyError/cannotWrite(path:reason:)``.
  public func deskLock() throws(StudyError) -> FileLock? { try FileLock(root.appending(path: ".desk.lock")) }

  /// The folder of caps that scans were made with.
  public static let capsName = "caps"

  /// A study that exists, or the place of a new one, with nothing written: what is planned for it can be told.
  public init(planned path: URL) throws(StudyError) {
    if OnDisk.real(path.appending(path: StudyMark.fileName).path) != nil {
      try self.init(opening: path)
      return
    }
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path.path)) ?? []
    // Another run may be making the same study: its mark is written aside and renamed.
    if let other = names.first(where: { !$0.hasPrefix("." + StudyMark.fileName) }) {
      throw .notOurs(path: path.path, found: .phrase("within", ["file": .text(other)]))
    }
    self.init(root: path)
  }

  private init(root: URL) { self.root = root }

  /// Refuses a study of which a part that is read or written lies elsewhere: a study that was received could have any file
  /// replaced through a link.
  private static func checkLinks(_ study: URL) throws(StudyError) {
    guard let root = OnDisk.real(study.path) else { return }
    let store = ["", "-wal", "-shm", "-journal"].map { storeName + $0 }
    let parts =
      [StudyMark.fileName] + store + [".store.lock", ".desk.lock", "queue.json", "report.html", "scans/.probe"]
    // The folders first: what lies in them is looked at when it is used.
    for folder in ["scans", "motions"] where OnDisk.isLink(root + "/" + folder) {
      throw .leadsOut(path: study.appending(path: folder).path)
    }
    for part in parts where OnDisk.linkOut(of: root, at: root + "/" + part) != nil {
      throw .leadsOut(path: study.appending(path: part).path)
    }
    // All else is written aside and renamed; SQLite writes in place.
    for part in store where OnDisk.hasOtherNames(root + "/" + part) {
      throw .leadsOut(path: study.appending(path: part).path)
    }
  }

  /// Whether a folder is marked as a study, of whatever version.
  public static func isMarked(_ path: URL) -> Bool { OnDisk.isFile(path.appending(path: StudyMark.fileName)) }

  /// Where the dataset of the last batch lies; nil where no batch has said so.
  public var dataset: URL? {
    get throws(StudyError) { try StudyMark.read(in: root).dataset.map { root.appending(path: $0).standardizedFileURL } }
  }

  /// Keeps where the dataset lies, for those who want to look at its scans.
  ///
  /// - Parameter path: its folder, or the table that lists its scans.
  /// - Throws: ``StudyError/cannotWrite(path:reason:)``.
  public func keep(dataset path: URL) throws(StudyError) {
    guard let there = OnDisk.real(path.path), let here = OnDisk.real(root.path) else { return }
    var mark = try StudyMark.read(in: root)
    let earlier = mark
    mark.dataset = StudyMark.path(of: there, from: here)
    if mark != earlier { try mark.write(in: root) }
  }

  /// What a study is read from: no output may take its place.
  public var sources: [URL] { [storeFile, root.appending(path: StudyMark.fileName), scansFolder, motionsFolder] }

  /// The page of one scan; nil where it has none.
  public func page(of scan: String) -> URL? {
    let page = folder(of: scan).result.appending(path: "report.html")
    return Self.isName(scan) && OnDisk.isFile(page) ? page : nil
  }

  /// The folder with the result of one scan, which may not be there.
  public func result(of scan: String) -> URL { folder(of: scan).result }

  /// Refuses a scan whose folder has a link that leads out of it: the study may be somebody else's.
  ///
  /// - Throws: ``StudyError/leadsOut(path:)``.
  public func checkLinks(of scan: String) throws(StudyError) {
    if let link = folder(of: scan).linkOut { throw .leadsOut(path: link) }
  }

  /// How far the run of a scan has come; nil where there is none.
  public func progress(of scan: String) -> ScanJobProgress? { ScanJobProgress.read(folder(of: scan).progressFile) }

  /// Whether somebody has saved landmarks of a scan: picked, or proposals that were accepted.
  public func hasPicks(of scan: String) -> Bool { OnDisk.isFile(folder(of: scan).landmarks) }

  /// What became of a scan; nil where nothing did yet.
  public func outcome(of scan: String) -> ScanOutcome? { folder(of: scan).outcome }

  /// The folder of one scan, which may not be there yet.
  func folder(of scan: String) -> ScanFolder {
    ScanFolder(name: scan, url: scansFolder.appending(path: scan))
  }

  /// The folders of all scans, by name.
  var folders: [ScanFolder] {
    OnDisk.names(in: scansFolder).filter(Self.isName).map(folder)
  }

  /// Finds out whether folders of scans can be written, by writing a file beside them.
  ///
  /// - Throws: ``StudyError/cannotWrite(path:reason:)``.
  func checkScansFolder() throws(StudyError) {
    let probe = scansFolder.appending(path: ".probe")
    do {
      try OutputFile(probe, force: true).write(Data(repeating: 0, count: 1 << 16))
      unlink(probe.path)
    } catch { throw StudyError(writing: error, scansFolder.path) }
  }

  /// Where the folders of all scans lie.
  var scansFolder: URL { root.appending(path: "scans") }

  /// The study's store.
  var storeFile: URL { root.appending(path: Self.storeName) }

  private static let storeName = "study.sqlite"

  /// Whether a name is one that ``ScanName`` gives.
  static func isName(_ text: String) -> Bool {
    (1...255).contains(text.utf8.count)
      && text.utf8.allSatisfy { byte in
        UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte || UInt8(ascii: "A")...UInt8(ascii: "Z") ~= byte
          || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
      }
  }
}

extension StudyFolder {
  /// Takes over what a dataset says of the children by now, and marks the scans that are in it no more; nothing is measured.
  ///
  /// - Parameter dataset: the whole dataset.
  /// - Throws: ``StudyError/cannotWrite(path:reason:)``.
  public func follow(_ dataset: Dataset) throws(StudyError) {
    for scan in dataset.scans {
      let folder = folder(of: scan.name)
      try folder.change { folder.restated($0, by: scan) }
      guard folder.outcome != nil, let lock = try folder.lock() else { continue }
      _ = try folder.keepRating(of: scan)
      withExtendedLifetime(lock) {}
    }
    try markLeft(Set(dataset.scans.map(\.name)))
  }

  /// Marks the scans that have an outcome and are in the dataset no more.
  ///
  /// - Parameter scans: the names of all scans of the dataset.
  /// - Returns: the names of those that were left.
  @discardableResult func markLeft(_ scans: Set<String>) throws(StudyError) -> [String] {
    var names: [String] = []
    for folder in folders where !scans.contains(folder.name) && folder.outcome != nil {
      names.append(folder.name)
      try folder.change { outcome in
        var left = outcome
        left.hasLeft = true
        return left
      }
    }
    return names
  }

  /// The scans that are marked as having left the dataset.
  public var leftScans: [String] { folders.filter { $0.outcome?.hasLeft == true }.map(\.name) }
}

extension StudyFolder {
  /// Where the ranges of motion lie that were added to the study, a folder each as `motion` wrote it.
  var motionsFolder: URL { root.appending(path: "motions") }

  /// The folders of all ranges of motion, by name.
  var motions: [URL] {
    OnDisk.names(in: motionsFolder).filter(Self.isName).map { motionsFolder.appending(path: $0) }
  }

  /// Adds a range of motion: copies what `motion` wrote, and stores it.
  ///
  /// - Parameters:
  ///   - path: the folder.
  ///   - force: whether an earlier one of the same name is replaced.
  /// - Returns: its name in the study.
  /// - Throws: `FileError` where its `scan.json` can't be used, among others: added without it, nobody would know
  ///   whose it is.
  public func add(motion path: URL, force: Bool) throws -> String {
    let folder = try MotionFolder.read(path)
    let source = folder.url ?? path
    let isStated = !folder.unusable.contains(ScanDescriptionFile.name)
    let scan =
      isStated ? folder.scan : try ScanDescriptionFile.read(source.appending(path: ScanDescriptionFile.name))
    let place = try place(
      ofMotion: "\(folder.result.joint.rawValue)-" + source.lastPathComponent, subject: scan.subject,
      session: scan.session)
    let target = try OutputFolder(
      place, holding: .motion, force: force, inputs: [source])
    do {
      for file in OutputKind.motion.fileNames.sorted() {
        let from = source.appending(path: file)
        guard OnDisk.isFile(from) else { continue }
        let bytes = try InputFile.bytes(from.path, atMost: Self.largestMotionFile)
        try target.write([(file, Data(bytes))])
      }
      try target.finish()
    } catch {
      target.discard()
      throw error
    }
    return place.lastPathComponent
  }

  /// The folder of a range of motion, which may not be there yet; its name is that of the range in the study.
  ///
  /// - Parameters:
  ///   - label: what tells it from others of the same child and session.
  ///   - subject: the child's code; nil where it is not stated.
  ///   - session: the visit; nil where it is not stated.
  /// - Throws: ``StudyError/leadsOut(path:)``.
  public func place(ofMotion label: String, subject: String?, session: String?) throws(StudyError) -> URL {
    let place = motionsFolder.appending(path: ScanName.name(subject: subject, session: session, scan: label))
    if let link = ScanFolder.linkOut(at: place) { throw .leadsOut(path: link) }
    return place
  }

  /// No file of a range of motion is larger, in bytes.
  private static let largestMotionFile = 256 << 20
}
