internal import Diagnostics
internal import Files
internal import GRDB
internal import Landmarks
public import Platform
internal import Recordings

/// The scans of a study whose landmarks are picked one after the other, in an order that stays the same.
public struct PickingList: Sendable {
  /// Which scans.
  public enum Extent: Sendable, Equatable {
    /// The scans whose landmarks nobody has picked.
    case toPick
    /// All that can be picked, whatever was picked before.
    case all
    /// One, whatever was picked before.
    case one(String)
  }

  /// The scans.
  public private(set) var scans: [ScanToPick] = []
  /// Scans that are passed over because there is no surface to pick on: their run failed, or gave none.
  public private(set) var withoutSurface: [String] = []

  /// What the store and the folders of a study give.
  ///
  /// - Parameters:
  ///   - observer: who picks; nil where nobody is named.
  ///   - seed: shuffles the scans, so that their order follows neither names nor groups; nil for the order of their names.
  /// - Throws: ``StudyError``.
  public init(
    _ study: StudyFolder, _ store: StudyStore, _ extent: Extent, observer: String? = nil, seed: Int? = nil
  ) throws(StudyError) {
    let dataset = try study.dataset
    guard let dataset else { throw .noDataset(path: study.root.path, found: .phrase("none")) }
    guard OnDisk.real(dataset.path) != nil else {
      throw .noDataset(path: study.root.path, found: .phrase("no_such_file_or_folder"))
    }
    for row in try store.read({ db in try Candidate.fetchAll(db, sql: Candidate.request) }) {
      let scan = ScanToPick(folder: study.folder(of: row.scan), dataset: dataset, wasPicked: row.landmarks == "picked")
      switch extent {
      case .one(let name): guard scan.name == name else { continue }
      case .all: if row.code == "dataset.twin" { continue }
      case .toPick: guard row.isOpen, !scan.hasPicks, !scan.isPicked(by: observer) else { continue }
      }
      if row.status == .failed || (row.kind == .recording && !scan.hasSurface) {
        withoutSurface.append(scan.name)
      } else {
        scans.append(scan)
      }
    }
    if case .one(let name) = extent, scans.isEmpty, withoutSurface.isEmpty { throw .noSuchScan(name: name) }
    if let seed { shuffle(seed) }
  }

  /// A scan as the store has it, and whether somebody is still to pick its landmarks.
  private struct Candidate: Decodable, FetchableRecord {
    let scan: String, kind: DatasetScan.Kind, status: ScanOutcome.Status, code, landmarks: String?, isOpen: Bool

    static let request = """
      SELECT scan, kind, status, code, landmarks, scan IN (SELECT scan FROM to_pick) AS isOpen FROM scans ORDER BY scan
      """
  }

  /// By a digest of seed and name: the same in every run and on every machine.
  private mutating func shuffle(_ seed: Int) {
    let places = scans.map { ($0, Checksum.sha256(Array("\(seed)\n\($0.name)".utf8))) }
    scans = places.sorted { $0.1 < $1.1 }.map(\.0)
  }
}

/// A scan of a study whose landmarks can be picked: what is picked on lies in the dataset, what is picked in the study.
public struct ScanToPick: Sendable {
  let folder: ScanFolder
  let dataset: URL
  /// Whether the stored result rests on landmarks that somebody picked.
  let wasPicked: Bool

  /// Its name in the study.
  public var name: String { folder.name }

  /// Whether its reconstruction gave a surface.
  var hasSurface: Bool { OnDisk.isFile(folder.result.appending(path: "mesh.ply")) }

  /// Whether there are picks for the next batch, whoever made them.
  var hasPicks: Bool { OnDisk.isFile(folder.landmarks) }

  /// Whether its landmarks are picked: by an observer or, where none is named, by anybody.
  public func isPicked(by observer: String?) -> Bool {
    observer == nil ? hasPicks || wasPicked : OnDisk.isFile(file(of: observer))
  }

  /// The scan as the dataset has it.
  ///
  /// - Throws: ``StudyError/noSource(scan:found:)``, or a ``DatasetError`` where its lists can't be read.
  public func source() throws -> DatasetScan {
    let scans: [DatasetScan]
    do { scans = try Dataset.read(dataset, only: [name]).scans } catch DatasetError.noSuchScan {
      throw StudyError.noSource(scan: name, found: .phrase("none"))
    }
    guard let scan = scans.first else { throw StudyError.noSource(scan: name, found: .phrase("none")) }
    // Such as a path that leads out of the dataset.
    if let fault = scan.fault { throw StudyError.noSource(scan: name, found: .written(.text(fault.text()))) }
    return scan
  }

