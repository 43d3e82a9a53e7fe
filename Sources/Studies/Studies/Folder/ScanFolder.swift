internal import Diagnostics
internal import Files
internal import Platform
internal import Reports
internal import ScanPipeline

/// What a study holds of one scan: its outcome, its result, and its measures by other protocols.
struct ScanFolder: Sendable {
  /// The scan's name.
  let name: String
  let url: URL

  /// The file with the scan's outcome.
  var outcomeFile: URL { url.appending(path: "outcome.json") }
  /// The folder that `reconstruct` or `measure` wrote.
  var result: URL { url.appending(path: "result") }
  /// The results of other protocols, a file each.
  var remeasured: URL { url.appending(path: "remeasured") }
  /// Landmarks that were picked for the study; they go before those of the dataset.
  var landmarks: URL { url.appending(path: "landmarks.json") }
  /// Landmarks that an observer picked beside them.
  func landmarks(of observer: String) -> URL { url.appending(path: "landmarks-\(ScanName.safe(observer)).json") }
  /// The digest of the recording that ``landmarks`` were picked on; those of any other are refused.
  var picksMark: URL { url.appending(path: "landmarks").appendingPathExtension("scan") }
  /// Landmarks that were found on a mesh.
  var foundLandmarks: URL { url.appending(path: "found-landmarks.json") }
  /// The digest of the scan's files, with what tells whether it still holds.
  var inputsFile: URL { url.appending(path: "inputs.json") }
  /// The file in which a run that failed says why; it is gone as soon as it was read.
  var failureFile: URL { url.appending(path: ".failure.json") }
  /// The file with the program's job, as long as the scan is being measured.
  var jobFile: URL { url.appending(path: ".job.json") }
  /// The file in which a run tells how far it has come.
  var progressFile: URL { url.appending(path: ".progress.json") }
  var lockFile: URL { url.appending(path: ".lock") }
  /// The operator's own judgement that lies with the scan in the dataset, as the last batch found it.
  var datasetRating: URL { url.appending(path: "rating.json") }
  /// The operator's own judgement of the result; it goes before that of the dataset.
  var rating: URL { result.appending(path: "rating.json") }

  private static let largestBytes = 1 << 20

  /// What became of the scan; nil where nothing did yet, where that can't be read, and where it is another scan's.
  var outcome: ScanOutcome? {
    guard let outcome = outcomeBytes.flatMap({ try? ScanOutcome.read(Data($0)) }), outcome.scan == name else {
      return nil
    }
    return outcome
  }

  /// The first link in the folder that leads out of it, or the folder where that is one itself: such are not followed.
  var linkOut: String? { Self.linkOut(at: url) }

  /// The first link at a scan or a range of motion, or in its folder, that leads out of it; nil where none does.
  static func linkOut(at folder: URL) -> String? {
    if OnDisk.isLink(folder.path) { return folder.path }
    return OnDisk.real(folder.path).flatMap { OnDisk.linkOut(of: $0, at: folder.path) }
  }

  /// The right to write into the folder; nil where somebody else has it.
  ///
  /// - Throws: ``StudyError/leadsOut(path:)``, ``StudyError/cannotWrite(path:reason:)``.
  func lock() throws(StudyError) -> FileLock? {
    if let linkOut { throw .leadsOut(path: linkOut) }
    return try FileLock(lockFile)
  }

  /// The finding on a folder whose outcome can't be read, or is another scan's: a copy, or a folder that somebody renamed.
  var remarks: [Finding] {
    if let linkOut { return [.leadsOut(linkOut, in: url)] }
    if let outcomeBytes { return remarks(on: outcomeBytes) }
    return OnDisk.real(outcomeFile.path) == nil ? [] : [unreadable]
  }

  /// The finding on the bytes of an outcome that can't be read, or is another scan's; none for a sound one.
  func remarks(on bytes: [UInt8]) -> [Finding] {
    struct Label: Decodable { let scan: String }
    guard let label = try? JSONText.decode(Label.self, from: Data(bytes)) else { return [unreadable] }
    guard label.scan == name else {
      return [Finding(.storeForeign, ["folder": .text(name), "scan": .quoted(label.scan)])]
    }
    return (try? ScanOutcome.read(Data(bytes))) == nil ? [unreadable] : []
  }

  private var unreadable: Finding { Finding(.storeBadOutcome, ["folder": .text(name)]) }

  /// The bytes of its outcome; nil where a link leads out of the folder, too.
  var outcomeBytes: [UInt8]? {
    linkOut == nil ? try? InputFile.bytes(outcomeFile.path, atMost: Self.largestBytes) : nil
  }

  /// Finds out whether an outcome could be written, before hours are spent on one.
  ///
  /// - Throws: ``StudyError/cannotWrite(path:reason:)``.
  func checkOutcome() throws(StudyError) {
    // A pipe would be written through.
    guard OnDisk.isFile(outcomeFile) || OnDisk.real(outcomeFile.path) == nil else {
      throw .cannotWrite(
        path: outcomeFile.path, reason: .expected(.phrase("file_to_replace"), found: .phrase("folder_or_device")))
    }
    do { _ = try OutputFile(outcomeFile, force: true) } catch { throw StudyError(writing: error, outcomeFile.path) }
  }

