internal import Diagnostics
internal import Files
internal import Platform
internal import Recordings
internal import ScanPipeline

/// What the result of a scan depends on: its files, those that go with it, the options, the program.
struct ScanDependencies {
  /// The files that go with the scan.
  let cap, landmarks: URL?
  /// The SHA-256 of what is read, by its role.
  let digests: [String: String]
  /// The SHA-256 of the recording without what lies with it; nil for a scan that can't be read.
  let content: String?
  /// Why the scan is not to be measured; nil where nothing is known against it.
  let fault: Finding?
  /// The digest of all that the numbers depend on. Who was scanned, when, by whom and with what is no part of it: that is
  /// taken over without measuring (``ScanFolder/restated(_:by:)``).
  let key: String

  /// Reads what the result of a scan depends on; what was read before and has not changed is not read again.
  init(_ scan: DatasetScan, _ folder: ScanFolder, _ options: BatchOptions) {
    let picked = OnDisk.isFile(folder.landmarks) ? folder.landmarks : nil
    landmarks = picked ?? scan.landmarks
    cap = scan.kind == .recording ? scan.cap ?? options.cap : nil
    var digests: [String: String] = [:]
    let known = scan.fault == nil ? folder.content(of: scan) : nil
    digests[scan.kind.rawValue] = known?.recording
    let norms = options.settings.norms == nil ? NormFile.find(of: scan.url) : nil
    for (role, file) in [("cap", cap), ("landmarks", landmarks), ("intrinsics", scan.intrinsics), ("norms", norms)] {
      digests[role] = file.flatMap { Checksum.sha256(of: $0) }
    }
    (self.digests, content) = (digests, known?.recording)
    if let known {
      let lacksCap = scan.kind == .recording && cap == nil && options.needsCap
      let isOthers = picked != nil && !folder.picks(areOf: known.recording)
      fault = lacksCap ? Finding(.datasetNoCap) : isOthers ? Finding(.batchOtherPicks) : nil
    } else {
      // Without a digest nobody could tell what the numbers were made of, even if the scan can be read a moment later.
      fault =
        scan.fault
        ?? scan.unopened(
          RecordingError.missing(
            path: scan.url.path, expected: .phrase("readable_file"), found: .phrase("unreadable_one")))
    }
    let faults = fault.map { ["fault \($0.code.rawValue) \($0.text())"] } ?? []
    let lines =
      ["calvaria \(options.version)", "finds landmarks \(options.findsLandmarks)"] + faults
      + digests.sorted { $0.key < $1.key }.map { "\($0.key) \($0.value)" }
      + options.settings.lines(for: scan.kind) + Self.lines(of: scan.description(beside: options.settings))
    key = Checksum.sha256(Array(lines.joined(separator: "\u{0}").utf8))
  }

  /// The SHA-256 of what is stated of a scan and its numbers depend on.
  static func facts(_ scan: DatasetScan, _ settings: ScanSettings) -> String {
    Checksum.sha256(Array(lines(of: scan.description(beside: settings)).joined(separator: "\u{0}").utf8))
  }

  /// What the numbers depend on of what is stated of a scan: norms of age and sex, intervals of the hair.
  static func lines(of stated: ScanDescription) -> [String] {
    var lines: [String] = []
    if let age = stated.ageMonths, let sex = stated.sex { lines += ["--age-months=\(age)", "--sex=\(sex)"] }
    if let weeks = stated.gestationWeeks { lines.append("--gestation-weeks=\(weeks)") }
    if let hair = stated.hairMm { lines.append("--hair-mm=\(hair)") }
    return lines
  }
}
