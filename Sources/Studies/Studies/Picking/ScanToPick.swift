internal import Diagnostics
internal import Landmarks
internal import Files
public import Platform
internal import Recordings

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
    /// They were written: the file's name and digest.
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