  /// Writes the outcome aside and renames it: it is whole, or it is not there.
  func write(_ outcome: ScanOutcome) throws(StudyError) {
    do { try OutputFile(outcomeFile, force: true).write(try outcome.json()) } catch {
      throw StudyError(writing: error, outcomeFile.path)
    }
  }

  /// The result of the last run; nil where there is none that can be read.
  var lastResult: ResultFolder? { ResultFolder(at: result) }

  /// The digest of the result's file; nil where there is none.
  var resultDigest: String? { Checksum.sha256(of: result.appending(path: "result.json")) }
}

extension ScanFolder {
  /// An outcome with what the dataset says of the child by now; of what it does not say, the recording may know more. What
  /// the dataset said once and says no more is gone.
  func restated(_ outcome: ScanOutcome, by scan: DatasetScan) -> ScanOutcome {
    var restated = outcome
    (restated.source, restated.cohort, restated.hasLeft) = (scan.source, scan.cohort, nil)
    restated.stated = scan.description.completed(by: outcome.recorded ?? ScanDescription())
    return restated
  }

  /// Changes an outcome that stands, if there is one and nobody else is working on the scan.
  ///
  /// - Throws: ``StudyError/cannotWrite(path:reason:)``.
  func change(_ change: (ScanOutcome) -> ScanOutcome) throws(StudyError) {
    guard let first = outcome, change(first) != first, let lock = try lock() else { return }
    defer { withExtendedLifetime(lock) {} }
    // Read again: it may have been another one until the lock was ours.
    guard let outcome else { return }
    let changed = change(outcome)
    if changed != outcome { try write(changed) }
  }
}

extension ScanFolder {
  /// The rating that counts: that beside the result, which `calvaria rate` writes, otherwise the dataset's; nil where there is
  /// none.
  var answers: [String: String]? {
    [rating, datasetRating].lazy.compactMap { try? RatingFile.answers($0) }.first
  }

  /// Keeps the rating that lies with a scan in the dataset, whatever becomes of the scan; what lies there no more goes.
  ///
  /// - Returns: whether it is another one than before.
  /// - Throws: ``StudyError/cannotWrite(path:reason:)``.
  func keepRating(of scan: DatasetScan) throws(StudyError) -> Bool {
    let stated = scan.rating.flatMap { try? RatingFile.checkedBytes($0) }
    guard stated != (try? RatingFile.checkedBytes(datasetRating)) else { return false }
    guard let stated else { return unlink(datasetRating.path) == 0 }
    do { try OutputFile(datasetRating, force: true).write(Data(stated)) } catch {
      throw StudyError(writing: error, datasetRating.path)
    }
    return true
  }
}

extension ScanFolder {
  /// Whether the picks in the folder are those of a recording: names of scans may change hands, as numbers do when a row is
  /// put into a table. Picks that came without a mark are taken as they are.
  ///
  /// - Parameter recording: the digest of the recording (``ContentDigest/recordingDigest``).
  func picks(areOf recording: String) -> Bool {
    guard OnDisk.real(picksMark.path) != nil else { return true }
    guard let bytes = try? InputFile.bytes(picksMark.path, atMost: 4096) else { return false }
    return String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isWhitespace).first.map(String.init)
      == recording
  }

  /// Marks the picks in the folder as those of a scan; whoever saves picks calls it.
  ///
  /// - Throws: ``StudyError/cannotWrite(path:reason:)``, ``StudyError/noSource(scan:found:)`` where it can't be read.
  func markPicks(of scan: DatasetScan) throws(StudyError) {
    guard let known = content(of: scan) else {
      throw .noSource(scan: scan.name, found: .phrase("nothing_to_read"))
    }
    do {
      try OutputFile(picksMark, force: true).write(Data((known.recording + "\n").utf8))
    } catch { throw StudyError(writing: error, picksMark.path) }
  }
}

extension ScanFolder {
  /// The digest of a scan's recording or mesh; read anew where its files have changed. Nil where they can't be read.
  func content(of scan: DatasetScan) -> KnownContent? {
    let content = ContentDigest(of: scan.url)
    guard content.isListed else { return nil }
    let stamp = content.stamp
    if let bytes = try? InputFile.bytes(inputsFile.path, atMost: 1 << 16),
      let known = try? JSONText.decode(KnownContent.self, from: Data(bytes)), known.stamp == stamp
    {
      return known
    }
    guard let recording = content.recordingDigest else { return nil }
    let known = KnownContent(stamp: stamp, recording: recording)
    // Where a scan has no folder yet, its batch is only planned.
    if OnDisk.isFolder(url), let text = try? JSONText.encode(known) {
      try? OutputFile(inputsFile, force: true).write(text)
    }
    return known
  }
}

/// The digest of a recording or mesh as it is kept in its folder (`inputs.json`). Reading gigabytes again to find that nothing
/// has changed would take longer than the rest of a resumed batch, so what the file system says of them is compared first.
struct KnownContent: Codable {
  /// The names, sizes and times of the files when they were read.
  let stamp: String
  /// The SHA-256 of the recording without what lies with it.
  let recording: String
}