  // MARK: Picks

  /// The landmarks that an observer goes on from; nil for none.
  ///
  /// - Parameters:
  ///   - source: the scan in the dataset, which may have landmarks of its own.
  ///   - own: the digests of files that were written in this sitting.
  ///   - isBlind: whether nothing is shown but what an observer of that name, or this sitting, has picked.
  public func start(_ source: DatasetScan, of observer: String?, own: Set<String>, isBlind: Bool) -> URL? {
    let file = file(of: observer)
    if let digest = Checksum.sha256(of: file) {
      if observer == nil, isBlind, !own.contains(digest) { return nil }
      return file
    }
    guard observer == nil, !isBlind else { return nil }
    if let landmarks = source.landmarks { return landmarks }
    let companion = RecordingCompanion.url(LandmarkFile.usualName, of: source.url)
    return source.kind == .recording && OnDisk.isFile(companion) ? companion : nil
  }

  /// The file of an observer's picks: the one that a batch measures with, or one of their own beside it where that holds
  /// the picks of somebody else.
  private func file(of observer: String?) -> URL {
    guard let observer else { return folder.landmarks }
    let own = folder.landmarks(of: observer)
    if OnDisk.isFile(own) { return own }
    guard OnDisk.isFile(folder.landmarks) else { return folder.landmarks }
    return EarlierPicks(folder.landmarks)?.observer == observer ? folder.landmarks : own
  }

  /// What became of picks.
  public enum Kept: Sendable, Equatable {
    /// The picks were written: the file's name and digest.
    case written(file: String, digest: String)
    /// There are others already, which were not named; nothing was written.
    case asks(EarlierPicks)
  }

  /// Writes picks; those that are there go aside first, into the folder `earlier`.
  ///
  /// - Parameters:
  ///   - bytes: the landmark file.
  ///   - source: the scan that they were picked on, which ``source()`` gave.
  ///   - observer: who picked.
  ///   - time: when.
  ///   - replaced: the digests of the files that may be replaced.
  /// - Throws: ``StudyError/busy(scan:)`` while another run is working on the scan,
  ///   ``StudyError/cannotWrite(path:reason:)``.
  public func keep(
    _ bytes: Data, on source: DatasetScan, of observer: String?, at time: Date, replacing replaced: Set<String>
  ) throws(StudyError) -> Kept {
    var file = folder.landmarks
    do {
      _ = try OutputFile(file, force: true)
      // A batch that is measuring the scan would say of its result that it rests on other landmarks.
      guard let lock = try folder.lock() else { throw StudyError.busy(scan: name) }
      defer { withExtendedLifetime(lock) {} }
      file = self.file(of: observer)
      if let earlier = EarlierPicks(file) {
        guard replaced.contains(earlier.digest) else { return .asks(earlier) }
        let stamp = time.formatted(.iso8601.dateSeparator(.omitted).timeSeparator(.omitted))
        let aside = folder.url.appending(path: "earlier/\(stamp)-\(earlier.digest.prefix(8))-\(file.lastPathComponent)")
        try OutputFile(aside, force: true).write(try Data(contentsOf: file))
      }
      try OutputFile(file, force: true).write(bytes)
      // Behind the picks: were it the other way round, an end in between would mark earlier picks as this scan's.
      if file == folder.landmarks { try folder.markPicks(of: source) }
    } catch let error as StudyError { throw error } catch { throw StudyError(writing: error, file.path) }
    return .written(file: file.lastPathComponent, digest: Checksum.sha256(bytes))
  }
}

/// Picks of a scan that are there already.
public struct EarlierPicks: Sendable, Equatable {
  /// The file's SHA-256.
  public let digest: String
  /// Who picked and when, where the file says so.
  public let observer: String?, time: Date?

  /// Reads a file; nil where there is none.
  init?(_ file: URL) {
    guard let digest = Checksum.sha256(of: file) else { return nil }
    self.digest = digest
    let picking = (try? LandmarkFile.read(file))?.picking
    (observer, time) = (picking?.observer, picking?.time)
  }
}
